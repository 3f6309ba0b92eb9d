package schemagen_test

import (
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// One command with one flag, both of a stranger's making.
func FuzzGenerate(f *testing.F) {
	f.Add("do NAME", "Do it", "dry-run", "Only `show`. And more.", "string", "x", "v")
	f.Add("do [A] B...", "", "token", "Token (default abcd)", "{a,b}", "abcd", "")
	f.Add(" ", "\x1b[1m\u202e", "é=", "may be repeated", "a|b|b", "/etc/x", "a\u2028")
	f.Add("do (a | -b) -- [x]", "a. b. C", "2fa", "`", "int8", "+300", "\xff")
	f.Fuzz(func(t *testing.T, use, short, name, usage, typ, def, enum string) {
		cmd := leaf(use)
		cmd.Short = short
		fl := &pflag.Flag{Name: name, Usage: usage, Value: shown{typed(typ), def}, DefValue: def}
		if enum != "" && utf8.ValidString(enum) {
			fl.Annotations = map[string][]string{annotate.KeyEnum: {enum, enum}, annotate.KeyExamples: {enum}}
		}
		cmd.Flags().AddFlag(fl)
		opts := schemagen.Options{Environ: []string{"HOME=/home/someone", "X=" + def}}
		tools := generate(t, app(cmd), opts)
		assert.Equal(t, export(t, tools), export(t, generate(t, app(cmd), opts)))
	})
}
