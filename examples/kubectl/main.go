// Kubectl is the real kubectl with agent tools, with one line and a table of facts.
package main

import (
	"os"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := newRoot()
	describe(root)
	util.CheckErr(nurucobra.Attach(root))
	if root.Execute() != nil {
		os.Exit(1)
	}
}

func newRoot() *cobra.Command { // no plugin handler: it would run plugins before Attach
	streams := genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr}
	flags := genericclioptions.NewConfigFlags(true).WithDeprecatedPasswordFlag()
	return cmd.NewKubectlCommand(cmd.KubectlOptions{Arguments: os.Args, ConfigFlags: flags, IOStreams: streams})
}
