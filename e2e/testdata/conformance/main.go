// Command conformance has the commands that the official conformance suite
// calls as tools: their names, and what they print, are the suite's choice.
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

// step is longer than the server waits between two notifications of a call.
const step = 600 * time.Millisecond

func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "conformance", Short: "Be tested by the conformance suite", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(
		command("test_simple_text", "Print a text", func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "a simple text")
			return err
		}),
		command("test_error_handling", "Fail", func(*cobra.Command, []string) error {
			return errors.New("this command fails whenever it is called")
		}),
		command("test_tool_with_progress", "Report three steps", func(cmd *cobra.Command, _ []string) error {
			for i := range 3 {
				cmd.PrintErrf("step %d of 3\n", i+1)
				time.Sleep(step)
			}
			return nil
		}),
		command("test_logging_tool", "Log a line", func(cmd *cobra.Command, _ []string) error {
			cmd.PrintErrln("a line of the log")
			return nil
		}),
		command("test_streaming_elicitation", "Ask whoever sits at the terminal", func(cmd *cobra.Command, _ []string) error {
			cmd.PrintErr("Are you sure? ")
			_, err := fmt.Fscanln(cmd.InOrStdin(), new(string))
			return err
		}),
		contact(),
	)
	cobra.CheckErr(nurucobra.Attach(root))
	return root
}

func command(use, short string, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: run}
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false)
	return cmd
}

// contact has the flags that come nearest to the input that the suite asks for.
func contact() *cobra.Command {
	var name, phone, email string
	cmd := command("json_schema_2020_12_tool", "Print how somebody is reached", func(cmd *cobra.Command, _ []string) error {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), name, phone, email)
		return err
	})
	cmd.Flags().StringVar(&name, "name", "", "whose contact it is")
	cmd.Flags().StringVar(&phone, "phone", "", "telephone number")
	cmd.Flags().StringVar(&email, "email", "", "address of electronic mail")
	cmd.MarkFlagsOneRequired("phone", "email")
	return cmd
}

func main() { cobra.CheckErr(newRoot().Execute()) }
