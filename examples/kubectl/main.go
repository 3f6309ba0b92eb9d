// Kubectl is the real kubectl with agent tools: it teaches that one line is
// enough for a program somebody else wrote, however large.
package main

import (
	"os"

	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := cmd.NewKubectlCommand(cmd.KubectlOptions{
		// No plugin handler: plugins would be looked up, and run, before Attach.
		Arguments:   os.Args,
		ConfigFlags: genericclioptions.NewConfigFlags(true).WithDeprecatedPasswordFlag(),
		IOStreams:   genericiooptions.IOStreams{In: os.Stdin, Out: os.Stdout, ErrOut: os.Stderr},
	})
	util.CheckErr(nurucobra.Attach(root))
	if root.Execute() != nil {
		os.Exit(1)
	}
}
