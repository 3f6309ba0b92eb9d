package argv

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// rawSecret is a flag with a secret value that a command reads by itself.
type rawSecret struct {
	param    *schemagen.Param
	declared bool // its name is the application's own
}

// rawSecrets keeps the values of secret flags among the words of a command
// that reads its own flags, as those of encoded flags are kept. It hides
// rather too much: how the command reads its words is not known.
func (b *builder) rawSecrets() {
	if !b.tool.Command.DisableFlagParsing {
		return
	}
	flags := flagsOf(b.tool.Command)
	var before *rawSecret // its value is the next word
	for i, word := range b.words {
		whole := before
		before = nil
		switch s, at := flags.secretIn(word); {
		case s == nil:
		case at < 0:
			before = s
		case at < len(word):
			b.secretValues(s.param, []string{word[at:]})
			b.echoes[i] = Echo{word[:at] + redacted, s.declared}
		}
		if whole != nil && word != "" {
			b.secretValues(whole.param, []string{word})
			b.echoes[i] = Echo{redacted, true}
		}
	}
}

// secretIn returns the secret flag that word spells, nil for none, and where
// in word its value begins: -1 when that is the next word. A flag that is not
// known counts by its name.
func (l flagNames) secretIn(word string) (s *rawSecret, at int) {
	rest, dash := strings.CutPrefix(word, "-")
	if !dash || rest == "" {
		return nil, 0
	}
	spelt, _, attached := strings.Cut(word, "=")
	at = -1
	if attached {
		at = len(spelt) + 1
	}
	name := strings.TrimLeft(spelt, "-")
	for _, n := range []string{name, l.normalize(name)} {
		if f := l.names[n]; n != "" && f != nil {
			return valueOf(secretFlag(f), at)
		}
	}
	if rest[0] != '-' {
		if s, at := l.secretLetter(word); s != nil {
			return s, at
		}
	}
	if !schemagen.SecretName(name) || !attached && strings.HasSuffix(strings.ToLower(name), "stdin") {
		return nil, 0
	}
	return &rawSecret{param: &schemagen.Param{Secret: true, Type: schemagen.ValueType{Kind: schemagen.String}}}, at
}

// secretLetter is secretIn for a word of shorthands. Letters that nobody knows
// are taken for switches.
func (l flagNames) secretLetter(word string) (s *rawSecret, at int) {
	for i := 1; i < len(word); i++ {
		f := l.letters[word[i:i+1]]
		if f == nil {
			continue
		}
		if s := secretFlag(f); s != nil {
			at := i + 1
			switch {
			case at == len(word):
				at = -1
			case word[at] == '=':
				at++
			}
			return valueOf(s, at)
		}
		if f.NoOptDefVal == "" {
			return nil, 0 // the rest is its value
		}
	}
	return nil, 0
}

// valueOf is the secret s with its value at at: a switch has none in the next
// word.
func valueOf(s *rawSecret, at int) (*rawSecret, int) {
	if s != nil && at < 0 && s.param.Type.Kind == schemagen.Boolean {
		return nil, 0
	}
	return s, at
}

// secretFlag returns nil for a flag that is no secret, by annotation or name.
func secretFlag(f *pflag.Flag) *rawSecret {
	facts, _ := annotate.OfFlag(f) // what is wrong with them is an error of the tree
	t := schemagen.TypeOf(f)
	if !facts.Secret && (t.Kind == schemagen.Boolean || !schemagen.SecretName(f.Name)) {
		return nil
	}
	return &rawSecret{&schemagen.Param{Secret: true, Redact: facts.Secret, Type: t}, true}
}
