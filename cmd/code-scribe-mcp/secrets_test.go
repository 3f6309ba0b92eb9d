package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// planted are the secrets of the test: all in places where the specification
// has them.
var planted = map[string]string{
	"key":      "sk-" + plantedWord + "-key-0123456789",
	"own":      plantedWord + "-own/+value=",
	"password": plantedWord + "-pa:ss",
	"query":    plantedWord + "-query",
	"env":      plantedWord + "-environment",
}

// forms are the ways in which a secret may come out.
func forms() []string {
	var out []string
	for _, v := range planted {
		quoted, _ := json.Marshal(v)
		out = append(out, v, strings.Trim(string(quoted), `"`), url.QueryEscape(v), url.PathEscape(v),
			base64.RawStdEncoding.EncodeToString([]byte(v)), base64.RawURLEncoding.EncodeToString([]byte(v)),
			base64.RawStdEncoding.EncodeToString([]byte("user:"+v)))
	}
	return out
}

// A program that prints its whole environment in every form does not get one
// secret out: not in results, texts, progress, logs or errors.
func TestSecrets(t *testing.T) {
	t.Parallel()
	secretURL := "http://user:" + url.QueryEscape(planted["password"]) + "@127.0.0.1:9/v1?token=" + planted["query"]
	config := `
passEnv = ["GITHUB_TOKEN", "MY_SETTING"]
redact = ["MY_SETTING"]
defaultProvider = "argo"
[providers.argo]
baseURL = "{env:BASE}"
models = ["m"]
defaultModel = "m"
apiKeyEnv = "ARGO_KEY"
`
	env := []string{
		"BASE=" + secretURL, "ARGO_KEY=" + planted["key"], "GITHUB_TOKEN=" + planted["env"], "MY_SETTING=" + planted["own"],
		"HTTP_PROXY=http://proxy:" + plantedWord + "-proxy@127.0.0.1:3128/",
	}
	s := serve(t, config, env...)
	s.fake(fake{Leak: true, Exit: 1})
	searched := 0
	check := func(text string) {
		t.Helper()
		for _, f := range forms() {
			assert.NotContains(t, text, f)
			searched++
		}
		assert.NotContains(t, text, plantedWord)
	}
	key, _ := json.Marshal(planted["key"])
	for _, c := range []struct{ tool, arguments string }{
		{"codescribe_run", translate},
		{"codescribe_run", `{"command":"inspect","args":["src/a.F90","-q",` + string(key) + `]}`},
		{"codescribe_run", `{"command":"inspect","args":[` + string(key) + `]}`},
		{"codescribe_run", `{"command":` + string(key) + `,"args":[]}`},
		{"codescribe_run", `{"command":"inspect","cwd":` + string(key) + `}`},
		{"codescribe_run", `{"command":"inspect","provider":` + string(key) + `}`},
		{"codescribe_validate", `{"command":"inspect","args":["src/a.F90","-q",` + string(key) + `]}`},
		{"codescribe_translate_bundle", `{"files":["src/a.F90",` + string(key) + `],"prompt":"prompts/t.toml"}`},
		{"codescribe_translate_bundle", `{"files":["src/a.F90"],"prompt":"prompts/t.toml"}`},
		{"codescribe_models", `{"provider":` + string(key) + `}`},
		{"codescribe_providers", `{}`},
	} {
		r, data := s.call(c.tool, c.arguments)
		all, err := json.Marshal(data)
		require.NoError(t, err)
		check(string(all))
		check(mcptest.Text(r))
	}
	_, data := s.call("codescribe_run", translate)
	assert.Equal(t, "http://127.0.0.1:9/v1", data["envApplied"].(map[string]any)["baseURL"])
	assert.Contains(t, data["stdout"], "***", "it did leak")
	require.NoError(t, s.Close())
	check(s.log.String())

	for _, args := range [][]string{
		{"run", "--", "translate", "src/a.F90", "-p", "prompts/t.toml"},
		{"run", "--json", "--", "inspect", "src/a.F90", "-q", planted["key"]},
		{"providers"},
		{"doctor", "--network"},
		{"export-schema"},
		{"mcp-server", "tools"},
		{"config", "check"},
		{"models", planted["key"]},
		{"mcp-server", "call", "codescribe_run", translate},
	} {
		cmd := exec.Command(s.cmd.Path, args...)
		cmd.Dir, cmd.Env = s.dir, s.cmd.Env
		out, _ := cmd.CombinedOutput()
		assert.NotEmpty(t, out, args)
		check(string(out))
	}
	t.Logf("0 of %d planted secrets found, searched for %d times", len(planted)+1, searched)
}

// A configuration with a key in it is refused, and the key not repeated.
func TestKeyInConfiguration(t *testing.T) {
	t.Parallel()
	_, cmd := prepare(t, plainConfig+"apiKey = \""+planted["key"]+"\"\n")
	cmd.Args = append(cmd.Args, "providers")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "apiKeyEnv")
	assert.NotContains(t, string(out), plantedWord)
}

// What a configuration has where no key belongs is not repeated either, to
// agents or in a terminal: such texts are known by their shape or because the
// environment has them as well.
func TestSecretsInErrors(t *testing.T) {
	t.Parallel()
	const shaped = "sk-" + plantedWord + "-0123456789"
	const known = plantedWord + "knownvalue"
	for name, config := range map[string]string{
		"provider":        "defaultProvider = %q\n",
		"unknown key":     "%q = 1\n",
		"unknown, deeper": "[cli]\n%q = 1\n",
		"path":            "cli.path = \"./%[1]s\"\n#%[1]q\n",
		"mode":            "cli.modelMode = %q\n",
		"twice":           "%[1]q = 1\n%[1]q = 2\n",
		"model":           "[providers.a]\nmodels = [\"m\"]\ndefaultModel = %q\n",
		"id with blanks":  "[providers.\" %[1]s\"]\n#%[1]q\n",
		"list":            "passEnv = [%[1]q]\nroots = [%[1]q, %[1]q]\n",
	} {
		for _, secret := range []string{shaped, known} {
			t.Run(name+" "+secret[:3], func(t *testing.T) {
				t.Parallel()
				s := serve(t, fmt.Sprintf(config, secret), "SOME_TOKEN="+known)
				r, _ := s.call("codescribe_providers", "{}")
				assert.True(t, r.IsError)
				assert.Contains(t, mcptest.Text(r), "codescribe-mcp.config.toml")
				assert.NotContains(t, mcptest.Text(r), plantedWord)
				require.NoError(t, s.Close())
				assert.NotContains(t, s.log.String(), plantedWord)
				for _, args := range [][]string{{"providers"}, {"config", "check"}, {"doctor"}, {"run", "index", "--tool-names", secret}, {"models", "--" + secret}} {
					cmd := exec.Command(s.cmd.Path, args...)
					cmd.Dir, cmd.Env = s.dir, s.cmd.Env
					out, err := cmd.CombinedOutput()
					require.Error(t, err, args)
					assert.NotEmpty(t, out, args)
					assert.NotContains(t, string(out), plantedWord, args)
				}
			})
		}
	}
}
