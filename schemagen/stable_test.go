package schemagen_test

import (
	"flag"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/schemagen"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// richApp has a bit of everything that changes a schema. env is what it read
// from its environment, as helm and kubectl do.
func richApp(env map[string]string) *cobra.Command {
	or := func(key, def string) string {
		if v := env[key]; v != "" {
			return v
		}
		return def
	}
	root := &cobra.Command{Use: "rich", Short: "Bit of everything", TraverseChildren: true}
	root.Flags().String("context", "", "Name of the context")
	globals := root.PersistentFlags()
	globals.String("config", or("HOME", "/home/someone")+"/.rich.yaml", "Config `file` (default "+or("HOME", "/home/someone")+"/.rich.yaml)")
	globals.String("kube-token", or("RICH_KUBETOKEN", ""), "Token (default "+or("RICH_KUBETOKEN", "none")+")")
	globals.StringP("namespace", "n", or("RICH_NAMESPACE", "default"), "Namespace to work in")
	globals.CountP("verbose", "v", "Say more")
	globals.Bool("no-color", false, "Plain output")
	globals.Duration("request-timeout", 30*time.Second, "Give up after this time")
	globals.String("region", "", "Region, listed always")
	globals.String("hidden-global", "", "")
	_ = globals.MarkHidden("hidden-global")
	annotate.Flag(root, "region").Shown().Enum("eu", "us", "")

	deploy := leaf("deploy <env> [tag] --image=IMAGE [flags]")
	deploy.Aliases = []string{"ship"}
	deploy.Short, deploy.Long = "Deploy <it> & wait", "Deploys.\n\nLonger."
	annotate.Command(deploy).Access(annotate.Write).Tags("ops", "release").Category("deployment").Title("Deploy").
		Args("{env:prod,staging|Where to} {tag?} {*hosts|On which hosts}").Stdin("The manifest as YAML").
		JSON(annotate.JSONOutput{Flag: "output", Value: "json"})
	f := deploy.Flags()
	f.String("image", "", "Image to run")
	f.StringP("output", "o", "text", "Format: `text` or `json`")
	f.Bool("force", false, "Overwrite. Nobody is asked.")
	f.Bool("yes", false, "Do not ask")
	f.Int8("priority", 5, "From -128 to 127")
	f.Uint16("port", 8080, "Port to listen on")
	f.StringSlice("label", []string{"a=b", "c,d"}, "Labels")
	f.StringToString("env", nil, "Environment")
	f.StringToInt("limit", nil, "Limits")
	f.IPNet("allow", net.IPNet{}, "Who may connect")
	f.Duration("wait", time.Minute, "How long")
	f.Var(shown{typed("{pretty,json}"), "pretty"}, "log-format", "Log format")
	f.Var(typed("list"), "mount", "Mounts")
	f.String("password", "hunter2", "Password (default hunter2)")
	f.String("namespace", "", "Shadows the global one")
	f.Bool("dry-run", false, "Only show")
	f.Bool("dry_run", false, "The old spelling")
	annotate.Flag(deploy, "force").Destructive()
	annotate.Flag(deploy, "yes").Confirms()
	annotate.Flag(deploy, "image").Description("Image to run, with its tag").Examples("nginx:1", "redis:7")
	_ = deploy.MarkFlagRequired("port")

	remove := leaf("remove NAME...")
	remove.Args = cobra.MinimumNArgs(1)
	annotate.Command(remove).Access(annotate.Write).Destructive(true).Safety(annotate.Ask).ExitCode(3, "was not there")
	shell := leaf("completion-for SHELL")
	shell.ValidArgs, shell.Args = []string{"bash\tThe Bourne again", "zsh"}, cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)
	annotate.Command(shell).Access(annotate.Read)
	exec := leaf("exec POD -- COMMAND...")
	exec.DisableFlagParsing = true
	annotate.Command(exec).Access(annotate.Execute).Dash(1)
	odd := leaf("odd [A] B")
	odd.Short = ""
	db := &cobra.Command{Use: "db", Aliases: []string{"database"}, Run: run}
	db.AddCommand(remove, odd)
	annotate.Command(db).Safety(annotate.Deny).Tags("data")
	root.AddCommand(deploy, db, shell, exec, leaf("a-b"), leaf("a_b"))
	return root
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./schemagen -update writes it")
	assert.Equal(t, string(want), string(got))
}

// These files show what agents and reviewers see of a tree with all features.
// A change in them is a change in what applications have published.
func TestGolden(t *testing.T) {
	tools := generate(t, richApp(nil), schemagen.Options{})
	golden(t, "rich-export.golden.json", []byte(export(t, tools)))

	var compact ordered.Array
	for i := range tools {
		compact = append(compact, ordered.Object{
			{Key: "name", Value: tools[i].ID},
			{Key: "inputSchema", Value: tools[i].CompactSchema()},
		})
	}
	b, err := ordered.Indent(compact)
	require.NoError(t, err)
	golden(t, "rich-compact.golden.json", append(b, '\n'))
}

func TestTheSameTreeGivesTheSameBytes(t *testing.T) {
	want := export(t, generate(t, richApp(nil), schemagen.Options{}))
	root := richApp(nil)
	for range 20 {
		require.Equal(t, want, export(t, generate(t, richApp(nil), schemagen.Options{})))
		require.Equal(t, want, export(t, generate(t, root, schemagen.Options{})), "looking leaves no traces")
	}
}

// Whatever an application takes from its environment into its flags, none of
// it reaches a text that is published.
func TestNothingOfTheEnvironmentIsPublished(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
	}{
		{"a home folder", map[string]string{"HOME": "/home/planted"}},
		{"a home folder elsewhere", map[string]string{"HOME": "/Users/planted person"}},
		{"a Windows home", map[string]string{"HOME": `C:\Users\planted`, "USERPROFILE": `C:\Users\planted`}},
		{"a token", map[string]string{"RICH_KUBETOKEN": "planted-secret-value"}},
		{"a token of odd characters", map[string]string{"RICH_KUBETOKEN": "planted`secret`<&>\u200bvalue"}},
		{"a namespace", map[string]string{"RICH_NAMESPACE": "planted-namespace"}},
		{"all", map[string]string{"HOME": "/home/planted", "RICH_KUBETOKEN": "planted-secret", "RICH_NAMESPACE": "planted", "SOME_PASSWORD": "Deploy <it> planted"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var environ []string
			for key, value := range tt.env {
				environ = append(environ, key+"="+value)
			}
			root := richApp(tt.env)
			root.Commands()[0].Short += " " + tt.env["SOME_PASSWORD"]
			annotate.At(root, "deploy").Args("{env|Not " + tt.env["SOME_PASSWORD"] + "}")
			tools := generate(t, root, schemagen.Options{Environ: environ})
			assert.NotContains(t, export(t, tools), "planted")
			for i := range tools {
				assert.NotContains(t, text(t, tools[i].CompactSchema()), "planted")
			}
		})
	}
}
