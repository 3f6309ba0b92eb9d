package annotate

import (
	"encoding/json"
	"time"
)

// Facts is what an author says about a command. Zero values mean that nothing
// was said. It is what [Table] takes and what [Of] returns.
type Facts struct {
	Access           Access
	Safety           Decision
	Destructive      Bool
	Idempotent       Bool
	OpenWorld        Bool
	Kind             Kind
	Tags             []string
	Category         string
	Title            string
	Description      string
	Name             string
	NameAliases      []string
	HiddenFromAgents Bool
	Interactive      Bool
	LongRunning      Bool
	Timeout          time.Duration
	Args             string // a positional pattern, see [ParseArgs]
	ArgsProbe        Bool
	Stdin            string // description of what is read
	JSON             *JSONOutput
	ExitCodes        map[int]string // codes that are no failures, with their meaning
	Dash             *int           // so many positionals stand before "--"
	RawOutput        Bool
	KeepProcesses    Bool
}

// JSONOutput says that a command prints JSON to its standard output. The zero
// value says that it always does.
type JSONOutput struct {
	// Flag and Value ask the command for JSON, as in --output=json. The server
	// adds them when the caller chose no value for the flag.
	Flag  string `json:"flag,omitempty"`
	Value string `json:"value,omitempty"`
	// Schema is the JSON Schema of the output; nil when unknown.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Whole makes the output the whole structured result of the tool. It must
	// then be a JSON object. Otherwise it stands under "data" beside exit code
	// and texts.
	Whole bool `json:"whole,omitempty"`
}

// Hints are the tool annotations of the Model Context Protocol. Clients may
// run a tool with ReadOnly unasked, so it is true only for commands that read
// and whose decision is allow.
type Hints struct {
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
}

// A Source says where a fact comes from.
type Source struct {
	// Command is the path of the command whose annotation it is.
	Command string
	// Inherited is true when that command is a parent.
	Inherited bool
}

// Info is everything known about one command.
type Info struct {
	// Facts are the command's own, with tags and category inherited where it
	// has none. Safety is the author's hint as written on this very command.
	Facts
	// Effect is what the command does, before its flags are looked at.
	Effect Effect
	// Decision is what permission rules will say.
	Decision Decision
	// Ancestors is the strictest safety of the parents, or "".
	Ancestors Decision
	// Sources has an entry for every annotated or inherited fact, by its key.
	// That of [KeySafety] is who states the strictest of Safety and Ancestors,
	// the nearest where several do.
	Sources map[string]Source
}

// Raise returns i for a call or a tool whose flags reach effect e. Its own
// effect is never lowered. An empty e, that of a flag of which nothing was
// said, raises nothing.
func (i Info) Raise(e Effect) Info {
	if e == "" {
		return i
	}
	i.Effect = i.Effect.Stronger(e)
	i.Decision = decide(i.Effect, i.Safety).Stricter(i.Ancestors)
	return i
}

// Hints returns the hints that follow from effect, decision and facts.
func (i Info) Hints() Hints {
	return Hints{
		ReadOnly:    i.Effect == EffectRead && i.Decision == Allow,
		Destructive: !i.Effect.Within(EffectWrite),
		Idempotent:  i.Idempotent.Or(i.Effect == EffectRead),
		OpenWorld:   i.OpenWorld.Or(true),
	}
}

// ToolKind returns the annotated kind, or the one that follows from effect
// and access.
func (i Info) ToolKind() Kind {
	switch {
	case i.Kind != "":
		return i.Kind
	case i.Effect == EffectDestructive:
		return KindDelete
	case i.Effect == EffectRead:
		return KindRead
	case i.Effect == EffectWrite && i.Access == Execute:
		return KindExecute
	case i.Effect == EffectWrite:
		return KindEdit
	default:
		return KindOther
	}
}

func effect(f Facts) Effect {
	switch {
	case f.Destructive == Yes:
		return EffectDestructive
	case f.Access == Read:
		return EffectRead
	case f.Access == Write, f.Access == Execute:
		return EffectWrite
	default:
		return EffectUnknown
	}
}

func decide(e Effect, safety Decision) Decision {
	switch {
	case safety != "":
		return safety
	case e == EffectRead:
		return Allow
	default:
		return Ask
	}
}
