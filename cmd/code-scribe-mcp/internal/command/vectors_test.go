package command_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
)

// testdata/vectors.json is the specification's table of calls: a folder, and
// for each call the program's arguments or the codes of the errors.
type vectors struct {
	Fixture     struct{ Files, Dirs []string }
	ForcedModel string
	Vectors     []vector
}

type vector struct {
	ID      int
	Why     string
	Command string
	Args    []string
	Expect  struct {
		OK             bool
		NormalizedArgs []string
		Warnings       []problem.Code
		Errors         []problem.Code
	}

	// Of our own vectors only.
	cwd, provider, model string
	mode                 config.ModelMode
	roots                []string
	outputs              []command.Output
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(data, &v))
	return v
}

// advised are the warnings about the fixture's files. The vectors list those
// about the arguments only.
var advised = map[int][]problem.Code{
	25: {problem.NotIndexedExt, problem.NotIndexedExt, problem.NotIndexedExt}, // .for .f08 .FoR
	82: {problem.NoIndex},
	85: {problem.NoIndex},
}

const goodPrompt = "[[chat]]\nrole = 'user'\ncontent = '''hi'''\n"

// fixture makes the folder of the vectors, and what ours need besides.
func fixture(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	v := readVectors(t)
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, f := range v.Fixture.Files {
		text := ""
		if strings.EqualFold(filepath.Ext(f), ".toml") {
			text = goodPrompt
		}
		put(f, text)
	}
	for _, d := range v.Fixture.Dirs {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, d), 0o755))
	}
	put("indexed/scribe.yaml", "")
	put("indexed/a.F90", "")
	put("shadow/opencode-env", "")
	put("shadow/oaic-a/b:c", "")
	put("shadow/a.F90", "")
	put("shadow/t.toml", goodPrompt)
	put("prompts/bad.toml", "x = 1")
	put("drafted/a.F90", "")
	put("drafted/a.scribe", "")
	put("drafted/scribe.yaml", "")
	put("src/old_fi.F90", "")
	put("src/x.f95", "")
	put("src/x.f03", "")
	require.NoError(t, os.Symlink(filepath.Join(dir, "src"), filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink(filepath.Dir(dir), filepath.Join(dir, "indexed", "out")))
	return dir
}

func setting(dir string, v vector) command.Setting {
	mode := v.mode
	if mode == "" {
		mode = config.OpencodeEnv
	}
	c := &config.Config{Providers: []config.Provider{
		{ID: "argo", BaseURL: "https://h.example/v1", Models: []string{"gpt:5", "a/b:c"}},
		{ID: "keyed", BaseURL: "https://h.example/v1", Models: []string{"m"}, APIKeyEnv: "NOT_SET_ANYWHERE"},
	}}
	for _, r := range v.roots {
		c.Roots = append(c.Roots, filepath.Join(dir, r))
	}
	return command.Setting{Config: c, Mode: mode, Root: dir, FS: command.OS{}}
}

type validate func(command.Request, command.Setting) command.Invocation

// outcome runs one vector and returns how it differs from what is expected, ""
// if it does not.
func outcome(f validate, dir string, v vector) string {
	req := command.Request{Command: v.Command, Args: v.Args, Cwd: v.cwd, Provider: v.provider, Model: v.model}
	if v.provider == "" {
		req.Provider, req.Model = "argo", "gpt:5"
	}
	got := f(req, setting(dir, v))
	want := fmt.Sprint(v.Expect.OK, v.Expect.Errors)
	if v.Expect.OK {
		want += fmt.Sprintf("%q %v", v.Expect.NormalizedArgs, append(append([]problem.Code{}, v.Expect.Warnings...), advised[v.ID]...))
	}
	if v.outputs != nil {
		want += fmt.Sprint(v.outputs)
	}
	is := fmt.Sprint(got.OK(), problem.Codes(got.Errors))
	if got.OK() {
		is += fmt.Sprintf("%q %v", got.Args, problem.Codes(got.Warnings))
	}
	if v.outputs != nil {
		is += fmt.Sprint(got.Outputs)
	}
	if is == want {
		return ""
	}
	return fmt.Sprintf("%s %q\nwant %s\ngot  %s\n%v", v.Command, v.Args, want, is, got.Errors)
}

func ok(warnings []problem.Code, args ...string) (v vector) {
	v.Expect.OK, v.Expect.NormalizedArgs, v.Expect.Warnings = true, args, warnings
	return v
}

func refused(codes ...problem.Code) (v vector) {
	v.Expect.Errors = codes
	return v
}

func (v vector) call(why, name string, args ...string) vector {
	v.Why, v.Command, v.Args = why, name, args
	return v
}

func (v vector) in(cwd string) vector { v.cwd = cwd; return v }

func (v vector) with(mode config.ModelMode, provider, model string) vector {
	v.mode, v.provider, v.model = mode, provider, model
	return v
}

func (v vector) within(roots ...string) vector { v.roots = roots; return v }

// ours are the calls that the specification's vectors do not have.
func ours() []vector {
	ignored := []problem.Code{problem.ModelArgIgnored}
	outside, err := filepath.Abs(os.TempDir())
	if err != nil {
		panic(err)
	}
	made := ok(nil, "translate", "src/foo.F90", "./src/x.f95", "-p", "prompts/t.toml", "-m", "opencode-env").
		call("outputs are spelled as the inputs", "translate", "src/foo.F90", "./src/x.f95", "-p", "prompts/t.toml")
	made.Expect.Warnings = []problem.Code{problem.NotIndexedExt}
	made.outputs = []command.Output{
		{Source: "src/foo.F90", Files: []string{"src/foo.cpp", "src/foo.hpp", "src/foo_fi.F90"}},
		{Source: "./src/x.f95", Files: []string{"./src/x.cpp", "./src/x.hpp", "./src/x_fi.F90"}},
	}
	drafted := ok(nil, "draft", "a.F90").call("output of draft", "draft", "a.F90").in("indexed")
	drafted.outputs = []command.Output{{Source: "a.F90", Files: []string{"a.scribe"}}}

	return []vector{
		made, drafted,
		// The group of provider and model comes before that of the arguments.
		refused(problem.UnknownProvider).call("provider first", "translate", "--nope").with("", "no", "m"),
		ok(nil, "index", "src").call("index needs no provider", "index", "src").with("", "nonsense", "nonsense"),
		ok([]problem.Code{problem.APIKeyUnset}, "inspect", "src/foo.F90", "-q", "x", "-m", "opencode-env").
			call("key that is not set", "inspect", "src/foo.F90", "-q", "x").with("", "keyed", "m"),
		// Folders.
		ok(nil, "draft", "a.F90").call("cwd", "draft", "a.F90").in("indexed"),
		refused(problem.CwdNotFound).call("cwd missing", "draft", "--nope").in("none"),
		refused(problem.CwdNotADirectory).call("cwd is a file", "draft", "a.F90").in("src/foo.F90"),
		refused(problem.OutsideRoot).call("cwd above the root", "index", ".").in(".."),
		refused(problem.OutsideRoot).call("index of everything", "index", "/"),
		refused(problem.OutsideRoot).call("index above the root", "index", ".."),
		refused(problem.OutsideRoot).call("index elsewhere", "index", outside),
		refused(problem.OutsideRoot).call("index through a link", "index", "indexed/out"),
		refused(problem.OutsideRoot).call("index above cwd and root", "index", "../..").in("src"),
		ok(nil, "index", "..").call("index above cwd in the root", "index", "..").in("src"),
		ok(nil, "index", "link").call("index through a link inside", "index", "link"),
		refused(problem.OutsideRoot).call("cwd elsewhere", "index", ".").in(outside),
		refused(problem.OutsideRoot).call("cwd through a link", "index", ".").in("indexed/out"),
		ok(nil, "index", ".").call("cwd through a link inside", "index", ".").in("link"),
		ok(nil, "index", ".").call("first root is the base", "index", ".").within("src"),
		refused(problem.OutsideRoot).call("other root", "index", ".").in("../prompts").within("src"),
		refused(problem.OutsideRoot).call("file outside the roots", "inspect", "../prompts/t.toml", "-q", "x").within("src"),
		refused(problem.CwdNotFound).call("root that is gone", "index", ".").within("none"),
		refused(problem.OutsideRoot).call("only root is gone", "index", ".").in(outside).within("none"),
		ok(nil, "inspect", "../prompts/t.toml", "-q", "x", "-m", "opencode-env").
			call("a second root", "inspect", "../prompts/t.toml", "-q", "x").within("src", "prompts"),
		// Text.
		refused(problem.InvalidArg).call("NUL", "index", "a\x00b"),
		refused(problem.InvalidArg).call("UTF-8", "draft", "a\xff.F90"),
		refused(problem.InvalidArg).call("NUL in a text", "translate", "src/foo.F90", "-p", "prompts/t.toml", "--", "\x00"),
		refused(problem.InvalidArg).call("NUL in a query", "inspect", "src/foo.F90", "-q", "a\x00"),
		refused(problem.InvalidArg).call("NUL in a query", "update", "src/foo.F90", "-q", "a\x00"),
		refused(problem.InvalidArg).call("NUL in a file", "format", "prompts/t.toml\x00"),
		refused(problem.InvalidArg).call("too long", "generate", strings.Repeat("x", 128<<10)),
		ok(nil, "generate", strings.Repeat("x", 128<<10-1), "-m", "opencode-env").call("as long as can be", "generate", strings.Repeat("x", 128<<10-1)),
		refused(problem.InvalidArg).call("too many", "index", strings.Split(strings.Repeat("src ", 1025), " ")[:1025]...),
		// Grammar.
		refused(problem.UnexpectedValue).call("flag with a value", "inspect", "src/foo.F90", "-q", "x", "--verbose=1").with(config.OaicModel, "argo", "gpt:5"),
		ok(nil, "inspect", "src/foo.F90", "-vq", "x", "--verbose", "-m", "oaic-gpt:5").
			call("verbose", "inspect", "src/foo.F90", "-vq", "x", "--verbose").with(config.OaicModel, "argo", "gpt:5"),
		ok(nil, "inspect", "src/foo.F90", "-v", "-q", "x", "-m", "oaic-gpt:5").
			call("verbose while the mode is open", "inspect", "src/foo.F90", "-v", "-q", "x").with(config.Auto, "argo", "gpt:5"),
		ok(ignored, "inspect", "src/foo.F90", "-v", "-qx", "-m", "oaic-a/b:c").
			call("model cut out of a cluster", "inspect", "src/foo.F90", "-vmy", "-qx").with(config.OaicModel, "argo", "a/b:c"),
		ok(ignored, "inspect", "src/foo.F90", "-v", "-qx", "-m", "oaic-gpt:5").
			call("model and its value cut out", "inspect", "src/foo.F90", "-vm", "y", "-qx").with(config.OaicModel, "argo", "gpt:5"),
		refused(problem.UnknownOption).call("verbose is new", "inspect", "src/foo.F90", "-v", "-q", "x"),
		refused(problem.UnknownOption).call("abbreviations are none", "translate", "src/foo.F90", "--seed", "prompts/t.toml"),
		refused(problem.UnknownOption, problem.UnknownOption).call("all of them", "index", "src", "-x", "--version"),
		refused(problem.UnknownOption).call("letters beyond ASCII", "index", "src", "-é"),
		refused(problem.MissingOptionValue).call("grammar before options", "translate", "src/foo.F90", "-p", "prompts/t.toml", "-r"),
		ok(ignored, "update", "-q", "x", "-m", "opencode-env", "--", "src/foo.F90").
			call("model goes before --", "update", "-q", "x", "--model", "y", "--", "src/foo.F90"),
		refused(problem.MissingInput).call("empty args", "draft"),
		// Options.
		refused(problem.ForbiddenOption, problem.MissingPrompt).call("all of a group", "translate", "-s"),
		refused(problem.ForbiddenOption).call("draft without its model's value", "draft", "src/foo.F90", "-m"),
		refused(problem.ForbiddenOption).call("format", "format", "prompts/t.toml", "-m", "x"),
		refused(problem.ForbiddenOption).call("inspect -s", "inspect", "src/foo.F90", "-q", "x", "-s"),
		refused(problem.ForbiddenOption).call("generate -s", "generate", "hi", "--save-prompts"),
		refused(problem.DuplicateOption).call("-q twice", "inspect", "src/foo.F90", "-q", "x", "--query-prompt=y"),
		refused(problem.DuplicateOption).call("update -q twice", "update", "src/foo.F90", "-q", "x", "-qy"),
		refused(problem.MissingPromptOrQuery).call("blank query", "update", "src/foo.F90", "-q", " "),
		refused(problem.MissingQuery).call("no query", "inspect", "src/foo.F90"),
		// Counts.
		refused(problem.MissingInput).call("inspect", "inspect", "-q", "x"),
		refused(problem.MissingInput).call("translate", "translate", "-p", "prompts/t.toml"),
		refused(problem.MissingInput).call("index", "index"),
		// Paths.
		refused(problem.NotFound).call("empty path", "inspect", "", "-q", "x"),
		refused(problem.NotAFile).call("folder", "inspect", "src", "-q", "x"),
		refused(problem.NotAFile).call("update a folder", "update", "src", "-q", "x"),
		refused(problem.NotFound).call("slash after a file", "inspect", "src/main.cpp/", "-q", "x"),
		refused(problem.NotFound).call("index missing", "index", "none"),
		refused(problem.NotFound).call("missing reference", "generate", "hi", "-r", "none.h"),
		refused(problem.NotFound).call("empty reference", "generate", "hi", "-r", ""),
		refused(problem.NotAFile).call("reference is a folder", "generate", "hi", "-r", "src"),
		refused(problem.NotFound).call("missing prompt", "update", "src/foo.F90", "-p", "prompts/none.toml"),
		refused(problem.NotTOML).call("prompt is no TOML", "update", "src/foo.F90", "-p", "src/notes.txt"),
		ok(nil, "update", "src/foo.F90", "-p", "", "-q", "x", "-m", "opencode-env").call("empty -p is none", "update", "src/foo.F90", "-p", "", "-q", "x"),
		refused(problem.NotFound, problem.NotTOML, problem.NotFound).call("inputs, -p, -r", "update", "none.F90", "-r", "none.h", "-p", "src/notes.txt"),
		refused(problem.TargetIsReference).call("through a link", "update", "src/foo.F90", "-q", "x", "-r", "link/foo.F90"),
		refused(problem.EmptyPrompt).call("blank prompt", "generate", " \n"),
		refused(problem.NotTOML).call("one word like a file", "generate", "none.TOML"),
		refused(problem.NotAFile).call("a folder named like a prompt", "generate", "dir.toml"),
		refused(problem.NotTOML).call("nothing but an extension", "generate", ".toml"),
		ok(nil, "generate", "prompts/t.toml", "-m", "opencode-env").call("TOML", "generate", "prompts/t.toml"),
		ok(nil, "generate", "prompts/my prompt.toml", "-m", "opencode-env").call("TOML with a blank", "generate", "prompts/my prompt.toml"),
		ok(nil, "generate", "read none.toml", "-m", "opencode-env").call("a text about a file", "generate", "read none.toml"),
		// Shadow.
		refused(problem.ModelNameShadowed).call("model's word is a file", "translate", "a.F90", "-p", "t.toml").in("shadow"),
		refused(problem.ModelNameShadowed).call("inspect", "inspect", "a.F90", "-q", "x").in("shadow"),
		refused(problem.ModelNameShadowed).call("update", "update", "a.F90", "-q", "x").in("shadow"),
		refused(problem.ModelNameShadowed).call("generate", "generate", "x").in("shadow").with(config.OaicModel, "argo", "a/b:c"),
		ok(nil, "generate", "x", "-m", "oaic-env").call("another word", "generate", "x").in("shadow").with(config.OaicEnv, "argo", "a/b:c"),
		// Advice.
		ok([]problem.Code{problem.OutputExists}, "translate", "src/done.F90", "-p", "prompts/t.toml", "-m", "opencode-env").
			call("translation is there", "translate", "src/done.F90", "-p", "prompts/t.toml"),
		ok([]problem.Code{problem.OutputExists}, "draft", "a.F90").call("draft is there", "draft", "a.F90").in("drafted"),
		ok([]problem.Code{problem.OutputCollision}, "translate", "src/foo.F90", "link/foo.f90", "-p", "prompts/t.toml", "-m", "opencode-env").
			call("same stem", "translate", "src/foo.F90", "link/foo.f90", "-p", "prompts/t.toml"),
		ok([]problem.Code{problem.NotIndexedExt, problem.NoIndex}, "draft", "src/old.for").call("not indexed", "draft", "src/old.for"),
		ok([]problem.Code{problem.NotIndexedExt}, "draft", "src/x.f03").call("no index is fine later", "draft", "src/x.f03").with(config.OaicEnv, "argo", "gpt:5"),
		ok([]problem.Code{problem.InterfaceFile}, "translate", "src/old_fi.F90", "-p", "prompts/t.toml", "-m", "opencode-env").
			call("interface file", "translate", "src/old_fi.F90", "-p", "prompts/t.toml"),
		ok([]problem.Code{problem.InterfaceFile}, "draft", "../src/old_fi.F90").call("interface file", "draft", "../src/old_fi.F90").in("indexed"),
		ok([]problem.Code{problem.PromptInvalid}, "translate", "src/foo.F90", "-p", "prompts/bad.toml", "-m", "opencode-env").
			call("bad prompt", "translate", "src/foo.F90", "-p", "prompts/bad.toml"),
		ok([]problem.Code{problem.PromptInvalid}, "update", "src/foo.F90", "-pprompts/bad.toml", "-m", "opencode-env").
			call("bad prompt", "update", "src/foo.F90", "-pprompts/bad.toml"),
		ok([]problem.Code{problem.PromptInvalid}, "generate", "prompts/bad.toml", "-m", "opencode-env").call("bad prompt", "generate", "prompts/bad.toml"),
		ok([]problem.Code{problem.PromptInvalid}, "format", "prompts/t.toml", "prompts/bad.toml").call("bad prompt", "format", "prompts/t.toml", "prompts/bad.toml"),
	}
}

func TestVectors(t *testing.T) {
	dir := fixture(t)
	v := readVectors(t)
	require.NotEmpty(t, v.Vectors)
	for _, v := range v.Vectors {
		t.Run(fmt.Sprintf("%d %s", v.ID, v.Why), func(t *testing.T) {
			assert.Empty(t, outcome(command.Validate, dir, v))
		})
	}
	t.Logf("%d vectors", len(v.Vectors))
}

func TestOurVectors(t *testing.T) {
	dir := fixture(t)
	for _, v := range ours() {
		t.Run(v.Command+" "+v.Why, func(t *testing.T) {
			assert.Empty(t, outcome(command.Validate, dir, v))
		})
	}
}

// Without any one row of the table some vector fails, so every row is tested.
func TestEveryRuleIsNeeded(t *testing.T) {
	dir := fixture(t)
	all := append(readVectors(t).Vectors, ours()...)
	for _, m := range command.Mutants() {
		found := false
		for _, v := range all {
			if strings.HasPrefix(m.Name, v.Command+":") && outcome(m.Validate, dir, v) != "" {
				found = true
				break
			}
		}
		assert.True(t, found, "%s: no vector fails without it", m.Name)
	}
}
