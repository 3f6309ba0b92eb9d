package result_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
)

// A file may have any name; a reader's terminal obeys none of it.
func TestTextCleansNames(t *testing.T) {
	names := []string{"e\x1b[2Jx.scribe", "new\nline", "\xff"}
	code := 0
	inv := command.Invocation{Command: "draft", Cwd: "/w\x1b[2J", Args: []string{"draft", names[0]}}
	r := result.Of(inv, nil, result.Ended{ExitCode: &code}, result.Files{Written: names, Skipped: names, Missing: names, OutsideCwd: names}, result.About{})
	r.Hint = "h\x1b[2J"
	r.Errors = append(r.Errors, problem.Problem{Code: problem.NotFound, Message: "m\x1b[2J"})
	text := r.Text()
	assert.NotContains(t, text, "\x1b")
	assert.NotContains(t, text, "\nline")
	assert.Contains(t, text, `draft wrote "e\x1b[2Jx.scribe", "new\nline", "\xff", skipped`)
	assert.Contains(t, text, `- "e\x1b[2Jx.scribe"`+"\n"+`- "new\nline"`+"\n"+`- "\xff"`+"\n")
	assert.Equal(t, names, r.Files.Written, "the data has the names")
}

// A name with a newline is on two lines of output, and one that a terminal
// would obey is not spelled there as it is: neither makes another file.
func TestPrintedNamesOfKnownFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a\nb.scribe", "e\x1b[2Jx.scribe"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	draft := command.Invocation{Command: "draft", Cwd: dir, Outputs: []command.Output{
		{Source: "a\nb.F90", Files: []string{"a\nb.scribe"}}, {Source: "e\x1b[2Jx.F90", Files: []string{"e\x1b[2Jx.scribe"}},
	}}
	const wrote, skips = "Generated draft file for LLM consumption ", "Skipping! File exists "
	assert.Equal(t, result.Files{Written: []string{"a\nb.scribe", "e\x1b[2Jx.scribe", "c.scribe"}},
		result.Changes(command.OS{}, draft, nil, wrote+"a\nb.scribe\n"+wrote+"ex.scribe\n"+wrote+"c.scribe\n"))
	before := result.Snap(command.OS{}, draft)
	assert.Equal(t, result.Files{Skipped: []string{"a\nb.scribe", "e\x1b[2Jx.scribe"}},
		result.Changes(command.OS{}, draft, before, skips+"a\nb.scribe...\n"+skips+filepath.Join(dir, "ex.scribe")+"...\n"))

	update := command.Invocation{Command: "update", Cwd: dir, Args: []string{"update", "x\ny.cpp", "z.cpp", "-p", "do\nit"}}
	assert.Equal(t, result.Files{Written: []string{"x\ny.cpp", "z.cpp"}},
		result.Changes(command.OS{}, update, nil, "Wrote x\ny.cpp\nWrote z.cpp\n"))
}

// What the configuration calls its provider is no secret in the data.
func TestRedactedLeavesIDs(t *testing.T) {
	r := result.Result{EnvApplied: &result.EnvApplied{Provider: "ollama", Model: "gpt-oss", BaseURL: "http://h/v1"}}
	got := r.Redacted(redact.New(redact.Sources{Values: []string{"ollama", "gpt-oss"}}))
	assert.Equal(t, r.EnvApplied, got.EnvApplied)
}
