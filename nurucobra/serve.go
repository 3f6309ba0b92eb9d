package nurucobra

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/spool"
	"github.com/nurucobra/nuru/internal/tree"
)

// Serve serves the commands below root as MCP tools on standard input and
// output, for a program that is a server and nothing else:
//
//	func main() {
//		if err := nurucobra.Serve(context.Background(), newRootCommand()); err != nil {
//			fmt.Fprintln(os.Stderr, err)
//			os.Exit(1)
//		}
//	}
//
// Each call starts the program again, unless [WithInProcess] says otherwise.
// There Serve runs root with the call's
// command line instead, and returns its error; so nothing may be printed before
// Serve. Options about the added commands have no meaning here.
//
// Serve returns nil when the input or ctx ends. Until then it owns standard
// input and output: what else the process prints goes to standard error. The
// error says that root is nil or no root, or that the tree has invalid
// annotations.
func Serve(ctx context.Context, root *cobra.Command, opts ...Option) error {
	s, err := newSettings(opts)
	if err != nil {
		return err
	}
	if root == nil || root.HasParent() {
		return errors.New("nurucobra.Serve: it takes the root command")
	}
	runner.HoldLifeline()
	path, _, err := executable()
	if err != nil {
		return err
	}
	notes := tree.LeaveGroups(root)
	if engine.Inside(path) {
		return root.ExecuteContext(ctx)
	}
	claim()
	a := &app{root: root, settings: s, notes: notes}
	var log io.Writer = os.Stderr
	streams := orClaimed(streams{in: os.Stdin, out: os.Stdout, log: log})
	tools, err := a.generate(nil, log, nil)
	if err != nil {
		return err
	}
	return a.serve(ctx, &serverFlags{maxSpool: spool.DefaultLimit}, prepared{tools: tools}, streams)
}
