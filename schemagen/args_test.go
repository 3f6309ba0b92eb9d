package schemagen_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern string
		want    []string // "name schema", "name! schema" for a required one
	}{
		{"", []string{}},
		{"{env}", []string{`env! {"type":"string"}`}},
		{"{tag?}", []string{`tag {"type":"string"}`}},
		{"{env|Where to}", []string{`env! {"type":"string","description":"Where to"}`}},
		{"{env:prod,staging|Where to}", []string{`env! {"type":"string","description":"Where to","enum":["prod","staging"]}`}},
		{"{access-key}", []string{`accessKey! {"type":"string"}`}},
		{"{a:string}", []string{`a! {"type":"string"}`}},
		{"{a:int}", []string{`a! {"type":"integer"}`}},
		{"{a:int64}", []string{`a! {"type":"integer"}`}},
		{"{a:long?}", []string{`a {"type":"integer"}`}},
		{"{a:float64}", []string{`a! {"type":"number"}`}},
		{"{a:double}", []string{`a! {"type":"number"}`}},
		{"{a:decimal}", []string{`a! {"type":"number"}`}},
		{"{a:bool}", []string{`a! {"type":"boolean"}`}},
		{"{a:duration}", []string{`a! {"type":"string","description":"duration such as 1h30m"}`}},
		{"{a:time}", []string{`a! {"type":"string","description":"time"}`}},
		{"{a:DateTime|When}", []string{`a! {"type":"string","description":"When (time)"}`}},
		{"{a:uuid}", []string{`a! {"type":"string","description":"UUID"}`}},
		{"{a:Guid}", []string{`a! {"type":"string","description":"UUID"}`}},
		{"{a:url}", []string{`a! {"type":"string","description":"URL"}`}},
		{"{a:Uri}", []string{`a! {"type":"string","description":"URL"}`}},
		{"{a:file}", []string{`a! {"type":"string","description":"file path"}`}},
		{"{a:FileInfo}", []string{`a! {"type":"string","description":"file path"}`}},
		{"{a:dir}", []string{`a! {"type":"string","description":"directory path"}`}},
		{"{a:DirectoryInfo|Into}", []string{`a! {"type":"string","description":"Into (directory path)"}`}},
		{"{*files}", []string{`files {"type":"array","items":{"type":"string"}}`}},
		{"{n:int} {*ids:int|More}", []string{`n! {"type":"integer"}`, `ids {"type":"array","description":"More","items":{"type":"integer"}}`}},
		{"{*env:prod,staging}", []string{`env {"type":"array","items":{"type":"string","enum":["prod","staging"]}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			cmd := leaf("do X [Y]")
			annotate.Command(cmd).Args(tt.pattern)
			if tt.pattern == "" {
				cmd.Use = "do"
			}
			assert.Equal(t, tt.want, schemas(t, only(t, cmd, schemagen.Options{})))
		})
	}
}

// The validator says how long the rest may be; the pattern says everything else.
func TestPatternWithAValidator(t *testing.T) {
	cmd := leaf("do")
	cmd.Args = cobra.RangeArgs(3, 5)
	annotate.Command(cmd).Args("{a} {*more}")
	assert.Equal(t, []string{`a! {"type":"string"}`, `more! {"type":"array","items":{"type":"string"},"minItems":2,"maxItems":4}`},
		schemas(t, only(t, cmd, schemagen.Options{})))
}

func TestUseLineAgainstValidator(t *testing.T) {
	const (
		one  = `{"type":"string"}`
		rest = `{"type":"array","items":{"type":"string"}}`
	)
	free := func(tail, more string) string {
		return `{"type":"array","description":"Positional arguments` + tail + `","items":{"type":"string"}` + more + `}`
	}
	numbers := func(_ *cobra.Command, args []string) error {
		for _, a := range args {
			if _, err := strconv.Atoi(a); err != nil {
				return err
			}
		}
		return nil
	}
	pairs := func(_ *cobra.Command, args []string) error {
		if slices.ContainsFunc(args, func(a string) bool { return a != "k=v" }) {
			return errors.New("no pair")
		}
		return nil
	}
	tests := []struct {
		name string
		use  string
		args cobra.PositionalArgs
		want []string
	}{
		{"no validator", "do A [B]", nil, []string{"a! " + one, "b " + one}},
		{"a command to run", "exec C COMMAND [ARG...]", nil, []string{"c! " + one, "command! " + one, "arg " + rest}},
		{"literals", "set on|off", nil, []string{`value! {"type":"string","description":"on | off"}`}},
		{"no validator, the rest", "do A...", nil, []string{`a! {"type":"array","items":{"type":"string"},"minItems":1}`}},
		{"no validator, nothing named", "do", nil, []string{}},
		{"ArbitraryArgs, nothing named", "do", cobra.ArbitraryArgs, []string{}},
		{"NoArgs", "do", cobra.NoArgs, []string{}},
		{"ExactArgs as the Use line", "do A B", cobra.ExactArgs(2), []string{"a! " + one, "b! " + one}},
		{"ExactArgs requires what is in brackets", "do [A] [B]", cobra.ExactArgs(2), []string{"a! " + one, "b! " + one}},
		{"RangeArgs takes what the Use line requires", "do A B", cobra.RangeArgs(1, 2), []string{"a! " + one, "b " + one}},
		{"MaximumNArgs requires nothing", "do A", cobra.MaximumNArgs(1), []string{"a " + one}},
		{"MaximumNArgs bounds the rest", "do [A...]", cobra.MaximumNArgs(3), []string{`a {"type":"array","items":{"type":"string"},"maxItems":3}`}},
		{
			"MinimumNArgs repeats the last", "do TYPE/NAME", cobra.MinimumNArgs(1),
			[]string{`typeName! {"type":"array","description":"TYPE/NAME","items":{"type":"string"},"minItems":1}`},
		},
		{"MinimumNArgs behind another", "do A B", cobra.MinimumNArgs(1), []string{"a! " + one, "b " + rest}},
		{"ExactArgs of more than are named", "do A", cobra.ExactArgs(3), []string{`args! ` + free(", as in: A", `,"minItems":3,"maxItems":3`)}},
		{"ExactArgs of fewer than are named", "do A B", cobra.ExactArgs(1), []string{`args! ` + free(", as in: A B", `,"minItems":1,"maxItems":1`)}},
		{"ExactArgs and nothing named", "do", cobra.ExactArgs(1), []string{`args! ` + free("", `,"minItems":1,"maxItems":1`)}},
		{"a Use line that is hard to read", "do [A] B", cobra.RangeArgs(1, 2), []string{`args! ` + free(", as in: [A] B", `,"minItems":1,"maxItems":2`)}},
		{"more than the probe asks about", "do A", cobra.MatchAll(cobra.ExactArgs(9)), []string{"a! " + one}},
		{"more than the probe asks about, and nothing named", "do", cobra.MatchAll(cobra.ExactArgs(9)), []string{"args " + free("", "")}},
		{"ExactArgs of many", "do A...", cobra.ExactArgs(9), []string{`a! {"type":"array","items":{"type":"string"},"minItems":9,"maxItems":9}`}},
		{"MinimumNArgs of many, nothing named", "do", cobra.MinimumNArgs(10), []string{`args! ` + free("", `,"minItems":10`)}},
		{"NoArgs against the Use line", "do NAME", cobra.NoArgs, []string{}},
		{"NoArgs against a hard Use line", "do [A] B", cobra.NoArgs, []string{}},
		{"MatchAll", "do [A]", cobra.MatchAll(cobra.ExactArgs(1), numbers), []string{"a! " + one}},
		{"it checks for numbers", "do [N...]", cobra.MatchAll(cobra.MinimumNArgs(1), numbers), []string{`n! {"type":"array","items":{"type":"string"},"minItems":1}`}},
		{"numbers, and none will do", "do [N]", cobra.MatchAll(cobra.MaximumNArgs(1), numbers), []string{"n " + one}},
		{"it checks for pairs, and none will do", "do [N]", cobra.MatchAll(cobra.MaximumNArgs(1), pairs), []string{"n " + one}},
		{"it takes nothing made up", "do A", func(*cobra.Command, []string) error { return errors.New("no") }, []string{"a! " + one}},
		{"it panics", "do A", func(*cobra.Command, []string) error { panic("args") }, []string{"a! " + one}},
		{"it panics over the first word", "do [A]", func(_ *cobra.Command, args []string) error {
			_ = args[0]
			return nil
		}, []string{`a! {"type":"array","items":{"type":"string"},"minItems":1}`}},
		{"a gap", "do [A...]", func(_ *cobra.Command, args []string) error {
			if len(args)%2 != 0 {
				return errors.New("odd")
			}
			return nil
		}, []string{"a " + rest}},
		{"it is slow", "do [A]", func(*cobra.Command, []string) error {
			time.Sleep(20 * time.Millisecond)
			return errors.New("slow")
		}, []string{"a " + one}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf(tt.use)
			cmd.Args = tt.args
			assert.Equal(t, tt.want, schemas(t, only(t, cmd, schemagen.Options{})))
		})
	}
}

// Validators that hang cost a second in all and 50 ms each, and are read by
// their Use lines; one that is a little slow is still asked.
func TestValidatorsThatHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := &cobra.Command{Use: "app"}
		release := make(chan struct{})
		for i := range 20 {
			cmd := leaf(fmt.Sprintf("hang%02d [A]", i))
			cmd.Args = func(*cobra.Command, []string) error { <-release; return nil }
			root.AddCommand(cmd)
		}
		started := time.Now()
		tools, err := schemagen.Generate(root, schemagen.Options{})
		require.NoError(t, err)
		assert.Len(t, tools, 20)
		assert.Equal(t, time.Second+20*50*time.Millisecond, time.Since(started))
		close(release)
	})
	synctest.Test(t, func(t *testing.T) {
		cmd := leaf("do [A...]")
		cmd.Args = func(_ *cobra.Command, args []string) error {
			time.Sleep(20 * time.Millisecond)
			return cobra.ExactArgs(2)(nil, args)
		}
		assert.Equal(t, 2, only(t, cmd, schemagen.Options{}).Params[0].Schema.MinItems)
	})
}

func TestValidArgs(t *testing.T) {
	tests := []struct {
		name  string
		use   string
		valid []string
		args  cobra.PositionalArgs
		want  []string
	}{
		{
			"others are refused", "do SHELL",
			[]string{"bash\tThe shell", "zsh"},
			cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
			[]string{`shell! {"type":"string","enum":["bash","zsh"]}`},
		},
		{
			"others are refused, as a list", "do [SHELL...]",
			[]string{"bash", "zsh"},
			cobra.OnlyValidArgs,
			[]string{`shell {"type":"array","items":{"type":"string","enum":["bash","zsh"]}}`},
		},
		{
			"others are refused, nothing is named", "do",
			[]string{"bash", "zsh"},
			cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
			[]string{`args! {"type":"array","description":"Positional arguments","items":{"type":"string","enum":["bash","zsh"]},"minItems":1,"maxItems":1}`},
		},
		{
			"a valid word is a made-up one", "do X",
			[]string{"a", "1", "k=v"},
			cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
			[]string{`x! {"type":"string","enum":["a","1","k=v"]}`},
		},
		{
			"the first alone is checked", "set KEY VALUE",
			[]string{"color", "size"},
			cobra.MatchAll(cobra.ExactArgs(2), func(_ *cobra.Command, args []string) error {
				return cobra.OnlyValidArgs(&cobra.Command{ValidArgs: []string{"color", "size"}}, args[:1])
			}),
			[]string{`key! {"type":"string","enum":["color","size"]}`, `value! {"type":"string"}`},
		},
		{
			"the first of a list alone is checked", "set KEY...",
			[]string{"color", "size"},
			func(_ *cobra.Command, args []string) error {
				return cobra.OnlyValidArgs(&cobra.Command{ValidArgs: []string{"color", "size"}}, args[:1])
			},
			[]string{`key! {"type":"array","description":"Such as color, size","items":{"type":"string"},"minItems":1}`},
		},
		{
			"the look is checked", "do X",
			[]string{"alpha", "beta"},
			matching(`^[a-z][a-z-]{2,}$`),
			[]string{`x! {"type":"string","description":"Such as alpha, beta"}`},
		},
		{"the look of upper case", "do X", []string{"alpha", "beta"}, matching(`^(?i)(alpha|beta)$`), []string{`x! {"type":"string","description":"Such as alpha, beta"}`}},
		{"the length is checked", "do X", []string{"cafe01"}, matching(`^[0-9a-f]{6}$`), []string{`x! {"type":"string","description":"Such as cafe01"}`}},
		{"prefixes are taken", "do X", []string{"alpha"}, matching(`^alph?a?$`), []string{`x! {"type":"string","description":"Such as alpha"}`}},
		{"the list is checked by hand", "do X", []string{"alpha", "beta"}, matching(`^(alpha|beta)$`), []string{`x! {"type":"string","enum":["alpha","beta"]}`}},
		{"suggestions", "do X", []string{"a", "b"}, cobra.ExactArgs(1), []string{`x! {"type":"string","description":"Such as a, b"}`}},
		{"suggestions without a validator", "do X", []string{"a", "b"}, nil, []string{`x! {"type":"string","description":"Such as a, b"}`}},
		{
			"one of them is empty", "do X",
			[]string{"", "a"},
			cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
			[]string{`x! {"type":"string","description":"may be empty","enum":["a"]}`},
		},
		{"no words at all", "do", []string{"a", "b"}, cobra.NoArgs, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf(tt.use)
			cmd.ValidArgs, cmd.Args = tt.valid, tt.args
			assert.Equal(t, tt.want, schemas(t, only(t, cmd, schemagen.Options{})))
		})
	}
}

// matching takes one word that pattern matches.
func matching(pattern string) cobra.PositionalArgs {
	re := regexp.MustCompile(pattern)
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 || !re.MatchString(args[0]) {
			return errors.New("no")
		}
		return nil
	}
}

// An array that could hold nothing is none.
func TestAPatternWhoseRestTakesNothing(t *testing.T) {
	cmd := leaf("do")
	cmd.Args = cobra.ExactArgs(1)
	annotate.Command(cmd).Args("{a} {*rest}")
	assert.Equal(t, []string{`a! {"type":"string"}`}, schemas(t, only(t, cmd, schemagen.Options{})))
}

func TestTheProbeCanBeSwitchedOff(t *testing.T) {
	asked := 0
	build := func() *cobra.Command {
		cmd := leaf("do [A]")
		cmd.Args = func(*cobra.Command, []string) error { asked++; return nil }
		return cmd
	}
	only(t, build(), schemagen.Options{NoArgsProbe: true})
	annotated := build()
	annotate.Command(annotated).ArgsProbe(false)
	only(t, annotated, schemagen.Options{})
	assert.Zero(t, asked)
	only(t, build(), schemagen.Options{})
	assert.Equal(t, 9, asked)
}

// What a validator prints must not reach the standard streams: one of them may
// carry a protocol.
func TestValidatorsAreNotHeard(t *testing.T) {
	stdout, stderr := os.Stdout, os.Stderr
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	os.Stdout, os.Stderr = file, file

	cmd := leaf("do")
	cmd.SetOut(file)
	cmd.SetErr(file)
	read := -1
	cmd.Args = func(c *cobra.Command, _ []string) error {
		fmt.Println("printed")
		fmt.Fprintln(os.Stderr, "printed")
		c.Println("printed")
		c.PrintErrln("printed")
		fmt.Fprint(c.OutOrStdout(), "printed")
		read, _ = os.Stdin.Read(make([]byte, 1))
		return nil
	}
	only(t, cmd, schemagen.Options{})
	assert.Zero(t, read, "it reads the end at once")
	assert.Same(t, file, os.Stdout)
	assert.Same(t, file, cmd.OutOrStdout())
	heard, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	assert.Empty(t, string(heard))
}

func TestACommandThatReadsItsOwnArguments(t *testing.T) {
	cmd := leaf("do NAME -- ARGS")
	cmd.DisableFlagParsing = true
	cmd.Flags().Bool("x", false, "")
	assert.Equal(t, []string{
		`args {"type":"array","description":"Arguments and flags as on the command line, as in: NAME -- ARGS","items":{"type":"string"}}`,
	}, schemas(t, only(t, cmd, schemagen.Options{})))
}

func TestStdin(t *testing.T) {
	cmd := leaf("do [FILE]")
	annotate.Command(cmd).Stdin("The manifest,\nas YAML")
	cmd.Flags().String("stdin", "", "")
	cmd.Flags().String("file", "", "")
	assert.Equal(t, []string{
		`fileArg {"type":"string"}`, `stdinArg {"type":"string","description":"The manifest, as YAML"}`,
		`file {"type":"string"}`, `stdin {"type":"string"}`,
	}, schemas(t, only(t, cmd, schemagen.Options{})))
}
