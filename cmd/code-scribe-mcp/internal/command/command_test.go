package command_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
)

func TestNames(t *testing.T) {
	assert.Equal(t, []string{"index", "draft", "translate", "inspect", "generate", "update", "format"}, command.Names())
	var models []string
	for _, n := range append(command.Names(), "loop") {
		if command.UsesModel(n) {
			models = append(models, n)
		}
	}
	assert.Equal(t, []string{"translate", "inspect", "generate", "update"}, models)
}

// Python's os.path.splitext.
func TestSplit(t *testing.T) {
	for _, tt := range []struct{ path, stem, ext string }{
		{"", "", ""},
		{"a.F90", "a", ".F90"},
		{"a/b.c.f90", "a/b.c", ".f90"},
		{".f90", ".f90", ""},
		{"a/..f90", "a/..f90", ""},
		{"...a.f90", "...a", ".f90"},
		{"x.F90/", "x.F90/", ""},
		{"a.b/c", "a.b/c", ""},
		{"x.", "x", "."},
		{"é.toml", "é", ".toml"},
	} {
		stem, ext := command.Split(tt.path)
		assert.Equal(t, tt.stem, stem, tt.path)
		assert.Equal(t, tt.ext, ext, tt.path)
	}
}

// A message names the thing, what was given and what is expected.
func TestMessages(t *testing.T) {
	dir := fixture(t)
	for _, tt := range []struct {
		command string
		args    []string
		want    string
	}{
		{"tranlsate", nil, `UNKNOWN_COMMAND: there is no command "tranlsate", did you mean "translate"?; the commands are index, draft, translate, inspect, generate, update, format`},
		{"loop", nil, "UNKNOWN_COMMAND: the command loop runs an autonomous agent and is not offered here; the commands are index, "},
		{"index", []string{strings.Repeat("x", 500)}, `NOT_FOUND: "` + strings.Repeat("x", 120) + `…" cannot be found in ` + dir + ": file name too long"},
		{"translate", []string{"--seed-promt=x"}, `UNKNOWN_OPTION: translate has no option --seed-promt, did you mean "--seed-prompt"?; it takes -p/--seed-prompt`},
		{"translate", []string{"-dash.F90"}, "UNKNOWN_OPTION: translate has no option -d; it takes -p/--seed-prompt; a file of that name exists: write ./-dash.F90, or put it after --"},
		{"index", []string{"--help"}, "UNKNOWN_OPTION: index has no option --help; it takes (none)"},
		{"inspect", []string{"x", "-q"}, "MISSING_OPTION_VALUE: the option -q needs a value after it"},
		{"translate", []string{"x", "--reference-existing=y", "-px.toml"}, "FORBIDDEN_OPTION: the option --reference-existing is not for translate: references are for update and generate"},
		{"update", []string{"x", "-q", "1", "-q", "2"}, "DUPLICATE_OPTION: the option -q/--query-prompt is given more than once, and the program would take the last one only"},
		{"translate", []string{"x"}, "MISSING_PROMPT: translate needs a prompt file: -p FILE.toml"},
		{"inspect", []string{"x"}, `MISSING_QUERY: inspect needs a question: -q "what to find out"`},
		{"update", []string{"x"}, `MISSING_PROMPT_OR_QUERY: update needs a prompt file or an instruction: -p FILE.toml, -q "what to change", or both`},
		{"generate", []string{"x", "y"}, "TOO_MANY_INPUTS: generate takes exactly one prompt: a text, or a TOML file, given were 2"},
		{"draft", nil, "MISSING_INPUT: draft needs a Fortran file, and none was given"},
		{"draft", []string{"src/main.cpp"}, `NOT_FORTRAN: "src/main.cpp" is no Fortran file: its extension is ".cpp", expected one of .f .for .f90 .f95 .f03 .f08 in any case`},
		{"draft", []string{"src/*.F90"}, `NOT_FOUND: "src/*.F90" cannot be found in ` + dir + ": no such file or directory; there is no shell here that would replace *, ? and [: name each file"},
		{"format", []string{"prompts/UP.TOML"}, `NOT_TOML: "prompts/UP.TOML" is no prompt file: its extension is ".TOML", expected exactly .toml`},
		{"index", []string{"src/foo.F90"}, `NOT_A_DIRECTORY: "src/foo.F90" is a file, expected a folder`},
		{"generate", []string{"test"}, `NOT_TOML: the prompt "test" is also the name of something in ` + dir},
		{"update", []string{"src/foo.F90", "-q", "x", "-r", "./src/foo.F90"}, `TARGET_IS_REFERENCE: the file "src/foo.F90" is to be updated and is its own reference "./src/foo.F90"; leave it out of -r`},
		{"index", []string{"/dev/null"}, `NOT_A_DIRECTORY: "/dev/null" is a special file, expected a folder`},
	} {
		got := command.Validate(command.Request{Command: tt.command, Args: tt.args, Provider: "argo", Model: "gpt:5"}, setting(dir, vector{}))
		require.NotEmpty(t, got.Errors, tt.want)
		assert.Contains(t, got.Errors[0].String(), tt.want)
	}
}

func TestWarningsAreKeptBesideErrors(t *testing.T) {
	got := command.Validate(command.Request{Command: "inspect", Args: []string{"none", "-q", "x", "-mfoo"}, Provider: "argo", Model: "gpt:5"}, setting(fixture(t), vector{}))
	assert.Equal(t, []problem.Code{problem.NotFound}, problem.Codes(got.Errors))
	require.Equal(t, []problem.Code{problem.ModelArgIgnored}, problem.Codes(got.Warnings))
	assert.Equal(t, `"-mfoo" is left out: the server sets the model, name it with provider and model`, got.Warnings[0].Message)
	assert.Equal(t, "-mfoo", got.Warnings[0].Arg)
}

// A long argument is not repeated as a whole.
func TestLongArguments(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, args := range [][]string{{"--" + long}, {"src/foo.F90", "-q", "x", "--model=" + long, "none"}, {long, "-q", "x"}} {
		got := command.Validate(command.Request{Command: "inspect", Args: args, Provider: "argo", Model: "gpt:5"}, setting(fixture(t), vector{}))
		require.NotEmpty(t, got.Errors)
		for _, p := range append(got.Errors, got.Warnings...) {
			assert.Less(t, len(p.Message)+len(p.Arg), 700)
		}
	}
}

// broken is a file system in which some things fail.
type broken struct {
	command.OS
	read, links string // names that fail
}

var errBroken = errors.New("input/output error")

func (b broken) ReadFile(name string) ([]byte, error) {
	if filepath.Base(name) == b.read {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errBroken}
	}
	return b.OS.ReadFile(name)
}

func (b broken) EvalSymlinks(name string) (string, error) {
	if filepath.Base(name) == b.links {
		return "", errBroken
	}
	return b.OS.EvalSymlinks(name)
}

func TestBrokenFiles(t *testing.T) {
	dir := fixture(t)
	set := setting(dir, vector{})
	set.FS = broken{read: "t.toml", links: "src"}
	got := command.Validate(command.Request{Command: "format", Args: []string{"prompts/t.toml"}}, set)
	require.Equal(t, []problem.Code{problem.PromptInvalid}, problem.Codes(got.Warnings))
	assert.Equal(t, `the prompt "prompts/t.toml" cannot be read: input/output error`, got.Warnings[0].Message)

	got = command.Validate(command.Request{Command: "translate", Args: []string{"src/foo.F90", "src/foo.f90", "-pprompts/u.toml"}, Provider: "argo", Model: "gpt:5"}, set)
	assert.Equal(t, []problem.Code{problem.OutputCollision}, problem.Codes(got.Warnings))

	got = command.Validate(command.Request{Command: "index", Args: []string{"."}, Cwd: "src"}, set)
	assert.Equal(t, []problem.Code{problem.OutsideRoot}, problem.Codes(got.Errors), "what cannot be resolved is not within")
}

// What was normalised is read as the same inputs and options again, and its
// model is the only one.
func TestPropertyNormalised(t *testing.T) {
	dir := fixture(t)
	words := []string{
		"src/foo.F90", "src/main.cpp", "prompts/t.toml", "-p", "-q", "-r", "-m", "-mx", "--model=x", "--model", "--", "-", "", "-v", "-vm",
		"--query-prompt=what?", "-qwhat", "-pprompts/t.toml", "hi there", "-rsrc/bar.f", "-s", "--seed-prompt=prompts/t.toml",
	}
	// Without a good beginning, some runs of the test would have no valid call.
	good := map[string][]string{
		"index": {"src"}, "draft": {"src/foo.F90"}, "translate": {"src/foo.F90", "-p", "prompts/t.toml"}, "inspect": {"src/foo.F90", "-q", "why"},
		"generate": {"hi there"}, "update": {"src/main.cpp", "-q", "how"}, "format": {"prompts/t.toml"},
	}
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(command.Names()).Draw(t, "command")
		var args []string
		if rapid.Bool().Draw(t, "good") {
			args = slices.Clone(good[name])
		}
		args = append(args, rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(t, "args")...)
		mode := rapid.SampledFrom([]config.ModelMode{config.OpencodeEnv, config.OaicModel}).Draw(t, "mode")
		set := setting(dir, vector{mode: mode})
		req := command.Request{Command: name, Args: args, Provider: "argo", Model: "gpt:5"}
		got := command.Validate(req, set)
		if !got.OK() {
			assert.Nil(t, got.Args)
			return
		}
		valid++
		require.Equal(t, name, got.Args[0])
		if !command.UsesModel(name) {
			assert.Equal(t, append([]string{name}, args...), got.Args)
			return
		}
		again := command.Validate(command.Request{Command: name, Args: got.Args[1:], Provider: "argo", Model: "gpt:5"}, set)
		require.True(t, again.OK(), "%q: %v", got.Args, again.Errors)
		assert.Equal(t, got.Args, again.Args)
		assert.Equal(t, 1, count(again.Warnings, problem.ModelArgIgnored), "the forced model is the only one in %q", got.Args)
		assert.Equal(t, got.Outputs, again.Outputs)
	})
	assert.Positive(t, valid)
}

func count(list []problem.Problem, code problem.Code) (n int) {
	for _, p := range list {
		if p.Code == code {
			n++
		}
	}
	return n
}

func FuzzValidate(f *testing.F) {
	dir := f.TempDir()
	f.Add("translate", "src/foo.F90\n-p\nt.toml\n-mx\n--\ny")
	f.Add("inspect", "-vm\nx\n-q\n--\n-é")
	f.Fuzz(func(t *testing.T, name, args string) {
		list := strings.Split(args, "\n")
		before := slices.Clone(list)
		got := command.Validate(command.Request{Command: name, Args: list, Provider: "argo", Model: "gpt:5"}, setting(dir, vector{mode: config.OaicModel}))
		assert.Equal(t, before, list, "the caller's arguments are left alone")
		assert.Equal(t, got.OK(), got.Args != nil)
		for _, e := range got.Errors {
			assert.NotEmpty(t, e.Message)
			assert.NotContains(t, e.Message, "\x00")
		}
	})
}
