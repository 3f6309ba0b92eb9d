// Kustomize is the real kustomize with agent tools.
package main

import (
	"os"

	"github.com/spf13/cobra"
	"sigs.k8s.io/kustomize/kustomize/v5/commands"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := commands.NewDefaultCommand()
	cobra.CheckErr(attach(root))
	if root.Execute() != nil {
		os.Exit(1)
	}
}

// attach adds the positionals that kustomize names in no Use line and checks
// only when it runs.
func attach(root *cobra.Command) error {
	positionals := func(args string) annotate.Facts { return annotate.Facts{Args: args} }
	err := annotate.Table(root, map[string]annotate.Facts{
		"edit add annotation":       positionals("{*annotations}"),
		"edit add base":             positionals("{*paths}"),
		"edit add buildmetadata":    positionals("{options}"),
		"edit add component":        positionals("{*paths}"),
		"edit add generator":        positionals("{*paths}"),
		"edit add label":            positionals("{*labels}"),
		"edit add resource":         positionals("{*paths}"),
		"edit add transformer":      positionals("{*paths}"),
		"edit remove annotation":    positionals("{*names}"),
		"edit remove buildmetadata": positionals("{options}"),
		"edit remove label":         positionals("{*names}"),
		"edit remove resource":      positionals("{*paths}"),
		"edit remove transformer":   positionals("{*paths}"),
		"edit set annotation":       positionals("{*annotations}"),
		"edit set buildmetadata":    positionals("{options}"),
		"edit set image":            positionals("{*images}"),
		"edit set label":            positionals("{*labels}"),
		"edit set nameprefix":       positionals("{prefix}"),
		"edit set namespace":        positionals("{namespace}"),
		"edit set namesuffix":       positionals("{suffix}"),
		"edit set replicas":         positionals("{*replicas}"),
	})
	if err != nil {
		return err
	}
	return nurucobra.Attach(root)
}
