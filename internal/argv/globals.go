package argv

import (
	"encoding/json"
	"fmt"
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
	b.secret(p, value)
	return b.addFlag(p.Flag, []string{value})
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

// checkGlobal asks a fresh flag of the same type whether it takes the text. A
// type that only the application knows is left to the application.
func checkGlobal(p *schemagen.Param, value string) error {
	if strings.ContainsRune(value, 0) {
		return fmt.Errorf("it has a NUL byte")
	}
	if p.Type.Kind == schemagen.Boolean && p.Type.Shape == schemagen.One && value != "true" && value != "false" {
		return fmt.Errorf("expected true or false, got %q", value)
	}
	v := freshValue(p.Type)
	if v == nil {
		return nil
	}
	return v.Set(value)
}
