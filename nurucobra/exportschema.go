package nurucobra

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/schemagen"
)

func (a *app) exportCommand() *cobra.Command {
	var made output
	return isolated(&cobra.Command{
		Use:   a.settings.names[ExportCommand],
		Short: "Print the commands as tools in JSON",
		Long: "Prints every command that agents get as a tool: name, parameters as JSON Schema, hints,\n" +
			"metadata and permission hints. It is made in a fixed environment, twice, and what differs is left\n" +
			"out, as are names of user and host, paths of the machine and the time: so the same application\n" +
			"prints the same bytes for everybody, unless a text says such a thing in ordinary words.",
	}, func(cmd *cobra.Command) (err error) {
		made, err = a.fixed(cmd, twice, func() (output, error) { return a.export(cmd) })
		return err
	}, func(cmd *cobra.Command) error {
		return wrote(cmd, made.print(cmd))
	})
}

func (a *app) export(cmd *cobra.Command) (output, error) {
	var notes bytes.Buffer
	tools, err := a.generate(nil, &notes, a.prober(cmd))
	if err != nil {
		return output{}, err
	}
	switch os.Getenv(fixedVar) {
	case fixedTexts:
		out, err := json.Marshal(schemagen.TextsOf(tools))
		return output{out, nil}, err
	case fixedAgreed:
		var other schemagen.Texts
		if err := json.NewDecoder(commandStreams(cmd).in).Decode(&other); err != nil {
			return output{}, fmt.Errorf("reading the texts of the other process: %w", err)
		}
		schemagen.Agree(tools, other)
	}
	out, err := schemagen.Export(tools)
	return output{out, notes.Bytes()}, err
}
