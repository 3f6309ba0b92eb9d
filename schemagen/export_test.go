package schemagen_test

import (
	"os"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// sampleApp has exactly the commands of testdata/export-sample.json.
func sampleApp() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "app"}
	deploy := &cobra.Command{Use: "deploy", Short: "Deploy to target environment", Run: run}
	deploy.Flags().Bool("dry-run", false, "Only show what would happen")
	annotate.Command(deploy).Access(annotate.Write).Safety(annotate.Ask).
		Tags("deployment", "infra").Category("infrastructure").
		Args("{env|Target environment}")
	status := &cobra.Command{Use: "status", Short: "Show status", Run: run}
	annotate.Command(status).Access(annotate.Read).Safety(annotate.Allow)
	del := &cobra.Command{Use: "delete", Aliases: []string{"rm"}, Short: "Delete a thing", Run: run}
	annotate.Command(del).Access(annotate.Write).Safety(annotate.Ask).Destructive(true).
		Args("{id:int|Which}")
	root.AddCommand(deploy, status, del)
	return root
}

func TestExportSampleByteForByte(t *testing.T) {
	want, err := os.ReadFile("../testdata/export-sample.json")
	require.NoError(t, err)
	tools, err := schemagen.Generate(sampleApp(), schemagen.Options{})
	require.NoError(t, err)
	got, err := schemagen.Export(tools)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}
