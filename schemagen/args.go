package schemagen

import (
	"slices"
	"strings"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
	"github.com/nurucobra/nuru/internal/useline"
)

// positionals describes the positionals of c: from its annotated pattern, or
// from the Use line, corrected by what the Args validator accepts.
func (g *generator) positionals(c *tree.Command) []Param {
	counts := g.probe(c)
	if c.Info.Args != "" {
		args, err := annotate.ParseArgs(c.Info.Args)
		if err == nil { // annotate.Of has refused invalid patterns
			params := fromPattern(args, counts)
			for i := range params {
				params[i].Name = argName(args[i].Name, g.opts.PropertyNames)
			}
			return params
		}
	}
	params := fromUse(c, counts)
	if g.opts.PropertyNames != CamelCase {
		// Use lines have no spelling of their own: NAME and <name> are the same.
		for i := range params {
			params[i].Name = argName(params[i].Name, SnakeCase)
		}
	}
	return params
}

func fromPattern(args []annotate.Arg, counts counts) []Param {
	params := make([]Param, 0, len(args))
	for i, a := range args {
		if a.Rest && counts.ends(i) {
			break // an array that takes nothing
		}
		t := argType(a.Type)
		p := positional(a.Name, i, t, a.Required)
		if a.Rest {
			p.makeRest(max(0, counts.min-i), counts.restMax(i))
		}
		p.setEnum(a.Enum)
		p.describe(oneLine(a.Description))
		params = append(params, p)
	}
	return params
}

// argTypes maps the types of a positional pattern. A positional is text on the
// command line: what the program makes of it is its own affair, so only forms
// that every program shares are checked.
var argTypes = map[annotate.ArgType]ValueType{
	annotate.TypeInt:      {Kind: Integer, Bits: 64, Signed: true},
	annotate.TypeInt64:    {Kind: Integer, Bits: 64, Signed: true},
	annotate.TypeFloat64:  {Kind: Number, Bits: 64},
	annotate.TypeDecimal:  {Kind: Number},
	annotate.TypeBool:     {Kind: Boolean},
	annotate.TypeDuration: {Kind: String, Format: Duration},
	annotate.TypeUUID:     {Kind: String, Format: UUID},
	annotate.TypeURL:      {Kind: String, Format: URL},
}

func argType(a annotate.ArgType) ValueType {
	t, ok := argTypes[a]
	if !ok {
		t = ValueType{Kind: String}
	}
	t.Name = string(a)
	return t
}

func positional(name string, index int, t ValueType, required bool) Param {
	return Param{
		Name: argName(name, CamelCase), Schema: t.schema(), Type: t,
		Required: required, Enforced: required, Arg: &ArgBinding{Index: index},
	}
}

// argName spells the name of a positional, of which the author may have written
// ticketId where a flag would be ticket-id.
func argName(name string, style PropertyNames) string {
	if style == SnakeCase {
		name = strings.Join(nameParts(name), "_")
	}
	return propertyName(name, style)
}

// makeRest turns p into an array that takes all the positionals from its index
// on.
func (p *Param) makeRest(least, most int) {
	p.Type.Shape = List
	enum, description := p.Schema.Enum, p.Schema.Description
	p.Schema = p.Type.schema()
	p.Schema.Description = description
	p.setEnum(enum)
	p.Schema.MinItems = least
	p.Schema.MaxItems = most
	p.Required, p.Enforced = least > 0, least > 0
	p.Arg.Rest, p.Arg.Min, p.Arg.Max = true, least, most
}

func (p *Param) describe(s string) {
	form := p.form()
	switch p.Type.Name {
	case string(annotate.TypeFile):
		form = join("file path", form)
	case string(annotate.TypeDir):
		form = join("directory path", form)
	}
	p.Schema.Description = withForm(s, form, maxDescription)
	p.brief = p.Schema.Description
}

// fromUse describes the positionals that the Use line names. Where validator
// and Use line disagree the validator wins: it decides what runs.
func fromUse(c *tree.Command, counts counts) []Param {
	if c.Cmd.DisableFlagParsing {
		return []Param{freeArgs("Arguments and flags as on the command line", c, counts)}
	}
	named := c.Use.Positionals
	switch {
	case counts.ends(0):
		return nil
	case c.Use.Hard:
		return []Param{freeArgs("", c, counts)}
	case len(named) == 0 && counts.known && (counts.min > 0 || counts.hasMax && counts.max > 0):
		return []Param{freeArgs("", c, counts)}
	case len(named) == 0 && counts.refused:
		// Without words it could not be called at all.
		return []Param{freeArgs("", c, counts)}
	case counts.known && misfit(named, counts):
		return []Param{freeArgs("", c, counts)}
	}
	params := make([]Param, len(named))
	for i, pos := range named {
		params[i] = usePositional(pos, i, counts)
	}
	params = extend(params, counts)
	if c.Cmd.Args == nil {
		relaxReplaced(c, params)
	}
	suggested := suggestion(counts.suggestions)
	for i := range params {
		if enum := counts.enum(i, params[i].Arg.Rest); enum != nil {
			params[i].setEnum(enum)
			suggested = "" // the words are this positional's
		}
	}
	for i := range params {
		params[i].describe(joinSentences(params[i].Schema.Description, suggested))
	}
	return params
}

// replacing are flags that stand in for a positional in the trees that have
// them: the objects come from a file or by their labels.
var replacing = []string{"all", "filename", "kustomize", "selector"}

// relaxReplaced takes the Use line's "required" for a half-truth where no
// validator says so and a flag of the command may replace the positional.
func relaxReplaced(c *tree.Command, params []Param) {
	replaced := slices.ContainsFunc(c.Flags, func(f tree.Flag) bool {
		return f.Scope == tree.Local && slices.Contains(replacing, f.Name)
	})
	if !replaced {
		return
	}
	for i := range params {
		params[i].Required, params[i].Enforced = false, false
		params[i].Arg.Min, params[i].Schema.MinItems = 0, 0
	}
}

// shownSuggestions is how many values that the author suggests are shown.
const shownSuggestions = 6

// suggestion shows values that shell completion offers, where others are taken
// too.
func suggestion(values []string) string {
	values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
	if len(values) == 0 {
		return ""
	}
	text := "Such as " + strings.Join(values[:min(len(values), shownSuggestions)], ", ")
	return cutSentence(oneLine(text), compactFlag)
}

// misfit reports whether the counts contradict the number of names, so that no
// name can be trusted with a place.
func misfit(named []useline.Positional, counts counts) bool {
	n := len(named)
	if n == 0 {
		return false
	}
	return counts.min > n && !named[n-1].Rest || counts.hasMax && counts.max < n
}

func usePositional(pos useline.Positional, i int, counts counts) Param {
	required := pos.Required
	if counts.known {
		required = i < counts.min
	}
	p := positional(pos.Name, i, ValueType{Kind: String, Name: "string"}, required)
	if pos.Rest {
		least := 0
		if pos.Required {
			least = 1
		}
		if counts.known {
			least = max(0, counts.min-i)
		}
		p.makeRest(least, counts.restMax(i))
	}
	if !strings.EqualFold(strings.ReplaceAll(pos.Text, "-", ""), pos.Name) {
		p.describe(oneLine(pos.Text))
	} else {
		p.describe("")
	}
	return p
}

// extend makes the last positional an array where the validator takes more
// than the Use line names.
func extend(params []Param, counts counts) []Param {
	n := len(params)
	if n == 0 || !counts.known || params[n-1].Arg.Rest || counts.hasMax && counts.max <= n {
		return params
	}
	params[n-1].makeRest(max(0, counts.min-(n-1)), counts.restMax(n-1))
	return params
}

// freeArgs is one array of whatever the program takes, described by the Use
// line.
func freeArgs(description string, c *tree.Command, counts counts) Param {
	p := positional("args", 0, ValueType{Kind: String, Name: "string"}, false)
	least := 0
	if counts.known {
		least = counts.min
	}
	p.makeRest(least, counts.restMax(0))
	p.setEnum(counts.enum(0, true))
	if description == "" {
		description = "Positional arguments"
	}
	if _, tail, ok := strings.Cut(oneLine(c.Cmd.Use), " "); ok {
		description += ", as in: " + tail
	}
	p.describe(description)
	return p
}
