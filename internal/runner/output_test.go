package runner

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestCapture_keeps_both_ends(t *testing.T) {
	const in = "0123456789"
	for limit := 1; limit <= 12; limit++ {
		for size := 1; size <= len(in); size++ {
			c := newCapture(limit)
			for rest := in; rest != ""; {
				n := min(size, len(rest))
				c.write([]byte(rest[:n]))
				rest = rest[n:]
			}
			want := Output{Head: in, Total: 10}
			if limit < len(in) {
				want = Output{Head: in[:limit/2], Tail: in[len(in)-(limit-limit/2):], Total: 10, Dropped: int64(10 - limit)}
			}
			assert.Equal(t, want, c.output(10), "limit %d, pieces of %d", limit, size)
		}
	}
}

func TestCapture_cuts_no_rune(t *testing.T) {
	in := strings.Repeat("日🙂é", 20)
	for limit := 1; limit < len(in); limit++ {
		c := newCapture(limit)
		c.write([]byte(in))
		out := c.output(0)
		assert.True(t, utf8.ValidString(out.Head) && utf8.ValidString(out.Tail), "limit %d", limit)
		assert.EqualValues(t, len(in), int64(len(out.Head)+len(out.Tail))+out.Dropped)
		assert.GreaterOrEqual(t, len(out.Head)+len(out.Tail), limit-6)
	}
}

func TestCapture_memory_is_bounded(t *testing.T) {
	c := newCapture(1000)
	for range 10_000 {
		c.write([]byte("a line of thirty bytes or so.\n"))
	}
	assert.LessOrEqual(t, cap(c.head)+cap(c.tail), 4000)
}

func TestOutput_String(t *testing.T) {
	for _, c := range []struct {
		out  Output
		want string
	}{
		{Output{}, ""},
		{Output{Head: "all"}, "all"},
		{Output{Head: "a\n", Tail: "b\n", Dropped: 5}, "a\n... [5 bytes omitted] ...\nb\n"},
		{Output{Head: "a", Tail: "b", Dropped: 5}, "a\n... [5 bytes omitted] ...\nb"},
		{Output{Tail: "b", Dropped: 5}, "... [5 bytes omitted] ...\nb"},
	} {
		assert.Equal(t, c.want, c.out.String())
	}
}

func TestLineWatch(t *testing.T) {
	long := strings.Repeat("é", maxLine)
	for _, c := range []struct {
		name   string
		pieces []string
		want   []string
	}{
		{"one", []string{"a\n"}, []string{"a"}},
		{"together, the newest", []string{"a\nb\nc\n"}, []string{"c"}},
		{"in pieces", []string{"a", "b", "\nc", "\n"}, []string{"ab", "c"}},
		{"the last that is not blank", []string{"a\nb\n\n  \n"}, []string{"b"}},
		{"blank after an open one", []string{"a", "\n\n"}, []string{"a"}},
		{"only blank", []string{"\n \n\n"}, nil},
		{"without an end", []string{"a\nb"}, []string{"a", "b"}},
		{"too long", []string{long + "\n"}, []string{long[:maxLine]}},
		{"too long, cut inside a rune", []string{"x" + long, long + "\n"}, []string{("x" + long)[:maxLine-1]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			w := lineWatch{tell: func(line string) { got = append(got, line) }}
			for _, p := range c.pieces {
				w.write([]byte(p))
			}
			w.end()
			assert.Equal(t, c.want, got)
		})
	}
}
