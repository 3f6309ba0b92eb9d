package argv_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
)

// app is a random application. The same seed makes the same one again, with
// clean state.
type app struct {
	*rand.Rand
	root      *cobra.Command
	commands  []*cobra.Command
	flags     []*flagVar
	pins      []int // of flags
	probe     bool
	localOnly bool // no persistent flags
	ownNames  bool // some commands normalise names by themselves
	nextKey   byte // shorthands are unique in the whole tree, or cobra panics

	ran []run
}

// flagVar is a flag with a look at its bound variable.
type flagVar struct {
	*pflag.Flag
	cmd        *cobra.Command
	kind       *kind
	persistent bool
	secret     bool
	enum       []string
	show       func() string
	initial    string
}

// run is what a command saw when cobra ran it.
type run struct {
	cmd  *cobra.Command
	args []string
	dash int
}

var (
	commandNames = []string{"get", "set", "settings", "list", "config", "conf", "Deploy", "x", "rm", "helper", "run-it", "status", "completions", "v2"}
	aliasNames   = []string{"g", "s", "ls", "se", "cfg", "GET", "list", "comp", "remove", "run"}
	flagNames    = []string{
		"name", "force", "out-file", "dry_run", "dry-run", "color", "f", "level", "x_y", "verbose", "tags", "labels",
		"env", "ctx", "CamelCase", "with space", "é.x/y", "region", "evil", "replicas", "set", "config", "globals", "stdin",
		"log-level", "log_level", "retry.max", "a=b", "-odd", "no-color",
	}
	patterns = []string{
		"", "{id}", "{id} {tag?}", "{env} {*rest}", "{*all}", "{n:int}", "{n:int?} {f:double?}", "{name} {b:bool?} {*ids:int}",
		"{mode:fast,slow}", "{d:duration?}", "{u:uuid}", "{set?}", "{name?} {level?}",
	}
	uses = []struct {
		use  string
		args cobra.PositionalArgs
	}{
		{"", nil},
		{" NAME", cobra.ExactArgs(1)},
		{" NAME [TAG]", cobra.RangeArgs(1, 2)},
		{" [NAME...]", cobra.ArbitraryArgs},
		{" FILE...", cobra.MinimumNArgs(1)},
		{" SRC DST", cobra.ExactArgs(2)},
		{" [KEY] [VALUE]", nil},
		{"", cobra.MaximumNArgs(3)},
		{"", cobra.NoArgs},
	}
)

func newApp(seed uint64) *app {
	a := &app{Rand: rand.New(rand.NewPCG(seed, 1)), nextKey: 'a'}
	a.probe = a.chance(20)
	a.root = a.command(nil, "app")
	switch n := a.IntN(100); {
	case n < 10:
		a.root.SetGlobalNormalizationFunc(choose(a, normalizers))
	case n < 13:
		// cobra cannot merge persistent flags under such a one.
		a.root.SetGlobalNormalizationFunc(notIdempotent)
		a.localOnly = true
	case n < 20:
		a.ownNames = true
	}
	a.root.TraverseChildren = a.chance(35)
	a.root.CompletionOptions.DisableDefaultCmd = a.chance(10)
	if !a.chance(6) {
		a.children(a.root, 1)
	}
	// Flags come when the tree stands, as normalisers pass from parents to
	// children that are added.
	for _, c := range a.commands {
		a.flagsOf(c)
	}
	if a.chance(20) && !a.localOnly {
		a.choosePins()
	}
	return a
}

func choose[T any](a *app, list []T) T { return list[a.IntN(len(list))] }

func (a *app) chance(percent int) bool { return a.IntN(100) < percent }

var normalizers = []func(*pflag.FlagSet, string) pflag.NormalizedName{
	func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	},
	func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ToLower(name))
	},
}

// notIdempotent makes names that do not lead to their own flag.
func notIdempotent(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName("x-" + name)
}

func (a *app) children(parent *cobra.Command, depth int) {
	names := slices.Clone(commandNames)
	a.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names[:1+a.IntN(3)] {
		c := a.command(parent, name)
		if depth < 3 && a.chance(40) {
			a.children(c, depth+1)
		}
	}
}

func (a *app) command(parent *cobra.Command, name string) *cobra.Command {
	c := &cobra.Command{Use: name, SilenceErrors: true, SilenceUsage: true}
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	if a.chance(25) {
		c.Aliases = []string{choose(a, aliasNames)}
	}
	if a.chance(10) {
		c.Version = "1.2.3"
	}
	c.FParseErrWhitelist.UnknownFlags = a.chance(10)
	c.TraverseChildren = a.chance(10)
	if a.chance(12) {
		c.Flags().SetInterspersed(false)
	}
	a.positionals(c)
	switch {
	case parent == nil && a.chance(50), parent != nil && a.chance(90):
		c.Run = func(cmd *cobra.Command, args []string) {
			a.ran = append(a.ran, run{cmd, slices.Clone(args), cmd.ArgsLenAtDash()})
		}
	}
	if parent != nil {
		parent.AddCommand(c)
	}
	a.commands = append(a.commands, c)
	return c
}

func (a *app) positionals(c *cobra.Command) {
	facts := annotate.Command(c)
	if a.chance(50) {
		if p := choose(a, patterns); p != "" {
			facts.Args(p)
		}
	} else {
		u := choose(a, uses)
		c.Use += u.use
		c.Args = u.args
	}
	if a.chance(7) {
		c.DisableFlagParsing, c.Args = true, nil
	}
	if a.chance(8) {
		facts.Dash(a.IntN(3))
	}
	if a.chance(6) {
		facts.Stdin("what to read")
	}
	if a.chance(50) {
		facts.Access(annotate.Write)
	}
}

func (a *app) flagsOf(c *cobra.Command) {
	// Above others, cobra would rename the flags that they inherit.
	if a.ownNames && !c.HasSubCommands() && a.chance(50) {
		c.Flags().SetNormalizeFunc(normalizers[0])
	}
	persistent := a.IntN(3)
	if c == a.root && a.chance(25) {
		persistent = 9 // dear enough to be gathered into one property
	}
	if a.localOnly {
		persistent = 0
	}
	for range persistent {
		a.flag(c, c.PersistentFlags(), true)
	}
	for range a.IntN(5) {
		a.flag(c, c.Flags(), false)
	}
}

func (a *app) flag(c *cobra.Command, fs *pflag.FlagSet, persistent bool) {
	name, k := choose(a, flagNames), &kinds[a.IntN(len(kinds))]
	short := ""
	if a.chance(25) && a.nextKey < 'z' && !(persistent && a.ownNames) {
		a.nextKey++
		if a.nextKey == 'h' || a.nextKey == 'v' {
			a.nextKey++
		}
		short = string(rune(a.nextKey))
		if a.chance(20) && k.name != "Go bool" {
			name = ""
		}
	}
	if fs.Lookup(name) != nil {
		return
	}
	before := map[*pflag.Flag]bool{}
	fs.VisitAll(func(f *pflag.Flag) { before[f] = true })
	v := &flagVar{cmd: c, kind: k, persistent: persistent}
	defer func() { v.initial = v.show() }()
	if k.name == "Go bool" && fs.Lookup(name) == nil && fs.GetNormalizeFunc()(fs, "a") != "a" {
		k = &kinds[0]
		v.kind = k
	}
	v.show = k.define(fs, name, short)
	fs.VisitAll(func(f *pflag.Flag) {
		if !before[f] {
			v.Flag = f
		}
	})
	a.annotate(v)
	a.flags = append(a.flags, v)
}

func (a *app) annotate(v *flagVar) {
	note := func(key, value string) {
		if v.Annotations == nil {
			v.Annotations = map[string][]string{}
		}
		v.Annotations[key] = append(v.Annotations[key], value)
	}
	v.Hidden = a.chance(4)
	if a.chance(6) {
		v.secret = true
		note(annotate.KeySecret, "true")
	}
	if a.chance(4) && !v.Hidden && !v.persistent && plainName(v.Name) && !a.localOnly {
		note(cobra.BashCompOneRequiredFlag, "true")
	}
	if a.chance(4) && v.kind.name == "string" && !v.secret {
		v.enum = []string{"fast", "slow"}
		note(annotate.KeyEnum, "fast")
		note(annotate.KeyEnum, "slow")
	}
}

func plainName(name string) bool {
	return name != "" && !strings.HasPrefix(name, "-") && !strings.Contains(name, "=")
}

// choosePins picks flags that the server was itself given.
func (a *app) choosePins() {
	for i, v := range a.flags {
		early := a.root.TraverseChildren && !v.persistent
		usable := plainName(v.Name) && v.kind.name == "string" && v.cmd == a.root && !v.Hidden && v.enum == nil
		if usable && (v.persistent || early) && len(a.pins) < 2 {
			a.pins = append(a.pins, i)
		}
	}
}

// lineage is c and its parents, from near to far.
func lineage(c *cobra.Command) []*cobra.Command {
	var cmds []*cobra.Command
	for ; c != nil; c = c.Parent() {
		cmds = append(cmds, c)
	}
	return cmds
}

// words are the names that a positional must not be taken for.
func (a *app) words() []string {
	var words []string
	for _, c := range a.commands {
		words = append(append(words, c.Name()), c.Aliases...)
	}
	return words
}

func (a *app) String() string {
	var b strings.Builder
	for _, c := range a.commands {
		fmt.Fprintf(&b, "%s  use=%q aliases=%q run=%v traverse=%v raw=%v version=%q args=%v unknown=%v interspersed=%v normalised=%q,%q annotations=%v\n",
			c.CommandPath(), c.Use, c.Aliases, c.Run != nil, c.TraverseChildren, c.DisableFlagParsing, c.Version, c.Args != nil,
			c.FParseErrWhitelist.UnknownFlags, cobrax.Interspersed(c.Flags()), c.Flags().GetNormalizeFunc()(nil, "A_b"), c.PersistentFlags().GetNormalizeFunc()(nil, "A_b"), c.Annotations)
		for _, v := range a.flags {
			if v.cmd == c {
				fmt.Fprintf(&b, "    --%s -%s %q persistent=%v hidden=%v optional=%q %v\n", v.Name, v.Shorthand, v.kind.name, v.persistent, v.Hidden, v.NoOptDefVal, v.Annotations)
			}
		}
	}
	return b.String()
}
