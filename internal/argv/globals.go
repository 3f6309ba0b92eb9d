package argv

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/internal/suggest"
	"github.com/nurucobra/nuru/schemagen"
)

// takeGlobals reads the array of "--name=value" texts. Each names one of the
// tool's globals, with a value that its flag takes.
func (b *builder) takeGlobals(raw json.RawMessage) error {
	list, err := elements(raw)
	if err != nil {
		return err
	}
	for i, e := range list {
		s, err := text(e)
		if err == nil {
			err = b.takeGlobal(s)
		}
		if err != nil {
			return fmt.Errorf("element %d %w", i, err)
		}
	}
	return nil
}

func (b *builder) takeGlobal(s string) error {
	name, value, hasValue := strings.Cut(s, "=")
	p, err := b.global(name)
	if err != nil {
		return err
	}
	if !hasValue {
		if p.Type.Kind != schemagen.Boolean || p.Type.Shape != schemagen.One {
			return fmt.Errorf("has no value: expected %s=value", name)
		}
		value = "true"
	}
	if err := checkGlobal(p, value); err != nil {
		if p.Secret {
			return fmt.Errorf("has a value that --%s does not take", p.Flag.Name)
		}
		return fmt.Errorf("has a value that --%s does not take: %w", p.Flag.Name, err)
	}
	if p.Effect != "" {
		b.call.Effect = b.call.Effect.Stronger(p.Effect)
	}
	if _, twice := b.want[p.Flag.Flag]; twice && p.Type.Shape == schemagen.One && !p.Type.Custom {
		return fmt.Errorf("gives --%s once more: give it once", p.Flag.Name)
	}
	if p.Type.Shape == schemagen.Map && !addsKeys(p.Type, b.want[p.Flag.Flag], value) {
		return fmt.Errorf("gives a key of --%s once more: give it once", p.Flag.Name)
	}
	b.secretValues(p, []string{value})
	return b.addFlag(p.Flag, []string{value}, p.Secret)
}

func (b *builder) global(spelling string) (*schemagen.Param, error) {
	name, ok := strings.CutPrefix(spelling, "--")
	names := make([]string, len(b.tool.Globals))
	for i := range b.tool.Globals {
		p := &b.tool.Globals[i]
		if ok && p.Flag.Name == name && name != "" {
			return p, nil
		}
		names[i] = "--" + p.Flag.Name
	}
	hint := suggest.DidYouMean(spelling, names)
	if hint == "" {
		hint = ", valid: " + strings.Join(names, ", ")
	}
	return nil, fmt.Errorf("(%.60q) names no global flag of the form --name=value%s", spelling, hint)
}

// addsKeys reports whether value replaces nothing of the map that before makes.
func addsKeys(t schemagen.ValueType, before []string, value string) bool {
	after := []string{value}
	return len(parts(t, slices.Concat(before, after))) == len(parts(t, before))+len(parts(t, after))
}

// checkGlobal is checkText, but that a boolean has one spelling for agents.
func checkGlobal(p *schemagen.Param, value string) error {
	if p.Type.Kind == schemagen.Boolean && p.Type.Shape == schemagen.One && value != "true" && value != "false" {
		return fmt.Errorf("expected true or false, got %q", value)
	}
	return checkText(p.Type, p.Enum(), value)
}
