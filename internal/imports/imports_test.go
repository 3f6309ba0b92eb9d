// Package imports pins who imports whom: an application pays in its binary for
// everything that the packages it uses import.
package imports

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/nurucobra/nuru"

type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

func list(t *testing.T, patterns ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports,Deps"}, patterns...)...)
	cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=amd64")
	out, err := cmd.Output()
	require.NoError(t, err)
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		}
		require.NoError(t, err)
		pkgs = append(pkgs, p)
	}
}

// foreign are the imports that are neither ours nor the standard library's.
func foreign(paths []string) []string {
	var out []string
	for _, p := range paths {
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") && !strings.HasPrefix(p, module) {
			out = append(out, p)
		}
	}
	return out
}

// Which of our packages each package imports. Imports point downwards only.
func TestOurImports(t *testing.T) {
	const scribe = "cmd/code-scribe-mcp/internal/"
	want := map[string][]string{
		scribe + "command":  {scribe + "config", scribe + "problem", scribe + "prompt", scribe + "provider", "internal/suggest"},
		scribe + "config":   {scribe + "document", scribe + "redact", "internal/ordered", "internal/suggest"},
		scribe + "document": nil,
		scribe + "problem":  nil,
		scribe + "prompt":   {scribe + "document"},
		scribe + "provider": {scribe + "config", scribe + "problem", "internal/suggest"},
		scribe + "redact":   {"internal/text"},
		scribe + "result":   {scribe + "command", scribe + "config", scribe + "problem", scribe + "redact", "internal/text"},
		scribe + "scribe": {
			scribe + "command", scribe + "config", scribe + "problem", scribe + "provider", scribe + "redact", scribe + "result",
			"internal/suggest", "internal/text",
		},

		"annotate":          {"internal/cobrax", "internal/suggest"},
		"internal/argv":     {"annotate", "internal/cobrax", "internal/suggest", "internal/tree", "schemagen"},
		"internal/cobrax":   nil,
		"internal/engine":   {"annotate", "internal/argv", "internal/ordered", "internal/runner", "internal/spool", "internal/text", "schemagen"},
		"internal/mcpserve": {"internal/suggest"},
		"internal/ordered":  nil,
		"internal/portable": nil,
		"internal/runner":   {"internal/text"},
		"internal/spool":    nil,
		"internal/suggest":  nil,
		"internal/text":     nil,
		"internal/tree":     {"annotate", "internal/cobrax", "internal/useline"},
		"internal/useline":  nil,
		"permissions":       {"annotate", "internal/cobrax", "internal/ordered", "internal/tree"},
		"schemagen":         {"annotate", "internal/cobrax", "internal/ordered", "internal/portable", "internal/text", "internal/tree", "internal/useline"},
		"nurucobra": {
			"annotate", "internal/argv", "internal/cobrax", "internal/engine", "internal/mcpserve", "internal/ordered",
			"internal/runner", "internal/spool", "internal/suggest", "internal/text", "internal/tree", "permissions", "schemagen",
		},
	}
	for _, p := range list(t, "./../../...") {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		allowed, known := want[name]
		if !known {
			continue
		}
		var got []string
		for _, i := range p.Imports {
			if ours, ok := strings.CutPrefix(i, module+"/"); ok {
				got = append(got, ours)
			}
		}
		assert.Equal(t, allowed, got, name)
		delete(want, name)
	}
	assert.Empty(t, want, "packages that are gone")
}

// What an application links with each of the public packages.
func TestForeignDependencies(t *testing.T) {
	light := []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}
	for _, p := range list(t, module+"/annotate", module+"/schemagen", module+"/permissions") {
		assert.Equal(t, light, foreign(p.Deps), p.ImportPath)
	}
	roots := map[string]bool{}
	for _, dep := range foreign(list(t, module+"/nurucobra")[0].Deps) {
		parts := strings.SplitN(dep, "/", 4)
		roots[strings.Join(parts[:min(3, len(parts))], "/")] = true
	}
	var got []string
	for r := range roots {
		got = append(got, r)
	}
	slices.Sort(got)
	assert.Equal(t, []string{
		"github.com/google/jsonschema-go",
		"github.com/modelcontextprotocol/go-sdk",
		"github.com/segmentio/asm",
		"github.com/segmentio/encoding",
		"github.com/spf13/cobra",
		"github.com/spf13/pflag",
		"github.com/yosida95/uritemplate",
		"golang.org/x/oauth2",
		"golang.org/x/sync",
		"golang.org/x/sys",
		"golang.org/x/time",
	}, got)
}

// Only one package reads TOML, and no application pays for that.
func TestOneImporterOfTOML(t *testing.T) {
	const reader = module + "/cmd/code-scribe-mcp/internal/document"
	isTOML := func(i string) bool { return strings.HasPrefix(i, "github.com/pelletier/go-toml/") }
	for _, p := range list(t, module+"/...") {
		assert.Equal(t, p.ImportPath == reader, slices.ContainsFunc(p.Imports, isTOML), p.ImportPath)
		if !strings.HasPrefix(p.ImportPath, module+"/cmd/code-scribe-mcp") {
			assert.False(t, slices.ContainsFunc(p.Deps, isTOML), p.ImportPath)
		}
	}
}

// Only one package of ours knows the protocol's SDK.
func TestOneImporterOfTheSDK(t *testing.T) {
	for _, p := range list(t, module+"/...") {
		sdk := slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, "github.com/modelcontextprotocol/") })
		allowed := slices.Contains([]string{module + "/internal/mcpserve", module + "/internal/mcptest", module + "/examples/client"}, p.ImportPath)
		assert.Equal(t, allowed, sdk, p.ImportPath)
	}
}
