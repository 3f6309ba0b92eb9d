//go:build linux

package attack_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	half      = 16 << 10 // of what a reply has of a stream
	spoolPart = 16 << 20 // of what is kept of one
	lineBytes = 16       // of a numbered flood
)

// page is what read_output answers.
type page struct {
	OK                                                                 bool
	Call, Stream, Text                                                 string
	Offset, Bytes, TotalBytes, KeptBytes, FromLine, ToLine, TotalLines int64
	More                                                               bool
	Next                                                               map[string]int64
}

// read reads a page, and looks whether the text of the reply has it too.
func (s *server) read(arguments map[string]any) page {
	s.t.Helper()
	b, err := json.Marshal(arguments)
	require.NoError(s.t, err)
	r := s.call("read_output", string(b))
	require.False(s.t, r.IsError, r.text())
	var p page
	require.NoError(s.t, json.Unmarshal(r.StructuredContent, &p))
	about, text, _ := strings.Cut(r.text(), "\n")
	require.Equal(s.t, p.Text, text)
	require.Contains(s.t, about, fmt.Sprintf("%s of %s: bytes %d-", p.Stream, p.Call, p.Offset))
	require.Contains(s.t, about, fmt.Sprintf(" of %d, lines %d-%d of %d; ", p.TotalBytes, p.FromLine, p.ToLine, p.TotalLines))
	for name, at := range p.Next {
		require.Contains(s.t, about, fmt.Sprintf("; next: %s %d]", name, at))
	}
	require.Equal(s.t, p.More, p.Next != nil)
	return p
}

// numbered is the part of a numbered flood from one byte to another.
func numbered(from, to int64) string {
	var b strings.Builder
	for line := from / lineBytes; line*lineBytes < to; line++ {
		fmt.Fprintf(&b, "%015d\n", line)
	}
	return b.String()[from%lineBytes:][:to-from]
}

// A flood on either stream costs time and nothing else: memory stays flat, the
// counts are exact, both ends are there, and what the spool has room for can be
// read.
func TestOutput_flood(t *testing.T) {
	for name, size := range map[string][2]int64{"stdout": {1, 0}, "stderr": {0, 1}, "both": {1, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const MiB = 1 << 20
			n := int64(times(64, 1024)) * MiB
			s := start(t, with("A_SECRET=hunter2hunter2"))
			began := time.Now()
			r := s.call("flood", fmt.Sprintf(`{"stdout":%d,"stderr":%d,"fill":"numbered"}`, size[0]*n, size[1]*n))
			took := time.Since(began)
			e := r.envelope(t)
			assert.True(t, e.OK)
			assert.Equal(t, []int64{size[0] * n, size[1] * n}, []int64{e.Truncated.StdoutBytes, e.Truncated.StderrBytes})
			for stream, text := range map[string]string{"stdout": e.Stdout, "stderr": e.Stderr} {
				if stream != name && name != "both" {
					assert.Empty(t, text)
					continue
				}
				arguments := fmt.Sprintf(`{"call":%q,"offset":%d}`, e.Truncated.Call, half)
				if stream == "stderr" {
					arguments = fmt.Sprintf(`{"call":%q,"stderr":true,"offset":%d}`, e.Truncated.Call, half)
				}
				assert.Equal(t, numbered(0, half)+
					fmt.Sprintf("... [%d bytes omitted; read_output %s reads the first %d of them] ...\n", n-2*half, arguments, spoolPart-half)+
					numbered(n-half, n), text)
				assert.Contains(t, r.text(), text)
				s.readAll(e.Truncated.Call, stream, n)
			}
			peak := s.usage().peak
			t.Logf("%d MiB in %v, %.0f MB/s; peak %d KiB", (size[0]+size[1])*n/MiB, took, float64((size[0]+size[1])*n)/1e6/took.Seconds(), peak)
			assert.Less(t, peak, int64(64<<10), "KiB")
			s.alive()
		})
	}
}

// readAll reads what is kept of a numbered flood.
func (s *server) readAll(call, stream string, total int64) {
	s.t.Helper()
	arguments := map[string]any{"call": call, "stderr": stream == "stderr"}
	kept := min(total, spoolPart)
	p := s.read(arguments)
	require.Equal(s.t, []int64{0, 2 * half, total, kept, 1, 2 * half / lineBytes, total / lineBytes},
		[]int64{p.Offset, p.Bytes, p.TotalBytes, p.KeptBytes, p.FromLine, p.ToLine, p.TotalLines})
	at := p.Bytes
	for p.More {
		// Some from everywhere; all of it takes its time.
		if at += int64(times(1<<20, 0)); at >= kept {
			break
		}
		arguments["offset"] = at
		p = s.read(arguments)
		require.Equal(s.t, numbered(at, at+p.Bytes), p.Text)
		at += p.Bytes
	}
	delete(arguments, "offset")
	arguments["fromLine"], arguments["limit"] = 100_000, 3
	p = s.read(arguments)
	require.Equal(s.t, numbered(99_999*lineBytes, 100_002*lineBytes), p.Text)
	require.Equal(s.t, map[string]int64{"fromLine": 100_003}, p.Next)
	b, err := json.Marshal(map[string]any{"call": call, "stderr": stream == "stderr", "offset": kept})
	require.NoError(s.t, err)
	require.Contains(s.t, s.call("read_output", string(b)).text(), fmt.Sprintf("only the first %d are", kept))
}

// BenchmarkFlood shows how fast the output of a call is taken in, the start of
// the program included, beside the same program whose output goes nowhere.
//
//	go test ./internal/attack -run '^$' -bench Flood
func BenchmarkFlood(b *testing.B) {
	const size = 256 << 20
	var secrets []string
	for i := range 20 {
		secrets = append(secrets, fmt.Sprintf("A%d_TOKEN=ghp_%d5Kq8Zw3Xn7Vt1Rb9Lm2Pc4Hs6Df0Gj", i, i))
	}
	for _, fill := range []string{"lines", "numbered", "zeros", "escape"} {
		b.Run(fill+"/plain", func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				c := exec.Command(hostile, "flood", fmt.Sprintf("--stdout=%d", size), "--fill="+fill)
				out, err := c.StdoutPipe()
				require.NoError(b, err)
				require.NoError(b, c.Start())
				_, err = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 64<<10))
				require.NoError(b, err)
				require.NoError(b, c.Wait())
			}
		})
		for name, env := range map[string][]string{"no secrets": nil, "20 secrets": secrets} {
			b.Run(fill+"/"+name, func(b *testing.B) {
				s := start(b, with(env...))
				b.SetBytes(size)
				for b.Loop() {
					e := s.call("flood", fmt.Sprintf(`{"stdout":%d,"fill":%q}`, size, fill)).envelope(b)
					require.True(b, e.OK)
					require.True(b, fill == "zeros" || e.Truncated.StdoutBytes == size)
				}
				b.ReportMetric(float64(s.usage().peak), "peak-KiB")
			})
		}
	}
}

// odd are bytes that no reader wants to meet, and what is left of them.
var odd = []struct{ name, in, clean string }{
	{"not UTF-8", "a\xff\xc3(\xe2\x82", "a\ufffd\ufffd(\ufffd\ufffd"},
	{"NUL", "a\x00b", "ab"},
	{"lone CR", "10%\r20%\rdone", "10%\n20%\ndone"},
	{"CRLF", "a\r\nb", "a\nb"},
	{"ANSI", "\x1b[31mred\x1b[0m\x1b[2K\x1b(B", "red"},
	{"OSC link", "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x07", "link"},
	{"OSC without an end", "\x1b]0;title\nline", "\nline"},
	{"C1", "a\u009b31mb\u0085c", "abc"},
	{"bidi", "a\u202eb\u2066c", "abc"},
	{"zero-width", "a\u200bb\u200dc\ufeffd", "abcd"},
	{"tags", "a\U000e0041b", "ab"},
	{"line separators", "a\u2028b\u2029c", "a\nb\nc"},
	{"surrogate in UTF-8", "a\xed\xa0\x80b", "a\ufffd\ufffd\ufffdb"},
}

// Output is cleaned unless it is wanted raw, and however it is made up, each
// message is one line of valid JSON that a client reads back exactly.
func TestOutput_odd_bytes(t *testing.T) {
	for name, raw := range map[string]bool{"clean": false, "raw": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var args []string
			if raw {
				args = append(args, "--raw-output")
			}
			s := start(t, flags(args...))
			for _, c := range odd {
				want := c.clean
				if raw {
					want = toUTF8(c.in)
				}
				for _, stream := range []string{"stdout", "stderr"} {
					for _, piece := range []int{0, 1} {
						m := s.answer(s.begin("print", fmt.Sprintf(`{"hex":%q,"stream":%q,"piece":%d,"pause":"1ms"}`, hex.EncodeToString([]byte(c.in)), stream, piece)))
						require.True(t, utf8.ValidString(m.raw), c.name)
						require.NotContains(t, m.raw, "\u2028", c.name)
						require.NotContains(t, m.raw, "\u2029", c.name)
						e := m.result(t).envelope(t)
						require.Equal(t, want, e.Stdout+e.Stderr, c.name)
						require.Equal(t, want, m.result(t).text(), c.name)
					}
				}
			}
			// The same way to the spool.
			var in, want strings.Builder
			for i := range 3000 {
				in.WriteString(odd[i%len(odd)].in + "\n")
				if raw {
					want.WriteString(toUTF8(odd[i%len(odd)].in) + "\n")
				} else {
					want.WriteString(odd[i%len(odd)].clean + "\n")
				}
			}
			arguments, err := json.Marshal(map[string]string{"hex": hex.EncodeToString([]byte(in.String()))})
			require.NoError(t, err)
			e := s.call("print", string(arguments)).envelope(t)
			if raw {
				require.NotEmpty(t, e.Truncated.Call)
			}
			if e.Truncated.Call != "" {
				require.Equal(t, want.String(), s.readText(e.Truncated.Call, false))
			} else {
				require.Equal(t, want.String(), e.Stdout)
			}
		})
	}
}

// toUTF8 repairs a text as Go's own conversion does, a character for a byte.
func toUTF8(s string) string { return string([]rune(s)) }

// readText reads all that is kept.
func (s *server) readText(call string, stderr bool) string {
	s.t.Helper()
	var b strings.Builder
	arguments := map[string]any{"call": call, "stderr": stderr}
	for {
		p := s.read(arguments)
		b.WriteString(p.Text)
		if !p.More {
			return b.String()
		}
		arguments["offset"] = p.Next["offset"]
	}
}

// A call by hand prints all of an output, and its folder does not outlive it.
func TestOutput_by_hand(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	dir := t.TempDir()
	run := func(args ...string) (stdout, stderr string) {
		var out, errs strings.Builder
		c := exec.Command(hostile, append([]string{"mcp-server", "call", "flood", fmt.Sprintf(`{"stdout":%d,"stderr":%d,"fill":"numbered","code":3}`, size, size)}, args...)...)
		c.Env = append(os.Environ(), "TMPDIR="+dir)
		c.Stdout, c.Stderr = &out, &errs
		require.Error(t, c.Run())
		require.Equal(t, 3, c.ProcessState.ExitCode())
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, left)
		return out.String(), errs.String()
	}
	stdout, stderr := run()
	require.Equal(t, numbered(0, size), stdout)
	require.Equal(t, numbered(0, size), stderr)
	stdout, _ = run("--max-spool=400000")
	require.Equal(t, numbered(0, 100_000)+fmt.Sprintf("... [%d bytes omitted] ...\n", size-100_000-half)+numbered(size-half, size), stdout)
	stdout, _ = run("--max-output=64")
	require.Equal(t, numbered(0, 32)+fmt.Sprintf("... [%d bytes omitted] ...\n", size-64)+numbered(size-32, size), stdout)
}

// What is kept goes with the server, also with one that is killed: the next one
// sweeps it, and leaves that of a server that lives.
func TestOutput_spools_are_swept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spools := func() []string {
		list, err := filepath.Glob(filepath.Join(dir, "nurucobra-spool-*"))
		require.NoError(t, err)
		return list
	}
	flooded := func() (*server, string) {
		s := start(t, with("TMPDIR="+dir))
		s.alive()
		before := len(spools())
		id := s.call("flood", `{"stdout":100000,"fill":"numbered"}`).envelope(t).Truncated.Call
		require.Len(t, spools(), before+1)
		return s, id
	}
	lives, id := flooded()
	killed, _ := flooded()
	ended, _ := flooded()
	ended.closeInput()
	require.NoError(t, ended.wait())
	require.Len(t, spools(), 2)
	require.NoError(t, killed.cmd.Process.Kill())
	_ = killed.wait()
	require.Len(t, spools(), 2)
	for _, f := range spools() {
		old := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(f, old, old))
	}
	start(t, with("TMPDIR="+dir))
	require.Eventually(t, func() bool { return len(spools()) == 1 }, patience, 5*time.Millisecond)
	require.Equal(t, numbered(0, 100_000), lives.readText(id, false))
	require.NoError(t, lives.cmd.Process.Signal(os.Interrupt))
	_ = lives.wait()
	require.Empty(t, spools())
}

// A temporary folder that nobody can write to costs the spool, not the server.
func TestOutput_without_a_spool(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	s := start(t, with("TMPDIR=/proc"), flags("--log-file="+log))
	e := s.call("flood", `{"stdout":100000,"fill":"numbered"}`).envelope(t)
	assert.Contains(t, e.Stdout, fmt.Sprintf("... [%d bytes omitted, not kept] ...", 100_000-2*half))
	assert.Empty(t, e.Truncated.Call)
	assert.Contains(t, s.call("read_output", `{"call":"x"}`).text(), "nothing is kept")
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(text), "output that is cut is not kept")
}

// read_output refuses what it does not understand, and says why.
func TestOutput_read_refusals(t *testing.T) {
	t.Parallel()
	s := start(t)
	call := s.call("flood", `{"stdout":100000}`).envelope(t).Truncated.Call
	for arguments, want := range map[string]string{
		`{}`:                                    `"call" is missing: expected a string`,
		`{"call":1}`:                            `"call" must be a string`,
		`{"call":"../lock"}`:                    `nothing is kept of a call "../lock"`,
		`{"call":"ID","stderr":true}`:           `the stderr of call "ID" was not cut`,
		`{"call":"ID","stderr":"true"}`:         `"stderr" must be true or false`,
		`{"call":"ID","offset":-1}`:             `"offset" must be at least 0, got -1`,
		`{"call":"ID","offset":1.5}`:            `"offset" must be an integer`,
		`{"call":"ID","offset":100001}`:         `offset 100001 is behind the end: there are 100000 bytes`,
		`{"call":"ID","fromLine":0}`:            `"fromLine" must be at least 1, got 0`,
		`{"call":"ID","fromLine":6251}`:         `line 6251 is behind the end: there are 6250 lines`,
		`{"call":"ID","limit":0}`:               `"limit" must be at least 1, got 0`,
		`{"call":"ID","line":1}`:                `unknown property "line"`,
		`{"call":"ID","offset":1,"fromLine":1}`: `expected "offset" or "fromLine", got both`,
	} {
		r := s.call("read_output", strings.ReplaceAll(arguments, "ID", call))
		assert.True(t, r.IsError, arguments)
		assert.Contains(t, r.text(), strings.ReplaceAll(want, "ID", call), arguments)
	}
	p := s.read(map[string]any{"call": call, "offset": "5", "limit": 1_000_000_000})
	assert.EqualValues(t, 2*half, p.Bytes, "no page is longer than a reply")
}
