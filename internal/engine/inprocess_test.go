package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/engine"
)

func TestFunc(t *testing.T) {
	s := start(t, engine.Config{Func: func(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprintf(stdout, "%q", args)
		fmt.Fprint(stderr, "warning")
		return 3
	}})
	r := s.call("say", args{"out": "x y"})
	assert.Equal(t, `["say" "--out=x y"]`+"\nwarning\nexit code 3", r.Text)
	assert.True(t, r.IsError && r.Ran)
	assert.Equal(t, 3, r.ExitCode)
	assert.Contains(t, structured(r), `"stdout":"[\"say\" \"--out=x y\"]","stderr":"warning"`)
}

func TestFunc_panic(t *testing.T) {
	s := start(t, engine.Config{Func: func(context.Context, []string, io.Reader, io.Writer, io.Writer) int {
		panic("no entry for hunter22")
	}})
	r := s.call("say", args{"pin": "hunter22"})
	assert.Equal(t, "panic: no entry for [redacted]\nexit code 2", r.Text)
	assert.True(t, r.IsError)
	assert.Contains(t, s.log.String(), "msg=panic")
	assert.NotContains(t, s.log.String(), "hunter22")
}

func TestFunc_sets_its_result(t *testing.T) {
	set := func(value string, isError bool, print string, code int) engine.Func {
		return func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
			o := engine.OutcomeOf(ctx)
			o.SetResult(json.RawMessage(`{"not":"the last"}`), true)
			o.SetResult(json.RawMessage(value), isError)
			fmt.Fprint(stdout, print)
			return code
		}
	}
	for name, c := range map[string]struct {
		tool    string
		f       engine.Func
		text    string
		isError bool
	}{
		"silent":             {"say", set(`{"big":9007199254740993}`, false, "", 0), `{"big":9007199254740993}`, false},
		"with text":          {"say", set(`{"big":9007199254740993}`, false, "for people", 0), "for people", false},
		"a failure":          {"say", set(`{"big":9007199254740993}`, true, "for people", 0), "for people", true},
		"the code is no say": {"say", set(`{"big":9007199254740993}`, false, "", 3), `{"big":9007199254740993}`, false},
		"a declared schema":  {"declared", set(`{"big":9007199254740993}`, false, "for people", 0), "for people", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, engine.Config{Func: c.f}).call(c.tool, nil)
			assert.Equal(t, c.text, r.Text)
			assert.Equal(t, `{"big":9007199254740993}`, string(r.Structured))
			assert.Equal(t, c.isError, r.IsError)
		})
	}

	t.Run("secrets", func(t *testing.T) {
		for _, secret := range []string{"hunter22", `sl\ash"quote`} {
			f := func(ctx context.Context, args []string, _ io.Reader, _, _ io.Writer) int {
				value, _ := json.Marshal(map[string]string{"argv": strings.Join(args, " "), "key " + secret: "x"})
				engine.OutcomeOf(ctx).SetResult(value, false)
				return 0
			}
			r := start(t, engine.Config{Func: f}).call("say", args{"pin": secret})
			assert.JSONEq(t, `{"argv":"say --pin=[redacted]","key [redacted]":"x"}`, string(r.Structured))
			assert.JSONEq(t, string(r.Structured), r.Text)
		}
	})
}

func TestFunc_status(t *testing.T) {
	s := start(t, engine.Config{Func: func(ctx context.Context, _ []string, _ io.Reader, _, stderr io.Writer) int {
		fmt.Fprintln(stderr, "a line")
		engine.OutcomeOf(ctx).Status(" step 2 with hunter22\x1b[0m\nmore ")
		return 0
	}})
	var lines []string
	s.do(t.Context(), "say", args{"pin": "hunter22"}, func(line string) { lines = append(lines, line) })
	assert.Equal(t, []string{"a line", "step 2 with [redacted]"}, lines)
}

// A call may write and say what it is doing at the same time.
func TestFunc_status_beside_output(t *testing.T) {
	const secret, shown = `hunter22\u002fx`, "[redacted]"
	s := start(t, engine.Config{Func: func(ctx context.Context, _ []string, _ io.Reader, stdout, stderr io.Writer) int {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 50 {
					engine.OutcomeOf(ctx).Status(`step ` + secret)
					fmt.Fprintln(stderr, `line `+secret)
					fmt.Fprintln(stdout, `line `+secret)
				}
			})
		}
		wg.Wait()
		return 0
	}})
	var mu sync.Mutex
	s.do(t.Context(), "say", args{"pin": "hunter22/x"}, func(line string) {
		mu.Lock()
		defer mu.Unlock()
		assert.Contains(t, []string{"step " + shown, "line " + shown}, line)
	})
}

// Without a call there is no outcome, and nothing happens.
func TestOutcomeOf_nothing(t *testing.T) {
	for _, ctx := range []context.Context{nil, context.Background()} {
		o := engine.OutcomeOf(ctx)
		o.SetResult(json.RawMessage("{}"), true)
		o.Status("x")
		assert.Nil(t, o)
	}
}

// A call that does not stop is answered, and keeps the others of its kind away
// until it has.
func TestFunc_unfinished(t *testing.T) {
	var inside atomic.Int32
	release := make(chan struct{})
	s := start(t, engine.Config{Timeout: 10 * time.Millisecond, Func: func(ctx context.Context, _ []string, _ io.Reader, _, _ io.Writer) int {
		if inside.Add(1) > 1 {
			t.Error("two writing calls at once")
		}
		<-release
		engine.OutcomeOf(ctx).SetResult(json.RawMessage(`{"late":true}`), false)
		inside.Add(-1)
		return 0
	}})
	r := s.call("change", nil)
	assert.True(t, r.IsError)
	assert.Contains(t, r.Text, "timed out after 10ms and was ended; it has not ended and may still be at work")
	assert.NotContains(t, string(r.Structured), "late")

	second := make(chan engine.Result)
	go func() { second <- s.call("change", nil) }()
	select {
	case <-second:
		t.Fatal("it should wait for its turn")
	case <-time.After(50 * time.Millisecond):
	}
	close(release)
	r = <-second
	require.True(t, r.Ran)
	assert.False(t, r.IsError, r.Text)
}
