//go:build unix

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
)

func newPrompt() *cobra.Command {
	c := &cobra.Command{Use: "prompt", Short: "Ask a question", Args: cobra.NoArgs}
	tty := c.Flags().Bool("tty", false, "Ask on the terminal, whatever standard input is")
	c.RunE = func(*cobra.Command, []string) error {
		ready("prompt")
		var answer string
		var err error
		if *tty {
			answer, err = askOnTerminal("Password: ")
		} else {
			answer, err = ask(os.Stdin, os.Stderr, "Are you sure? [y/N] ")
		}
		if err != nil {
			return err
		}
		fmt.Printf("the answer is %q\n", answer)
		return nil
	}
	return reads(c)
}

func ask(in io.Reader, out io.Writer, question string) (string, error) {
	fmt.Fprint(out, question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("no answer: %w", err)
	}
	return strings.TrimSpace(answer), nil
}

func askOnTerminal(question string) (string, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return "", fmt.Errorf("no terminal to ask on: %w", err)
	}
	defer tty.Close()
	return ask(tty, tty, question)
}

func newEdit() *cobra.Command {
	c := &cobra.Command{Use: "edit", Short: "Have a text edited", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		ready("edit")
		f, err := os.CreateTemp("", "hostile-*.txt")
		if err != nil {
			return err
		}
		defer os.Remove(f.Name())
		defer f.Close()
		return inShell(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi")+` "$1"`, os.Stdin, f.Name())
	}
	return reads(c)
}

func newPage() *cobra.Command {
	c := &cobra.Command{Use: "page", Short: "Show a long text", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		ready("page")
		return inShell(cmp.Or(os.Getenv("PAGER"), "less"), strings.NewReader(strings.Repeat("a long text\n", 100)))
	}
	return reads(c)
}

func newBrowse() *cobra.Command {
	c := &cobra.Command{Use: "browse", Short: "Open a page and wait for the browser", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		ready("browse")
		return inShell(cmp.Or(os.Getenv("BROWSER"), "xdg-open")+` "$1"`, os.Stdin, "http://127.0.0.1:9/login")
	}
	return reads(c)
}

// inShell runs a command of the user's choosing, as such programs do: what is
// in the variable may have arguments.
func inShell(script string, stdin io.Reader, args ...string) error {
	c := exec.Command("/bin/sh", append([]string{"-c", script, "sh"}, args...)...)
	c.Stdin, c.Stdout, c.Stderr = stdin, os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("running %q: %w", script, err)
	}
	return nil
}

// newCredential asks for a user's name in the order in which git does.
func newCredential() *cobra.Command {
	c := &cobra.Command{Use: "credential", Short: "Ask for a name as git does", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		ready("credential")
		name, err := credential("Username for 'http://127.0.0.1': ")
		if err != nil {
			return err
		}
		fmt.Printf("the name is %q\n", name)
		return nil
	}
	return reads(c)
}

func credential(question string) (string, error) {
	askpass, set := os.LookupEnv("GIT_ASKPASS")
	if !set {
		askpass = os.Getenv("SSH_ASKPASS")
	}
	if askpass != "" {
		helper := exec.Command(askpass, question)
		helper.Stderr = os.Stderr
		out, err := helper.Output()
		if err == nil {
			return strings.TrimSpace(string(out)), nil
		}
		fmt.Fprintln(os.Stderr, err)
	}
	if os.Getenv("GIT_TERMINAL_PROMPT") == "0" {
		return "", errors.New("could not read the name: terminal prompts disabled")
	}
	return askOnTerminal(question)
}

func newGit() *cobra.Command {
	c := &cobra.Command{Use: "git URL", Short: "List what a repository holds", Args: cobra.ExactArgs(1)}
	c.RunE = func(_ *cobra.Command, args []string) error {
		ready("git")
		git := exec.Command("git", "ls-remote", "--", args[0])
		git.Stdin, git.Stdout, git.Stderr = os.Stdin, os.Stdout, os.Stderr
		return git.Run()
	}
	return reads(c)
}
