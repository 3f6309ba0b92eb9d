package engine_test

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/engine"
)

var duration = regexp.MustCompile(`"durationMs":\d+`)

// structured is the structured result with a fixed duration.
func structured(r engine.Result) string {
	return duration.ReplaceAllString(string(r.Structured), `"durationMs":0`)
}

func TestResults(t *testing.T) {
	s := start(t, engine.Config{})
	tests := []struct {
		name    string
		args    args
		text    string
		want    string // the envelope up to argv
		isError bool
	}{
		{
			"nothing printed", nil, "(no output, exit code 0)",
			`{"ok":true,"exitCode":0,"durationMs":0,"stdout":"","stderr":"","argv":["app","say"]}`, false,
		},
		{
			"stdout",
			args{"out": "hello\n"},
			"hello\n",
			`{"ok":true,"exitCode":0,"durationMs":0,"stdout":"hello\n","stderr":"","argv":["app","say","--out=hello\n"]}`, false,
		},
		{
			"stdout without an end, and stderr",
			args{"out": "a", "err": "b"},
			"a\nb",
			`{"ok":true,"exitCode":0,"durationMs":0,"stdout":"a","stderr":"b","argv":["app","say","--err=b","--out=a"]}`, false,
		},
		{
			"everything",
			args{"out": "a\n", "err": "b\n", "exit": 3},
			"a\nb\nexit code 3",
			`{"ok":false,"exitCode":3,"durationMs":0,"stdout":"a\n","stderr":"b\n","argv":["app","say","--err=b\n","--exit=3","--out=a\n"]}`, true,
		},
		{
			"only an exit code",
			args{"exit": 3},
			"exit code 3",
			`{"ok":false,"exitCode":3,"durationMs":0,"stdout":"","stderr":"","argv":["app","say","--exit=3"]}`, true,
		},
		{
			"an exit code that is no failure",
			args{"exit": 1, "out": "- a"},
			"- a\nexit code 1 (differences found)",
			`{"ok":true,"exitCode":1,"durationMs":0,"stdout":"- a","stderr":"","argv":["app","say","--exit=1","--out=- a"]}`, false,
		},
		{
			"HTML and separators",
			args{"out": "<&>\u2028"},
			"<&>\n",
			`{"ok":true,"exitCode":0,"durationMs":0,"stdout":"<&>\n","stderr":"","argv":["app","say","--out=<&>\u2028"]}`, false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := s.call("say", tt.args)
			assert.Equal(t, tt.text, r.Text)
			assert.JSONEq(t, tt.want, structured(r))
			assert.NotContains(t, string(r.Structured), `\u003c`)
			assert.Equal(t, tt.isError, r.IsError)
			assert.True(t, r.Ran)
		})
	}
	assert.Equal(t, `{"ok":true,"exitCode":0,"durationMs":0,"stdout":"","stderr":"","argv":["app","say"]}`,
		structured(s.call("say", nil)), "the order is fixed")
}

func TestJSONOutput(t *testing.T) {
	s := start(t, engine.Config{MaxOutput: 100})
	big := `{"n":12345678901234567890123456789,"f":0.1000000000000000055511151231257827}`
	long := `{"a":"` + strings.Repeat("x", 300) + `"}`
	huge := `{"a":"` + strings.Repeat("x", 60_000) + `"}`
	tests := []struct {
		name, tool, out string
		exit            int
		data            string // "" for none
	}{
		{"exact numbers", "data", big, 0, big},
		{"made compact", "data", "{ \"a\" : [1,\n 2] }\n", 0, `{"a":[1,2]}`},
		{"a list", "data", `[1]`, 0, `[1]`},
		{"HTML stays", "data", `"<&>"`, 0, `"<&>"`},
		{"with a failure", "data", `{"error":"x"}`, 3, `{"error":"x"}`},
		{"not JSON", "data", `{"a":`, 0, ``},
		{"two values", "data", `{} {}`, 0, ``},
		{"nothing", "data", ``, 0, ``},
		{"longer than the text may be", "data", long, 0, long},
		{"much longer", "data", huge, 0, huge},
		{"a command that did not promise any", "say", `{"a":1}`, 0, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := s.call(tt.tool, args{"out": tt.out, "exit": tt.exit})
			var envelope struct {
				Data   json.RawMessage `json:"data"`
				Stdout string          `json:"stdout"`
			}
			require.NoError(t, json.Unmarshal(r.Structured, &envelope))
			assert.Equal(t, tt.data, string(envelope.Data))
			assert.Less(t, len(envelope.Stdout), 200, "the text keeps its limit")
			assert.Less(t, len(r.Text), 250)
		})
	}
}

func TestOutputThatIsTooLongIsNoData(t *testing.T) {
	s := start(t, engine.Config{MaxOutput: 100})
	r := s.call("flood", args{"n": 200_000})
	assert.NotContains(t, string(r.Structured), `"data"`)
	s = start(t, engine.Config{})
	r = s.call("data", args{"out": strings.Repeat(" ", 70_000) + "1"})
	assert.Contains(t, string(r.Structured), `"data":1`, "beyond what a reply shows, but kept")
}

func TestTheOutputAsTheWholeResult(t *testing.T) {
	s := start(t, engine.Config{})
	assert.Equal(t, `{"a":1}`, string(s.call("whole", args{"out": "{ \"a\": 1 }"}).Structured))
	for name, tt := range map[string]args{
		"a failure": {"out": `{"a":1}`, "exit": 3}, "no object": {"out": `[1]`}, "no JSON": {"out": `a`}, "nothing": {},
	} {
		r := s.call("whole", tt)
		assert.Contains(t, string(r.Structured), `"exitCode"`, name)
	}
}

// A client that was promised a schema throws an error of its own at anything
// else.
func TestADeclaredResultOrNone(t *testing.T) {
	s := start(t, engine.Config{})
	assert.Equal(t, `{"a":1}`, string(s.call("declared", args{"out": `{"a":1}`}).Structured))
	for name, tt := range map[string]args{
		"a failure": {"out": `{"a":1}`, "exit": 3}, "no object": {"out": `[1]`}, "no JSON": {"out": `a`}, "nothing": {},
	} {
		r := s.call("declared", tt)
		assert.True(t, r.IsError, name)
		assert.Nil(t, r.Structured, name)
		assert.Contains(t, string(r.Envelope()), `{"ok":false,"exitCode":`, name)
	}
	assert.Equal(t, "a\nthe output is not the JSON that the command declares", s.call("declared", args{"out": "a"}).Text)
}

// Every result has the one form that scripts read.
func TestEnvelopes(t *testing.T) {
	s := start(t, engine.Config{})
	r := s.call("say", args{"out": "a"})
	assert.Equal(t, string(r.Structured), string(r.Envelope()))
	r = s.call("declared", args{"out": `{"a":1}`})
	assert.Contains(t, string(r.Envelope()), `{"ok":true,"exitCode":0,`)
	assert.Contains(t, string(r.Envelope()), `"data":{"a":1}`)
	assert.Equal(t, `{"ok":false,"error":"<no> \"x\""}`, string(engine.Refusal(`<no> "x"`).Envelope()))
	assert.Equal(t, `{"ok":true,"exitCode":0,"durationMs":0,"stdout":"a","stderr":"","argv":[]}`, string(engine.Answer("a").Envelope()))
}

func TestTruncation(t *testing.T) {
	s := start(t, engine.Config{MaxOutput: 100})
	r := s.call("flood", args{"n": 50})
	want := strings.Repeat("0123456789", 5) + "\n... [400 bytes omitted] ...\n" + strings.Repeat("0123456789", 5)
	assert.Equal(t, want, r.Text)
	assert.Equal(t, want, r.Stdout)
	assert.Contains(t, string(r.Structured), `"truncated":{"stdoutBytes":500,"stdoutDropped":400,"stderrBytes":0,"stderrDropped":0}`)
	assert.False(t, r.IsError)
	assert.NotContains(t, string(s.call("flood", args{"n": 10}).Structured), "truncated", "exactly the limit")
}

func TestTimeouts(t *testing.T) {
	tests := []struct{ name, tool, text string }{
		{"of the server", "hang", "timed out after 300ms and was ended"},
		{"of the command", "short", "timed out after 50ms and was ended"},
	}
	s := start(t, engine.Config{Timeout: 300 * time.Millisecond})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := s.call(tt.tool, nil)
			assert.True(t, r.IsError)
			assert.True(t, strings.HasSuffix(r.Text, tt.text), r.Text)
			assert.Contains(t, string(r.Structured), `"timedOut":true`)
			assert.Contains(t, string(r.Structured), `"ok":false`)
		})
	}
}

func TestCancellation(t *testing.T) {
	s := start(t, engine.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	started := time.Now()
	r := s.do(ctx, "hang", nil, func(line string) {
		if line == "ready" {
			cancel()
		}
	})
	assert.Equal(t, "ready\ncancelled", r.Text)
	assert.True(t, r.IsError)
	assert.True(t, r.Ran)
	assert.NotContains(t, string(r.Structured), "timedOut")
	assert.Less(t, time.Since(started), 20*time.Second)

	r = s.do(ctx, "say", nil, nil)
	assert.Equal(t, engine.Refusal("cancelled before it started"), r)
}

func TestAProgramThatCannotBeStarted(t *testing.T) {
	s := start(t, engine.Config{Program: engine.Program{Path: t.TempDir() + "/gone"}})
	r := s.call("say", nil)
	assert.True(t, r.IsError)
	assert.False(t, r.Ran)
	assert.Nil(t, r.Structured)
	assert.Contains(t, r.Text, "say: the program could not be started: ")
	assert.Contains(t, s.log.String(), `refused="not started"`)
}

func TestSecrets(t *testing.T) {
	s := start(t, engine.Config{Program: engine.Program{Env: []string{"DB_PASSWORD=correct horse", "SHORT_TOKEN=abc", "GREETING=good morning"}}})
	tests := []struct {
		name string
		tool string
		args args
		hide []string
		show []string
	}{
		{"a variable that is named like one", "env", args{"name": "DB_PASSWORD"}, []string{"correct horse"}, []string{"[redacted]"}},
		{"another variable", "env", args{"name": "GREETING"}, nil, []string{"good morning"}},
		{"a short one is part of ordinary words", "env", args{"name": "SHORT_TOKEN"}, nil, []string{"abc"}},
		{"a flag that is named like one", "say", args{"token": "hunter22"}, []string{"hunter22"}, []string{"--token=[redacted]"}},
		{"a secret flag, also in the output", "say", args{"pin": "98765", "out": "it is 98765"}, []string{"98765"}, []string{"it is [redacted]", "--pin=[redacted]"}},
		{"a short secret flag", "say", args{"pin": "12"}, []string{"--pin=12"}, []string{"--pin=[redacted]"}},
		{"a secret like the program and the command", "say", args{"pin": "app", "token": "say", "out": "app"}, []string{"pin=app", "token=say"}, []string{`"argv":["app","say","--out=app","--pin=[redacted]","--token=[redacted]"]`}},
		{"a secret like its flag", "say", args{"token": "token"}, []string{"token=token"}, []string{`"--token=[redacted]"`}},
		{"a longer one like the command", "data", args{"token": "data", "out": "1"}, []string{"token=data"}, []string{`"argv":["app","data","--out=1","--token=[redacted]"]`}},
		{"a secret of one letter", "say", args{"pin": "a", "out": "a banana"}, []string{"--pin=a"}, []string{"--pin=[redacted]", "banana"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := s.call(tt.tool, tt.args)
			for _, secret := range tt.hide {
				assert.NotContains(t, r.Text+string(r.Structured), secret)
			}
			for _, text := range tt.show {
				assert.Contains(t, string(r.Structured), text)
			}
		})
	}
	assert.NotContains(t, s.log.String(), "hunter22")
}

func TestCallsGetTheEnvironment(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	s := start(t, engine.Config{Program: engine.Program{Env: engine.Environ([]string{"A=b"}, path, false)}})
	for name, want := range map[string]string{"A": "b", "CI": "1", "PAGER": "cat", "NURUCOBRA_INSIDE": path} {
		assert.Equal(t, want, s.call("env", args{"name": name}).Stdout, name)
	}
}
