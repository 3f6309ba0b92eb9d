package annotate

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/suggest"
)

// Of reads the annotations of cmd and of its parents. The error names command,
// key, value and the valid values of every annotation of cmd and of every
// inherited one that is not valid. The Info returned with an error is safe to
// use: an invalid access counts as unknown, an invalid safety as deny, and an
// invalid boolean as the careful answer (destructive, hidden, interactive, not
// idempotent, not to be probed).
func Of(cmd *cobra.Command) (Info, error) {
	path := cmd.CommandPath()
	facts, err := own(cmd, path)
	errs := []error{err}
	info := Info{Facts: facts, Sources: make(map[string]Source)}
	for key := range cmd.Annotations {
		if slices.Contains(commandKeys, key) {
			info.Sources[key] = Source{Command: path}
		}
	}
	for p := cmd.Parent(); p != nil; p = p.Parent() {
		r := reader{path: p.CommandPath(), annotations: p.Annotations}
		r.inherit(&info)
		errs = append(errs, r.errs...)
	}
	info.Effect = effect(info.Facts)
	info.Decision = decide(info.Effect, info.Safety).Stricter(info.Ancestors)
	return info, errors.Join(errs...)
}

// inherit takes over what the parent says to its subtree: it may tighten
// safety, and it fills in tags and category.
func (r *reader) inherit(info *Info) {
	if s := r.safety(); s != "" {
		if before := info.Safety.Stricter(info.Ancestors); before.Stricter(s) != before {
			delete(info.Sources, KeySafety) // the strictest is the source
		}
		info.Ancestors = info.Ancestors.Stricter(s)
		info.note(KeySafety, r.path)
	}
	if r.has(KeyTags) && info.note(KeyTags, r.path) {
		info.Tags = r.list(KeyTags)
	}
	if r.has(KeyCategory) && info.note(KeyCategory, r.path) {
		info.Category = r.text(KeyCategory)
	}
}

// note records where an inherited fact comes from and reports whether nobody
// nearer had stated it.
func (i *Info) note(key, path string) bool {
	if _, ok := i.Sources[key]; ok {
		return false
	}
	i.Sources[key] = Source{Command: path, Inherited: true}
	return true
}

var commandKeys = []string{
	KeyAccess, KeyArgs, KeyArgsProbe, KeyCategory, KeyDash, KeyDescription,
	KeyDestructive, KeyExitCodes, KeyHidden, KeyIdempotent, KeyInteractive,
	KeyJSON, KeyKeepProcesses, KeyKind, KeyLongRunning, KeyName, KeyNameAliases, KeyOpenWorld,
	KeyRawOutput, KeySafety, KeyStdin, KeyTags, KeyTimeout, KeyTitle,
}

// own reads the annotations that stand on cmd itself.
func own(cmd *cobra.Command, path string) (Facts, error) {
	if !slices.ContainsFunc(slices.Collect(maps.Keys(cmd.Annotations)), hasPrefix) {
		return Facts{}, nil // most commands of a foreign tree
	}
	r := reader{path: path, annotations: cmd.Annotations}
	f := Facts{
		Access:           word(&r, KeyAccess, Read, Write, Execute),
		Safety:           r.safety(),
		Destructive:      r.bool(KeyDestructive, Yes),
		Idempotent:       r.bool(KeyIdempotent, No),
		OpenWorld:        r.bool(KeyOpenWorld, Unset),
		Kind:             word(&r, KeyKind, KindRead, KindEdit, KindDelete, KindMove, KindSearch, KindExecute, KindThink, KindFetch, KindOther),
		Tags:             r.list(KeyTags),
		Category:         r.text(KeyCategory),
		Title:            r.text(KeyTitle),
		Description:      r.text(KeyDescription),
		Name:             r.name(),
		NameAliases:      r.nameAliases(),
		HiddenFromAgents: r.bool(KeyHidden, Yes),
		Interactive:      r.bool(KeyInteractive, Yes),
		LongRunning:      r.bool(KeyLongRunning, Unset),
		Timeout:          r.timeout(),
		Args:             r.args(),
		ArgsProbe:        r.bool(KeyArgsProbe, No),
		Stdin:            r.stdin(),
		JSON:             r.json(),
		ExitCodes:        r.exitCodes(),
		Dash:             r.dash(),
		RawOutput:        r.bool(KeyRawOutput, Unset),
		KeepProcesses:    r.bool(KeyKeepProcesses, Unset),
	}
	for _, key := range unknownKeys(cmd.Annotations, commandKeys) {
		r.errs = append(r.errs, fmt.Errorf("command %q: unknown annotation %s%s", path, key, didYouMean(key, commandKeys)))
	}
	return f, errors.Join(r.errs...)
}

// A reader decodes the annotations of one command and collects what is wrong
// with them.
type reader struct {
	path        string
	annotations map[string]string
	errs        []error
}

func (r *reader) fail(key, value, valid string) {
	r.errs = append(r.errs, fmt.Errorf("command %q: annotation %s is %q, valid: %s", r.path, key, value, valid))
}

func (r *reader) has(key string) bool {
	_, ok := r.annotations[key]
	return ok
}

func (r *reader) text(key string) string { return r.annotations[key] }

func word[T ~string](r *reader, key string, valid ...T) T {
	value, ok := r.annotations[key]
	if !ok || slices.Contains(valid, T(value)) {
		return T(value)
	}
	r.fail(key, value, joinWords(valid))
	return ""
}

// safety reads an invalid value as deny: who wanted to tighten must not have
// loosened by a slip of the pen.
func (r *reader) safety() Decision {
	before := len(r.errs)
	d := word(r, KeySafety, Allow, Ask, Deny)
	if len(r.errs) > before {
		return Deny
	}
	return d
}

// bool reads an invalid value as careful.
func (r *reader) bool(key string, careful Bool) Bool {
	before := len(r.errs)
	switch value := word(r, key, "true", "false"); {
	case len(r.errs) > before:
		return careful
	case value == "":
		return Unset
	default:
		return BoolOf(value == "true")
	}
}

func (r *reader) list(key string) []string {
	var items []string
	for item := range strings.SplitSeq(r.annotations[key], ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

func (r *reader) name() string {
	name, ok := r.annotations[KeyName]
	if !ok || validName(name) {
		return name
	}
	r.fail(KeyName, name, nameForm)
	return ""
}

// nameAliases drops none that is invalid silently: one bad alias is an error.
func (r *reader) nameAliases() []string {
	aliases := r.list(KeyNameAliases)
	for _, a := range aliases {
		if !validName(a) {
			r.fail(KeyNameAliases, a, "names separated by commas: "+nameForm)
			return nil
		}
	}
	return aliases
}

const nameForm = "letters, digits, underscores and single dots, a letter first, at most 40"

func validName(s string) bool {
	if len(s) == 0 || len(s) > 40 || !isLetter(rune(s[0])) {
		return false
	}
	if strings.HasSuffix(s, ".") || strings.Contains(s, "..") {
		return false
	}
	return !strings.ContainsFunc(s, func(c rune) bool {
		return !isLetter(c) && (c < '0' || c > '9') && c != '_' && c != '.'
	})
}

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (r *reader) timeout() time.Duration {
	value, ok := r.annotations[KeyTimeout]
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		r.fail(KeyTimeout, value, `a positive Go duration such as "90s" or "5m"`)
		return 0
	}
	return d
}

// stdin demands a description: an empty one would say nothing.
func (r *reader) stdin() string {
	value, ok := r.annotations[KeyStdin]
	if ok && strings.TrimSpace(value) == "" {
		r.fail(KeyStdin, value, "a description of what is read")
		return ""
	}
	return value
}

func (r *reader) args() string {
	pattern, ok := r.annotations[KeyArgs]
	if !ok {
		return ""
	}
	if _, err := ParseArgs(pattern); err != nil {
		r.errs = append(r.errs, fmt.Errorf("command %q: annotation %s: %w", r.path, KeyArgs, err))
		return ""
	}
	return pattern
}

const jsonForm = `a JSON object such as {} or {"flag":"output","value":"json"}`

func (r *reader) json() *JSONOutput {
	value, ok := r.annotations[KeyJSON]
	if !ok {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(value))
	dec.DisallowUnknownFields()
	var o *JSONOutput
	if !json.Valid([]byte(value)) || dec.Decode(&o) != nil || !o.valid() {
		r.fail(KeyJSON, value, jsonForm+" with flag, value, schema, whole")
		return nil
	}
	return o
}

// valid reports whether the value has a flag to be the value of and the schema
// is an object.
func (o *JSONOutput) valid() bool {
	return o != nil && (o.Flag != "" || o.Value == "") &&
		(o.Schema == nil || strings.HasPrefix(string(o.Schema), "{"))
}

func (r *reader) exitCodes() map[int]string {
	value, ok := r.annotations[KeyExitCodes]
	if !ok {
		return nil
	}
	const valid = `a JSON object of codes 1 to 255, such as {"1":"differences found"}`
	var texts map[string]string
	if err := json.Unmarshal([]byte(value), &texts); err != nil || texts == nil {
		r.fail(KeyExitCodes, value, valid)
		return nil
	}
	codes := make(map[int]string, len(texts))
	for text, meaning := range texts {
		code, err := strconv.Atoi(text)
		if err != nil || code < 1 || code > 255 || strconv.Itoa(code) != text {
			r.fail(KeyExitCodes, value, valid)
			return nil
		}
		codes[code] = meaning
	}
	return codes
}

func (r *reader) dash() *int {
	value, ok := r.annotations[KeyDash]
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		r.fail(KeyDash, value, "an integer, 0 or more")
		return nil
	}
	return &n
}

func hasPrefix(key string) bool { return strings.HasPrefix(key, prefix) }

func unknownKeys[V any](annotations map[string]V, known []string) []string {
	var unknown []string
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		if hasPrefix(key) && !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	return unknown
}

func didYouMean(key string, known []string) string {
	if s := suggest.DidYouMean(key, known); s != "" {
		return s
	}
	return ", valid: " + strings.Join(known, ", ")
}
