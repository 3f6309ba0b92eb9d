// Package schemagen says what the commands of a cobra application look like as
// tools: their names, their JSON Schemas, their hints, and how each property
// is bound to a flag or a positional.
//
//	tools, err := schemagen.Generate(root, schemagen.Options{})
//	for _, tool := range tools {
//		fmt.Println(tool.ID, tool.Description)
//	}
//
// It knows nothing of any protocol. To serve the tools see package nurucobra.
//
// # Limits
//
// The tree is looked at, not run: completion functions are never called, and
// the only code of the application that runs is flag values' Type and the Args
// validators, which are asked about up to eight made-up words to learn how many
// they take. [Options].NoArgsProbe and an annotation switch that off.
package schemagen

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

// Tool is one command as an agent sees it. It is not changed after Generate
// and safe for concurrent reading.
type Tool struct {
	ID          string // the tool's name
	Title       string // for people; may be ""
	Description string // one line, never empty
	Long        string // cobra's long text and examples, which may have
	Example     string // several lines; "" when there are none
	// Params are the properties in the order of the schema.
	Params []Param
	// Globals are inherited flags that are not properties of their own but
	// elements of the array property that has Globals set.
	Globals []Param
	// Sets are flags that a call gets when it does not choose them itself.
	Sets []SetFlag
	// Info holds the author's facts, with the effect and the decision of a call
	// that sets no flag.
	Info annotate.Info
	// ToolInfo is Info with the strongest effect that any parameter allows.
	ToolInfo annotate.Info
	// Path are the command's names below the root, Aliases its other names.
	Path, Aliases []string
	// Words are the words that lead cobra to the command.
	Words []string
	// Dash is how many of the positional parameters stand before the "--" that
	// the Use line spells, -1 when it spells none. An annotation overrides it.
	Dash int
	// Command is the command itself. It must not be executed while it is served.
	Command *cobra.Command

	aliasPaths [][]string
}

// Param is one property of a tool and what it is bound to: a flag, a
// positional, the standard input or the list of globals. Exactly one of Flag,
// Arg, Stdin and Globals is set.
type Param struct {
	Name     string
	Schema   *Schema // with the full description
	Type     ValueType
	Required bool // listed as required
	Enforced bool // a call without it is refused
	Secret   bool // the value shows in no error and no result's command line
	Redact   bool // by annotation: nor in what the program prints
	// Effect is what a call that sets the property has at least; "" for none.
	Effect annotate.Effect

	Flag    *FlagBinding
	Arg     *ArgBinding
	Stdin   bool
	Globals bool

	brief      string // description for tools/list
	cut        bool   // brief says less than the description
	shown      bool   // listed although a global
	allowEmpty bool   // "" is one of the values of the enumeration
}

// A SetFlag is a flag that the server sets: one that skips the program's own
// question, or one that makes it print JSON.
type SetFlag struct {
	FlagBinding
	Value string
}

// FlagBinding says how a property is given as a flag.
type FlagBinding struct {
	*pflag.Flag
	Global      bool // inherited from a parent
	Early       bool // stands before the subcommand
	ByShorthand bool // given as -x=value, because --name= does not reach it
}

// ArgBinding says how a property is given as positionals.
type ArgBinding struct {
	Index int  // place among the positionals
	Rest  bool // an array that takes all from Index on
	Min   int  // of a Rest: fewest elements
	Max   int  // of a Rest: most elements; 0 for any number
}

// Enum returns the values that are taken, nil for any. The schema lists them,
// but for "", which some model APIs refuse.
func (p *Param) Enum() []string {
	values := p.Schema.Enum
	if p.Schema.Items != nil {
		values = p.Schema.Items.Enum
	}
	if p.allowEmpty && len(values) > 0 {
		return append([]string{""}, values...)
	}
	return values
}

func (p *Param) setEnum(values []string) {
	if p.Type.Kind != String || p.Type.Shape == Map {
		return
	}
	var members []string
	for _, v := range values {
		if v != "" && !slices.Contains(members, v) {
			members = append(members, v)
		}
	}
	p.allowEmpty = slices.Contains(values, "")
	if p.Schema.Items != nil {
		p.Schema.Items.Enum = members
	} else {
		p.Schema.Enum = members
	}
}

// form says in words what the schema cannot say about the value.
func (p *Param) form() string {
	var forms []string
	if f := p.Type.form(); f != "" {
		forms = append(forms, f)
	}
	if p.allowEmpty && len(p.Enum()) > 0 {
		forms = append(forms, "may be empty")
	}
	return strings.Join(forms, ", ")
}

// Options change what Generate does. The zero value is what most want. It is
// not kept or changed.
type Options struct {
	// PropertyNames is how properties are spelt. At call time the other
	// spellings are taken too, where they are unambiguous.
	PropertyNames PropertyNames
	// NoArgsProbe keeps Generate from calling Args validators.
	NoArgsProbe bool
	// BeforeProbe, when set, is called with a command right before its Args
	// validator is, unless that is one of cobra's own. A validator may end the
	// process, which nothing can stop; so the caller learns whose it was. false
	// leaves the validator uncalled.
	BeforeProbe func(cmd *cobra.Command) bool
	// Pinned are the names of inherited flags that the server sets itself: no
	// tool has them.
	Pinned []string
	// Environ is the environment whose values must not show, as in os.Environ;
	// nil means this process's.
	Environ []string
	// Report takes one sentence for each flag or command that had to be left
	// out; nil discards them.
	Report func(note string)
}

// Generate describes every command below root that is a tool, sorted by path.
// The error joins every invalid annotation of the tree and names command, key
// and value, or names an option that is not valid. A flag that cannot be described costs that flag, not the tools.
// Generate must not run while the tree is changed or executed.
func Generate(root *cobra.Command, opts Options) ([]Tool, error) {
	if err := opts.PropertyNames.check(); err != nil {
		return nil, err
	}
	t, err := tree.Load(root)
	if err != nil {
		return nil, err
	}
	environ := opts.Environ
	if environ == nil {
		environ = os.Environ()
	}
	g := &generator{
		opts: opts, environ: variables(environ), private: privateValues(environ),
		machine: thisMachine(), words: vocabulary(t), now: clock(),
		inherited: map[*pflag.Flag]Param{},
	}
	if opts.Report != nil {
		for _, note := range t.Notes {
			opts.Report(note)
		}
	}
	if !opts.NoArgsProbe {
		defer g.silence()()
	}
	tools := make([]Tool, 0, len(t.Commands))
	var errs []error
	for _, c := range t.Tools() {
		tool := g.tool(c)
		if tool.Sets, err = setFlags(c); err != nil {
			errs = append(errs, err)
		}
		for _, s := range tool.Sets {
			facts, _ := annotate.OfFlag(s.Flag) // what is wrong with them is an error of the tree
			tool.Info, tool.ToolInfo = tool.Info.Raise(facts.Effect), tool.ToolInfo.Raise(facts.Effect)
		}
		tools = append(tools, tool)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	g.placeGlobals(tools)
	return tools, nil
}

type generator struct {
	opts    Options
	environ []variable
	private []string // values of environ that no text may quote
	machine machine
	words   map[string]bool // that texts use in a sense of their own
	now     time.Time
	// probeOvertime is what validators have taken of probePatience.
	probeOvertime time.Duration
	// inherited are the descriptions of flags that many commands share.
	inherited map[*pflag.Flag]Param
}

func (g *generator) tool(c *tree.Command) Tool {
	positionals := g.positionals(c)
	flags := g.flagParams(c)
	if c.Info.Stdin != "" {
		positionals = append(positionals, stdinParam(c.Info.Stdin))
	}
	for i := range positionals {
		p := &positionals[i]
		p.Schema.Description = g.hidePrivate(p.Schema.Description)
		p.brief = cutSentence(p.Schema.Description, compactFlag)
		p.cut = p.brief != p.Schema.Description
	}
	g.hideEnums(positionals)
	g.hideEnums(flags)
	separate(positionals, flags, g.opts.PropertyNames)
	rank := func(p Param) int {
		switch {
		case p.Flag.Global || p.Flag.Early:
			return 2
		case p.Required:
			return 0
		}
		return 1
	}
	slices.SortStableFunc(flags, func(a, b Param) int { return cmp.Compare(rank(a), rank(b)) })
	cmd := c.Cmd
	tool := Tool{
		ID:          c.Tool,
		Title:       cutSentence(g.hidePrivate(oneLine(c.Info.Title)), maxDescription),
		Description: describeTool(c.Info.Facts, cmd.Short, cmd.Long, cmd.UseLine(), c.Tool),
		Params:      slices.Concat(positionals, flags),
		Info:        c.Info,
		ToolInfo:    c.ToolInfo,
		Path:        c.Path,
		Aliases:     ownAliases(c),
		Words:       c.Words,
		Dash:        dashOf(c, positionals),
		Command:     cmd,
		aliasPaths:  c.Aliases(),
	}
	tool.Description = cutSentence(joinSentences(g.hidePrivate(tool.Description), groupsInWords(tool.Params)), maxDescription)
	for _, info := range []*annotate.Info{&tool.Info, &tool.ToolInfo} {
		info.Tags, info.Category = g.hideLabels(info.Tags), strings.Join(g.hideLabels([]string{info.Category}), "")
	}
	tool.Long, tool.Example = g.lines(cmd.Long), g.lines(cmd.Example)
	return tool
}

// dashOf takes the Use line's word for "--" as long as its positionals are the
// tool's. Where the program gives it no meaning, it does no harm.
func dashOf(c *tree.Command, positionals []Param) int {
	named := len(c.Use.Positionals)
	if c.Info.Args != "" || c.Cmd.DisableFlagParsing || len(positionals) < named || c.Use.Dash >= named {
		return -1
	}
	return c.Use.Dash
}

// ownAliases returns the other names of c that lead to it, sorted.
func ownAliases(c *tree.Command) []string {
	aliases := []string{}
	for _, path := range c.Aliases() {
		if n := len(path); n > 0 && slices.Equal(path[:n-1], c.Path[:n-1]) {
			aliases = append(aliases, path[n-1])
		}
	}
	return aliases
}

func stdinParam(description string) Param {
	description = cutSentence(oneLine(description), maxDescription)
	return Param{
		Name:   "stdin",
		Schema: &Schema{Type: "string", Description: description},
		Type:   ValueType{Kind: String},
		Stdin:  true,
		brief:  description,
	}
}

// globalsBudget is what the globals of one tool may cost in tokens before they
// become one property.
const globalsBudget = 100

// placeGlobals lists inherited flags at each tool while they are cheap, and
// otherwise gives every tool that has some one array property for them.
func (g *generator) placeGlobals(tools []Tool) {
	sizes := map[*pflag.Flag]int{}
	dear := slices.ContainsFunc(tools, func(t Tool) bool {
		bytes := 0
		for i := range t.Params {
			p := &t.Params[i]
			if !p.global() {
				continue
			}
			if _, known := sizes[p.Flag.Flag]; !known {
				b, _ := p.compactSchema().MarshalJSON()
				sizes[p.Flag.Flag] = len(b)
			}
			bytes += len(p.Name) + len(`"":,`) + sizes[p.Flag.Flag]
		}
		return Tokens(bytes) > globalsBudget
	})
	if !dear {
		return
	}
	for i := range tools {
		tools[i].gatherGlobals(g.opts.PropertyNames)
	}
}

// global reports whether p may become one of the globals, which are given by
// their long names.
func (p *Param) global() bool {
	return p.Flag != nil && (p.Flag.Global || p.Flag.Early) && !p.Flag.ByShorthand && !p.shown
}

func (t *Tool) gatherGlobals(style PropertyNames) {
	n := 0
	for i := range t.Params {
		if t.Params[i].global() {
			n++
		}
	}
	if n == 0 {
		return
	}
	t.Globals = make([]Param, 0, n)
	own := make([]Param, 0, len(t.Params)-n+1)
	for _, p := range t.Params {
		if p.global() {
			t.Globals = append(t.Globals, p)
		} else {
			own = append(own, p)
		}
	}
	globals := Param{
		Name:    "globals",
		Schema:  &Schema{Type: "array", Items: &Schema{Type: "string"}, Description: "Global flags, each as --name=value"},
		Type:    ValueType{Kind: String, Shape: List},
		Globals: true,
		brief:   "Global flags as --name=value",
	}
	for slices.ContainsFunc(own, func(p Param) bool { return p.Name == globals.Name }) {
		globals.Name += style.argSuffix()
	}
	t.Params = append(own, globals)
}

// Schema returns the parameters as a JSON Schema with full descriptions.
func (t *Tool) Schema() *Schema {
	return t.assemble(func(p *Param) *Schema { return p.Schema })
}

// CompactSchema is Schema with short descriptions, as agents are sent it with
// every conversation.
func (t *Tool) CompactSchema() *Schema { return t.assemble((*Param).compactSchema) }

func (p *Param) compactSchema() *Schema {
	s := *p.Schema
	s.Description = p.brief
	return &s
}

func (t *Tool) assemble(schema func(*Param) *Schema) *Schema {
	s := &Schema{Type: "object"}
	for i := range t.Params {
		p := &t.Params[i]
		s.Properties = append(s.Properties, Property{p.Name, schema(p)})
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

// Brief is the short description of p, as agents are sent it with every
// conversation.
func (p *Param) Brief() string { return p.brief }

// Cut reports whether a text of t is longer than what CompactSchema sends of
// it, or whether it has globals, which that does not list.
func (t *Tool) Cut() bool {
	return len(t.Globals) > 0 || slices.ContainsFunc(t.Params, func(p Param) bool { return p.cut })
}
