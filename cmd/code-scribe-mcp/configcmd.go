package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
)

// configuration is for people: what a server may reach is not for agents to
// read or write.
func (c *commands) configuration() *cobra.Command {
	parent := &cobra.Command{Use: "config", Short: "Write and check the configuration"}
	for _, cmd := range []*cobra.Command{c.configSchema(), c.configCheck(), c.configInit(), c.configImport()} {
		annotate.Command(cmd).HiddenFromAgents(true)
		parent.AddCommand(cmd)
	}
	return parent
}

func (c *commands) configSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the configuration",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return c.print(config.Schema())
		},
	}
}

func (c *commands) configCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a configuration file, or the one that would be used",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := c.find(*c.file)
			if len(args) > 0 {
				file, err = args[0], nil
			}
			switch {
			case err != nil:
				return err
			case file == "":
				return errors.New("there is no configuration: write one with code-scribe-mcp config init")
			}
			loaded, err := config.Load(file)
			if err != nil {
				return err
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s is valid: %d providers\n", file, len(loaded.Providers))
			for _, w := range loaded.Warnings(c.environ) {
				fmt.Fprintf(&b, "warning: %s\n", w)
			}
			return c.print(b.String())
		},
	}
}

func (c *commands) configInit() *cobra.Command {
	var format, output string
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Print a configuration with comments to begin with, or write it to a new file",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			format, err := formatOf(format, output)
			if err != nil {
				return err
			}
			text, err := config.Template(format)
			if err != nil {
				return err
			}
			return c.write(output, text)
		},
	}
	outputFlags(cmd, &format, &output)
	return cmd
}

func (c *commands) configImport() *cobra.Command {
	var format, output string
	cmd := &cobra.Command{
		Use:   "import-opencode FILE",
		Short: "Make a configuration of the providers in an opencode.json; keys stay behind",
		Long: "Reads OpenCode's providers (FILE, or \"-\" for standard input) and prints a configuration of them.\n" +
			"A key that is written as {env:NAME} is named in the result; every other one is left out, and said to be.",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			format, err := formatOf(format, output)
			if err != nil {
				return err
			}
			name, data := args[0], []byte(nil)
			if name == "-" {
				name = "standard input"
				data, err = readSmall(name, c.in)
			} else {
				data, err = readFile(name)
			}
			if err != nil {
				return fmt.Errorf("reading OpenCode's configuration: %w", err)
			}
			imported, notes, err := config.ImportOpenCode(name, data)
			if err != nil {
				return err
			}
			text, err := imported.Encode(format)
			if err != nil {
				return err
			}
			for _, note := range notes {
				fmt.Fprintln(c.err, note)
			}
			return c.write(output, text)
		},
	}
	outputFlags(cmd, &format, &output)
	return cmd
}

func outputFlags(cmd *cobra.Command, format, output *string) {
	cmd.Flags().StringVar(format, "format", "", "json or toml (default: by the name of --output, else toml)")
	cmd.Flags().StringVarP(output, "output", "o", "", "New `file` to write (default: standard output)")
}

// formatOf is the format that was asked for, or that the file's name says.
func formatOf(format, output string) (config.Format, error) {
	if format == "" {
		format = strings.TrimPrefix(filepath.Ext(output), ".")
	}
	if format == "" {
		return config.TOML, nil
	}
	switch f := config.Format(format); f {
	case config.JSON, config.TOML:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q, expected json or toml", format)
}

// write writes a new file, or prints. A file that is there is never replaced:
// somebody may have written it by hand.
func (c *commands) write(file, text string) error {
	if file == "" {
		return c.print(text)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: remove it first, or choose another --output", file)
	}
	if err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return c.print(fmt.Sprintf("wrote %s\n", file))
}

func (c *commands) print(text string) error {
	if _, err := io.WriteString(c.out, text); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}
