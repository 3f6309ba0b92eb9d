package provider

import (
	"runtime"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
)

// passed are the variables of the server that the program gets; everything
// else stays behind: other programs' keys, and settings that change where it
// talks to or what it logs (OPENAI_BASE_URL, OPENAI_LOG, CODESCRIBE_MODEL).
var passed = []string{
	"PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"CODESCRIBE_MAX_TOKENS",
}

// passedOnWindows are what Python needs to start there.
var passedOnWindows = []string{
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP",
	"USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES",
}

// NoKey is the key of an endpoint that asks for none: the program refuses an
// empty one.
const NoKey = "null"

const keyVar = "OPENAI_COMP_APIKEY"

// Environ returns the whole environment of the program, sorted: the server's
// variables on the list, those of passEnv, and the program's settings. choice
// is nil for a command that talks to no model; it then gets no key. Variables
// that [config.Config.PassEnv] names never override what is set here.
func Environ(server []string, c *config.Config, choice *Choice) []string {
	env := map[string]string{}
	for _, pair := range server {
		name, value, _ := strings.Cut(pair, "=")
		if isPassed(name, c.PassEnv, runtime.GOOS == "windows") {
			env[name] = value
		}
	}
	// Without it no byte arrives before the program ends.
	env["PYTHONUNBUFFERED"] = "1"
	env["PYTHONIOENCODING"] = "utf-8"
	env["NO_COLOR"] = "1"
	if choice != nil {
		for name, value := range choice.settings(server) {
			env[name] = value
		}
		if choice.BaseURL == "" {
			delete(env, config.BaseURLVar)
			delete(env, "OPENAI_COMP_BASEURL")
		}
	}
	list := make([]string, 0, len(env))
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return list
}

func isPassed(name string, more []string, windows bool) bool {
	if slices.Contains(passed, name) || slices.Contains(more, name) || strings.HasPrefix(name, "LC_") {
		return true
	}
	// Names are the same in any case there.
	upper := strings.ToUpper(name)
	return windows && (slices.Contains(passed, upper) || slices.Contains(passedOnWindows, upper) ||
		slices.ContainsFunc(more, func(m string) bool { return strings.EqualFold(m, name) }))
}

// settings are the variables by which the revisions of the program learn what
// to talk to. Each ignores the names of the others.
func (c *Choice) settings(server []string) map[string]string {
	env := map[string]string{
		config.ProviderVar:     c.Provider,
		"OPENAI_COMP_PROVIDER": c.Provider,
		config.ModelVar:        c.Model,
		"OPENAI_COMP_MODEL":    c.Model,
	}
	if c.BaseURL != "" {
		env[config.BaseURLVar] = c.BaseURL
		env["OPENAI_COMP_BASEURL"] = c.BaseURL
	}
	key := c.Key(server)
	env[keyVar] = key
	if strings.Contains(c.Provider, "alcf") {
		const alcf = "ALCF_INFERENCE_APIKEY"
		if own := config.Getenv(server, alcf); own != "" {
			env[alcf] = own
		} else if key != NoKey {
			env[alcf] = key
		}
	}
	return env
}

// Key returns the key for the endpoint: that of the provider's variable, else
// the server's own OPENAI_COMP_APIKEY, else [NoKey]. A provider whose variable
// is named but not set gets no key: the server's may be another endpoint's.
func (c *Choice) Key(server []string) string {
	name := first(c.APIKeyEnv, keyVar)
	return first(config.Getenv(server, name), NoKey)
}

// KeyMissing says that the provider's key is configured and not set.
func (c *Choice) KeyMissing(server []string) bool {
	return c.APIKeyEnv != "" && config.Getenv(server, c.APIKeyEnv) == ""
}
