package schemagen_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/schemagen"
)

func TestFlagGroupsInWords(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.PersistentFlags().String("profile", "", "")
	c := &cobra.Command{Use: "sync", Short: "Sync it.", Run: func(*cobra.Command, []string) {}}
	for _, name := range []string{"to-host", "to-file", "user", "pass", "hidden"} {
		c.Flags().String(name, "", "")
	}
	require.NoError(t, c.Flags().MarkHidden("hidden"))
	root.AddCommand(c)
	c.MarkFlagsMutuallyExclusive("to-host", "to-file")
	c.MarkFlagsOneRequired("to-host", "to-file", "profile")
	c.MarkFlagsRequiredTogether("user", "pass")
	c.MarkFlagsMutuallyExclusive("user", "hidden")
	tools, err := schemagen.Generate(root, schemagen.Options{})
	require.NoError(t, err)
	assert.Equal(t, "Sync it. Give all or none of pass and user. Give at least one of profile, toFile or toHost. "+
		"Give at most one of toFile or toHost", tools[0].Description)
}

func TestBareFormsAreDescribed(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	c := &cobra.Command{Use: "table", Run: func(*cobra.Command, []string) {}}
	for name, bare := range map[string]string{"plain": "\t", "chart": "stacked", "revoked": "true"} {
		c.Flags().String(name, "", "")
		c.Flags().Lookup(name).NoOptDefVal = bare
	}
	root.AddCommand(c)
	tools, err := schemagen.Generate(root, schemagen.Options{})
	require.NoError(t, err)
	got := map[string]string{}
	for _, p := range tools[0].Params {
		got[p.Name] = p.Schema.Description
		assert.Empty(t, p.Brief(), "the bare form is of no use to agents")
	}
	assert.Equal(t, map[string]string{
		"plain":   `"\t" when given without a value`,
		"chart":   `"stacked" when given without a value`,
		"revoked": `"true" when given without a value`,
	}, got)
}
