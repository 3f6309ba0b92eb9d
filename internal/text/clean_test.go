package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/internal/text"
)

var cleanCases = []struct{ name, in, want string }{
	{"empty", "", ""},
	{"plain", "a b\tc\n~", "a b\tc\n~"},
	{"unicode", "héllo wörld — 日本 🙂", "héllo wörld — 日本 🙂"},
	{"colour", "\x1b[1;31mred\x1b[0m", "red"},
	{"CSI with intermediate", "\x1b[0 qx", "x"},
	{"CSI private", "\x1b[?25lx\x1b[?25h", "x"},
	{"CSI broken by newline", "\x1b[31\nx", "\nx"},
	{"CSI broken by é", "\x1b[3éx", "éx"},
	{"CSI unfinished", "a\x1b[31", "a"},
	{"CSI restarted", "\x1b[31\x1b[0mx", "x"},
	{"OSC title ended by BEL", "\x1b]0;title\ax", "x"},
	{"OSC link ended by ST", "\x1b]8;;http://e.example\x1b\\link\x1b]8;;\x1b\\!", "link!"},
	{"OSC never closed ends with its line", "\x1b]0;title\nrest", "\nrest"},
	{"OSC broken by CSI", "\x1b]0;t\x1b[1mx", "x"},
	{"OSC with UTF-8", "\x1b]0;é日\ax", "x"},
	{"DCS", "\x1bPq#0;2;0;0;0\x1b\\x", "x"},
	{"APC, PM, SOS", "\x1b_a\x1b\\1\x1b^b\x1b\\2\x1bXc\x1b\\3", "123"},
	{"charset", "\x1b(Bx\x1b7y\x1b8\x1bcz", "xyz"},
	{"ESC before a control", "\x1b\nx", "\nx"},
	{"ESC at the end", "x\x1b", "x"},
	{"ESC before é", "\x1béx", "éx"},
	{"C1 CSI", "\u009b31mred", "red"},
	{"C1 OSC ended by C1 ST", "\u009dtitle\u009cx", "x"},
	{"other C1", "a\u0080\u0085\u009fx\u009cb", "ab"},
	{"C0 and DEL", "a\x00\x01\b\v\f\x0e\x7fb", "ab"},
	{"CR LF", "a\r\nb\r\n", "a\nb\n"},
	{"lone CR", "10%\r20%\r", "10%\n20%\n"},
	{"CR CR LF", "a\r\r\nb", "a\n\nb"},
	{"CR, then LF CR", "a\r\n\rb", "a\n\nb"},
	{"separators", "a\u2028b\u2029c", "a\nb\nc"},
	{"bidi", "a\u202eb\u2066c\u2069\u200e\u200f\u061cd", "abcd"},
	{"zero-width", "\ufeffa\u200bb\u200cc\u200dd\u2060e\u00adf", "abcdef"},
	{"tags", "a\U000e0041\U000e0042\U000e0100b", "ab"},
	{"variation selector", "☁\ufe0f", "☁"},
	{"Arabic number sign stays", "\u0600", "\u0600"},
	{"non-breaking space stays", "a\u00a0b", "a\u00a0b"},
	{"invalid bytes", "a\xff\xfeb", "a\ufffd\ufffdb"},
	{"8-bit CSI is no UTF-8", "\x9b31m", "\ufffd31m"},
	{"truncated rune", "a\xe6\x97", "a\ufffd\ufffd"},
	{"broken rune before text", "\xe6\x97a", "\ufffd\ufffda"},
	{"surrogate", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
	{"overlong", "\xc0\xaf", "\ufffd\ufffd"},
	{"replacement character stays", "\ufffd", "\ufffd"},
}

func TestClean(t *testing.T) {
	for _, c := range cleanCases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, text.Clean(c.in))
		})
	}
}

func TestCleaner_any_split_gives_the_same(t *testing.T) {
	alphabet := []string{"a", "[", "]", "m", "\\", "\n", "\r", "\a", "\x1b", "\x9b", "é", "\u009b", "日", "🙂", "\xe6", "\x97", "\xff", "\u200b", "3", ";"}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "in"), "")
		want := text.Clean(in)
		var c text.Cleaner
		var got []byte
		for rest := in; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			got = c.Append(got, []byte(rest[:n]))
			rest = rest[n:]
		}
		got = c.Flush(got)
		if string(got) != want {
			t.Fatalf("%q: in pieces %q, at once %q", in, got, want)
		}
	})
}

func TestCleaner_is_ready_again_after_Flush(t *testing.T) {
	var c text.Cleaner
	require.Equal(t, "a", string(c.Flush(c.Append(nil, []byte("a\x1b[3")))))
	assert.Equal(t, "1m\n", string(c.Flush(c.Append(nil, []byte("1m\n")))))
}

func TestCleaner_Raw_only_repairs(t *testing.T) {
	in := "a\x1b[1m\x00\r\n\u200b日\xff"
	c := text.Cleaner{Raw: true}
	var got []byte
	for i := range len(in) {
		got = c.Append(got, []byte(in[i:i+1]))
	}
	assert.Equal(t, "a\x1b[1m\x00\r\n\u200b日\ufffd", string(c.Flush(got)))
}

func FuzzClean(f *testing.F) {
	for _, c := range cleanCases {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := text.Clean(in)
		require.True(t, utf8.ValidString(out), "valid UTF-8: %q", out)
		require.Equal(t, out, text.Clean(out), "idempotent")
		for _, r := range out {
			if r < 0x20 && r != '\n' && r != '\t' || 0x7f <= r && r <= 0x9f {
				t.Fatalf("control character %U in %q", r, out)
			}
		}
	})
}

func BenchmarkCleaner(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"lines", "a line of ordinary output, 60 bytes long or a little less.\n"},
		{"colours", "\x1b[32mok\x1b[0m  pkg/some/thing  0.123s\n"},
		{"unicode", "日本語のテキスト、行の終わり。\n"},
		{"zeros", "\x00\x00\x00\x00"},
	} {
		b.Run(c.name, func(b *testing.B) {
			in := []byte(strings.Repeat(c.unit, 64<<10/len(c.unit)))
			b.SetBytes(int64(len(in)))
			var cl text.Cleaner
			var out []byte
			for b.Loop() {
				out = cl.Append(out[:0], in)
			}
		})
	}
}
