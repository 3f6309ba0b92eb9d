//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What OpenCode may do with a call.
const (
	allow  = "allow"  // it ran without a question
	ask    = "ask"    // the user was asked, and said no
	deny   = "deny"   // a rule refused it
	hidden = "hidden" // the model has no such tool
)

// opencode is a running "opencode serve" whose model is a stub.
type opencode struct {
	ctx     context.Context // bounds everything that is done with it
	model   *stubModel
	app     string // name of the application and of its MCP server
	base    string
	project string // folder that it works in
	store   string // tasks file of the applications that it starts

	mu    sync.Mutex
	asked map[string][]question // by session
}

// question is one request for permission.
type question struct {
	ID         string   `json:"id"`
	SessionID  string   `json:"sessionID"`
	Permission string   `json:"permission"`
	Patterns   []string `json:"patterns"`
}

// outcome is what became of a call.
type outcome struct {
	what  string // allow, ask, deny or hidden; anything else is trouble
	text  string // what the model was told
	asked []question
}

// deadline is when all tests with OpenCode must be over.
var deadline = sync.OnceValue(func() time.Time { return time.Now().Add(6 * time.Minute) })

// setup is what an OpenCode is started with. The file opencode.json of its project
// is what the application printed, to the byte; everything else stands in the
// user's configuration.
type setup struct {
	app     string // name of the application
	binary  string
	rules   []byte
	timeout time.Duration // for calls of tools, zero for OpenCode's own
}

func startOpenCode(t *testing.T, s setup) *opencode {
	t.Helper()
	program := filepath.Join(client(t, "opencode")[0], "bin", "opencode")
	ctx, cancel := context.WithDeadline(t.Context(), deadline())
	t.Cleanup(cancel)
	o := &opencode{ctx: ctx, app: s.app, model: newStubModel(t), store: newStore(t), asked: map[string][]question{}}
	t.Cleanup(func() { assert.Empty(t, o.model.trouble) })

	home := t.TempDir()
	o.project = filepath.Join(home, "project")
	bin := filepath.Join(home, "bin")
	for _, dir := range []string{o.project, bin, filepath.Join(home, "config", "opencode")} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	require.NoError(t, os.Symlink(s.binary, filepath.Join(bin, s.app)))
	require.NoError(t, os.Symlink(s.binary, filepath.Join(o.project, s.app))) // for ./app
	require.NoError(t, os.WriteFile(filepath.Join(o.project, "opencode.json"), s.rules, 0o600))
	user, err := json.Marshal(o.configuration(s))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(home, "config", "opencode", "opencode.json"), user, 0o600))

	log, err := os.Create(filepath.Join(home, "opencode.log"))
	require.NoError(t, err)
	defer log.Close()
	stdout, stdoutEnd, err := os.Pipe()
	require.NoError(t, err)
	defer stdoutEnd.Close()
	t.Cleanup(func() { stdout.Close() })

	cmd := exec.Command(program, "serve", "--hostname", "127.0.0.1", "--port", "0", "--print-logs", "--pure")
	cmd.Dir, cmd.Stdout, cmd.Stderr = o.project, stdoutEnd, log
	cmd.Env = []string{
		"HOME=" + home, "PATH=" + bin + ":/usr/bin:/bin", "LANG=C.UTF-8", "SHELL=/bin/bash",
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_DATA_HOME=" + filepath.Join(home, "data"),
		"XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"TASKS_FILE=" + o.store, "KUBECONFIG=" + filepath.Join(home, "no-cluster"),
		// OpenCode would like to update itself and to fetch lists of models, plugins and language servers.
		"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_DEFAULT_PLUGINS=1",
		"OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_EXTERNAL_SKILLS=1", "OPENCODE_DISABLE_CLAUDE_CODE=1",
		"OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER=1",
	}
	exited := start(t, cmd)
	t.Cleanup(func() {
		if t.Failed() {
			data, _ := os.ReadFile(log.Name())
			t.Logf("the end of OpenCode's log:\n%s", tail(data))
		}
	})
	o.base = address(t, stdout, exited)
	o.listen(t)
	return o
}

// configuration is the user's part: the model, and the application's server.
func (o *opencode) configuration(s setup) map[string]any {
	server := map[string]any{"type": "local", "command": []string{s.app, "mcp-server"}, "enabled": true}
	if s.timeout > 0 {
		server["timeout"] = s.timeout.Milliseconds()
	}
	return map[string]any{
		"model": "stub/stub", "small_model": "stub/stub",
		"autoupdate": false, "share": "disabled", "snapshot": false,
		"provider": map[string]any{"stub": map[string]any{
			"npm": "@ai-sdk/openai-compatible", "name": "stub",
			"options": map[string]any{"baseURL": o.model.URL + "/v1", "apiKey": "none"},
			"models":  map[string]any{"stub": map[string]any{"name": "stub", "tool_call": true, "limit": map[string]any{"context": 1_000_000, "output": 4096}}},
		}},
		"mcp": map[string]any{s.app: server},
	}
}

var listening = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// address reads where the server listens from its output, and goes on reading
// so that it never waits for us.
func address(t *testing.T, stdout io.Reader, exited <-chan struct{}) string {
	t.Helper()
	found := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if a := listening.FindString(lines.Text()); a != "" {
				select {
				case found <- a:
				default:
				}
			}
		}
	}()
	select {
	case a := <-found:
		return a
	case <-exited:
		t.Fatal("opencode serve ended before it listened")
	case <-time.After(time.Minute):
		t.Fatal("opencode serve does not listen")
	}
	return ""
}

// listen follows the server's events and answers every question with no.
func (o *opencode) listen(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	t.Cleanup(func() { cancel(); <-ended })
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/event", nil)
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	go func() {
		defer close(ended)
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data:")
			if !ok {
				continue
			}
			var event struct {
				Type       string          `json:"type"`
				Properties json.RawMessage `json:"properties"`
			}
			var q question
			if json.Unmarshal([]byte(data), &event) != nil || event.Type != "permission.asked" || json.Unmarshal(event.Properties, &q) != nil {
				continue
			}
			o.mu.Lock()
			o.asked[q.SessionID] = append(o.asked[q.SessionID], q)
			o.mu.Unlock()
			if err := o.request(ctx, http.MethodPost, "/permission/"+q.ID+"/reply", map[string]any{"reply": "reject"}, nil); err != nil {
				o.model.complain("answering OpenCode's question: %v", err)
			}
		}
	}()
}

// do has the model make one call in a session of its own.
func (o *opencode) do(c call) (outcome, error) {
	ctx, cancel := context.WithTimeout(o.ctx, time.Minute)
	defer cancel()
	prompt, err := json.Marshal(script{Calls: []call{c}})
	if err != nil {
		return outcome{}, err
	}
	var session struct{ ID string }
	if err := o.request(ctx, http.MethodPost, "/session", map[string]any{"title": "a call"}, &session); err != nil {
		return outcome{}, err
	}
	messages := "/session/" + session.ID + "/message"
	err = o.request(ctx, http.MethodPost, messages, map[string]any{
		"model": map[string]any{"providerID": "stub", "modelID": "stub"},
		"parts": []any{map[string]any{"type": "text", "text": string(prompt)}},
	}, nil)
	if err != nil {
		return outcome{}, err
	}
	var said []struct{ Parts []part }
	if err := o.request(ctx, http.MethodGet, messages, nil, &said); err != nil {
		return outcome{}, err
	}
	var uses []part
	for _, m := range said {
		for _, p := range m.Parts {
			if p.Type == "tool" {
				uses = append(uses, p)
			}
		}
	}
	if len(uses) != 1 {
		return outcome{}, fmt.Errorf("the model made one call and OpenCode tells of %d: %+v", len(uses), said)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return uses[0].outcome(o.asked[session.ID]), nil
}

// part is a piece of a message; only the use of a tool matters here.
type part struct {
	Type, Tool string
	State      struct{ Status, Output, Error string }
}

func (p part) outcome(asked []question) outcome {
	o := outcome{text: p.State.Output + p.State.Error, asked: asked}
	failed := p.State.Status == "error"
	switch {
	case p.Tool == "invalid":
		o.what = hidden
	case len(asked) > 0 && failed:
		o.what = ask
	case len(asked) > 0:
		o.what = "asked, and " + p.State.Status + " although the answer was no"
	case failed && strings.Contains(p.State.Error, "specified a rule which prevents you from using this"):
		o.what = deny
	case p.State.Status == "completed":
		o.what = allow
	default:
		o.what = p.State.Status
	}
	return o
}

// request sends body as JSON, when there is one, and decodes the answer into
// result, when that is wanted.
func (o *opencode) request(ctx context.Context, method, path string, body, result any) error {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, o.base+path, sent)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return err
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, tail(data))
	case result == nil:
		return nil
	}
	return json.Unmarshal(data, result)
}
