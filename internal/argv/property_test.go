package argv_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

var (
	casesFlag = flag.Int("argv.cases", 0, "cases of the property test for each generator; 0 for a quick run")
	seedFlag  = flag.Uint64("argv.seed", 1, "seed of the property test")
	onlyFlag  = flag.Int("argv.only", -1, "run this case of the property test alone")
)

// A random tree gets a random call; the real cobra, on a fresh tree of the same
// seed, must run the same command with the same values and the same
// positionals, and set nothing else. What must be wrong must be refused.
func TestProperty(t *testing.T) {
	for _, hostile := range []bool{false, true} {
		name := "harmless"
		if hostile {
			name = "hostile"
		}
		t.Run(name, func(t *testing.T) {
			s := runCases(t, hostile, caseCount(), safeEncode)
			t.Logf("seed %d: %v", *seedFlag, s)
			assert.Zero(t, s.wrong.Load(), "wrong cases")
			if !hostile {
				limit := max(s.cases.Load()/1000, 1)
				assert.Less(t, s.refused.Load(), limit, "harmless calls refused")
			}
		})
	}
}

// The test must be able to fail: with the encoding that one would write first,
// it does.
func TestPropertyFindsFaults(t *testing.T) {
	for _, hostile := range []bool{false, true} {
		s := runCases(nil, hostile, min(caseCount(), 2000), naiveEncode)
		t.Logf("naive, hostile %v: %v", hostile, s)
		assert.Positive(t, s.wrong.Load())
	}
}

func caseCount() int {
	switch {
	case *casesFlag > 0:
		return *casesFlag
	case raceEnabled:
		return 1500
	default:
		return 10000
	}
}

type stats struct{ cases, ran, refused, expected, values, wrong atomic.Int64 }

func (s *stats) String() string {
	return fmt.Sprintf("%d cases, %d run, %d refused as they must be, %d refused otherwise, %d values compared, %d wrong",
		s.cases.Load(), s.ran.Load(), s.expected.Load(), s.refused.Load(), s.values.Load(), s.wrong.Load())
}

type encodeFunc func(e *argv.Encoder, tool *schemagen.Tool, raw string) (argv.Call, error)

func safeEncode(e *argv.Encoder, tool *schemagen.Tool, raw string) (argv.Call, error) {
	return e.Encode(tool, json.RawMessage(raw))
}

// callsPerTree shares the cost of a tree between its calls.
const callsPerTree = 8

// runCases runs n cases. cobra's settings belong to the process, so all trees
// of one setting go together.
func runCases(t *testing.T, hostile bool, n int, encode encodeFunc) *stats {
	s := &stats{}
	prefix, fold := cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive
	defer func() { cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = prefix, fold }()
	for setting := range 4 {
		cobra.EnablePrefixMatching = setting&1 != 0
		cobra.EnableCaseInsensitive = setting&2 != 0
		var workers sync.WaitGroup
		next := int64(setting - 4)
		count := runtime.GOMAXPROCS(0)
		if raceEnabled {
			count = 1 // cobra itself writes settings while it runs
		}
		for range count {
			workers.Go(func() {
				for {
					tree := int(atomic.AddInt64(&next, 4))
					if tree*callsPerTree >= n {
						return
					}
					runTree(t, s, tree, hostile, n, encode)
				}
			})
		}
		workers.Wait()
	}
	return s
}

func runTree(t *testing.T, s *stats, tree int, hostile bool, n int, encode encodeFunc) {
	seed := *seedFlag<<32 + uint64(tree)<<1
	if hostile {
		seed++
	}
	if *onlyFlag >= 0 && *onlyFlag/callsPerTree != tree {
		return
	}
	a := newApp(seed)
	for !slices.ContainsFunc(a.commands, (*cobra.Command).Runnable) {
		seed += 1 << 60 // a tree without tools is no case
		a = newApp(seed)
	}
	opts := schemagen.Options{Environ: []string{}, NoArgsProbe: !a.probe}
	encoder := &argv.Encoder{}
	for _, i := range a.pins {
		f := a.flags[i]
		opts.Pinned = append(opts.Pinned, f.Name)
		encoder.Pins = append(encoder.Pins, argv.Pin{Flag: f.Flag, Early: !f.persistent, Values: []string{pinValue}})
	}
	tools, err := schemagen.Generate(a.root, opts)
	if err != nil && t != nil {
		t.Errorf("tree %d: %v\n%v", tree, err, a)
		return
	}
	for call := tree * callsPerTree; call < min((tree+1)*callsPerTree, n) && len(tools) > 0; call++ {
		if *onlyFlag >= 0 && *onlyFlag != call {
			continue
		}
		g := &gen{Rand: rand.New(rand.NewPCG(seed, uint64(call)+2)), hostile: hostile, words: a.words()}
		g.lenient = g.chance(30)
		encoder := &argv.Encoder{Lenient: g.lenient, Pins: encoder.Pins}
		tool := &tools[g.IntN(len(tools))]
		req := newRequest(g, a, tool)
		c, err := encode(encoder, tool, req.json)
		refused := s.refused.Load()
		problem := s.judge(a, seed, tool, req, c, err)
		if t != nil && !hostile && refused < 12 && err != nil && s.refused.Load() > refused {
			t.Logf("harmless case %d refused: %v", call, err)
		}
		if problem != "" && t != nil && s.wrong.Load() <= 5 {
			t.Errorf("replay with -argv.seed=%d -argv.only=%d (prefix %v, fold %v, lenient %v, probe %v)\n%s\ntree:\n%vtool %s, pins %q, %s\nargv %q\nerror %v",
				*seedFlag, call, cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive, g.lenient, a.probe,
				problem, a, tool.Command.CommandPath(), opts.Pinned, req.json, c.Args, err)
		}
	}
}

// judge counts a case and says what is wrong with it.
func (s *stats) judge(a *app, seed uint64, tool *schemagen.Tool, req request, c argv.Call, err error) (problem string) {
	s.cases.Add(1)
	defer func() {
		if problem != "" {
			s.wrong.Add(1)
		}
	}()
	if err != nil {
		if strings.Contains(err.Error(), marker) {
			return "the error shows a secret"
		}
		if req.bad != "" || req.hard != "" {
			s.expected.Add(1)
			return ""
		}
		s.refused.Add(1)
		if *onlyFlag >= 0 {
			return "refused (shown because the case runs alone)"
		}
		return ""
	}
	s.ran.Add(1)
	if req.bad != "" {
		return "it must be refused: " + req.bad
	}
	for _, secret := range req.secrets {
		if !slices.ContainsFunc(c.Secrets, func(s string) bool { return s == secret }) {
			return fmt.Sprintf("the secret %q is not in %q", secret, c.Secrets)
		}
	}
	if req.stdin == nil != (c.Stdin == nil) || req.stdin != nil && *req.stdin != string(c.Stdin) {
		return fmt.Sprintf("standard input is %q", c.Stdin)
	}
	return s.runReal(a, newApp(seed), tool, req, c)
}

// runReal runs real cobra on the fresh tree and compares all there is.
func (s *stats) runReal(a, fresh *app, tool *schemagen.Tool, req request, c argv.Call) string {
	fresh.root.SetArgs(append([]string{}, c.Args...))
	if err := execute(fresh); err != nil {
		if req.perhaps {
			return ""
		}
		return "cobra refuses it: " + err.Error()
	}
	if len(fresh.ran) != 1 {
		return fmt.Sprintf("%d commands ran", len(fresh.ran))
	}
	ran := fresh.ran[0]
	if at := slices.Index(fresh.commands, ran.cmd); a.commands[at] != tool.Command {
		return fmt.Sprintf("%q ran", ran.cmd.CommandPath())
	}
	if !slices.Equal(ran.args, req.words) {
		return fmt.Sprintf("positionals are %q, not %q", ran.args, req.words)
	}
	if n := tool.Info.Dash; n != nil && !tool.Command.DisableFlagParsing {
		if want := *n; len(req.words) > want && ran.dash != want || len(req.words) <= want && ran.dash != -1 {
			return fmt.Sprintf("the dash is at %d, not %d of %d", ran.dash, want, len(req.words))
		}
	}
	for i, f := range fresh.flags {
		s.values.Add(1)
		want, given := req.flags[i]
		got := f.show()
		switch {
		case !given && (got != f.initial || f.Changed):
			return fmt.Sprintf("--%s -%s is %s (changed %v), which nobody asked for", f.Name, f.Shorthand, got, f.Changed)
		case given && !want.perhaps && got != want.want:
			return fmt.Sprintf("--%s -%s is %s, not %s", f.Name, f.Shorthand, got, want.want)
		case given && !f.Changed && !want.omittable:
			return fmt.Sprintf("--%s -%s is not changed", f.Name, f.Shorthand)
		}
	}
	return ""
}

func execute(a *app) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return a.root.Execute()
}
