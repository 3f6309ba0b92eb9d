package argv_test

import (
	"encoding/json"
	"fmt"
	"strings"
)

// What an empty list or map comes to.
type emptiness int

const (
	emptySent    emptiness = iota // the flag has a spelling for it
	emptyOmitted                  // the default is empty: the flag is left out
	emptyBad                      // no command line says it
)

func (e emptiness) value(json, want string) value {
	return value{json: json, want: want, bad: e == emptyBad, omittable: e == emptyOmitted}
}

func listValue(element func(*gen) value, empty emptiness) func(*gen) value {
	return func(g *gen) value {
		if g.hostile && g.chance(5) {
			return g.wrongly("array")
		}
		n := 1 + g.IntN(3)
		if g.hostile && g.chance(15) {
			return empty.value("[]", "[]")
		}
		v := value{}
		texts := make([]string, n)
		wants := make([]string, n)
		for i := range texts {
			e := element(g)
			texts[i], wants[i] = e.json, e.want
			v.bad = v.bad || e.bad
		}
		if g.hostile && g.chance(3) {
			texts[0], v.bad = "null", true
		}
		v.json = "[" + strings.Join(texts, pick(g, []string{",", ", ", "\n,"})) + "]"
		v.want = fmt.Sprintf("%q", wants)
		if g.secret && !v.bad {
			for _, w := range wants {
				if strings.Contains(w, marker) {
					v.secrets = append(v.secrets, w)
				}
			}
		}
		if g.lenient && g.chance(20) {
			v.json = g.quoteJSON(v.json)
		}
		return v
	}
}

// quoteJSON puts a JSON text into a JSON string, where it is valid UTF-8.
func (g *gen) quoteJSON(text string) string {
	b, err := json.Marshal(text)
	if err != nil || strings.ToValidUTF8(text, "") != text {
		return text
	}
	return string(b)
}

// csvValue is a list for a flag that reads CSV: CR LF may be refused.
func csvValue(g *gen) value { return listValue((*gen).stringElement, emptySent)(g) }

func mapValue(ints bool, empty emptiness) func(*gen) value {
	return func(g *gen) value {
		if g.hostile && g.chance(5) {
			return g.wrongly("object")
		}
		if g.hostile && g.chance(12) {
			return empty.value("{}", "map[]")
		}
		v := value{}
		want := map[string]string{}
		var members []string
		for range 1 + g.IntN(3) {
			key := g.str()
			if ints && !g.hostile {
				key = strings.ReplaceAll(key, ",", "") // which separates pairs there
			}
			if _, twice := want[key]; twice {
				if g.hostile && g.chance(30) {
					v.bad = true
				} else {
					continue
				}
			}
			e := g.stringElement()
			if ints {
				e = g.intElement()
			}
			want[key] = e.want
			v.bad = v.bad || e.bad
			if !ints && g.secret && !e.bad {
				v.secrets = append(v.secrets, e.want)
			}
			members = append(members, g.quote(key)+":"+e.json)
		}
		v.json = "{" + strings.Join(members, ",") + "}"
		v.want = fmt.Sprintf("%q", want)
		if g.lenient && g.chance(20) {
			v.json = g.quoteJSON(v.json)
		}
		return v
	}
}
