package provider_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
)

func fixture() *config.Config {
	return &config.Config{Providers: []config.Provider{
		{ID: "argo", BaseURL: "https://h.example/v1", Models: []string{"claude-sonnet-4", "gpt:5"}},
		{ID: "nourl", Models: []string{"m1"}},
		{ID: "empty"},
	}}
}

func codes(c ...problem.Code) []problem.Code { return c }

// The vectors of the specification.
func TestChooseVectors(t *testing.T) {
	for _, tt := range []struct {
		name, provider, model string
		want                  []problem.Code
		available             []string
		text                  string
	}{
		{"none", "", "", codes(problem.ProviderRequired, problem.ModelRequired), []string{"argo", "nourl", "empty"}, "available: argo, nourl, empty"},
		{"provider only", "argo", "", codes(problem.ModelRequired), []string{"claude-sonnet-4", "gpt:5"}, "available: claude-sonnet-4, gpt:5"},
		{"model only", "", "gpt:5", codes(problem.ProviderRequired), []string{"argo", "nourl", "empty"}, ""},
		{"unknown provider", "no", "m", codes(problem.UnknownProvider), []string{"argo", "nourl", "empty"}, "available: argo, nourl, empty"},
		{"unknown provider alone", "no", "", codes(problem.UnknownProvider), []string{"argo", "nourl", "empty"}, ""},
		{"unknown model", "argo", "nope", codes(problem.UnknownModel), []string{"claude-sonnet-4", "gpt:5"}, "available: claude-sonnet-4, gpt:5"},
		{"case", "argo", "Claude-Sonnet-4", codes(problem.UnknownModel), []string{"claude-sonnet-4", "gpt:5"}, `did you mean "claude-sonnet-4"?`},
		{"no models", "empty", "m1", codes(problem.UnknownModel), nil, "available: (none)"},
		{"own keys only", "constructor", "m1", codes(problem.UnknownProvider), []string{"argo", "nourl", "empty"}, ""},
		{"no base URL", "nourl", "m1", codes(problem.NoBaseURL), nil, "providers.nourl.baseURL"},
		{"blank is no trimming", " argo", "gpt:5", codes(problem.UnknownProvider), []string{"argo", "nourl", "empty"}, `did you mean "argo"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := provider.Choose(fixture(), nil, tt.provider, tt.model)
			require.Equal(t, tt.want, problem.Codes(problems))
			assert.Equal(t, tt.available, problems[0].Available)
			assert.Contains(t, problems[0].Message, tt.text)
		})
	}
}

func TestChoose(t *testing.T) {
	const mine, theirs = "https://mine.example/v1", "https://h.example/v1"
	withDefaults := fixture()
	withDefaults.DefaultProvider = "argo"
	withDefaults.Providers[0].DefaultModel = "gpt:5"
	withDefaults.Providers[0].APIKeyEnv = "ARGO_KEY"
	open := fixture()
	open.Providers[1].AllowDefaultEndpoint = true
	single := &config.Config{Providers: []config.Provider{{ID: "nourl", Models: []string{"m1", "m2"}}}}
	placeholders := &config.Config{Providers: []config.Provider{{ID: "p", BaseURL: "{env:U}/v1", Models: []string{"m"}}}}
	for _, tt := range []struct {
		name            string
		config          *config.Config
		environ         []string
		provider, model string
		want            provider.Choice
	}{
		{"named", fixture(), nil, "argo", "gpt:5", provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: theirs}},
		{"defaults", withDefaults, nil, "", "", provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: theirs, APIKeyEnv: "ARGO_KEY"}},
		{"default model of a named provider", withDefaults, nil, "argo", "", provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: theirs, APIKeyEnv: "ARGO_KEY"}},
		{"default endpoint", open, nil, "nourl", "m1", provider.Choice{Provider: "nourl", Model: "m1"}},
		{
			"environment before configuration", withDefaults,
			[]string{config.ProviderVar + "=nourl", config.ModelVar + "=m1", config.BaseURLVar + "=" + mine},
			"", "",
			provider.Choice{Provider: "nourl", Model: "m1", BaseURL: mine},
		},
		{
			"call before environment", withDefaults,
			[]string{config.ProviderVar + "=nourl", config.ModelVar + "=m1", config.BaseURLVar + "=" + mine},
			"argo", "claude-sonnet-4",
			provider.Choice{Provider: "argo", Model: "claude-sonnet-4", BaseURL: theirs, APIKeyEnv: "ARGO_KEY"},
		},
		{
			"the environment's model is of its provider", withDefaults,
			[]string{config.ProviderVar + "=nourl", config.ModelVar + "=claude-sonnet-4"},
			"argo", "",
			provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: theirs, APIKeyEnv: "ARGO_KEY"},
		},
		{
			"the environment's model of any provider", withDefaults,
			[]string{config.ModelVar + "=claude-sonnet-4"},
			"argo", "",
			provider.Choice{Provider: "argo", Model: "claude-sonnet-4", BaseURL: theirs, APIKeyEnv: "ARGO_KEY"},
		},
		{
			"the environment's base URL of the only provider", single,
			[]string{config.BaseURLVar + "=" + mine},
			"nourl", "m2",
			provider.Choice{Provider: "nourl", Model: "m2", BaseURL: mine},
		},
		{
			"the environment's base URL of one of several", fixture(),
			[]string{config.BaseURLVar + "=" + mine},
			"argo", "gpt:5",
			provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: theirs},
		},
		{"placeholder", placeholders, []string{"U=https://h.example"}, "p", "m", provider.Choice{Provider: "p", Model: "m", BaseURL: theirs}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := provider.Choose(tt.config, tt.environ, tt.provider, tt.model)
			require.Empty(t, problems)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestChooseBadBaseURL(t *testing.T) {
	c := &config.Config{Providers: []config.Provider{{ID: "p", BaseURL: "{env:U}", Models: []string{"m"}}}}
	for _, tt := range []struct{ environ, want string }{
		{"X=", "BAD_BASE_URL: providers.p.baseURL names environment variables that are not set: U"},
		{"U=s3cretvalue", "BAD_BASE_URL: providers.p.baseURL does not begin with http:// or https:// (the value is not shown)"},
		{config.BaseURLVar + "=ftp://s3cretvalue", "BAD_BASE_URL: OPENCODE_CODESCRIBE_BASEURL does not begin with http:// or https:// (the value is not shown)"},
	} {
		_, problems := provider.Choose(c, []string{tt.environ}, "p", "m")
		require.Len(t, problems, 1)
		assert.Equal(t, tt.want, problems[0].String())
	}
}

func TestWord(t *testing.T) {
	assert.Equal(t, "opencode-env", provider.Word(config.OpencodeEnv, "m"))
	assert.Equal(t, "oaic-env", provider.Word(config.OaicEnv, "m"))
	assert.Equal(t, "oaic-Meta/Llama:70b", provider.Word(config.OaicModel, "Meta/Llama:70b"))
	assert.Equal(t, "oaic-m", provider.Word(config.Auto, "m"))
}

func TestModeOf(t *testing.T) {
	assert.Equal(t, config.OaicModel, provider.ModeOf("Usage: code-scribe\n\nCommands:\n  agent    Run an agent.\n  draft\n"))
	assert.Equal(t, config.OaicEnv, provider.ModeOf("Usage: code-scribe\nagent of change\nCommands:\n  draft  Not an agent.\n"))
	assert.Equal(t, config.OaicEnv, provider.ModeOf("agent"))
	assert.Equal(t, config.OaicEnv, provider.ModeOf(""))
}

func TestEnviron(t *testing.T) {
	server := []string{
		"PATH=/bin", "HOME=/h", "LC_ALL=C", "LANG=C", "HTTPS_PROXY=http://u:p@proxy", "no_proxy=x", "CODESCRIBE_MAX_TOKENS=5",
		"OPENAI_BASE_URL=https://elsewhere", "OPENAI_API_KEY=sk-1", "OPENAI_LOG=debug", "CODESCRIBE_ARCHIVE=a", "CODESCRIBE_MODEL=m",
		"AWS_SECRET_ACCESS_KEY=x", "OMP_NUM_THREADS=4", "ARGO_KEY=k1", "OPENAI_COMP_APIKEY=k2", "ALCF_INFERENCE_APIKEY=k3",
		"OPENCODE_CODESCRIBE_BASEURL=https://old", "PYTHONUNBUFFERED=0", "bad",
	}
	base := []string{
		"CODESCRIBE_MAX_TOKENS=5", "HOME=/h", "HTTPS_PROXY=http://u:p@proxy", "LANG=C", "LC_ALL=C", "NO_COLOR=1", "PATH=/bin",
		"PYTHONIOENCODING=utf-8", "PYTHONUNBUFFERED=1", "no_proxy=x",
	}
	c := new(config.Config)
	assert.Equal(t, base, provider.Environ(server, c, nil))

	c.PassEnv = []string{"OMP_NUM_THREADS", "OPENAI_BASE_URL", "PYTHONUNBUFFERED", config.BaseURLVar, "OPENAI_COMP_APIKEY"}
	passing := provider.Environ(server, c, nil)
	assert.Contains(t, passing, "OMP_NUM_THREADS=4")
	assert.Contains(t, passing, "OPENAI_BASE_URL=https://elsewhere")
	assert.Contains(t, passing, "PYTHONUNBUFFERED=1")

	added := func(server []string, choice provider.Choice) (more []string) {
		for _, pair := range provider.Environ(server, new(config.Config), &choice) {
			if !slices.Contains(base, pair) {
				more = append(more, pair)
			}
		}
		return more
	}
	choice := provider.Choice{Provider: "argo", Model: "gpt:5", BaseURL: "https://u:p@h/v1", APIKeyEnv: "ARGO_KEY"}
	assert.Equal(t, []string{
		"OPENAI_COMP_APIKEY=k1", "OPENAI_COMP_BASEURL=https://u:p@h/v1", "OPENAI_COMP_MODEL=gpt:5", "OPENAI_COMP_PROVIDER=argo",
		"OPENCODE_CODESCRIBE_BASEURL=https://u:p@h/v1", "OPENCODE_CODESCRIBE_MODEL=gpt:5", "OPENCODE_CODESCRIBE_PROVIDER=argo",
	}, added(server, choice))

	choice.APIKeyEnv, choice.BaseURL = "", ""
	assert.Equal(t, []string{
		"OPENAI_COMP_APIKEY=k2", "OPENAI_COMP_MODEL=gpt:5", "OPENAI_COMP_PROVIDER=argo",
		"OPENCODE_CODESCRIBE_MODEL=gpt:5", "OPENCODE_CODESCRIBE_PROVIDER=argo",
	}, added(server, choice))
	assert.NotContains(t, provider.Environ(server, c, &choice), "OPENCODE_CODESCRIBE_BASEURL=https://old",
		"a base URL that was passed on purpose is not this provider's")

	for _, tt := range []struct {
		name     string
		server   []string
		choice   provider.Choice
		key, own string
	}{
		{"no key at all", nil, provider.Choice{Provider: "argo"}, "null", ""},
		{"the variable is not set, another key is not used", []string{"OPENAI_COMP_APIKEY=k2"}, provider.Choice{Provider: "argo", APIKeyEnv: "ARGO_KEY"}, "null", ""},
		{"alcf, own key", server, provider.Choice{Provider: "my-alcf-x"}, "k2", "k3"},
		{"alcf, the same key", []string{"K=k"}, provider.Choice{Provider: "alcf", APIKeyEnv: "K"}, "k", "k"},
		{"alcf, none", nil, provider.Choice{Provider: "alcf"}, "null", ""},
		{"case matters", server, provider.Choice{Provider: "ALCF"}, "k2", ""},
	} {
		env := provider.Environ(tt.server, new(config.Config), &tt.choice)
		assert.Equal(t, tt.key, config.Getenv(env, "OPENAI_COMP_APIKEY"), tt.name)
		assert.Equal(t, tt.own, config.Getenv(env, "ALCF_INFERENCE_APIKEY"), tt.name)
	}
}

func TestKeyMissing(t *testing.T) {
	c := provider.Choice{APIKeyEnv: "K"}
	assert.True(t, c.KeyMissing(nil))
	assert.False(t, c.KeyMissing([]string{"K=k"}))
	assert.False(t, new(provider.Choice).KeyMissing(nil))
}

func TestWindowsNames(t *testing.T) {
	for name, want := range map[string]bool{"Path": true, "SystemRoot": true, "omp_num_threads": true, "OPENAI_API_KEY": false} {
		assert.Equal(t, want, provider.IsPassed(name, []string{"OMP_NUM_THREADS"}, true), name)
		assert.False(t, provider.IsPassed(name, []string{"OMP_NUM_THREADS"}, false), name)
	}
}
