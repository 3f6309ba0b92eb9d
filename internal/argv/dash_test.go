package argv_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// Commands that give "--" a meaning of their own: what stands behind it in the
// Use line stands behind it on the command line.
func TestDash(t *testing.T) {
	one := 1
	tests := []struct {
		name, use string
		facts     annotate.Facts
		arguments string
		want      string // the positionals and where the dash is
		refused   string
	}{
		{"of the Use line", "run POD -- COMMAND [args...]", annotate.Facts{}, `{"pod":"p","command":"ls","args":["-l"]}`, `["p" "ls" "-l"] 1`, ""},
		{"nothing behind it", "run POD -- [COMMAND] [args...]", annotate.Facts{}, `{"pod":"p"}`, `["p"] -1`, ""},
		{"nothing behind it, and a guard", "run POD -- [COMMAND] [args...]", annotate.Facts{}, `{"pod":"-p"}`, `["-p"] 0`, ""},
		{"an optional one left out before it", "run REPO [DIR] [-- <gitflags>...]", annotate.Facts{}, `{"repo":"r","gitflags":["--depth=1"]}`, `["r" "--depth=1"] 1`, ""},
		{"all of them", "run REPO [DIR] [-- <gitflags>...]", annotate.Facts{}, `{"repo":"r","dir":"d","gitflags":["-q"]}`, `["r" "d" "-q"] 2`, ""},
		{"a dash before it", "run POD -- COMMAND [args...]", annotate.Facts{}, `{"pod":"-p","command":"ls"}`, "", `"pod" begins with a dash`},
		{"of the annotation", "run", annotate.Facts{Args: "{pod} {*command}", Dash: &one}, `{"pod":"p","command":["-l"]}`, `["p" "-l"] 1`, ""},
		{"of the annotation, a dash before it", "run", annotate.Facts{Args: "{pod} {*command}", Dash: &one}, `{"pod":"-p"}`, "", `"pod" begins with a dash`},
		{"an empty word needs no guard on a leaf", "run NAME", annotate.Facts{}, `{"name":""}`, `[""] -1`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			build := func() *cobra.Command {
				root := &cobra.Command{Use: "app", SilenceErrors: true, SilenceUsage: true}
				run := &cobra.Command{Use: tt.use, Run: func(c *cobra.Command, args []string) {
					got = fmt.Sprintf("%q %d", args, c.ArgsLenAtDash())
				}}
				annotate.Command(run).Set(tt.facts)
				root.AddCommand(run)
				return root
			}
			tools, err := schemagen.Generate(build(), schemagen.Options{})
			require.NoError(t, err)
			call, err := new(argv.Encoder).Encode(&tools[0], json.RawMessage(tt.arguments))
			if tt.refused != "" {
				require.ErrorContains(t, err, tt.refused)
				return
			}
			require.NoError(t, err)
			root := build()
			root.SetArgs(call.Args)
			require.NoError(t, root.Execute())
			assert.Equal(t, tt.want, got)
		})
	}
}
