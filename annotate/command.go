package annotate

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// A CommandSetter writes facts into the annotations of one command. Its methods
// return it, so calls can be chained; each replaces what was said before.
// Setters store and do not judge: [Of] reports invalid values. Not safe for
// concurrent use.
type CommandSetter struct{ cmd *cobra.Command }

// Command returns a setter for cmd. It panics when cmd is nil.
func Command(cmd *cobra.Command) *CommandSetter {
	if cmd == nil {
		panic("annotate: Command(nil)")
	}
	return &CommandSetter{cmd}
}

// set writes into a copy of the map: applications share one between commands,
// and what is said of one must not be said of the others.
func (s *CommandSetter) set(key, value string) *CommandSetter {
	annotations := maps.Clone(s.cmd.Annotations)
	if annotations == nil {
		annotations = make(map[string]string)
	}
	annotations[key] = value
	s.cmd.Annotations = annotations
	return s
}

func (s *CommandSetter) setBool(key string, b bool) *CommandSetter {
	return s.set(key, strconv.FormatBool(b))
}

// marshal is json.Marshal without the escapes for HTML.
func marshal(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Access says what the command does: [Read], [Write] or [Execute].
func (s *CommandSetter) Access(a Access) *CommandSetter { return s.set(KeyAccess, string(a)) }

// Safety hints at what permission systems should do: [Allow], [Ask] or [Deny].
// On a parent it tightens the whole subtree and never loosens it.
func (s *CommandSetter) Safety(d Decision) *CommandSetter { return s.set(KeySafety, string(d)) }

// Destructive says whether the command destroys something.
func (s *CommandSetter) Destructive(b bool) *CommandSetter { return s.setBool(KeyDestructive, b) }

// Idempotent says whether repeating a call changes nothing more.
func (s *CommandSetter) Idempotent(b bool) *CommandSetter { return s.setBool(KeyIdempotent, b) }

// OpenWorld says whether the command reaches beyond this machine; unsaid
// means true.
func (s *CommandSetter) OpenWorld(b bool) *CommandSetter { return s.setBool(KeyOpenWorld, b) }

// Kind overrides the kind that follows from access and effect.
func (s *CommandSetter) Kind(k Kind) *CommandSetter { return s.set(KeyKind, string(k)) }

// Tags labels the command and, unless they say otherwise, its subcommands.
// A tag must not hold a comma.
func (s *CommandSetter) Tags(tags ...string) *CommandSetter {
	return s.set(KeyTags, strings.Join(tags, ","))
}

// Category puts the command and, unless they say otherwise, its subcommands
// into one group.
func (s *CommandSetter) Category(c string) *CommandSetter { return s.set(KeyCategory, c) }

// Title is the tool's name for people.
func (s *CommandSetter) Title(t string) *CommandSetter { return s.set(KeyTitle, t) }

// Description describes the tool to agents, in place of Short.
func (s *CommandSetter) Description(d string) *CommandSetter { return s.set(KeyDescription, d) }

// Name is the tool's name, in place of the one made from the path:
// letters, digits, underscores and single dots, a letter first, at most 40.
// Some clients refuse every tool of a server when one name has a dot.
func (s *CommandSetter) Name(n string) *CommandSetter { return s.set(KeyName, n) }

// NameAliases are other names under which clients may call the tool, of the
// same form. They are in no list.
func (s *CommandSetter) NameAliases(names ...string) *CommandSetter {
	return s.set(KeyNameAliases, strings.Join(names, ","))
}

// HiddenFromAgents says whether the command is kept from agents. False makes a
// command a tool that otherwise would not be: hidden, deprecated, or a parent
// that looks like a group.
func (s *CommandSetter) HiddenFromAgents(b bool) *CommandSetter { return s.setBool(KeyHidden, b) }

// Interactive says that the command needs a person at a terminal: it is never
// a tool.
func (s *CommandSetter) Interactive(b bool) *CommandSetter { return s.setBool(KeyInteractive, b) }

// LongRunning says that the command runs for long or until it is stopped.
func (s *CommandSetter) LongRunning(b bool) *CommandSetter { return s.setBool(KeyLongRunning, b) }

// Timeout limits one call.
func (s *CommandSetter) Timeout(d time.Duration) *CommandSetter { return s.set(KeyTimeout, d.String()) }

// Args describes the positionals by a pattern, see [ParseArgs].
func (s *CommandSetter) Args(pattern string) *CommandSetter { return s.set(KeyArgs, pattern) }

// ArgsProbe says whether the Args validator may be called with made-up words
// to learn how many positionals it takes; unsaid means true.
func (s *CommandSetter) ArgsProbe(b bool) *CommandSetter { return s.setBool(KeyArgsProbe, b) }

// Stdin says that the command reads its standard input: the tool gets a
// property "stdin" with this description.
func (s *CommandSetter) Stdin(description string) *CommandSetter { return s.set(KeyStdin, description) }

// JSON says that the command prints JSON, always or when a flag asks for it.
func (s *CommandSetter) JSON(o JSONOutput) *CommandSetter {
	text, err := marshal(o)
	if err != nil {
		text = string(o.Schema) // is not JSON, which Of reports
	}
	return s.set(KeyJSON, text)
}

// ExitCode says that this exit code is not a failure, and what it means.
// Several calls add up.
func (s *CommandSetter) ExitCode(code int, meaning string) *CommandSetter {
	var codes map[string]string
	err := json.Unmarshal([]byte(s.cmd.Annotations[KeyExitCodes]), &codes)
	if err != nil || codes == nil {
		codes = make(map[string]string) // none yet, or an invalid value, which is replaced
	}
	codes[strconv.Itoa(code)] = meaning
	text, _ := marshal(codes) // strings never fail
	return s.set(KeyExitCodes, text)
}

// Dash says that n positionals stand before "--" and the rest after it, as in
// "exec POD -- COMMAND...".
func (s *CommandSetter) Dash(n int) *CommandSetter { return s.set(KeyDash, strconv.Itoa(n)) }

// RawOutput says whether escape sequences and invisible characters in the
// output are passed on.
func (s *CommandSetter) RawOutput(b bool) *CommandSetter { return s.setBool(KeyRawOutput, b) }

// KeepProcesses says whether processes that a finished call leaves behind
// live on.
func (s *CommandSetter) KeepProcesses(b bool) *CommandSetter { return s.setBool(KeyKeepProcesses, b) }

// Set writes every fact that f states; what f leaves out stays as it was.
func (s *CommandSetter) Set(f Facts) *CommandSetter {
	texts := []struct{ key, value string }{
		{KeyAccess, string(f.Access)},
		{KeySafety, string(f.Safety)},
		{KeyDestructive, f.Destructive.String()},
		{KeyIdempotent, f.Idempotent.String()},
		{KeyOpenWorld, f.OpenWorld.String()},
		{KeyKind, string(f.Kind)},
		{KeyTags, strings.Join(f.Tags, ",")},
		{KeyCategory, f.Category},
		{KeyTitle, f.Title},
		{KeyDescription, f.Description},
		{KeyName, f.Name},
		{KeyNameAliases, strings.Join(f.NameAliases, ",")},
		{KeyHidden, f.HiddenFromAgents.String()},
		{KeyInteractive, f.Interactive.String()},
		{KeyLongRunning, f.LongRunning.String()},
		{KeyArgs, f.Args},
		{KeyArgsProbe, f.ArgsProbe.String()},
		{KeyStdin, f.Stdin},
		{KeyRawOutput, f.RawOutput.String()},
		{KeyKeepProcesses, f.KeepProcesses.String()},
	}
	for _, t := range texts {
		if t.value != "" {
			s.set(t.key, t.value)
		}
	}
	if f.Timeout != 0 {
		s.Timeout(f.Timeout)
	}
	if f.JSON != nil {
		s.JSON(*f.JSON)
	}
	for _, code := range slices.Sorted(maps.Keys(f.ExitCodes)) {
		s.ExitCode(code, f.ExitCodes[code])
	}
	if f.Dash != nil {
		s.Dash(*f.Dash)
	}
	return s
}
