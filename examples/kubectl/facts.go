package main

import (
	"github.com/spf13/cobra"
	"k8s.io/kubectl/pkg/cmd/util"

	"github.com/nurucobra/nuru/annotate"
)

// describe adds what no command tree says by itself: which commands read
// standard input where a file is "-", which run what stands behind "--"
// although their Use line does not say so, and one that is no mere group.
// Without it everything else works too.
func describe(root *cobra.Command) {
	const stdin = "the objects that the file - stands for"
	one := 1
	util.CheckErr(annotate.Table(root, map[string]annotate.Facts{
		"annotate":          {Stdin: stdin},
		"apply":             {Stdin: stdin},
		"cluster-info":      {HiddenFromAgents: annotate.No},
		"create":            {Stdin: stdin},
		"create cronjob":    {Args: "{name} {*command}", Dash: &one},
		"create deployment": {Args: "{name} {*command}", Dash: &one},
		"create job":        {Args: "{name} {*command}", Dash: &one},
		"debug":             {Args: "{name} {*command}", Dash: &one},
		"exec":              {Args: "{pod} {*command}", Dash: &one},
		"label":             {Stdin: stdin},
		"patch":             {Stdin: stdin},
		"run":               {Args: "{name} {*argument}", Dash: &one},
		"set env":           {Args: "{*args|RESOURCE/NAME and KEY=VALUE or KEY-}", Stdin: stdin},
		"set image":         {Stdin: stdin},
	}))
}
