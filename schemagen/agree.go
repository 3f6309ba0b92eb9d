package schemagen

import (
	"slices"
	"strings"
)

// Texts are the texts and defaults of tools, by where they stand. Two processes
// of one application that know them of each other can leave out what is not the
// application's but the process's: see [Agree].
type Texts map[string]string

// TextsOf returns all texts of tools that come from the application.
func TextsOf(tools []Tool) Texts {
	texts := Texts{}
	eachText(tools, func(key string, text *string) { texts[key] = *text })
	return texts
}

// Agree takes out of tools what another process of the same application says
// differently: a default or an enumeration is dropped, and in a text "…" stands for the words that
// differ, or the sentences that do are left out.
func Agree(tools []Tool, other Texts) {
	eachText(tools, func(key string, text *string) {
		theirs, known := other[key]
		switch {
		case !known || theirs == *text:
		case strings.HasSuffix(key, defaultSuffix), strings.HasSuffix(key, enumSuffix):
			*text = ""
		default:
			*text = common(*text, theirs)
		}
	})
}

const (
	keySeparator  = "\n"
	defaultSuffix = keySeparator + "default"
	enumSuffix    = keySeparator + "enum"
)

// eachText calls visit for every text of tools; what visit changes is kept.
func eachText(tools []Tool, visit func(key string, text *string)) {
	for i := range tools {
		t := &tools[i]
		at := t.ID + keySeparator
		visit(at+"title", &t.Title)
		visit(at+"description", &t.Description)
		visit(at+"long", &t.Long)
		visit(at+"example", &t.Example)
		tags := strings.Join(t.ToolInfo.Tags, "\n")
		visit(at+"tags", &tags)
		visit(at+"category", &t.ToolInfo.Category)
		t.ToolInfo.Tags = slices.DeleteFunc(strings.Split(tags, "\n"), func(tag string) bool { return tag == "" || tag == "…" })
		if t.Description == "" {
			t.Description = t.ID
		}
		for j := range t.Params {
			t.Params[j].eachText(at, visit)
		}
		for j := range t.Globals {
			t.Globals[j].eachText(at+"globals"+keySeparator, visit)
		}
	}
}

func (p *Param) eachText(at string, visit func(key string, text *string)) {
	at += p.Name + keySeparator
	s := *p.Schema // inherited flags share theirs
	visit(at+"brief", &p.brief)
	visit(at+"description", &s.Description)
	value := string(s.Default)
	visit(at+"default", &value)
	if value == "" {
		s.Default = nil
	}
	enum := strings.Join(p.Enum(), "\n")
	visit(at+"enum", &enum)
	if s.Items != nil {
		items := *s.Items
		s.Items = &items
	}
	p.Schema = &s
	if enum == "" {
		p.setEnum(nil)
	}
}

// common is what two texts of one origin have in common.
func common(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(as) > 1 || len(bs) > 1 {
		if len(as) != len(bs) {
			return strings.Join(slices.DeleteFunc(as, func(line string) bool { return !slices.Contains(bs, line) }), "\n")
		}
		for i := range as {
			as[i] = common(as[i], bs[i])
		}
		return strings.Join(as, "\n")
	}
	as, bs = strings.Split(a, " "), strings.Split(b, " ")
	if len(as) != len(bs) {
		theirs := sentences(b)
		return strings.Join(slices.DeleteFunc(sentences(a), func(s string) bool { return !slices.Contains(theirs, s) }), " ")
	}
	for i := range as {
		if as[i] != bs[i] {
			as[i] = masked(as[i])
		}
	}
	return strings.Join(as, " ")
}

// masked is a word with "…" in place of all but the marks around it.
func masked(word string) string {
	switch value := strings.TrimFunc(word, mark); {
	case value != "":
		return strings.Replace(word, value, "…", 1)
	case strings.Contains(word, "…"):
		return word // it is hidden already
	default:
		return "…"
	}
}

func sentences(s string) []string {
	var list []string
	for {
		i := sentenceEnd(s)
		if i < 0 {
			return append(list, s)
		}
		list = append(list, s[:i])
		s = strings.TrimLeft(s[i:], " ")
	}
}
