// Package nurucobra turns a cobra application into tools for AI agents.
//
//	func main() {
//		root := newRootCommand()
//		cobra.CheckErr(nurucobra.Attach(root))
//		cobra.CheckErr(root.Execute())
//	}
//
// The application gains three commands:
//
//	app mcp-server      serves every runnable command as an MCP tool
//	app export-schema   prints the same tools as JSON
//	app permissions     prints allow, ask and deny rules for agents
//
// What each command does to the world is said with package annotate. For the
// tools as data see package schemagen, for the rules package permissions. A
// program that is nothing but a server uses [Serve].
//
// # What a call is
//
// Each call runs the application itself in a process of its own, without a
// shell and without a terminal, so os.Exit, global state and panics of a
// command cannot hurt the server. Its command line is parsed back before
// anything runs, and a call that cobra would not read as it was meant is
// refused with a reason.
//
// # What Attach changes
//
// Help, completion and error texts know three more commands. With
// cobra.EnablePrefixMatching an abbreviation may become ambiguous by them, and
// a root that takes positionals no longer takes their names, "help" and
// "completion" as its first one.
// Everything else stays as it was, and nothing but adding the commands happens
// in an ordinary start.
package nurucobra

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/tree"
)

// Attach adds the three commands to root. Call it after the last AddCommand
// and before Execute. On an error nothing was changed; the usual form is
// cobra.CheckErr(nurucobra.Attach(root)).
//
// The error says that root is nil or no root, that an option is wrong, or that
// a command of the same name exists; [WithCommandName] and [WithParent] are the
// ways out.
//
// In a process that the server started for a call, Attach also watches over
// the server's life: when that dies, the call ends. There, and in a process
// that was started for one of the three commands, commands whose group nobody
// defined leave it, since cobra would panic whatever is run.
func Attach(root *cobra.Command, opts ...Option) error {
	s, err := newSettings(opts)
	if err != nil {
		return err
	}
	if root == nil {
		return errors.New("nurucobra.Attach: the root command is nil")
	}
	if root.HasParent() {
		return fmt.Errorf("nurucobra.Attach: %q is not the root: attach to %q", root.CommandPath(), root.Root().Name())
	}
	if err := s.checkNames(root); err != nil {
		return err
	}
	runner.HoldLifeline()
	keepPositionals(root)
	a := &app{root: root, settings: s}
	a.addCommands()
	if s.rootFlags {
		a.addRootFlags()
	}
	if a.startedForUs() {
		claim()
		a.notes = tree.LeaveGroups(root)
	} else if insideCall() {
		tree.LeaveGroups(root) // the server has said it
	}
	return nil
}

// insideCall reports whether this process was started by a server of this
// program.
func insideCall() bool {
	path, err := os.Executable()
	return err == nil && engine.Inside(path)
}

// app is one application with its settings.
type app struct {
	root     *cobra.Command
	settings *settings
	commands []*cobra.Command // ours: server, export, permissions
	notes    []string         // what had to be repaired in the tree
}

func (s *settings) checkNames(root *cobra.Command) error {
	names := []string{s.names[ServerCommand], s.names[ExportCommand], s.names[PermissionsCommand]}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("nurucobra.Attach: two commands would be named %q: choose another with nurucobra.WithCommandName", name)
		}
	}
	option := "nurucobra.WithCommandName or nurucobra.WithParent"
	if s.parent != "" {
		names, option = []string{s.parent}, "nurucobra.WithParent"
	}
	for _, child := range cobrax.Children(root) {
		for _, name := range names {
			if child.Name() == name || slices.Contains(child.Aliases, name) {
				return fmt.Errorf("nurucobra.Attach: %q already has a command %q (%s): choose another name with %s", root.Name(), name, child.CommandPath(), option)
			}
		}
	}
	if s.rootFlags {
		for _, flag := range []string{s.names[ServerCommand], s.names[ExportCommand]} {
			if root.Flags().Lookup(flag) != nil || root.PersistentFlags().Lookup(flag) != nil {
				return fmt.Errorf("nurucobra.Attach: %q already has a flag --%s: leave out nurucobra.WithRootFlags or rename the command with nurucobra.WithCommandName", root.Name(), flag)
			}
		}
	}
	if s.group != "" && !root.ContainsGroup(s.group) {
		return fmt.Errorf("nurucobra.Attach: %q has no command group %q: add it first, or leave out nurucobra.WithGroup", root.Name(), s.group)
	}
	return nil
}

// keepPositionals lets a root that took any positionals keep doing so: with the
// first subcommand cobra's default validator would begin to refuse them.
func keepPositionals(root *cobra.Command) {
	if root.HasSubCommands() || !root.Runnable() || root.Args != nil {
		return
	}
	if root.ValidArgsFunction == nil && len(root.ValidArgs) == 0 {
		// With a subcommand, completion would stop to offer files.
		root.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		}
	}
	restore := func() {}
	root.Args = func(cmd *cobra.Command, args []string) error {
		restore() // the root may be executed more than once
		restore = func() {}
		if len(args) == 0 || cmd.ArgsLenAtDash() == 0 || cmd.TraverseChildren || !hasOtherCommands(cmd) {
			return nil
		}
		// Commands were added after Attach: a word that is none of them is
		// the mistyped command that cobra reports by default, with its hint.
		err := fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), suggestions(cmd, args[0]))
		if !cmd.SilenceErrors {
			cmd.PrintErrln(cmd.ErrPrefix(), err.Error())
			cmd.PrintErrf("Run '%v --help' for usage.\n", cmd.CommandPath())
		}
		silentErrors, silentUsage := cmd.SilenceErrors, cmd.SilenceUsage
		restore = func() { cmd.SilenceErrors, cmd.SilenceUsage = silentErrors, silentUsage }
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		return err
	}
}

// hasOtherCommands reports whether root has commands besides ours and those
// that cobra adds.
func hasOtherCommands(root *cobra.Command) bool {
	return slices.ContainsFunc(cobrax.Children(root), func(c *cobra.Command) bool {
		_, own := c.Annotations[tree.OwnKey]
		return !own && c.Name() != "help" && c.Name() != "completion" && !strings.HasPrefix(c.Name(), "__complete")
	})
}

// suggestions is the text that cobra appends to an unknown command.
func suggestions(cmd *cobra.Command, word string) string {
	if cmd.DisableSuggestions {
		return ""
	}
	if cmd.SuggestionsMinimumDistance <= 0 {
		cmd.SuggestionsMinimumDistance = 2
	}
	found := cmd.SuggestionsFor(word)
	if len(found) == 0 {
		return ""
	}
	return "\n\nDid you mean this?\n\t" + strings.Join(found, "\n\t") + "\n"
}

// executable is the file of this program, and the path by which a child starts
// the very same image even after the file was replaced.
func executable() (path, image string, err error) {
	path, err = os.Executable()
	if err != nil {
		return "", "", fmt.Errorf("finding the program's own file: %w", err)
	}
	if _, err := os.Stat("/proc/self/exe"); err == nil {
		return path, "/proc/self/exe", nil
	}
	return path, path, nil
}
