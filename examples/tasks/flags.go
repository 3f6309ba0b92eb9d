package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// choice is the value of a flag that takes one of a few words.
type choice struct {
	value *string
	valid []string
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return strings.Join(c.valid, "|") }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.valid, s) {
		return fmt.Errorf("expected %s", strings.Join(c.valid, ", "))
	}
	*c.value = s
	return nil
}

// choiceVar defines a flag that takes one of valid, for people, shells and
// agents alike.
func choiceVar(cmd *cobra.Command, p *string, name, shorthand, def, usage string, valid ...string) {
	*p = def
	cmd.Flags().VarP(&choice{p, valid}, name, shorthand, usage)
	annotate.Flag(cmd, name).Enum(valid...)
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(valid, cobra.ShellCompDirectiveNoFileComp)))
}

// outputVar defines --output and says that it can ask for JSON of that schema.
func outputVar(cmd *cobra.Command, p *string, schema string) {
	choiceVar(cmd, p, "output", "o", "text", "how to print the result", "text", "json")
	annotate.Command(cmd).JSON(annotate.JSONOutput{Flag: "output", Value: "json", Schema: []byte(schema)})
}

// words returns a validator for least to most positionals; a negative most is
// no limit.
func words(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		usage := cmd.Use
		if p := cmd.Parent(); p != nil {
			usage = p.CommandPath() + " " + usage
		}
		return fmt.Errorf("got %s, expected: %s", plural(len(args), "argument"), usage)
	}
}

// completeIDs completes the ids of the tasks that fit.
func completeIDs(a *app, fits func(Task) bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		d, err := a.load(cmd)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var ids []cobra.Completion
		for _, t := range d.Tasks {
			if id := strconv.Itoa(t.ID); fits(t) && !slices.Contains(args, id) {
				ids = append(ids, cobra.CompletionWithDesc(id, t.Title))
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

func anyTask(Task) bool { return true }

// completeID is completeIDs for commands that take one id.
func completeID(a *app) cobra.CompletionFunc {
	ids := completeIDs(a, anyTask)
	return func(cmd *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return ids(cmd, args, toComplete)
	}
}
