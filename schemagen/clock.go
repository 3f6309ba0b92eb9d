package schemagen

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/pflag"
)

// A default such as time.Now().Format("2006-01-02") is another one tomorrow. A
// date that a program was written with looks the same, so only what is within
// a day of now is taken for the clock's, or any of these years where the flag
// is about a date.

// clockYear is the first year that a clock is believed to show.
const clockYear = 2020

// clock is what time it is.
var clock = time.Now

// dateLayouts are the usual layouts with letters in them. Those of digits are
// found by digits.
var dateLayouts = []string{
	time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850, time.RFC1123, time.RFC1123Z,
	"Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "Monday, January 2, 2006", "Monday, 2 January 2006",
	"Mon Jan 2 2006", "02-Jan-2006", "2-Jan-2006", "Jan-02-2006", "Monday, 02-Jan-2006", "2006-Jan-02", "02Jan2006",
	"Mon Jan _2 15:04:05 2006 -0700", "2006-01-02 15:04:05.999999999 -0700 MST",
}

var (
	// digitDate finds a date with separators, year first or last.
	digitDate = lazy(`\b(\d{4})([-/._])(\d\d?)[-/._](\d\d?)|\b(\d\d?)[-/._](\d\d?)[-/._](\d{4})\b`)
	digitRun  = lazy(`\d{8,19}`)
	timeOfDay = lazy(`\b\d\d:\d\d:\d\d\b`)
)

// dateNames are words in the names of flags that are about a date.
var dateNames = []string{
	"after", "at", "before", "date", "day", "end", "expires", "expiry", "from", "since", "start", "time", "timestamp", "today", "until", "when", "year",
}

// hasDate reports whether s has the digits of a year. Few texts have, and
// looking closer costs.
func hasDate(s string) bool {
	digits := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		}
	}
	return digits >= 4
}

// isDateName reports whether s is the name of a day or a month as package time
// writes it. Any of them: a default that is left out on Mondays alone would
// change what is exported.
func isDateName(s string) bool {
	if len(s) < 3 || len(s) > len("Wednesday") {
		return false
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := d.String(); s == name || s == name[:3] {
			return true
		}
	}
	for m := time.January; m <= time.December; m++ {
		if name := m.String(); s == name || s == name[:3] {
			return true
		}
	}
	return false
}

// fromClock reports whether the default of f may be the time at which the
// program runs.
func (g *generator) fromClock(f *pflag.Flag) bool {
	if isDateName(f.DefValue) {
		return true
	}
	if !hasDate(f.DefValue) {
		return false
	}
	near := g.nearNow
	names := nameWords(f.Name)
	if slices.ContainsFunc(names, func(w string) bool { return slices.Contains(dateNames, w) }) {
		near = func(t time.Time) bool { return t.Year() >= clockYear && t.Year() < g.now.Year()+2 }
	}
	if n, err := strconv.Atoi(f.DefValue); err == nil && n >= clockYear && n < g.now.Year()+2 {
		return true
	}
	value := strings.Trim(f.DefValue, "[]")
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, value); err == nil && near(t) {
			return true
		}
	}
	return len(digitTimes(value, near)) > 0 || g.secondsAgo(value)
}

func (g *generator) nearNow(t time.Time) bool { return t.Sub(g.now).Abs() <= 36*time.Hour }

// secondsAgo reports whether s has the time of day, to the second.
func (g *generator) secondsAgo(s string) bool {
	return slices.ContainsFunc(timeOfDay().FindAllString(s, -1), g.nowOfDay)
}

func (g *generator) nowOfDay(s string) bool {
	t, err := time.Parse(time.TimeOnly, s)
	if err != nil || t.Second() == 0 {
		return false // an hour that was chosen
	}
	now := g.now
	ago := time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute + time.Duration(now.Second())*time.Second -
		(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second)
	return ago.Abs() <= 2*time.Minute
}

// digitTimes finds dates and times of the epoch in s that satisfy near, as
// pairs of indices.
func digitTimes(s string, near func(time.Time) bool) [][]int {
	var found [][]int
	for _, m := range digitDate().FindAllStringSubmatchIndex(s, -1) {
		part := func(i int) int {
			if m[2*i] < 0 {
				return 0
			}
			n, _ := strconv.Atoi(s[m[2*i]:m[2*i+1]])
			return n
		}
		year, a, b := part(1)+part(7), part(3)+part(5), part(4)+part(6)
		if near(time.Date(year, time.Month(a), b, 12, 0, 0, 0, time.UTC)) || near(time.Date(year, time.Month(b), a, 12, 0, 0, 0, time.UTC)) {
			found = append(found, m[:2])
		}
	}
	for _, m := range digitRun().FindAllStringIndex(s, -1) {
		if t, ok := ofDigits(s[m[0]:m[1]]); ok && near(t) {
			found = append(found, m)
		}
	}
	return found
}

func ofDigits(s string) (time.Time, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	switch len(s) {
	case 8, 12, 14:
		t, err := time.Parse("20060102150405"[:len(s)], s)
		return t, err == nil
	case 10:
		return time.Unix(n, 0), true
	case 13:
		return time.UnixMilli(n), true
	case 16:
		return time.UnixMicro(n), true
	case 19:
		return time.Unix(0, n), true
	}
	return time.Time{}, false
}

// hideClock takes words that are the time of now out of a text.
func (g *generator) hideClock(s string) string {
	if !hasDate(s) {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if len(digitTimes(line, g.nearNow)) == 0 && !g.secondsAgo(line) {
			continue
		}
		words := strings.Split(line, " ")
		for j, w := range words {
			if len(digitTimes(w, g.nearNow)) > 0 || g.secondsAgo(w) {
				words[j] = masked(w)
			}
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n")
}

// mark reports whether c is neither a letter nor a digit, and so may stand
// around a value in a text.
func mark(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
