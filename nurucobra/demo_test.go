package nurucobra_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// newDemo is an application whose commands show what reaches them.
func newDemo() *cobra.Command {
	root := &cobra.Command{Use: "demo", Short: "Show what reaches a command", Version: "1.2.3", SilenceUsage: true}
	root.PersistentFlags().String("profile", "", "Profile to use")
	root.AddCommand(demoEcho(), demoFail(), demoWait(), demoHang(), demoStdin(), demoNested(), demoDenied(), demoJSON(), demoRemove())
	return root
}

func demoEcho() *cobra.Command {
	c := &cobra.Command{Use: "echo [WORD...]", Aliases: []string{"say"}, Short: "Print what was given"}
	loud := c.Flags().Bool("loud", true, "Shout")
	count := c.Flags().Int64("count", 1, "How often")
	labels := c.Flags().StringSlice("label", nil, "Labels")
	token := c.Flags().String("api-token", "", "Token of the service")
	wipe := c.Flags().Bool("wipe", false, "Wipe everything")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		fmt.Fprintf(cmd.OutOrStdout(), "args=%q dash=%d loud=%t count=%d labels=%q token=%s wipe=%t profile=%s\n",
			args, cmd.ArgsLenAtDash(), *loud, *count, *labels, *token, *wipe, cmd.Flag("profile").Value)
		return nil
	}
	annotate.Command(c).Access(annotate.Read)
	annotate.Flag(c, "api-token").Secret()
	annotate.Flag(c, "wipe").Destructive()
	return c
}

func demoFail() *cobra.Command {
	c := &cobra.Command{Use: "fail", Short: "End with an exit code", Args: cobra.NoArgs}
	code := c.Flags().Int("code", 3, "Exit code")
	c.Run = func(*cobra.Command, []string) {
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		if *code < 0 {
			panic("as asked")
		}
		os.Exit(*code)
	}
	annotate.Command(c).Access(annotate.Read).ExitCode(1, "differences found")
	return c
}

func demoWait() *cobra.Command {
	c := &cobra.Command{Use: "wait", Short: "Wait for longer than it may", Args: cobra.NoArgs}
	c.Run = func(*cobra.Command, []string) { time.Sleep(time.Minute) }
	annotate.Command(c).Access(annotate.Write).Timeout(700 * time.Millisecond)
	return c
}

func demoHang() *cobra.Command {
	c := &cobra.Command{Use: "hang", Short: "Write the process number to a file and hang", Args: cobra.NoArgs}
	file := c.Flags().String("file", "", "File to write. It holds the process number, so that others see whether the process lives.")
	c.Long = "Hangs, with its process number in a file."
	c.Example = "  demo hang --file pid"
	c.RunE = func(*cobra.Command, []string) error {
		if err := os.WriteFile(*file+".new", fmt.Append(nil, os.Getpid()), 0o600); err != nil {
			return err
		}
		err := os.Rename(*file+".new", *file)
		time.Sleep(10 * time.Minute)
		return err
	}
	annotate.Command(c).Access(annotate.Write)
	return c
}

func demoStdin() *cobra.Command {
	c := &cobra.Command{Use: "count", Short: "Count the bytes of standard input", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		b, err := io.ReadAll(os.Stdin)
		fmt.Println(len(b))
		return err
	}
	annotate.Command(c).Access(annotate.Read).Stdin("Text to count")
	return c
}

func demoNested() *cobra.Command {
	c := &cobra.Command{Use: "nested", Short: "Start this program's server inside a call", Args: cobra.NoArgs}
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		exe, err := os.Executable()
		if err != nil {
			return err
		}
		child := exec.Command(exe, "mcp-server")
		child.Args[0] = os.Args[0]
		out, err := child.CombinedOutput()
		fmt.Print(strings.ReplaceAll(string(out), exe, "EXE"))
		return err
	}
	annotate.Command(c).Access(annotate.Read)
	return c
}

func demoDenied() *cobra.Command {
	c := &cobra.Command{Use: "denied", Short: "Never for agents", Run: func(*cobra.Command, []string) { fmt.Println("it ran") }}
	annotate.Command(c).Access(annotate.Read).Safety(annotate.Deny)
	return c
}

func demoJSON() *cobra.Command {
	c := &cobra.Command{Use: "data", Short: "Print data", Args: cobra.NoArgs}
	output := c.Flags().String("output", "text", "Form of the output")
	c.Run = func(*cobra.Command, []string) {
		if *output == "json" {
			fmt.Println(`{"big": 9007199254740993}`)
			return
		}
		fmt.Println("big is large")
	}
	annotate.Command(c).Access(annotate.Read).JSON(annotate.JSONOutput{Flag: "output", Value: "json"})
	annotate.Flag(c, "output").Enum("text", "json")
	return c
}

func demoRemove() *cobra.Command {
	c := &cobra.Command{Use: "remove ID", Aliases: []string{"rm"}, Short: "Remove a thing", Args: cobra.ExactArgs(1)}
	yes := c.Flags().BoolP("yes", "y", false, "Do not ask")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if !*yes {
			return errors.New("not confirmed")
		}
		fmt.Fprintln(cmd.OutOrStdout(), "removed", args[0])
		return nil
	}
	annotate.Command(c).Access(annotate.Write).Destructive(true).Args("{id:int|Which}")
	annotate.Flag(c, "yes").Confirms()
	return c
}

// newGuarded is an application that stands in the way of everybody: a banner
// on standard output, a login check, a required global flag, initialisers that
// print, hooks that panic after commands they do not know.
func newGuarded() *cobra.Command {
	cobra.EnableTraverseRunHooks = true
	cobra.OnInitialize(func() { fmt.Println("initialising") })
	root := &cobra.Command{Use: "guarded", Short: "Stand in the way", SilenceUsage: true}
	root.PersistentFlags().String("project", "", "Project")
	_ = root.MarkPersistentFlagRequired("project")
	root.PersistentFlags().String("user", "", "User")
	root.PersistentFlags().String("account", "", "Account")
	root.MarkFlagsOneRequired("user", "account")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		fmt.Println("WELCOME")
		if os.Getenv("LOGGED_IN") == "" {
			return errors.New("please log in first")
		}
		return nil
	}
	root.PersistentPostRun = func(cmd *cobra.Command, _ []string) {
		if cmd.Name() != "show" {
			panic("unknown command " + cmd.Name())
		}
	}
	show := &cobra.Command{Use: "show", Short: "Show a thing", Run: func(cmd *cobra.Command, _ []string) {
		fmt.Println("project", cmd.Flag("project").Value)
	}}
	annotate.Command(show).Access(annotate.Read)
	root.AddCommand(show)
	return root
}

// newBare is an application without subcommands that takes positionals.
func newBare() *cobra.Command {
	return &cobra.Command{Use: "bare [FILE...]", Short: "Print files' names", Run: func(_ *cobra.Command, args []string) {
		fmt.Printf("%q\n", args)
	}}
}

// newBroken is an application that does not keep what it promises.
func newBroken() *cobra.Command {
	root := &cobra.Command{Use: "broken", Short: "Break promises"}
	c := &cobra.Command{Use: "promise", Short: "Promise JSON", Args: cobra.NoArgs}
	keep := c.Flags().Bool("keep", false, "Print JSON")
	code := c.Flags().Int("code", 0, "Exit code")
	c.Run = func(*cobra.Command, []string) {
		if *keep {
			fmt.Println(`{"a": 1}`)
		} else {
			fmt.Println("no JSON")
		}
		os.Exit(*code)
	}
	annotate.Command(c).Access(annotate.Read).ExitCode(4, "nothing found").
		JSON(annotate.JSONOutput{Whole: true, Schema: json.RawMessage(`{"type":"object"}`)})
	root.AddCommand(c)
	return root
}
