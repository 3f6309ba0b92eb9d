//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a program says of itself reaches a person's terminal without secrets,
// without anything that the terminal would obey, and not without end.
func TestDoctorDistrustsTheProgram(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{
		"MY_SETTING": plantedWord + "-listed", "ARGO_WORD": plantedWord + "-word", "BASE": "http://user:" + plantedWord + "-pass@127.0.0.1:9/v1",
	}
	said := strings.Join([]string{secrets["MY_SETTING"], secrets["ARGO_WORD"], plantedWord[:3] + `\033[1m` + plantedWord[3:] + "-pass", plantedWord + "-pass"}, " ")
	for name, script := range map[string]string{
		"answers": `printf '\033[2J\033]0;title\007code-scribe ` + said + `\n'`,
		"fails":   `printf '\033[2Jno ` + said + `\n' >&2; exit 3`,
		"floods":  `yes 'x ` + plantedWord + `-pass' | head -c 3000000`,
		"complains without end": `yes 'x ` + plantedWord + `-pass' | head -c 3000000 >&2
exit 3`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var env []string
			for k, v := range secrets {
				env = append(env, k+"="+v)
			}
			dir, cmd := prepare(t, "", env...)
			program := filepath.Join(dir, "program")
			put(t, dir, "program", "#!/bin/sh\n"+script+"\n")
			require.NoError(t, os.Chmod(program, 0o700))
			put(t, dir, "codescribe-mcp.config.toml", fmt.Sprintf(
				"redact = [\"MY_SETTING\"]\ncli.path = %q\n[providers.argo]\nbaseURL = \"{env:BASE}\"\napiKeyEnv = \"ARGO_WORD\"\nmodels = [\"m\"]\n", program))
			cmd.Args = append(cmd.Args, "doctor")
			out, err := cmd.CombinedOutput()
			if err != nil {
				require.ErrorContains(t, err, "exit status 1")
			}
			assert.Contains(t, string(out), "program: "+program)
			assert.NotContains(t, string(out), "\x1b")
			assert.NotContains(t, string(out), plantedWord)
			assert.NotContains(t, string(out), "title")
			assert.Contains(t, string(out), "***")
			assert.Less(t, len(out), 200<<10)
			if strings.Contains(script, "3000000") {
				assert.Contains(t, string(out), "(cut)")
			}
		})
	}
}

// What is no file, or far too large for one of ours, is not read.
func TestFilesThatAreNone(t *testing.T) {
	t.Parallel()
	dir, cmd := prepare(t, plainConfig)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600))
	put(t, dir, "large", strings.Repeat(" ", 1<<20+1))
	for _, of := range [][]string{{"doctor"}, {"config", "import-opencode"}} {
		for file, want := range map[string]string{"fifo": "fifo is not a regular file", "large": "large is larger than 1048576 bytes", "src": "src is not a regular file", "none": "none: no such file"} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			c := exec.CommandContext(ctx, cmd.Path, append(of[:len(of):len(of)], file)...)
			c.Dir, c.Env = dir, cmd.Env
			out, err := c.CombinedOutput()
			require.NoError(t, ctx.Err(), "%v %s hangs", of, file)
			cancel()
			require.Error(t, err)
			assert.Contains(t, string(out), want, "%v %s", of, file)
		}
	}
	c := exec.Command(cmd.Path, "config", "import-opencode", "-")
	c.Dir, c.Env, c.Stdin = dir, cmd.Env, strings.NewReader(strings.Repeat(" ", 1<<20+1))
	out, err := c.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "standard input is larger than 1048576 bytes")
}

// A key that is the name of the provider or of a model hides neither.
func TestDoctorNamesProviders(t *testing.T) {
	t.Parallel()
	_, cmd := prepare(t, "[providers.ollama]\nbaseURL = \"http://127.0.0.1:9/v1\"\napiKeyEnv = \"WORD\"\nmodels = [\"llama3\"]\n", "WORD=ollama", "OTHER_KEY=llama3")
	cmd.Args = append(cmd.Args, "doctor")
	out, _ := cmd.CombinedOutput()
	assert.Contains(t, string(out), "provider ollama: http://127.0.0.1:9/v1, 1 models")
}
