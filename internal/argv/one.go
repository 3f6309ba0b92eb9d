package argv

import (
	"encoding/json"

	"github.com/nurucobra/nuru/internal/suggest"
)

// OneString reads the arguments of a tool that takes one string, the required
// property name, and nothing else: for tools that no command stands behind. It
// is as strict as Encode, and takes no other spelling of the name. The error is
// an [*Error].
func OneString(tool, name string, arguments json.RawMessage) (string, error) {
	b := builder{}
	list, err := members(arguments)
	if err != nil {
		b.problem("arguments: %v", err)
		return "", &Error{Tool: tool, Problems: b.problems}
	}
	value, given := "", false
	for _, m := range list {
		switch {
		case m.key != name:
			if s := suggest.DidYouMean(m.key, []string{name}); s != "" {
				b.problem("unknown property %q%s", m.key, s)
			} else {
				b.problem("unknown property %q, valid: %s", m.key, name)
			}
		case kindOf(m.value) != "null":
			given = true
			if value, err = text(m.value); err != nil {
				b.problem("%q %v", name, err)
			}
		}
	}
	if !given {
		b.problem("%q is missing: expected a string", name)
	}
	if len(b.problems) > 0 {
		return "", &Error{Tool: tool, Problems: b.problems}
	}
	return value, nil
}
