package schemagen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

var anyText = rapid.OneOf(
	rapid.SampledFrom([]string{
		"", "0", "/etc/x", "true", "a`b`c", "One. Two.", "may be repeated", "(required)", "[]", "[a,b]", "007", "\x1b[31m", "\u2028",
	}),
	rapid.StringN(0, 20, 200),
)

var flagName = rapid.OneOf(
	rapid.SampledFrom([]string{"name", "dry-run", "dry_run", "globals", "stdin", "args", "a=b", "-x", "2fa", "日本", "token", "nameArg"}),
	rapid.StringN(1, 80, 120),
)

// addFlag adds a flag of some type, with some default, usage and annotations.
func addFlag(t *rapid.T, fs *pflag.FlagSet) {
	name, usage := flagName.Draw(t, "flag"), anyText.Draw(t, "usage")
	if fs.Lookup(name) != nil {
		return
	}
	switch rapid.IntRange(0, 13).Draw(t, "type") {
	case 0:
		fs.Bool(name, rapid.Bool().Draw(t, "default"), usage)
	case 1:
		fs.Int8(name, rapid.Int8().Draw(t, "default"), usage)
	case 2:
		fs.Uint64(name, rapid.Uint64().Draw(t, "default"), usage)
	case 3:
		fs.Float64(name, rapid.Float64().Draw(t, "default"), usage)
	case 4:
		fs.StringSlice(name, rapid.SliceOf(anyText).Draw(t, "default"), usage)
	case 5:
		fs.IntSlice(name, rapid.SliceOf(rapid.Int()).Draw(t, "default"), usage)
	case 6:
		fs.BoolSlice(name, rapid.SliceOf(rapid.Bool()).Draw(t, "default"), usage)
	case 7:
		fs.StringToInt(name, rapid.MapOf(anyText, rapid.Int()).Draw(t, "default"), usage)
	case 8:
		fs.Duration(name, time.Duration(rapid.Int64().Draw(t, "default")), usage)
	case 9:
		fs.Var(shown{typed(anyText.Draw(t, "type name")), anyText.Draw(t, "default")}, name, usage)
	case 10:
		typ := rapid.SampledFrom([]string{"int", "uint8", "float64", "bool", "{a,b}", "a|b|b", "list", "stringSlice"}).Draw(t, "type name")
		fs.Var(shown{typed(typ), anyText.Draw(t, "default")}, name, usage)
	case 11:
		fs.AddFlag(&pflag.Flag{Name: name, Usage: usage, Value: panics{}})
	default:
		fs.String(name, anyText.Draw(t, "default"), usage)
	}
	f := fs.Lookup(name)
	if rapid.IntRange(0, 4).Draw(t, "annotated") == 0 {
		f.Annotations = map[string][]string{
			annotate.KeyEnum:              rapid.SliceOfN(anyText, 1, 3).Draw(t, "enum"),
			annotate.KeyExamples:          rapid.SliceOfN(anyText, 1, 3).Draw(t, "examples"),
			cobra.BashCompOneRequiredFlag: {fmt.Sprint(rapid.Bool().Draw(t, "required"))},
			annotate.KeyShown:             {fmt.Sprint(rapid.Bool().Draw(t, "shown"))},
		}
	}
}

var useLines = rapid.OneOf(
	rapid.SampledFrom([]string{"do", "do A [B]", "do A...", "do [A] B", "do (a|b) --image=x", "do NAME -- [args...]", "", " "}),
	rapid.StringN(0, 30, 60),
)

func randomApp(t *rapid.T) *cobra.Command {
	flags := func(fs *pflag.FlagSet, most int) {
		for range rapid.IntRange(0, most).Draw(t, "flags") {
			addFlag(t, fs)
		}
	}
	root := &cobra.Command{Use: useLines.Draw(t, "root")}
	root.TraverseChildren = rapid.Bool().Draw(t, "traverse")
	flags(root.PersistentFlags(), 8)
	flags(root.Flags(), 2)
	for range rapid.IntRange(1, 5).Draw(t, "commands") {
		cmd := &cobra.Command{
			Use: useLines.Draw(t, "use"), Short: anyText.Draw(t, "short"), Long: anyText.Draw(t, "long"), Run: run,
			DisableFlagParsing: rapid.IntRange(0, 9).Draw(t, "raw") == 0,
		}
		cmd.Args = rapid.SampledFrom([]cobra.PositionalArgs{
			nil, nil, cobra.NoArgs, cobra.ExactArgs(2), cobra.MinimumNArgs(1), cobra.OnlyValidArgs,
			func(*cobra.Command, []string) error { panic("args") },
			func(*cobra.Command, []string) error { return errors.New("no") },
		}).Draw(t, "args")
		if rapid.Bool().Draw(t, "valid") {
			cmd.ValidArgs = rapid.SliceOf(anyText).Draw(t, "valid args")
		}
		if rapid.IntRange(0, 3).Draw(t, "pattern") == 0 {
			annotate.Command(cmd).Args(rapid.SampledFrom([]string{"{env:prod,staging}", "{n:int} {*ids:int}", "{name?} {args?}", "{d:duration}"}).Draw(t, "pattern"))
		}
		flags(cmd.Flags(), 6)
		root.AddCommand(cmd)
	}
	return root
}

// Whatever the tree, every schema is portable, compiles, takes its own
// defaults, and stays the same.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := randomApp(t)
		opts := schemagen.Options{
			PropertyNames: rapid.SampledFrom([]schemagen.PropertyNames{schemagen.CamelCase, schemagen.SnakeCase, schemagen.FlagCase}).Draw(t, "style"),
			Environ:       rapid.SliceOf(rapid.Map(anyText, func(v string) string { return "APP_NAME=" + v })).Draw(t, "environ"),
			NoArgsProbe:   rapid.Bool().Draw(t, "no probe"),
		}
		tools := generate(t, root, opts)
		first := export(t, tools)
		require.Equal(t, first, export(t, generate(t, root, opts)))
		for i := range tools {
			for _, p := range tools[i].Params {
				require.LessOrEqual(t, len(p.Brief()), 1024)
				if p.Flag != nil {
					require.LessOrEqual(t, len(p.Brief()), 100, "%q", p.Brief())
				}
			}
		}
	})
}

// TestOurReadingOfASchemaIsTheirs draws arguments that fit a schema as this
// package means it; an independent reader must take them, and none with a
// property too many.
func TestOurReadingOfASchemaIsTheirs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, tool := range generate(t, randomApp(t), schemagen.Options{}) {
			args := map[string]any{}
			for i := range tool.Params {
				p := &tool.Params[i]
				if p.Required || rapid.Bool().Draw(t, "given") {
					args[p.Name] = drawValue(t, p.Schema)
				}
			}
			b, err := json.Marshal(args)
			require.NoError(t, err)
			schema := compile(t, text(t, tool.CompactSchema()))
			require.NoError(t, schema.Validate(decode(t, string(b))), "%s", b)

			args["no property"] = true
			b, err = json.Marshal(args)
			require.NoError(t, err)
			require.Error(t, schema.Validate(decode(t, string(b))))
		}
	})
}

func drawValue(t *rapid.T, s *schemagen.Schema) any {
	switch {
	case s.Items != nil:
		most := max(s.MinItems, 4)
		if s.MaxItems > 0 {
			most = s.MaxItems
		}
		list := []any{}
		for range rapid.IntRange(s.MinItems, most).Draw(t, "length") {
			list = append(list, drawValue(t, s.Items))
		}
		return list
	case s.Values != nil:
		object := map[string]any{}
		for _, key := range rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "keys") {
			object[key] = drawValue(t, s.Values)
		}
		return object
	case len(s.Enum) > 0:
		return rapid.SampledFrom(s.Enum).Draw(t, "member")
	case s.Type == "boolean":
		return rapid.Bool().Draw(t, "boolean")
	case s.Type == "integer":
		lo, hi := int64(-1<<62), int64(1<<62)
		if s.Minimum != nil {
			lo = *s.Minimum
		}
		if s.Maximum != nil {
			hi = *s.Maximum
		}
		return rapid.Int64Range(lo, hi).Draw(t, "integer")
	case s.Type == "number":
		return rapid.Float64Range(-1e300, 1e300).Draw(t, "number")
	default:
		return rapid.String().Draw(t, "text")
	}
}
