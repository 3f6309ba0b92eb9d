package permissions_test

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/permissions"
)

func Example() {
	run := func(*cobra.Command, []string) {}
	list := &cobra.Command{Use: "list", Aliases: []string{"ls"}, Run: run}
	annotate.Command(list).Access(annotate.Read)
	del := &cobra.Command{Use: "delete", Run: run}
	annotate.Command(del).Access(annotate.Write).Destructive(true).Safety(annotate.Deny)
	root := &cobra.Command{Use: "app"}
	root.AddCommand(list, del)

	rules, err := permissions.Rules(root)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rules {
		fmt.Printf("%s: %s (%s)\n", r.CommandPath(), r.Decision, r.Reason)
	}
	out, _, err := permissions.Write("opencode", rules, permissions.Options{Kind: permissions.Shell})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out))
	// Output:
	// app delete: deny (safety deny)
	// app list: allow (access read)
	// {
	//   "$schema": "https://opencode.ai/config.json",
	//   "permission": {
	//     "bash": {
	//       "app *": "ask",
	//       "*/app *": "ask",
	//       "* app *": "ask",
	//       "app list *": "allow",
	//       "app ls *": "allow",
	//       "app delete *": "deny",
	//       "app -* delete *": "deny",
	//       "*/app delete *": "deny",
	//       "*/app -* delete *": "deny",
	//       "* app delete *": "deny",
	//       "* app -* delete *": "deny"
	//     }
	//   }
	// }
}
