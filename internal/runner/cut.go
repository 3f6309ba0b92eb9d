package runner

// Cut returns o with at most limit bytes of text kept, half of them from the
// beginning and half from the end; a negative limit is 0. Total stays, Dropped
// grows. Plain is left out.
func (o Output) Cut(limit int) Output {
	limit = max(limit, 0)
	o.Plain = nil
	if len(o.Head)+len(o.Tail) <= limit {
		return o
	}
	size := int64(len(o.Head)) + o.Dropped + int64(len(o.Tail))
	end := o.Tail
	if o.Dropped == 0 {
		end = o.Head
	}
	head := trimBrokenEnd([]byte(o.Head[:min(limit/2, len(o.Head))]))
	tail := trimBrokenStart([]byte(end[max(0, len(end)-(limit-limit/2)):]))
	return Output{
		Head:    string(head),
		Tail:    string(tail),
		Total:   o.Total,
		Dropped: size - int64(len(head)) - int64(len(tail)),
	}
}

// Redact returns s with every one of the values replaced, by the rules of
// [Spec.Secrets].
func Redact(s string, values []string) string {
	return Redactor(values)(s)
}

// Redactor returns a function that does what [Redact] does with these values,
// for many texts. It may be called concurrently.
func Redactor(values []string) func(s string) string {
	m := newMatcher(values)
	return func(s string) string {
		r := redactor{values: m} // no text continues another
		if len(r.find([]byte(s), true)) == 0 {
			return s
		}
		return string(r.next([]byte(s), true))
	}
}
