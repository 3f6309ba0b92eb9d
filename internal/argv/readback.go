package argv

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// readBack parses the command line with real cobra on a shadow of the tree and
// compares the command, every flag and every positional with what was asked.
func (b *builder) readBack() (err error) {
	defer func() {
		// A tree that makes cobra panic, or a normaliser that does.
		if r := recover(); r != nil {
			err = b.mismatch("checking it failed (%v)", r)
		}
	}()
	s := newShadow(b.tool.Command)
	cmd, positionals, err := s.parse(b.call.Args)
	switch {
	case err != nil && len(b.call.Secrets) > 0:
		return b.mismatch("cobra refuses it") // its reason may quote a token
	case err != nil:
		return b.mismatch("cobra refuses it: %w", firstLine(err))
	case cmd != s.target:
		return b.mismatch("one of its positionals is the name of a command, so %q would run", cmd.CommandPath())
	case !slices.Equal(positionals, b.words):
		return b.mismatch("%d positionals would arrive as %d others", len(b.words), len(positionals))
	}
	if at := cmd.Flags().ArgsLenAtDash(); b.dash >= 0 && at != b.dash {
		return b.mismatch(`%d positionals would stand before "--" instead of %d`, at, b.dash)
	}
	if err := b.compareFlags(s); err != nil {
		return err
	}
	if err := b.compareValues(); err != nil {
		return err
	}
	if err := cmd.ValidateFlagGroups(); err != nil {
		return fmt.Errorf("%w", err)
	}
	return nil
}

// compareFlags names the first flag, by name, that would not get what was asked.
func (b *builder) compareFlags(s *shadow) error {
	wrong, reason := "", ""
	note := func(flag *pflag.Flag, why string) {
		if reason == "" || flag.Name < wrong {
			wrong, reason = flag.Name, why
		}
	}
	for flag, want := range b.want {
		if r := s.recorders[flag]; r == nil || !slices.Equal(r.values, want) {
			note(flag, "would get another value")
		}
	}
	for flag, r := range s.recorders {
		if _, asked := b.want[flag]; !asked && len(r.values) > 0 {
			note(flag, "would be set, which nobody asked for")
		}
	}
	if reason != "" {
		return b.mismatch("--%s %s", wrong, reason)
	}
	return nil
}

// compareValues parses the values again with fresh flags of pflag's own types
// and compares them with the JSON they came from.
func (b *builder) compareValues() error {
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		raw, given := b.given[p.Name]
		if !given || p.Flag == nil || p.Type.Custom {
			continue
		}
		if b.encoder.Lenient {
			raw = unwrap(raw, p.Type)
		}
		if err := sameValue(p.Type, b.want[p.Flag.Flag], raw); err != nil {
			if p.Secret {
				return b.mismatch("%q would not arrive as it is", p.Name)
			}
			return b.mismatch("%q would not arrive as it is: %w", p.Name, err)
		}
	}
	return nil
}

// firstLine keeps cobra's suggestions and usage out of a one-line reason.
func firstLine(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s", line)
}

// set parses values one after the other, as pflag does with repeated flags.
func set(v pflag.Value, values []string) error {
	for _, s := range values {
		if err := v.Set(s); err != nil {
			return err
		}
	}
	return nil
}
