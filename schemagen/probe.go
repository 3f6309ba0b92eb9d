package schemagen

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
)

// counts is how many positionals an Args validator takes.
type counts struct {
	known  bool // false: take the Use line's word
	min    int
	max    int
	hasMax bool
	// own is true when cobra's own validator counts, so that no other words could
	// be taken in other numbers.
	own bool
	// refused is true when the validator took no number of words, not even none.
	refused bool
	words   []string // that the author offers, of which closed tells the use
	closed  []bool   // by position, as far as asked: words alone are taken
	// suggestions are values that the author offers, where others are taken too.
	suggestions []string
}

// restMax is the most elements of an array that begins at positional i; 0 for
// any number.
func (c counts) restMax(i int) int {
	if !c.known || !c.hasMax {
		return 0
	}
	return max(0, c.max-i)
}

// ends reports whether nothing can stand at positional i.
func (c counts) ends(i int) bool { return c.own && c.known && c.hasMax && i >= c.max }

// enum returns the only words that positional i takes, or with rest it and all
// behind it; nil where others are taken.
func (c counts) enum(i int, rest bool) []string {
	if i >= len(c.closed) || !c.closed[i] || rest && slices.Contains(c.closed[i:], false) {
		return nil
	}
	return c.words
}

const (
	// probeWords is how many words a validator is asked about at most. One that
	// takes as many is taken to have no limit.
	probeWords = 8
	// ownProbeWords is the same for cobra's own validators, which cost nothing.
	ownProbeWords = 32
	// probeValid is how many of the words that an author offers are altered to
	// learn whether others are taken.
	probeValid = 8
	// probeTime is how long one command's validator may take altogether.
	probeTime = 50 * time.Millisecond
	// probePatience is what all validators of a tree together may take longer:
	// a busy machine must not change a schema, and a tree of validators that
	// hang must not keep a server from starting.
	probePatience = time.Second
)

// probe asks the Args validator of c about 0 to 8 words, cobra's own about more. It looks at what the
// validator does, since functions have no names to go by: inlining changes
// them.
func (g *generator) probe(c *tree.Command) counts {
	cmd := c.Cmd
	var offered []string
	for _, v := range cmd.ValidArgs {
		word, _, _ := strings.Cut(v, "\t")
		offered = append(offered, word)
	}
	unknown := counts{suggestions: offered}
	if cmd.Args == nil || g.opts.NoArgsProbe || c.Info.ArgsProbe == annotate.No || cmd.DisableFlagParsing {
		return unknown
	}
	if cobrax.OwnArgs(cmd.Args) {
		// It cannot hang, and a schema must not depend on how busy the machine is.
		n := askCounts(quietCopy(cmd), offered, ownProbeWords)
		n.own, n.suggestions = true, offered
		return n
	}
	if g.opts.BeforeProbe != nil && !g.opts.BeforeProbe(cmd) {
		return unknown
	}
	done := make(chan counts, 1)
	go func() {
		done <- askCounts(quietCopy(cmd), offered, probeWords)
	}()
	began := time.Now()
	select {
	case n := <-done:
		g.probeOvertime += max(0, time.Since(began)-probeTime)
		n.suggestions = offered
		return n
	case <-time.After(probeTime + max(0, probePatience-g.probeOvertime)):
		g.probeOvertime = probePatience
		return unknown
	}
}

func askCounts(cmd *cobra.Command, validWords []string, limit int) counts {
	// Words that look like nothing in particular, like a number, like a pair:
	// a validator that checks the content may take one of them.
	var none counts
	for _, dummy := range []string{"a", "1", "k=v"} {
		if slices.Contains(validWords, dummy) {
			continue // it would not tell whether others are refused
		}
		n, words := askWith(cmd, limit, func(int) string { return dummy })
		if words {
			return n
		}
		none = n
	}
	if len(validWords) == 0 {
		return none
	}
	valid := func(i int) string { return validWords[i%len(validWords)] }
	n, words := askWith(cmd, limit, valid)
	if !words || !n.known {
		return n
	}
	n.words = validWords
	others := otherWords(validWords)
	for i := range min(n.max, probeWords) {
		line := make([]string, max(i+1, n.min))
		for j := range line {
			line[j] = valid(j)
		}
		n.closed = append(n.closed, !slices.ContainsFunc(others, func(other string) bool {
			line[i] = other
			return accepts(cmd, line)
		}))
	}
	return n
}

// otherWords returns words that look like the valid ones and are not: a
// validator that refuses each of them goes by the list, not by the look.
func otherWords(validWords []string) []string {
	others := []string{"a", "1", "k=v", "other"}
	for _, w := range validWords[:min(len(validWords), probeValid)] {
		others = append(others, w+"x", w+"s", w+w, strings.ToUpper(w), strings.ToUpper(w[:min(1, len(w))])+w[min(1, len(w)):])
		if w == "" {
			continue
		}
		head, last := w[:len(w)-1], w[len(w)-1]
		others = append(others, head, head+string(neighbour(last)), string(neighbour(w[0]))+w[1:])
		for i := range len(head) {
			if w[i] != last { // of the same length and the same letters
				others = append(others, head+w[i:i+1])
			}
		}
		turned := []byte(w)
		slices.Reverse(turned)
		others = append(others, string(turned))
	}
	return slices.DeleteFunc(others, func(w string) bool { return slices.Contains(validWords, w) })
}

// neighbour is another character of the kind of c.
func neighbour(c byte) byte {
	switch c {
	case 'z', 'Z', '9':
		return c - 1
	}
	return c + 1
}

// askWith finds the accepted counts. words is false when none but 0 is: it may
// be that there are no positionals, or that other words are wanted.
func askWith(cmd *cobra.Command, limit int, word func(i int) string) (n counts, words bool) {
	var accepted []int
	var line []string
	for n := 0; n <= limit; n++ {
		if n > 0 {
			line = append(line, word(n-1))
		}
		if accepts(cmd, line) {
			accepted = append(accepted, n)
		}
	}
	if len(accepted) == 0 {
		return counts{refused: true}, false
	}
	least, most := accepted[0], accepted[len(accepted)-1]
	if most-least != len(accepted)-1 {
		return counts{}, true // a gap: what it means is the program's own affair
	}
	return counts{known: true, min: least, max: most, hasMax: most < limit}, most > 0
}

func accepts(cmd *cobra.Command, words []string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return cmd.Args(cmd, append([]string(nil), words...)) == nil
}

// quietCopy is a shallow copy of cmd that prints nowhere and reads nothing;
// cmd itself keeps its writers.
func quietCopy(cmd *cobra.Command) *cobra.Command {
	c := *cmd
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	c.SetIn(strings.NewReader(""))
	return &c
}

var silencing sync.Mutex

// silence points the process's standard streams at the null device, since
// validators print with fmt, and returns the function that brings them back.
func (g *generator) silence() func() {
	silencing.Lock()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return silencing.Unlock
	}
	in, out, errOut := os.Stdin, os.Stdout, os.Stderr
	os.Stdin, os.Stdout, os.Stderr = null, null, null
	return func() {
		os.Stdin, os.Stdout, os.Stderr = in, out, errOut
		null.Close()
		silencing.Unlock()
	}
}
