package argv_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// However properties are spelt, calls may spell them otherwise.
func TestEveryStyleTakesTheOtherSpellings(t *testing.T) {
	for _, style := range []schemagen.PropertyNames{schemagen.CamelCase, schemagen.SnakeCase, schemagen.FlagCase} {
		root := &cobra.Command{Use: "app"}
		get := &cobra.Command{Use: "get <access-key>", Run: func(*cobra.Command, []string) {}}
		get.Flags().Bool("dry-run", false, "")
		root.AddCommand(get)
		tools, err := schemagen.Generate(root, schemagen.Options{PropertyNames: style})
		require.NoError(t, err)
		for _, key := range []string{"accessKey", "access_key", "access-key"} {
			for _, flag := range []string{"dryRun", "dry_run", "dry-run", "--dry-run"} {
				arguments := fmt.Sprintf(`{%q:"k",%q:true}`, key, flag)
				call, err := new(argv.Encoder).Encode(&tools[0], json.RawMessage(arguments))
				require.NoError(t, err, arguments)
				assert.Equal(t, []string{"get", "--dry-run=true", "k"}, call.Args, arguments)
			}
		}
	}
}
