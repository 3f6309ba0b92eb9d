package schemagen

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/portable"
	"github.com/nurucobra/nuru/internal/tree"
)

// PropertyNames chooses how flags and positionals are spelt as property names.
// Some model APIs refuse a whole session over a name of other characters than
// letters, digits and "_", so every style keeps to those.
type PropertyNames int

// The values of [PropertyNames].
const (
	CamelCase PropertyNames = iota // dryRun
	SnakeCase                      // dry_run
	FlagCase                       // as the flag spells it, with "_" for other characters: dry_run, dryRun
)

func (style PropertyNames) check() error {
	if style < CamelCase || style > FlagCase {
		return fmt.Errorf("property names of style %d: valid are CamelCase, SnakeCase and FlagCase", style)
	}
	return nil
}

// flagParams describes the flags of c; the property names are not final.
func (g *generator) flagParams(c *tree.Command) []Param {
	params := make([]Param, 0, len(c.Flags))
	for _, f := range c.Flags {
		if g.pinned(f.Name) && (f.Scope != tree.Local || globalOfRoot(c.Cmd, f.Flag)) {
			continue
		}
		params = append(params, g.cachedParam(c, f))
	}
	return params
}

// cachedParam describes a flag of other commands only once: in real trees
// inherited flags are most of the flags that tools have.
func (g *generator) cachedParam(c *tree.Command, f tree.Flag) Param {
	if f.Scope == tree.Local {
		return g.flagParam(c, f)
	}
	p, ok := g.inherited[f.Flag]
	if !ok {
		p = g.flagParam(c, f)
		g.inherited[f.Flag] = p
	}
	return p
}

// globalOfRoot reports whether cmd is a root and f, which is local to it, is a
// global to the commands below.
func globalOfRoot(cmd *cobra.Command, f *pflag.Flag) bool {
	persistent := cmd.PersistentFlags().Lookup(f.Name)
	return !cmd.HasParent() && (persistent == f || persistent == nil && cmd.TraverseChildren)
}

func (g *generator) pinned(name string) bool { return slices.Contains(g.opts.Pinned, name) }

func (g *generator) flagParam(c *tree.Command, f tree.Flag) Param {
	t := TypeOf(f.Flag)
	required, enforced := g.required(c, f)
	p := Param{
		Name:     propertyName(cmp.Or(f.Name, f.Shorthand), g.opts.PropertyNames),
		Type:     t,
		Required: required,
		Enforced: enforced,
		Secret:   f.Facts.Secret || carriesSecret(f.Name, t.Kind),
		Redact:   f.Facts.Secret,
		Effect:   f.Facts.Effect,
		Flag:     new(FlagBinding),
		shown:    f.Facts.Shown || required,
	}
	*p.Flag = binding(f)
	p.Schema = t.schema()
	p.setEnum(enumOf(f.Facts.Enum, t))
	p.Schema.Default = g.defaultOf(f.Flag, t, p.Secret || namesSecret(f.Name, t.Kind), p.Enum())
	usage := describeFlag(f.Flag, f.Facts)
	if p.Schema.Default == nil {
		usage = g.hideDefault(f.Flag, usage, p.Secret || SecretName(f.Name) || showsSecret(f.DefValue))
	}
	usage = g.hidePrivate(usage)
	p.Schema.Description = withForm(usage, join(p.form(), g.hidePrivate(bareForm(f.Flag, t))), maxDescription)
	p.brief = withForm(terse(firstSentence(usage), t), p.form(), compactFlag)
	p.cut = p.brief != withForm(terse(usage, t), p.form(), maxDescription)
	return p
}

// bareForm says what a flag with an optional value means without it. Agents
// always give the value; people's texts speak of the bare form.
func bareForm(f *pflag.Flag, t ValueType) string {
	if f.NoOptDefVal == "" || t.Kind != String {
		return ""
	}
	return fmt.Sprintf("%q when given without a value", f.NoOptDefVal)
}

func join(a, b string) string { return strings.Trim(a+", "+b, ", ") }

// required reports whether the flag is listed as required, and whether calls
// without it are refused before the program sees them. What is required only
// in words is left to the program.
func (g *generator) required(c *tree.Command, f tree.Flag) (listed, enforced bool) {
	if f.Facts.Optional {
		return false, false
	}
	if marked := f.Annotations[cobra.BashCompOneRequiredFlag]; len(marked) > 0 && marked[0] == "true" {
		return true, true
	}
	spelt := f.Scope == tree.Local && (slices.Contains(c.Use.Flags, f.Name) || slices.Contains(c.Use.Flags, f.Shorthand) && f.Shorthand != "")
	return spelt || requiredInWords(f.Flag), false
}

// setFlags returns the flags that the server sets by itself.
func setFlags(c *tree.Command) ([]SetFlag, error) {
	var sets []SetFlag
	for _, f := range c.Confirms {
		sets = append(sets, SetFlag{binding(f), "true"})
	}
	o := c.Info.JSON
	if o == nil {
		return sets, nil
	}
	if len(o.Schema) > 0 && o.Whole {
		// Clients are sent it, and one that they refuse costs the whole list.
		if problems := portable.CheckOutput(o.Schema); len(problems) > 0 {
			return nil, fmt.Errorf("command %q: annotation %s: its schema is not portable: %s", c.CommandPath(), annotate.KeyJSON, strings.Join(problems, "; "))
		}
	}
	if o.Flag == "" {
		return sets, nil
	}
	i := slices.IndexFunc(c.Flags, func(f tree.Flag) bool { return f.Name == o.Flag })
	if i < 0 {
		return nil, fmt.Errorf("command %q: annotation %s names the flag %q, which agents cannot set on it", c.CommandPath(), annotate.KeyJSON, "--"+o.Flag)
	}
	return append(sets, SetFlag{binding(c.Flags[i]), cmp.Or(o.Value, "true")}), nil
}

func binding(f tree.Flag) FlagBinding {
	return FlagBinding{Flag: f.Flag, Global: f.Scope == tree.Global, Early: f.Scope == tree.Early, ByShorthand: f.ByShorthand}
}

func enumOf(annotated []string, t ValueType) []string {
	if len(annotated) > 0 {
		return annotated
	}
	if !t.Custom || t.Kind != String {
		return nil
	}
	return membersOf(t.Name)
}

// membersOf reads a type name that lists its members, such as {pretty,json} or
// AUTO|NEVER|ALWAYS.
func membersOf(name string) []string {
	inner := strings.Trim(name, "{}[]<>() ")
	for _, separator := range []string{"|", ","} {
		members := strings.Split(inner, separator)
		if len(members) < 2 {
			continue
		}
		for i, m := range members {
			members[i] = strings.TrimSpace(m)
			if members[i] == "" || strings.ContainsFunc(members[i], func(c rune) bool {
				return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' && c != '.'
			}) {
				return nil
			}
		}
		return members
	}
	return nil
}

const maxProperty = 64

// propertyName spells a flag's name as a property: [A-Za-z0-9_], a letter or _
// first, at most 64 characters.
func propertyName(flag string, style PropertyNames) string {
	words := strings.FieldsFunc(flag, func(c rune) bool {
		return c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	var name string
	switch style {
	case FlagCase:
		name = strings.Map(func(c rune) rune {
			if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' {
				return '_'
			}
			return c
		}, flag)
	case SnakeCase:
		name = strings.ToLower(strings.Join(words, "_"))
	default:
		for i, w := range words {
			if i > 0 {
				w = strings.ToUpper(w[:1]) + w[1:]
			}
			name += w
		}
	}
	if name == "" {
		return "flag_" + shortHash(flag)
	}
	if c := name[0]; c >= '0' && c <= '9' {
		name = "_" + name
	}
	if len(name) > maxProperty {
		suffix := "_" + shortHash(flag)
		name = name[:maxProperty-len(suffix)] + suffix
	}
	return name
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:3])
}

// separate makes the property names of params unique: of flags that share one,
// every one gets a hash; a positional gives way to a flag.
func separate(positionals, flags []Param, style PropertyNames) {
	count := map[string]int{}
	for _, p := range flags {
		count[p.Name]++
	}
	for i := range flags {
		if count[flags[i].Name] > 1 {
			flags[i].Name = cutTo(flags[i].Name, maxProperty-7) + "_" + shortHash(flags[i].Flag.Name+"\x00"+flags[i].Flag.Shorthand)
		}
	}
	taken := map[string]bool{}
	for _, p := range flags {
		taken[p.Name] = true
	}
	for i := range positionals {
		for name := positionals[i].Name; taken[positionals[i].Name]; {
			name += style.argSuffix()
			positionals[i].Name = propertyName(name, style)
		}
		taken[positionals[i].Name] = true
	}
}

// argSuffix tells a property from a flag of the same name.
func (style PropertyNames) argSuffix() string {
	if style == CamelCase {
		return "Arg"
	}
	return "_arg"
}

func cutTo(s string, n int) string { return s[:min(len(s), n)] }
