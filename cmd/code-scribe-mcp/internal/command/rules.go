package command

import (
	"slices"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
)

// spec is everything about one command.
type spec struct {
	name    string
	model   bool // talks to a model: gets the forced -m
	options []option
	rules   []rule
	writes  []string // endings of the files made beside each input
}

// use is what happens to an option.
type use int

const (
	accepted  use = iota
	forbidden     // known to the program, or to people, and refused with a reason
	ignored       // taken out, with a warning: the server sets it
)

// option is one option of a command.
type option struct {
	long, short string
	flag        bool // takes no value
	use         use
	why         string           // for forbidden ones
	mode        config.ModelMode // "" is every mode
	once        bool             // a second one is an error
}

// group is a step of validation.
type group int

const (
	grammar group = iota
	options
	counts
	paths
	shadow
	advice // warnings; run last, when everything is right
)

// groups are those that can have errors, in order.
var groups = []group{grammar, options, counts, paths, shadow}

// rule is one check.
type rule struct {
	name  string // for tests
	group group
	check func(*call) problems
}

var (
	seedPrompt  = option{long: "seed-prompt", short: "p", once: true}
	queryPrompt = option{long: "query-prompt", short: "q", once: true}
	reference   = option{long: "reference-existing", short: "r"}
	verbose     = option{long: "verbose", short: "v", flag: true, mode: config.OaicModel}
	model       = option{long: "model", short: "m", use: ignored}

	noModel     = option{long: "model", short: "m", use: forbidden, why: "it talks to no model"}
	noSave      = option{long: "save-prompts", short: "s", flag: true, use: forbidden, why: "the program does not take it together with the model that the server sets"}
	noReference = option{long: "reference-existing", short: "r", use: forbidden, why: "references are for update and generate"}
)

// always are the rules of every command.
var always = []rule{
	{"arguments are text", grammar, textArgs},
	{"grammar", grammar, (*call).parse},
}

var (
	noForbidden = []rule{{"forbidden options", options, forbiddenOptions}}
	noTwice     = []rule{{"options given twice", options, duplicateOptions}}
)

// modelRules are those of commands that talk to a model.
var modelRules = []rule{
	{"the model's word is no file", shadow, shadowed},
}

// table has the commands in the order of the program's work flow.
var table = []spec{
	{
		name:    "index",
		options: []option{noModel},
		rules: rules(always, noForbidden, []rule{
			{"exactly one folder", counts, exactly("folder")},
			{"a folder", paths, inputs(isFolderToIndex)},
		}),
	},
	{
		name:    "draft",
		options: []option{noModel},
		writes:  []string{".scribe"},
		rules: rules(always, noForbidden, []rule{
			{"exactly one file", counts, exactly("Fortran file")},
			{"Fortran files", paths, inputs(isFortran)},
			{"draft is there", advice, outputExists(".scribe")},
			{"not indexed", advice, notIndexed},
			{"interface file", advice, interfaceFile},
			{"no index", advice, noIndex},
		}),
	},
	{
		name:    "translate",
		model:   true,
		options: []option{seedPrompt, model, noReference, noSave},
		writes:  []string{".cpp", ".hpp", "_fi.F90"},
		rules: rules(always, noForbidden, noTwice, modelRules, []rule{
			{"a prompt", options, needsPrompt},
			{"at least one file", counts, atLeastOne("Fortran file")},
			{"Fortran files", paths, inputs(isFortran)},
			{"prompt is TOML", paths, valuesOf("seed-prompt", isTOML)},
			{"translation is there", advice, outputExists(".cpp")},
			{"outputs collide", advice, collisions},
			{"not indexed", advice, notIndexed},
			{"interface file", advice, interfaceFile},
			{"prompt's content", advice, promptsIn(seedPrompts)},
		}),
	},
	{
		name:    "inspect",
		model:   true,
		options: []option{queryPrompt, verbose, model, noSave},
		rules: rules(always, noForbidden, noTwice, modelRules, []rule{
			{"a query", options, needsQuery},
			{"at least one file", counts, atLeastOne("file")},
			{"files", paths, inputs(isFile)},
		}),
	},
	{
		name:    "generate",
		model:   true,
		options: []option{reference, model, noSave},
		rules: rules(always, noForbidden, modelRules, []rule{
			{"exactly one prompt", counts, exactly("prompt: a text, or a TOML file")},
			{"a prompt", paths, inputs(isPrompt)},
			{"references", paths, valuesOf("reference-existing", isFile)},
			{"prompt's content", advice, promptsIn(promptFile)},
		}),
	},
	{
		name:    "update",
		model:   true,
		options: []option{seedPrompt, queryPrompt, reference, model},
		rules: rules(always, noTwice, modelRules, []rule{
			{"a prompt or a query", options, needsPromptOrQuery},
			{"at least one file", counts, atLeastOne("file")},
			{"files", paths, inputs(isFile)},
			{"prompt is TOML", paths, valuesOf("seed-prompt", isTOML)},
			{"references", paths, valuesOf("reference-existing", isFile)},
			{"targets are no references", paths, targetIsReference},
			{"prompt's content", advice, promptsIn(seedPrompts)},
		}),
	},
	{
		name:    "format",
		options: []option{noModel},
		rules: rules(always, noForbidden, []rule{
			{"at least one file", counts, atLeastOne("prompt file")},
			{"TOML files", paths, inputs(isTOML)},
			{"prompt's content", advice, promptsIn(allInputs)},
		}),
	},
}

func rules(lists ...[]rule) []rule { return slices.Concat(lists...) }
