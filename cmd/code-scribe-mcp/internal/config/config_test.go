package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/document"
)

const fullJSON = `{
  "$schema": "schema.json",
  // order is kept
  "providers": {
    "argo": {"baseURL": "https://h.example/v1", "models": ["claude-sonnet-4", "gpt:5", "a/b:c"], "apiKeyEnv": "ARGO_KEY", "defaultModel": "gpt:5"},
    "nourl": {"models": ["m1"], "allowDefaultEndpoint": true},
    "empty": {},
  },
  "defaultProvider": "argo",
  "cli": {"path": "/opt/bin/code-scribe", "modelMode": "oaic-model", "timeoutSeconds": 60},
  "roots": ["/data", "work"],
  "passEnv": ["OMP_NUM_THREADS"],
  "redact": ["INTERNAL"]
}`

const fullTOML = `
defaultProvider = "argo"
roots = ["/data", "work"]
passEnv = ["OMP_NUM_THREADS"]
redact = ["INTERNAL"]
[providers.argo]
baseURL = "https://h.example/v1"
models = ["claude-sonnet-4", "gpt:5", "a/b:c"]
apiKeyEnv = "ARGO_KEY"
defaultModel = "gpt:5"
[providers.nourl]
models = ["m1"]
allowDefaultEndpoint = true
[providers.empty]
[cli]
path = "/opt/bin/code-scribe"
modelMode = "oaic-model"
timeoutSeconds = 60
`

func full(path string) *config.Config {
	return &config.Config{
		Path: path,
		Providers: []config.Provider{
			{ID: "argo", BaseURL: "https://h.example/v1", Models: []string{"claude-sonnet-4", "gpt:5", "a/b:c"}, APIKeyEnv: "ARGO_KEY", DefaultModel: "gpt:5"},
			{ID: "nourl", Models: []string{"m1"}, AllowDefaultEndpoint: true},
			{ID: "empty"},
		},
		DefaultProvider: "argo",
		CLI:             config.CLI{Path: "/opt/bin/code-scribe", ModelMode: config.OaicModel, TimeoutSeconds: 60},
		Roots:           []string{"/data", "/etc/cs/work"},
		PassEnv:         []string{"OMP_NUM_THREADS"},
		Redact:          []string{"INTERNAL"},
	}
}

func TestParse(t *testing.T) {
	for path, text := range map[string]string{"/etc/cs/c.json": fullJSON, "/etc/cs/c.jsonc": fullJSON, "/etc/cs/c.toml": fullTOML} {
		c, err := config.Parse(path, []byte(text))
		require.NoError(t, err)
		assert.Equal(t, full(path), c)
	}
}

func TestDefaults(t *testing.T) {
	c, err := config.Parse("c.json", []byte(`{}`))
	require.NoError(t, err)
	assert.Equal(t, config.OpencodeEnv, c.Mode())
	assert.Equal(t, 300*time.Second, c.Timeout())
	assert.Equal(t, "code-scribe", c.Program())
	assert.Empty(t, c.ProviderIDs())
	assert.Nil(t, c.Provider("constructor"))

	c = full("")
	assert.Equal(t, config.OaicModel, c.Mode())
	assert.Equal(t, time.Minute, c.Timeout())
	assert.Equal(t, "/opt/bin/code-scribe", c.Program())
	assert.Equal(t, []string{"argo", "nourl", "empty"}, c.ProviderIDs())
	assert.Equal(t, "m1", c.Provider("nourl").Models[0])
}

// bad are configurations with their errors. schema says whether the JSON
// Schema finds the fault as well.
var bad = []struct {
	name, in string
	want     []string
	schema   bool
}{
	{"unknown key", `{"provders": {}}`, []string{`c.json:1: provders: unknown key, did you mean "providers"?; allowed are $schema, providers, defaultProvider, cli, roots, passEnv, redact`}, true},
	{"unknown key below", "{\"providers\": {\n\"argo\": {\n\"baseUrl\": \"x\"}}}", []string{`c.json:3: providers.argo.baseUrl: unknown key, did you mean "baseURL"?; allowed are baseURL, models, apiKeyEnv, defaultModel, allowDefaultEndpoint`}, true},
	{"unknown key far from all", `{"cli": {"zzz": "s3cretvalue"}}`, []string{`c.json:1: cli.zzz: unknown key; allowed are path, modelMode, timeoutSeconds`}, true},
	{"literal key", `{"providers": {"a": {"apiKey": "s3cretvalue", "token": "s3cretvalue"}}}`, []string{
		`c.json:1: providers.a.apiKey: a key is not written here: put it into an environment variable, and the variable's name into "apiKeyEnv" of the provider`,
		`c.json:1: providers.a.token: a key is not written here`,
	}, true},
	{"key for its name", `{"providers": {"a": {"apiKeyEnv": "sk-s3cretvalue"}}}`, []string{`c.json:1: providers.a.apiKeyEnv: is not the name of an environment variable (letters, digits and _, no digit first); a key itself is not written here`}, true},
	{"types", `{"providers": [], "cli": null, "roots": "x", "defaultProvider": 1}`, []string{
		"c.json:1: providers: is an array, expected an object", "c.json:1: cli: is null, expected an object",
		"c.json:1: roots: is a string, expected an array", "c.json:1: defaultProvider: is a number, expected a string",
	}, true},
	{"whole", `[]`, []string{"c.json:1: is an array, expected an object"}, true},
	{"empty texts", `{"defaultProvider": "", "roots": [""], "providers": {"a": {"models": [""]}}}`, []string{
		"c.json:1: defaultProvider: is empty, expected a text", "c.json:1: roots[0]: is empty", "c.json:1: providers.a.models[0]: is empty",
	}, true},
	{"ids", "{\"providers\": {\"\": {}, \" a\": {}, \"b\\u0007\": {}}}", []string{
		`providers.: the id of a provider is empty`, `the id of a provider " a" has blanks around it`, `the id of a provider "b\a" has a control character in it`,
	}, true},
	{"id with a dot", `{"providers": {"a.b": {"x": 1}}}`, []string{`c.json:1: providers."a.b".x: unknown key`}, true},
	{"models twice", `{"providers": {"a": {"models": ["m", "m"]}}}`, []string{`c.json:1: providers.a.models[1]: "m" stands there twice`}, true},
	{"provider twice", "{\"providers\": {\"a\": {},\n\"a\": {}}}", []string{`c.json:2: the key "a" stands there twice`}, false},
	{"default provider", `{"providers": {"argo": {}}, "defaultProvider": "Argo"}`, []string{`c.json:1: defaultProvider: is "Argo", which is no provider, did you mean "argo"?; configured are argo`}, false},
	{"default provider of none", `{"defaultProvider": "a"}`, []string{`is "a", which is no provider; configured are (none)`}, false},
	{"default model", `{"providers": {"a": {"models": ["m1"], "defaultModel": "m2"}}}`, []string{`providers.a.defaultModel: is "m2", which is none of the models, did you mean "m1"?; they are m1`}, false},
	{"relative base URL", `{"providers": {"a": {"baseURL": "h.example/s3cretvalue"}}}`, []string{`c.json:1: providers.a.baseURL: does not begin with http:// or https:// (the value is not shown)`}, true},
	{"scheme of base URL", `{"providers": {"a": {"baseURL": "ftp://s3cretvalue/"}}}`, []string{`does not begin with http:// or https://`}, true},
	{"newline in base URL", `{"providers": {"a": {"baseURL": "http://h/\ns3cretvalue"}}}`, []string{`has a blank or a control character in it`}, true},
	{"blank in base URL", `{"providers": {"a": {"baseURL": "http://h/s3cretvalue x"}}}`, []string{`has a blank or a control character in it`}, true},
	{"base URL without host", `{"providers": {"a": {"baseURL": "http:///s3cretvalue"}}}`, []string{`has no host`}, false},
	{"bad base URL", `{"providers": {"a": {"baseURL": "http://h:s3cretvalue/"}}}`, []string{`is no URL`}, false},
	{"relative program", `{"cli": {"path": "./code-scribe"}}`, []string{`cli.path: is the relative path "./code-scribe", expected an absolute one or a name to look up in PATH`}, false},
	{"mode", `{"cli": {"modelMode": "oaic_env"}}`, []string{`cli.modelMode: is "oaic_env", did you mean "oaic-env"?; allowed are opencode-env, oaic-env, oaic-model, auto`}, true},
	{"timeouts", `{"cli": {"timeoutSeconds": 0}}`, []string{`cli.timeoutSeconds: is 0, expected a whole number of seconds from 1 to 86400`}, true},
	{"timeout of more than a day", `{"cli": {"timeoutSeconds": 86401}}`, []string{`is 86401, expected a whole number of seconds from 1 to 86400`}, true},
	{"timeout of a fraction", `{"cli": {"timeoutSeconds": 1.5}}`, []string{`is 1.5, expected a whole number`}, true},
	{"timeout as text", `{"cli": {"timeoutSeconds": "5"}}`, []string{`is a string, expected a whole number`}, true},
	{"flag", `{"providers": {"a": {"allowDefaultEndpoint": "yes"}}}`, []string{`is a string, expected a boolean`}, true},
	{"syntax", "{\n\"a\" 1}", []string{"c.json:2: invalid character '1' after object key"}, false},
}

func TestParseErrors(t *testing.T) {
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			_, err := config.Parse("c.json", []byte(tt.in))
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(tt.want), err.Error())
			for i, want := range tt.want {
				assert.Contains(t, lines[i], want)
			}
			assert.NotContains(t, err.Error(), "s3cretvalue")
		})
	}
}

func TestParseErrorsOfTOML(t *testing.T) {
	_, err := config.Parse("c.toml", []byte("[providers.a]\n\napi_key = 'x'\nmodels = [\n'm',\n1]\n"))
	assert.EqualError(t, err, `c.toml:3: providers.a.api_key: a key is not written here: put it into an environment variable, and the variable's name into "apiKeyEnv" of the provider
c.toml:6: providers.a.models[1]: is a number, expected a string`)
	_, err = config.Parse("c.toml", []byte("a = 'sk-s3cretvalue\n"))
	require.ErrorContains(t, err, "c.toml:1: toml: ")
	assert.NotContains(t, err.Error(), "s3cretvalue")
	_, err = config.Parse("c.yaml", nil)
	assert.EqualError(t, err, `c.yaml: the extension is ".yaml", expected .json or .toml`)
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(config.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("config.json", doc))
	s, err := c.Compile("config.json")
	require.NoError(t, err)
	return s
}

// plain turns a document into what the schema's validator takes.
func plain(t *testing.T, n *document.Node) any {
	t.Helper()
	switch n.Kind {
	case document.Object:
		m := map[string]any{}
		for _, x := range n.Members {
			m[x.Key] = plain(t, x.Value)
		}
		return m
	case document.Array:
		list := []any{}
		for _, x := range n.Items {
			list = append(list, plain(t, x))
		}
		return list
	case document.String:
		return n.Text
	case document.Null:
		return nil
	default:
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(n.Text))
		require.NoError(t, err)
		return v
	}
}

// The schema takes what Parse takes, and refuses what it can express.
func TestSchema(t *testing.T) {
	s := compiled(t)
	templateJSON, _ := config.Template(config.JSON)
	for _, good := range []string{fullJSON, templateJSON, `{}`, `{"providers": {"a": {"baseURL": "{env:U}"}, "b": {"baseURL": "http://u:p@[::1]:1/v1?x=y#z"}}}`} {
		doc, err := document.JSON([]byte(good))
		require.NoError(t, err)
		assert.NoError(t, s.Validate(plain(t, doc)))
		_, err = config.Parse("c.json", []byte(good))
		assert.NoError(t, err)
	}
	for _, tt := range bad {
		doc, err := document.JSON([]byte(tt.in))
		if err != nil {
			continue
		}
		assert.Equal(t, tt.schema, s.Validate(plain(t, doc)) != nil, tt.name)
	}
}

func TestTemplates(t *testing.T) {
	for _, f := range []config.Format{config.JSON, config.TOML} {
		text, err := config.Template(f)
		require.NoError(t, err)
		c, err := config.Parse("c."+string(f), []byte(text))
		require.NoError(t, err)
		assert.Equal(t, []string{"local"}, c.ProviderIDs())
		assert.Empty(t, c.Warnings(nil))
		for _, key := range []string{"apiKeyEnv", "allowDefaultEndpoint", "roots", "passEnv", "redact", "defaultProvider", "modelMode", "timeoutSeconds"} {
			assert.Contains(t, text, key, "the template shows every setting")
		}
	}
	_, err := config.Template("yaml")
	assert.EqualError(t, err, `unknown format "yaml", expected json or toml`)
}

func TestEncode(t *testing.T) {
	for _, f := range []config.Format{config.JSON, config.TOML} {
		path := "/etc/cs/c." + string(f)
		for _, c := range []*config.Config{full(path), {Path: path}, {Path: path, Providers: []config.Provider{{ID: `odd "id".x`, Models: []string{"<b>", `\`}}}, Roots: []string{"/x\x7f"}}} {
			text, err := c.Encode(f)
			require.NoError(t, err)
			back, err := config.Parse(path, []byte(text))
			require.NoError(t, err, text)
			assert.Equal(t, c, back, text)
		}
	}
	_, err := new(config.Config).Encode("yaml")
	assert.Error(t, err)
}

// Any id and model that is valid comes back from either format.
func TestPropertyEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[^\s\pC][^\pC]{0,8}[^\s\pC]`).Draw(t, "id")
		model := rapid.StringMatching(`[^\s\pC][^\pC]{0,8}[^\s\pC]`).Draw(t, "model")
		for _, f := range []config.Format{config.JSON, config.TOML} {
			c := &config.Config{Path: "c." + string(f), Providers: []config.Provider{{ID: id, Models: []string{model}, DefaultModel: model}}, DefaultProvider: id}
			if strings.TrimSpace(id) != id || strings.TrimSpace(model) != model {
				t.Skip()
			}
			text, err := c.Encode(f)
			require.NoError(t, err)
			back, err := config.Parse(c.Path, []byte(text))
			require.NoError(t, err, text)
			require.Equal(t, c, back)
		}
	})
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	project, user := filepath.Join(dir, "project"), filepath.Join(dir, "user")
	all := config.Places{Flag: "flag.toml", Env: "env.json", Dir: project, UserDir: user}
	find := func(p config.Places) string {
		t.Helper()
		path, err := config.Find(p)
		require.NoError(t, err)
		return path
	}
	assert.Empty(t, find(config.Places{}))
	assert.Empty(t, find(config.Places{Dir: project, UserDir: user}))
	inUser := write(t, filepath.Join(user, "codescribe-mcp", "config.toml"), "")
	assert.Equal(t, inUser, find(config.Places{Dir: project, UserDir: user}))
	inProject := write(t, filepath.Join(project, "codescribe-mcp.config.json"), "{}")
	assert.Equal(t, inProject, find(config.Places{Dir: project, UserDir: user}))
	assert.Equal(t, "flag.toml", find(all))
	all.Flag = ""
	assert.Equal(t, "env.json", find(all))

	second := write(t, filepath.Join(project, "codescribe-mcp.config.toml"), "")
	_, err := config.Find(config.Places{Dir: project})
	assert.EqualError(t, err, "there are two configurations, "+inProject+" and "+second+": remove one, or name one with --config")
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	c, err := config.Load("")
	require.NoError(t, err)
	assert.Equal(t, &config.Config{}, c)

	t.Chdir(dir)
	write(t, filepath.Join(dir, "sub", "c.json"), `{"roots": ["x"]}`)
	c, err = config.Load("sub/c.json")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join("sub", "x"), strings.TrimPrefix(c.Roots[0], filepath.Dir(filepath.Dir(c.Path))+string(filepath.Separator)))
	assert.True(t, filepath.IsAbs(c.Path))

	_, err = config.Load("none.json")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = config.Load(dir)
	assert.ErrorContains(t, err, "is not a file")
	_, err = config.Load(write(t, filepath.Join(dir, "big.json"), strings.Repeat(" ", 1<<20+1)))
	assert.ErrorContains(t, err, "is larger than 1048576 bytes")
}

func TestOverrides(t *testing.T) {
	environ := []string{"X=1", config.ProviderVar + "=a", config.ModelVar + "=m=1", config.BaseURLVar + "=u", config.ProviderVar + "=b"}
	assert.Equal(t, config.Overrides{Provider: "b", Model: "m=1", BaseURL: "u"}, config.OverridesFrom(environ))
	assert.Equal(t, config.Overrides{}, config.OverridesFrom(nil))
}

func TestExpandEnv(t *testing.T) {
	got, missing := config.ExpandEnv("{env:A}://{env:B}/{env:NO}", []string{"A=http", "B=h", "NO="})
	assert.Equal(t, "http://h/", got)
	assert.Equal(t, []string{"NO"}, missing)
}

func TestWarnings(t *testing.T) {
	dir := t.TempDir()
	c := &config.Config{
		Path: "c.json",
		Providers: []config.Provider{
			{ID: "fine", BaseURL: "https://h/v1", Models: []string{"m"}, APIKeyEnv: "SET"},
			{ID: "loop", BaseURL: "http://127.0.0.1:1/v1", Models: []string{"m"}},
			{ID: "a", APIKeyEnv: "UNSET"},
			{ID: "b", AllowDefaultEndpoint: true, Models: []string{"m"}},
			{ID: "c", BaseURL: "{env:NONE}", Models: []string{"m"}},
			{ID: "d", BaseURL: "{env:SET}", Models: []string{"m"}},
			{ID: "e", BaseURL: "http://10.0.0.1/v1", Models: []string{"m"}},
		},
		Roots: []string{dir, filepath.Join(dir, "none")},
	}
	var got []string
	for _, w := range c.Warnings([]string{"SET=s3cretvalue"}) {
		got = append(got, w.String())
	}
	assert.Equal(t, []string{
		`c.json: providers.a.baseURL: is missing: calls are refused unless "allowDefaultEndpoint" is true`,
		"c.json: providers.a.models: there are none: no call can name one",
		"c.json: providers.a.apiKeyEnv: names UNSET, which is not set",
		"c.json: providers.b.baseURL: is missing: the program talks to its default endpoint, which may be a public one",
		"c.json: providers.c.baseURL: names variables that are not set: NONE",
		"c.json: providers.d.baseURL: does not begin with http:// or https:// (the value is not shown)",
		"c.json: providers.e.baseURL: sends source code and key without encryption (http to another machine)",
		"c.json: roots: " + filepath.Join(dir, "none") + " is no folder",
	}, got)
	require.Len(t, new(config.Config).Warnings(nil), 1)
}

func TestImportOpenCode(t *testing.T) {
	const in = `{
  "$schema": "https://opencode.ai/config.json", // comments are fine
  "model": "argo/gpt:5",
  "provider": {
    "argo": {
      "npm": "@ai-sdk/openai-compatible",
      "options": {"baseURL": "https://h.example/v1", "apiKey": "{env:ARGO_KEY}", "headers": {"X": "s3cretvalue"}},
      "models": {"claude-sonnet-4": {"name": "Claude"}, "gpt:5": {}, "": {}},
    },
    "literal": {"options": {"apiKey": "s3cretvalue", "baseURL": "https://u:s3cretvalue@h/v1?token=s3cretvalue#s3cretvalue"}},
    "mixed": {"options": {"apiKey": "Bearer {env:K}", "baseURL": "{env:URL}/v1"}},
    "hidden": {"options": {"baseURL": "https://s3cretvalue@{env:HOST}/v1"}},
    "file": {"options": {"baseURL": "{file:s3cretvalue}", "apiKey": ""}},
    "bad": {"options": {"baseURL": "s3cretvalue"}},
    "none": {},
    " ": {}
  }
}`
	c, notes, err := config.ImportOpenCode("opencode.json", []byte(in))
	require.NoError(t, err)
	assert.Equal(t, &config.Config{
		DefaultProvider: "argo",
		Providers: []config.Provider{
			{ID: "argo", BaseURL: "https://h.example/v1", APIKeyEnv: "ARGO_KEY", Models: []string{"claude-sonnet-4", "gpt:5"}, DefaultModel: "gpt:5"},
			{ID: "literal", BaseURL: "https://h/v1"},
			{ID: "mixed", BaseURL: "{env:URL}/v1"},
			{ID: "hidden"},
			{ID: "file"},
			{ID: "bad"},
			{ID: "none"},
		},
	}, c)
	assert.Equal(t, []string{
		"argo: a model is left out: its id is empty",
		"argo: headers are left out, the program sends none",
		"literal: userinfo, query and fragment of the baseURL are left out: put the whole URL into a variable and write {env:NAME}",
		`literal: the apiKey is left out: put it into an environment variable and the variable's name into "apiKeyEnv"`,
		`mixed: the apiKey is left out: put it into an environment variable and the variable's name into "apiKeyEnv"`,
		"hidden: the baseURL is left out: it has credentials or a query beside its placeholder; put the whole URL into a variable",
		"file: the baseURL is left out: it reads a file, which is not supported; {env:NAME} is",
		"bad: the baseURL is left out: it does not begin with http:// or https:// (the value is not shown)",
		`none: there is no baseURL: add one, or "allowDefaultEndpoint": true to let the program use its default endpoint`,
		`a provider is left out: its id " " has blanks around it`,
	}, notes)
	for _, f := range []config.Format{config.JSON, config.TOML} {
		text, err := c.Encode(f)
		require.NoError(t, err)
		assert.NotContains(t, text, "s3cretvalue")
		_, err = config.Parse("c."+string(f), []byte(text))
		assert.NoError(t, err)
	}
}

func TestImportOpenCodeErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"{", "opencode.json:1: the document ends too early"},
		{"{}", "opencode.json:1: provider: is missing or empty, expected OpenCode's provider block"},
		{`{"provider": []}`, "provider: is missing or empty"},
		{`{"provider": {" ": {}}}`, `provider: has no provider that can be taken over: a provider is left out: its id " " has blanks around it`},
	} {
		_, _, err := config.ImportOpenCode("opencode.json", []byte(tt.in))
		assert.ErrorContains(t, err, tt.want)
	}
}
