package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// TestRealProgram runs the real code-scribe that CODE_SCRIBE_BIN names, with a
// stand-in for the model on the loopback interface. CODE_SCRIBE_MODE is the
// model mode of that program; "auto" if it is not set.
func TestRealProgram(t *testing.T) {
	program := os.Getenv("CODE_SCRIBE_BIN")
	if program == "" {
		t.Skip("CODE_SCRIBE_BIN names no program")
	}
	program, err := filepath.Abs(program)
	require.NoError(t, err)
	mode := os.Getenv("CODE_SCRIBE_MODE")
	if mode == "" {
		mode = "auto"
	}
	model := httptest.NewServer(http.HandlerFunc(answerChat))
	defer model.Close()
	s := serve(t, fmt.Sprintf(`
defaultProvider = "stub"
[cli]
path = %q
modelMode = %q
[providers.stub]
baseURL = %q
models = ["stub"]
defaultModel = "stub"
`, program, mode, model.URL+"/v1"))
	put(t, s.dir, "src/a.F90", "subroutine a()\nend subroutine\n")
	for _, c := range []struct{ name, arguments string }{
		{"index", `{"command":"index","args":["."]}`},
		{"draft", `{"command":"draft","args":["src/a.F90"]}`},
		{"format", `{"command":"format","args":["prompts/t.toml"]}`},
		{"translate", translate},
		{"inspect", `{"command":"inspect","args":["src/a.F90","-q","What is it?"]}`},
		{"generate", `{"command":"generate","args":["Write a file."]}`},
		{"update", `{"command":"update","args":["src/a.F90","-q","Change it."]}`},
	} {
		r, data := s.call("codescribe_run", c.arguments)
		assert.False(t, r.IsError, "%s: %s", c.name, mcptest.Text(r))
		assert.EqualValues(t, 0, data["exitCode"], c.name)
	}
}

// answerChat is a model that says the same to everybody, in the form of the
// chat completions interface.
func answerChat(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"id":"1","object":"chat.completion","created":1,"model":"stub","choices":[{"index":0,"finish_reason":"stop",
		"message":{"role":"assistant","content":"<src/new.txt>\nhello\n</src/new.txt>"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`)
}
