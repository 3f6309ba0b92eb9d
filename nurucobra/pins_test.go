package nurucobra_test

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

// newPinned has global flags; args are what the application itself gives to
// cobra, so that the process's command line says nothing about them.
func newPinned(t *testing.T, args ...string) (root *cobra.Command, out *bytes.Buffer) {
	t.Helper()
	root = &cobra.Command{Use: "app", SilenceUsage: true, SilenceErrors: true}
	root.PersistentFlags().StringToString("labels", nil, "")
	root.PersistentFlags().StringSlice("names", nil, "")
	root.PersistentFlags().Bool("force", false, "")
	root.PersistentFlags().Func("hook", "", func(string) error { return nil })
	annotate.Flag(root, "force").Effect(annotate.EffectWrite)
	list := &cobra.Command{Use: "list", Short: "List", Run: noop}
	annotate.Command(list).Access(annotate.Read)
	root.AddCommand(list)
	require.NoError(t, nurucobra.Attach(root))
	out = new(bytes.Buffer)
	root.SetOut(out)
	root.SetErr(out)
	root.SetArgs(args)
	return root, out
}

func TestPinsThatCannotBeSpelt(t *testing.T) {
	root, _ := newPinned(t, "--hook=x", "mcp-server", "tools")
	assert.EqualError(t, root.Execute(), "--hook cannot be given to every call: its value cannot be put on a command line: "+
		"a flag of type func does not say how it was given")
}

// What is listed within a limit can be called within it.
func TestPinsRaiseWhatIsListed(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"mcp-server", "tools", "--read-only"}, `list +read +`},
		{[]string{"--force", "mcp-server", "tools", "--read-only"}, `^TOOL.*\nread_output .*\n1 tools`},
		{[]string{"--force", "mcp-server", "tools"}, `list +write +`},
	} {
		root, out := newPinned(t, tt.args...)
		require.NoError(t, root.Execute())
		assert.Regexp(t, tt.want, out.String(), tt.args)
	}
}
