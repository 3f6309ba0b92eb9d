// Package docs holds the documents to what the code does.
package docs

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the terminal sessions of the documents")

const readme = "../../README.md"

var block = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```\n")

func TestReadmeCodeIsTheExamplesCode(t *testing.T) {
	doc, err := os.ReadFile(readme)
	require.NoError(t, err)
	example, err := os.ReadFile("../../examples/hello/main.go")
	require.NoError(t, err)
	found := 0
	for _, m := range block.FindAllStringSubmatch(string(doc), -1) {
		if m[1] == "go" {
			found++
			assert.Contains(t, string(example), m[2])
		}
	}
	assert.Equal(t, 1, found)
}

func TestReadmeIsShort(t *testing.T) {
	doc, err := os.ReadFile(readme)
	require.NoError(t, err)
	prose := block.ReplaceAllString(string(doc), "")
	assert.Less(t, len(strings.Fields(prose)), 700)
}

// The terminal sessions are replayed; -update rewrites them.
func TestReadmeSessions(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"hello", "client"} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(bin, name), "../../examples/"+name).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	doc, err := os.ReadFile(readme)
	require.NoError(t, err)
	sessions := 0
	replayed := block.ReplaceAllStringFunc(string(doc), func(b string) string {
		m := block.FindStringSubmatch(b)
		if m[1] != "console" {
			return b
		}
		sessions++
		return "```console\n" + replay(t, bin, m[2]) + "```\n"
	})
	require.Equal(t, 1, sessions)
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(replayed), 0o644))
		return
	}
	assert.Equal(t, string(doc), replayed)
}

func replay(t *testing.T, bin, session string) string {
	var b strings.Builder
	for line := range strings.Lines(session) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		words := strings.Fields(command)
		cmd := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.Output()
		require.NoError(t, err, command)
		b.WriteString(line)
		b.Write(out)
		if len(out) > 0 && out[len(out)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
