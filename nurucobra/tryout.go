package nurucobra

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/engine"
)

// toolsCommand is "mcp-server tools": what the server would list, for people.
func (a *app) toolsCommand(f *serverFlags) *cobra.Command {
	var p prepared
	return isolated(&cobra.Command{
		Use:   "tools",
		Short: "List the tools with effect, decision and cost",
		Long: "Lists the tools that the server would offer under the same flags: what a call may do at most,\n" +
			"what permission rules say, and about how many tokens its description costs in every conversation.\n" +
			"Tokens are estimated, four bytes each, from the JSON of name, description and schema as they are sent.",
	}, func(cmd *cobra.Command) error {
		return a.prepare(cmd, &p)
	}, func(cmd *cobra.Command) error {
		limit, err := f.limit()
		if err != nil {
			return err
		}
		o, err := newOffer(engine.Restrict(p.tools, limit, p.pins), outputReader{})
		if err != nil {
			return err
		}
		table, err := o.table()
		if err != nil {
			return err
		}
		return wrote(cmd, put(printed{commandStreams(cmd).out, table}))
	})
}

func (o offer) table() (string, error) {
	rows, err := o.rows()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TOOL\tEFFECT\tDECISION\tTOKENS\tCOMMAND")
	total := 0
	for _, r := range rows {
		total += r.tokens
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", r.name, r.effect, r.decision, r.tokens, r.command)
	}
	fmt.Fprintf(w, "%d tools\t\t\t%d\t\n", len(rows), total)
	err = w.Flush()
	return b.String(), err
}
