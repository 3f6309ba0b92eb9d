package annotate

import (
	"slices"
	"strings"
)

// Access is what the author says a command does. The zero value means that
// nothing was said.
type Access string

// The values of [Access].
const (
	Read    Access = "read"    // looks, changes nothing
	Write   Access = "write"   // changes something
	Execute Access = "execute" // runs something whose effect the author cannot promise
)

// Decision is an answer to "may an agent run this unasked?". As an author's
// hint it is called safety, as a computed result decision. The zero value
// means that nothing was said.
type Decision string

// The values of [Decision], from loose to strict.
const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Stricter returns the stricter of d and o; an empty one counts for nothing.
func (d Decision) Stricter(o Decision) Decision {
	order := []Decision{"", Allow, Ask, Deny}
	if slices.Index(order, o) > slices.Index(order, d) {
		return o
	}
	return d
}

// Effect is what a call may do to the world, from weak to strong: read, write,
// destructive, unknown. Unknown is treated as destructive everywhere.
type Effect string

// The values of [Effect].
const (
	EffectRead        Effect = "read"
	EffectWrite       Effect = "write"
	EffectDestructive Effect = "destructive"
	EffectUnknown     Effect = "unknown"
)

var effectOrder = []Effect{EffectRead, EffectWrite, EffectDestructive, EffectUnknown}

// Stronger returns the stronger of e and o. A value that is none of the
// constants counts as [EffectUnknown], the strongest.
func (e Effect) Stronger(o Effect) Effect {
	return effectOrder[max(e.rank(), o.rank())]
}

// Within reports whether e does no more than limit. Unknown is within
// destructive, because it is treated as destructive.
func (e Effect) Within(limit Effect) bool {
	return min(e.rank(), destructiveRank) <= min(limit.rank(), destructiveRank)
}

const destructiveRank = 2

func (e Effect) rank() int {
	if i := slices.Index(effectOrder, e); i >= 0 {
		return i
	}
	return len(effectOrder) - 1
}

// Kind is a tool kind of the Agent Client Protocol, which clients use to choose
// an icon and a treatment.
type Kind string

// The values of [Kind].
const (
	KindRead    Kind = "read"
	KindEdit    Kind = "edit"
	KindDelete  Kind = "delete"
	KindMove    Kind = "move"
	KindSearch  Kind = "search"
	KindExecute Kind = "execute"
	KindThink   Kind = "think"
	KindFetch   Kind = "fetch"
	KindOther   Kind = "other"
)

// Bool is a boolean that may be unset: the zero value means that nothing was
// said.
type Bool int8

// The values of [Bool].
const (
	Unset Bool = iota
	Yes
	No
)

// BoolOf returns [Yes] or [No].
func BoolOf(b bool) Bool {
	if b {
		return Yes
	}
	return No
}

// Or returns the value of b, or def where b is unset.
func (b Bool) Or(def bool) bool {
	if b == Unset {
		return def
	}
	return b == Yes
}

func (b Bool) String() string {
	switch b {
	case Yes:
		return "true"
	case No:
		return "false"
	default:
		return ""
	}
}

func joinWords[T ~string](words []T) string {
	s := make([]string, len(words))
	for i, w := range words {
		s[i] = string(w)
	}
	return strings.Join(s, ", ")
}
