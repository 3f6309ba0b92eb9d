package schemagen

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

// PropertyNames chooses how flags are spelt as property names.
type PropertyNames int

// The values of [PropertyNames].
const (
	CamelCase PropertyNames = iota // dryRun
	SnakeCase                      // dry_run
	FlagCase                       // dry-run, where the characters allow it
)

// flagParams describes the flags of c; the property names are not final.
func (g *generator) flagParams(c *tree.Command) []Param {
	var params []Param
	for _, f := range c.Flags {
		if g.pinned(f.Name) && f.Scope != tree.Local {
			continue
		}
		params = append(params, g.flagParam(c, f))
	}
	return params
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
		Secret:   secret(f.Flag, f.Facts),
		Effect:   f.Facts.Effect,
		Flag: &FlagBinding{
			Flag: f.Flag, Global: f.Scope == tree.Global, Early: f.Scope == tree.Early, ByShorthand: f.ByShorthand,
		},
		shown: f.Facts.Shown || required,
	}
	p.Schema = t.schema()
	p.setEnum(enumOf(f.Facts.Enum, t))
	p.Schema.Default = g.defaultOf(f.Flag, t, p.Secret, p.Enum())
	usage := g.hideMachine(f.Flag, describeFlag(f.Flag, f.Facts), p.Schema.Default != nil)
	p.Schema.Description = withForm(usage, t.form())
	p.brief = withForm(compact(usage, compactFlag), t.form())
	return p
}

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
	return spelt || strings.Contains(strings.ToLower(f.Usage), "(required)"), false
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

var secretWords = []string{"token", "password", "passwd", "passphrase", "secret", "apikey", "credential", "credentials"}

// secret reports whether a value must never show: said so by the author, or by
// a word of the flag's name. "key" counts as the last word only: --sort-key is
// none, but --api-key might be, and hiding a default costs little.
func secret(f *pflag.Flag, facts annotate.FlagFacts) bool {
	return facts.Secret || SecretName(f.Name)
}

// SecretName reports whether a flag or an environment variable of that name
// probably carries a secret.
func SecretName(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	for i, w := range words {
		if slices.Contains(secretWords, w) || i == len(words)-1 && (w == "key" || w == "keys" && i > 0 || w == "pass" || w == "auth") {
			return true
		}
		for _, s := range []string{"token", "password", "secret"} {
			if strings.HasSuffix(w, s) || strings.HasSuffix(w, s+"s") && s != "token" {
				return true
			}
		}
	}
	return false
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
			if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' {
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
	if c := name[0]; c >= '0' && c <= '9' || c == '-' {
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
func separate(positionals, flags []Param) {
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
		for taken[positionals[i].Name] {
			positionals[i].Name += "Arg"
		}
		taken[positionals[i].Name] = true
	}
}

func cutTo(s string, n int) string { return s[:min(len(s), n)] }
