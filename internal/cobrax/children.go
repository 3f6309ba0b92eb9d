// Package cobrax reads what a cobra command does not show, and changes nothing
// by reading it.
package cobrax

import (
	"sync"

	"github.com/spf13/cobra"
)

var sorting sync.Mutex

// Children returns the subcommands of cmd in the order in which cobra looks
// them up. cmd.Commands() sorts them in place, which changes the command that
// an alias of two siblings leads to; Children leaves the order alone. The
// result is a copy.
//
// It switches off cobra.EnableCommandSorting while it reads; concurrent calls
// are safe, a concurrent cobra.Commands() elsewhere might go unsorted once.
func Children(cmd *cobra.Command) []*cobra.Command {
	if !cmd.HasSubCommands() {
		return nil
	}
	sorting.Lock()
	defer sorting.Unlock()
	if cobra.EnableCommandSorting {
		cobra.EnableCommandSorting = false
		defer func() { cobra.EnableCommandSorting = true }()
	}
	return append([]*cobra.Command(nil), cmd.Commands()...)
}
