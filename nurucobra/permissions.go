package nurucobra

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/permissions"
)

func (a *app) permissionsCommand() *cobra.Command {
	var format, kind string
	var opts permissions.Options
	var made output
	c := isolated(&cobra.Command{
		Use:   a.settings.names[PermissionsCommand],
		Short: "Print permission rules for an agent's configuration",
		Long: "Prints allow, ask and deny rules for the commands of this application, in the form of an\n" +
			"agent's configuration: for its MCP tools and for the same commands in a shell.\n" +
			"What rules of that form cannot stop is said on standard error.",
	}, func(cmd *cobra.Command) (err error) {
		if opts.Kind, err = permissions.ParseKind(kind); err != nil {
			return fmt.Errorf("--kind: %w", err)
		}
		made, err = a.fixed(cmd, once, func() (output, error) { return a.rules(format, opts) })
		return err
	}, func(cmd *cobra.Command) error {
		return wrote(cmd, made.print(cmd))
	})
	c.Flags().StringVar(&format, "format", "opencode", "Whose configuration: "+strings.Join(permissions.Formats(), ", "))
	c.Flags().StringVar(&kind, "kind", "both", "Which rules: mcp, shell or both")
	c.Flags().StringVar(&opts.ServerName, "server-name", "", "Name of the MCP server in the configuration (default the application's)")
	c.Flags().StringVar(&opts.CommandName, "command-name", "", "How the application is called in a shell (default the application's name)")
	c.Flags().BoolVar(&opts.Strict, "strict", false, "Ask also where a rule can only guess, at the price of more questions")
	return c
}

func (a *app) rules(format string, opts permissions.Options) (output, error) {
	rules, err := permissions.Rules(a.root)
	if err != nil {
		return output{}, err
	}
	out, notes, err := permissions.Write(format, rules, opts)
	if err != nil {
		return output{}, fmt.Errorf("--format: %w", err)
	}
	var said []byte
	for _, note := range append(a.notes[:len(a.notes):len(a.notes)], notes...) {
		said = append(append(said, note...), '\n')
	}
	return output{out, said}, nil
}
