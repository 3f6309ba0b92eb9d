package engine_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/spool"
)

// What a reply has no room for is kept, and the reply says how to read it.
func TestTheRest(t *testing.T) {
	long := strings.Repeat("0123456789\n", 10)
	for _, c := range []struct {
		name, tool, out string
		stdout          string // of the reply
		kept            string // of standard output
	}{
		{"fits", "say", "0123456789", "0123456789", ""},
		{"cut", "say", long, "0123456789\n... [88 bytes omitted; read_output {\"call\":\"ID\",\"offset\":11} reads them] ...\n0123456789\n", long},
		{"cut after it was read as JSON", "data", `["` + long[:10] + long[:10] + `"]`, "[\"012345678\n... [2 bytes omitted; read_output {\"call\":\"ID\",\"offset\":11} reads them] ...\n123456789\"]", `["01234567890123456789"]`},
		{"a secret that only decoding shows", "say", `{"a":"s\u0065cret-word"}` + "\n" + long, "{\"a\":\"[redacted]\"}", "{\"a\":\"[redacted]\"}\n" + long},
		{"one behind many lines", "say", long + long + `{"a":"s\u0065cret-word"}` + "\nx", "0123456789\n", long + long + "{\"a\":\"[redacted]\"}\nx"},
		{"one that makes the text too long", "say", `{"a":"hunter","b":1}`, "", `{"a":"[redacted]","b":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := spool.New(t.TempDir(), 1<<20, slog.New(slog.DiscardHandler))
			defer kept.Close()
			s := start(t, engine.Config{MaxOutput: 22, Spool: kept, Program: engine.Program{Env: []string{"A_TOKEN=secret-word", "B_TOKEN=hunter"}}})
			r := s.call(c.tool, args{"out": c.out})
			if c.kept == "" {
				assert.Nil(t, r.Cut)
				assert.Equal(t, c.stdout, r.Stdout)
				return
			}
			require.NotNil(t, r.Cut, r.Stdout)
			assert.Contains(t, string(r.Structured), `"call":"`+r.Cut.ID+`"`)
			assert.Contains(t, r.Text, `read_output {"call":"`+r.Cut.ID+`"`)
			if !strings.Contains(c.kept, "redacted") {
				assert.Equal(t, c.stdout, strings.ReplaceAll(r.Stdout, r.Cut.ID, "ID"))
			}
			p, err := kept.Read(r.Cut.ID, engine.Stdout, spool.Range{Limit: 1 << 20})
			require.NoError(t, err)
			assert.Equal(t, c.kept, p.Text)
			assert.Equal(t, r.Cut.Stdout, &engine.CutOutput{Kept: p.Kept, Total: p.Total, Tail: r.Cut.Stdout.Tail})
		})
	}
}

// Without room on disk the reply says so.
func TestTheRestIsNotKept(t *testing.T) {
	for name, kept := range map[string]*spool.Spool{
		", not kept": spool.New("/dev/null/nowhere", 1<<20, slog.New(slog.DiscardHandler)),
		"":           nil,
	} {
		r := start(t, engine.Config{MaxOutput: 4, Spool: kept}).call("say", args{"out": "0123456789", "err": "abcdefgh"})
		assert.Nil(t, r.Cut)
		assert.Equal(t, "01\n... [6 bytes omitted"+name+"] ...\n89", r.Stdout)
		assert.Equal(t, "ab\n... [4 bytes omitted"+name+"] ...\ngh", r.Stderr)
		assert.NotContains(t, string(r.Structured), `"call":`)
	}
}

// Reading on begins with a line of which the reply has the beginning only, if
// as a whole it may read otherwise.
func TestTheRest_begins_where_the_reply_is_right(t *testing.T) {
	kept := spool.New(t.TempDir(), 1<<20, slog.New(slog.DiscardHandler))
	defer kept.Close()
	s := start(t, engine.Config{MaxOutput: 60, Spool: kept, Program: engine.Program{Env: []string{"A_TOKEN=secret-word"}}})
	for out, offset := range map[string]int64{
		"12345\n" + `{"a":"s\u0065cret-word","b":"` + strings.Repeat("b", 100) + `"}` + "\n": 6,
		"12345\n" + `{"a":"secret","b":"` + strings.Repeat("b", 100) + `"}` + "\n":           30,
	} {
		r := s.call("say", args{"out": out})
		assert.Contains(t, r.Stdout, fmt.Sprintf(`"offset":%d}`, offset))
	}
}

// A function's output is kept as a program's is.
func TestTheRest_of_a_function(t *testing.T) {
	kept := spool.New(t.TempDir(), 1<<20, slog.New(slog.DiscardHandler))
	defer kept.Close()
	s := start(t, engine.Config{MaxOutput: 22, Spool: kept, Func: func(ctx context.Context, _ []string, _ io.Reader, stdout, stderr io.Writer) int {
		fmt.Fprint(stdout, strings.Repeat("0123456789\n", 10))
		fmt.Fprint(stderr, strings.Repeat("hunter2-and-more\n", 10))
		engine.OutcomeOf(ctx).SetResult([]byte(`{"own":true}`), false)
		return 0
	}})
	r := s.call("say", args{"pin": "hunter2-and-more"})
	require.NotNil(t, r.Cut)
	assert.JSONEq(t, `{"own":true}`, string(r.Structured))
	assert.Contains(t, r.Text, `read_output {"call":"`+r.Cut.ID+`","offset":11} reads them`)
	assert.Contains(t, r.Text, `read_output {"call":"`+r.Cut.ID+`","stderr":true,"offset":11} reads them`)
	p, err := kept.Read(r.Cut.ID, engine.Stderr, spool.Range{Limit: 1 << 20})
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("[redacted]\n", 10), p.Text)
}
