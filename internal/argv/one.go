package argv

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nurucobra/nuru/internal/suggest"
)

// OneString reads the arguments of a tool that takes one string, the required
// property name, and nothing else: for tools that no command stands behind. It
// is as strict as Encode, and takes no other spelling of the name. The error is
// an [*Error].
func OneString(tool, name string, arguments json.RawMessage) (string, error) {
	var value string
	if err := Fields(tool, arguments, Field{Name: name, Required: true, String: &value}); err != nil {
		return "", err
	}
	return value, nil
}

// Field is a property of a tool that no command stands behind: of String, Bool
// and Int the one that is not nil gets the value and says of what type it is.
type Field struct {
	Name     string
	Required bool // and a String
	String   *string
	Bool     *bool
	Int      *int64
	Min      int64 // the least that Int may be
}

// Fields reads the arguments of a tool that no command stands behind into the
// fields; those that are absent stay as they are. It is as strict as Encode. A
// string that spells an integer is taken for it. The error is an [*Error].
func Fields(tool string, arguments json.RawMessage, fields ...Field) error {
	b := builder{}
	list, err := members(arguments)
	if err != nil {
		b.problem("arguments: %v", err)
		return &Error{Tool: tool, Problems: b.problems}
	}
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	given := map[string]bool{}
	for _, m := range list {
		i := slices.Index(names, m.key)
		switch {
		case i < 0:
			if s := suggest.DidYouMean(m.key, names); s != "" {
				b.problem("unknown property %q%s", m.key, s)
			} else {
				b.problem("unknown property %q, valid: %s", m.key, strings.Join(names, ", "))
			}
		case kindOf(m.value) != "null":
			given[m.key] = true
			if err := fields[i].set(m.value); err != nil {
				b.problem("%q %v", m.key, err)
			}
		}
	}
	for _, f := range fields {
		if f.Required && !given[f.Name] {
			b.problem("%q is missing: expected a string", f.Name)
		}
	}
	if len(b.problems) > 0 {
		return &Error{Tool: tool, Problems: b.problems}
	}
	return nil
}

func (f Field) set(raw json.RawMessage) error {
	switch {
	case f.String != nil:
		s, err := text(raw)
		if err != nil {
			return err
		}
		*f.String = s
		return nil
	case f.Bool != nil:
		s, err := boolean(raw)
		*f.Bool = s == "true"
		return err
	}
	if kindOf(raw) == "string" {
		if s, err := text(raw); err == nil && s != "" && s == strings.TrimSpace(s) && json.Valid([]byte(s)) && kindOf([]byte(s)) == "number" {
			raw = []byte(s)
		}
	}
	s, err := integer(raw, true, 64)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < f.Min {
		return fmt.Errorf("must be at least %d, got %s", f.Min, s)
	}
	*f.Int = n
	return nil
}
