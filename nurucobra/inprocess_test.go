package nurucobra_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

// newInside is an application whose commands can run in the server's process.
func newInside(in io.Reader, out, errOut io.Writer) *cobra.Command {
	root := &cobra.Command{Use: "inside", Short: "Run inside", SilenceUsage: true}
	profile := root.PersistentFlags().String("profile", "none", "Profile to use")
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if cmd.Name() != "quiet" {
			fmt.Fprintln(out, "root's hook")
		}
	}
	add := func(c *cobra.Command, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
		c.RunE = run
		annotate.Command(c).Access(annotate.Read)
		root.AddCommand(c)
		return c
	}
	add(&cobra.Command{
		Use: "show WORD", Short: "Show what reaches a call", Args: cobra.ExactArgs(1),
		PersistentPreRun: func(*cobra.Command, []string) { fmt.Fprintln(out, "own hook") },
	}, func(cmd *cobra.Command, args []string) error {
		fmt.Fprintln(cmd.OutOrStdout(), "word", args[0], "profile", *profile, "in the server:", os.Getenv("NURUCOBRA_INSIDE") == "")
		fmt.Fprintln(cmd.ErrOrStderr(), "and an error line")
		return nil
	})
	count := add(&cobra.Command{Use: "count", Short: "Count the input", Args: cobra.NoArgs}, func(*cobra.Command, []string) error {
		b, err := io.ReadAll(in)
		fmt.Fprintln(out, len(b))
		return err
	})
	annotate.Command(count).Stdin("Text to count").NameAliases("inside.count")
	add(&cobra.Command{Use: "result", Short: "Set the result", Args: cobra.NoArgs}, func(cmd *cobra.Command, _ []string) error {
		nurucobra.Status(cmd.Context(), "at work")
		if err := nurucobra.SetResult(cmd.Context(), []int{1}, false); err == nil {
			return errors.New("an array was taken for a result")
		}
		return nurucobra.SetResult(cmd.Context(), map[string]any{"count": 3, "pair": "a<b"}, false)
	})
	add(&cobra.Command{
		Use: "quiet", Short: "Set the result and print nothing", Args: cobra.NoArgs,
	}, func(cmd *cobra.Command, _ []string) error {
		return nurucobra.SetResult(cmd.Context(), map[string]any{"count": 4}, false)
	})
	add(&cobra.Command{Use: "boom", Short: "Panic", Args: cobra.NoArgs}, func(*cobra.Command, []string) error { panic("as asked") })
	add(&cobra.Command{Use: "fail", Short: "Fail", Args: cobra.NoArgs}, func(*cobra.Command, []string) error { return errors.New("it failed") })
	add(&cobra.Command{Use: "silent", Short: "Fail, for main to say so", Args: cobra.NoArgs, SilenceErrors: true},
		func(*cobra.Command, []string) error { return codedError(42) })
	wait := add(&cobra.Command{Use: "wait", Short: "Wait until the context ends", Args: cobra.NoArgs}, func(cmd *cobra.Command, _ []string) error {
		<-cmd.Context().Done()
		return context.Cause(cmd.Context())
	})
	annotate.Command(wait).Timeout(50_000_000)
	return root
}

type codedError int

func (e codedError) Error() string { return fmt.Sprintf("error of code %d", int(e)) }
func (e codedError) ExitCode() int { return int(e) }
