package runner

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// redactPieces redacts text cut at the places that cut chooses.
func redactPieces(secrets []string, text string, cut func(rest int) int) string {
	r := newRedactor(secrets)
	var out strings.Builder
	for text != "" {
		n := cut(len(text))
		out.Write(r.next([]byte(text[:n]), false))
		text = text[n:]
	}
	out.Write(r.next(nil, true))
	return out.String()
}

func TestRedactor(t *testing.T) {
	for _, c := range []struct {
		name    string
		secrets []string
		in      string
		want    string
	}{
		{"none", nil, "text", "text"},
		{"one", []string{"hunter2"}, "a hunter2 b", "a [redacted] b"},
		{"at both ends", []string{"hunter2"}, "hunter2 hunter2", "[redacted] [redacted]"},
		{"only a beginning", []string{"hunter2"}, "hunter", "hunter"},
		{"false start", []string{"aaa-ab"}, "aaaaa-ab", "aa[redacted]"},
		{"one begins another", []string{"pass", "password"}, "password pass", "[redacted] [redacted]"},
		{"overlapping", []string{"ab-cd", "cd-ef"}, "xab-cd-efy", "x[redacted]y"},
		{"overlapping itself", []string{"a-a-"}, "xa-a-a-y", "x[redacted]y"},
		{"one inside another", []string{"bc-de", "abc-def"}, "abc-defbc-de", "[redacted][redacted]"},
		{"inside, the outer unfinished", []string{"bc-de", "abc-def"}, "abc-dex", "a[redacted]x"},
		{"with a newline", []string{"line1\nline2"}, "line1\nline2\nline1\n", "[redacted]\nline1\n"},
		{"empty and short are ignored", []string{"", "a", "abc"}, "abc a", "abc a"},
		{"digits in a number", []string{"123456"}, "9123456789 1234567 0123456", "9123456789 1234567 0123456"},
		{"digits as a word", []string{"123456"}, "123456 id=123456, 123456", "[redacted] id=[redacted], [redacted]"},
		{"digits in a word", []string{"12345678"}, "a12345678 12345678_ é12345678é", "a[redacted] [redacted]_ é[redacted]é"},
		{"digits among digits", []string{"12345678"}, "912345678 123456780 0x12345678", "912345678 123456780 0x[redacted]"},
		{"many digits", []string{"1234567890123456"}, "0x12345678901234569", "0x[redacted]9"},
		{"digits behind escapes", []string{"123456"}, `\n123456\ \u00e9123456 %20123456 ` + "\x1b[1;31m123456\x1b[0m", `\n[redacted]\ \u00e9[redacted] %20[redacted] ` + "\x1b[1;31m[redacted]\x1b[0m"},
		{"a short word", []string{"pass"}, "password pass. bypass", "password [redacted]. bypass"},
		{"a longer word", []string{"hunter"}, "hunters 4hunter", "[redacted]s 4[redacted]"},
		{"no escapes in plain text", []string{"n12345"}, `C:\n12345`, `C:\[redacted]`},
		{"part of the marker is ignored", []string{"redacted", "red"}, "redacted", "redacted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for size := 1; size <= len(c.in); size++ {
				got := redactPieces(c.secrets, c.in, func(rest int) int { return min(size, rest) })
				assert.Equal(t, c.want, got, "in pieces of %d", size)
			}
		})
	}
}

func TestRedactor_property(t *testing.T) {
	// Few letters, so that secrets overlap, repeat and nearly match often.
	letters := rapid.StringOfN(rapid.RuneFrom([]rune("A1-")), 4, 9, -1)
	rapid.Check(t, func(t *rapid.T) {
		secrets := rapid.SliceOfN(letters, 1, 4).Draw(t, "secrets")
		parts := rapid.SliceOf(rapid.OneOf(
			rapid.SampledFrom(secrets),
			rapid.StringOfN(rapid.RuneFrom([]rune("A1- \n")), 0, 12, -1),
		)).Draw(t, "parts")
		if rapid.Bool().Draw(t, "long") { // or else the table is not used
			parts = append(parts, strings.Repeat("1A -", longText/4))
			if rapid.Bool().Draw(t, "at the end") {
				slices.Reverse(parts)
			}
		}
		in := strings.Join(parts, "")
		got := redactPieces(secrets, in, func(rest int) int {
			return min(rest, rapid.SampledFrom([]int{1, 20, 1000, longText, 2 * longText}).Draw(t, "n"))
		})

		hit := false
		for _, s := range secrets {
			if joint(s) == nil && strings.Contains(got, s) {
				t.Fatalf("%q survives in %q", s, got)
			}
			hit = hit || strings.Contains(in, s)
		}
		if !hit && got != in {
			t.Fatalf("%q became %q without a reason", in, got)
		}
		if want := replaceCovered(secrets, in); got != want {
			t.Fatalf("%q: got %q, want %q", in, got, want)
		}
	})
}

// replaceCovered is the redactor's rule in its plainest form: mark what any
// occurrence covers, and replace each run of overlapping occurrences.
func replaceCovered(secrets []string, in string) string {
	covered := make([]bool, len(in))
	joined := make([]bool, len(in)) // i and i-1 lie in one occurrence
	for _, s := range secrets {
		beside := joint(s)
		for i := 0; i+len(s) <= len(in); i++ {
			end := i + len(s)
			if in[i:end] != s || beside != nil && (i > 0 && beside(in[i-1]) || end < len(in) && beside(in[end])) {
				continue
			}
			for j := i; j < i+len(s); j++ {
				covered[j] = true
				joined[j] = joined[j] || j > i
			}
		}
	}
	var out strings.Builder
	for i := range len(in) {
		switch {
		case !covered[i]:
			out.WriteByte(in[i])
		case !joined[i]:
			out.WriteString(redacted)
		}
	}
	return out.String()
}

func TestRedactor_holds_little_whatever_comes(t *testing.T) {
	r := newRedactor([]string{strings.Repeat("a", 100)})
	var out int
	for range 1000 {
		out += len(r.next(bytes.Repeat([]byte("a"), 1000), false))
		assert.Less(t, len(r.held), 100)
	}
	out += len(r.next(nil, true))
	assert.Equal(t, len(redacted), out, "one run, one marker")
}

// TestStream_property: whatever the cuts, the cap and the escape sequences in
// between, no secret is kept, and the counts are exact.
func TestStream_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secrets := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("ABé")), 6, 9, -1), 1, 3).Draw(t, "secrets")
		parts := rapid.SliceOf(rapid.OneOf(
			rapid.SampledFrom(secrets),
			rapid.SampledFrom([]string{"A", "B", "é", "\x1b[1m", "\x1b]0;A\a", "\x00", "\xff", "\xc3", "\r", "\n", " ", "\u200b"}),
		)).Draw(t, "parts")
		in := strings.Join(parts, "")
		s := &Spec{Secrets: secrets, MaxOutput: rapid.IntRange(1, 80).Draw(t, "max")}
		all := newStream(&Spec{Secrets: secrets, MaxOutput: 1 << 20}, nil)
		all.take([]byte(in))
		whole := all.output()

		var lines []string
		st := newStream(s, func(line string) { lines = append(lines, line) })
		for rest := in; rest != ""; {
			n := rapid.IntRange(1, min(len(rest), 20)).Draw(t, "n")
			st.take([]byte(rest[:n]))
			rest = rest[n:]
		}
		st.finish(true)
		got := st.output()

		if got.Total != int64(len(in)) {
			t.Fatalf("total %d of %d", got.Total, len(in))
		}
		if int64(len(got.Head))+got.Dropped+int64(len(got.Tail)) != int64(len(whole.Head)) {
			t.Fatalf("counts of %+v do not add up to %d", got, len(whole.Head))
		}
		if !strings.HasPrefix(whole.Head, got.Head) || !strings.HasSuffix(whole.Head, got.Tail) {
			t.Fatalf("%+v is not the two ends of %q", got, whole.Head)
		}
		for _, secret := range secrets {
			for _, text := range append(lines, whole.Head, got.Head, got.Tail) {
				if strings.Contains(text, secret) {
					t.Fatalf("%q survives in %q", secret, text)
				}
			}
		}
	})
}

func TestStream_raw_lines_are_fit_to_be_shown(t *testing.T) {
	var line string
	st := newStream(&Spec{Raw: true, Secrets: []string{"hunter2"}}, func(l string) { line = l })
	st.take([]byte("\x1b[1mhun\x1b[0mter2 x\n"))
	assert.Equal(t, "[redacted] x", line)
}

func TestStream_plain(t *testing.T) {
	for _, c := range []struct {
		name    string
		secrets []string
		in      string
		want    []byte
	}{
		{"as it was written", []string{"hunter2"}, "\x1b[1mhunter2\xff", []byte("\x1b[1mhunter2\xff")},
		{"nothing to replace", nil, "hunter2", nil},
		{"just fits", []string{"hunter2"}, strings.Repeat("a", 16), []byte(strings.Repeat("a", 16))},
		{"too long", []string{"hunter2"}, strings.Repeat("a", 17), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := newStream(&Spec{Secrets: c.secrets, MaxOutput: 16}, nil)
			for i := range len(c.in) {
				st.take([]byte(c.in[i : i+1]))
			}
			o := st.output()
			assert.Equal(t, c.want, o.Plain)
			assert.Nil(t, o.Cut(100).Plain)
		})
	}
}

// TestStream_searches_once: what is not searched again would not have been
// found again.
func TestStream_searches_once(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secrets := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("AB1")), 4, 9, -1), 1, 4).Draw(t, "secrets")
		parts := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"A", "B", "1", " ", "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCC", "\x1b[1m", "é", "\x00"}),
			rapid.SampledFrom(secrets),
		), 0, 60).Draw(t, "parts")
		s := &Spec{Secrets: secrets, MaxOutput: 1 << 20}
		once, twice := newStream(s, nil), newStream(s, nil)
		twice.same = false
		for _, p := range parts {
			once.take([]byte(p))
			twice.take([]byte(p))
		}
		if a, b := once.output().Head, twice.output().Head; a != b {
			t.Fatalf("%q, searched twice %q", a, b)
		}
	})
}

// BenchmarkStream takes in a flood with the secrets of an ordinary environment.
func BenchmarkStream(b *testing.B) {
	var secrets []string
	for i := range 300 {
		secrets = append(secrets, fmt.Sprintf("%dghp_%d5Kq8Zw3Xn7Vt1Rb9Lm2Pc4Hs6Df0Gj", i, i))
	}
	in := bytes.Repeat([]byte("2026-12-01 12:00:00 INFO some words about what was done\n"), readSize/56)
	for name, secrets := range map[string][]string{"none": nil, "300 spellings": secrets} {
		b.Run(name, func(b *testing.B) {
			st := newStream(&Spec{Secrets: secrets}, nil)
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				st.take(in)
			}
		})
	}
}
