package argv

import (
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/cobrax"
)

// A shadow is a copy of the application's tree that parses like it and runs
// nothing: the same names, aliases, flags and routing settings, with values
// that only record. Only the commands on the way to the target have flags;
// what lies beside the way has names alone, because a call that ends there is
// refused anyway. The one piece of the application's code that it calls is its
// flag-name normaliser.
//
// A shadow is built for one parse.
type shadow struct {
	root, target *cobra.Command
	recorders    map[*pflag.Flag]*recorder // by the application's flag
	flags        map[*pflag.Flag]*pflag.Flag
	copying      bool
}

// recorder is a flag value that keeps what it is given.
type recorder struct{ values []string }

func (r *recorder) Set(s string) error { r.values = append(r.values, s); return nil }
func (r *recorder) Type() string       { return "string" }
func (r *recorder) String() string     { return "" }

func newShadow(target *cobra.Command) *shadow {
	s := &shadow{recorders: map[*pflag.Flag]*recorder{}, flags: map[*pflag.Flag]*pflag.Flag{}}
	var lineage []*cobra.Command
	for c := target; c != nil; c = c.Parent() {
		lineage = append(lineage, c)
	}
	slices.Reverse(lineage)
	way := make([]*cobra.Command, len(lineage))
	for i, real := range lineage {
		way[i] = command(real)
	}
	for i, real := range lineage[:len(lineage)-1] {
		children(way[i], real, lineage[i+1], way[i+1])
	}
	last := len(lineage) - 1
	children(way[last], lineage[last], nil, nil)
	s.root, s.target = way[0], way[last]
	s.lateChildren(lineage[0])
	// Flags come when the tree stands: adding a command passes the parent's
	// normaliser on to it, over one of its own.
	s.copying = true
	for i, real := range lineage {
		s.copySet(way[i].Flags(), real.Flags())
		s.copySet(way[i].PersistentFlags(), real.PersistentFlags())
	}
	s.copying = false
	// Only now: adding flags of the process-wide set later would give the
	// application's own flags to the shadow.
	s.addFlags(s.root.PersistentFlags(), pflag.CommandLine)
	return s
}

// command copies what decides about parsing, but for flags.
func command(real *cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use:                real.Name(),
		Aliases:            real.Aliases,
		Version:            real.Version,
		TraverseChildren:   real.TraverseChildren,
		DisableFlagParsing: real.DisableFlagParsing,
		FParseErrWhitelist: real.FParseErrWhitelist,
		DisableSuggestions: true,
		SilenceErrors:      true,
		SilenceUsage:       true,
		Run:                func(*cobra.Command, []string) {},
	}
	if real.Args != nil {
		c.Args = cobra.ArbitraryArgs // that there is one matters to routing
	}
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	if normalize := real.GlobalNormalizationFunc(); normalize != nil {
		c.SetGlobalNormalizationFunc(normalize)
	}
	return c
}

func (s *shadow) copySet(to, from *pflag.FlagSet) {
	normalize := from.GetNormalizeFunc()
	to.SetNormalizeFunc(func(set *pflag.FlagSet, name string) pflag.NormalizedName {
		if s.copying {
			return pflag.NormalizedName(name) // it has been normalised, and once more might change it
		}
		return normalize(set, name)
	})
	to.SetInterspersed(cobrax.Interspersed(from))
	to.SetOutput(io.Discard)
	s.addFlags(to, from)
}

func (s *shadow) addFlags(to, from *pflag.FlagSet) {
	from.VisitAll(func(real *pflag.Flag) {
		f := s.flag(real)
		if to.Lookup(f.Name) == nil {
			to.AddFlag(f)
		}
	})
}

// flag copies one flag, always to the same copy: cobra merges the flags of
// parents by pointer.
func (s *shadow) flag(real *pflag.Flag) *pflag.Flag {
	if f := s.flags[real]; f != nil {
		return f
	}
	r := &recorder{}
	f := &pflag.Flag{
		Name:        real.Name,
		Shorthand:   real.Shorthand,
		NoOptDefVal: real.NoOptDefVal,
		Annotations: real.Annotations,
		Value:       r,
	}
	s.flags[real], s.recorders[real] = f, r
	return f
}

// children gives parent its subcommands in their order: the one on the way as
// it is, the others by name.
func children(parent, real, onTheWay, next *cobra.Command) {
	for _, child := range cobrax.Children(real) {
		if child == onTheWay {
			parent.AddCommand(next)
		} else {
			parent.AddCommand(stub(child.Name(), child.Aliases...))
		}
	}
}

func stub(name string, aliases ...string) *cobra.Command {
	return &cobra.Command{Use: name, Aliases: aliases, Run: func(*cobra.Command, []string) {}}
}

// lateChildren adds the subcommands that cobra will have added to the root by
// the time it looks for the command.
func (s *shadow) lateChildren(real *cobra.Command) {
	s.root.CompletionOptions.DisableDefaultCmd = true
	if !real.HasSubCommands() {
		return
	}
	children := cobrax.Children(real)
	have := func(name string) bool {
		return slices.ContainsFunc(children, func(c *cobra.Command) bool { return c.Name() == name })
	}
	completes := func(c *cobra.Command) bool { return c.Name() == "completion" || c.HasAlias("completion") }
	if !have("help") {
		s.root.AddCommand(stub("help"))
	}
	if !have(cobra.ShellCompRequestCmd) {
		s.root.AddCommand(stub(cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd))
	}
	if !real.CompletionOptions.DisableDefaultCmd && !slices.ContainsFunc(children, completes) {
		s.root.AddCommand(stub("completion"))
	}
}

// completion returns the command for shell completion that args would call of a
// root without subcommands: cobra adds it only then.
func (s *shadow) completion(args []string) *cobra.Command {
	late := []*cobra.Command{stub(cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd), stub("completion")}
	s.root.AddCommand(late...)
	defer s.root.RemoveCommand(late...)
	if cmd, _, _ := s.root.Find(args); cmd != s.root {
		return cmd
	}
	return nil
}

// parse does what cobra's ExecuteC does up to running the command, and returns
// the command that would run and its positionals.
func (s *shadow) parse(args []string) (*cobra.Command, []string, error) {
	var cmd *cobra.Command
	var rest []string
	var err error
	if !s.root.HasSubCommands() {
		if cmd := s.completion(args); cmd != nil {
			return cmd, nil, nil
		}
	}
	if s.root.TraverseChildren {
		// cobra has looked for its completion command by then, and has merged
		// the flags of parents on the way; Traverse judges "--" by them.
		_, _, _ = s.root.Find(args)
		cmd, rest, err = s.root.Traverse(args)
	} else {
		cmd, rest, err = s.root.Find(args)
	}
	if err != nil {
		return cmd, nil, err
	}
	if cmd != s.target {
		return cmd, nil, nil
	}
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		return cmd, nil, err
	}
	if cmd.DisableFlagParsing {
		return cmd, rest, nil
	}
	return cmd, cmd.Flags().Args(), nil
}
