package runner

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestStream_overflow: who wants more than is kept gets all of a text that does
// not fit, as it would have been kept, and nothing of one that fits.
func TestStream_overflow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secrets := []string{"hunter2", "passé-partout"}
		parts := rapid.SliceOf(rapid.SampledFrom([]string{
			"hunter2", "passé-partout", "hunt", "\x1b[1m", "é", "\xc3", "\x00", "\r", "\n", "text ",
		})).Draw(t, "parts")
		in := strings.Join(parts, "")
		whole := newStream(&Spec{Secrets: secrets, MaxOutput: 1 << 20}, nil)
		whole.take([]byte(in))
		want := whole.output().Head

		limit := rapid.IntRange(1, 60).Draw(t, "limit")
		var rest bytes.Buffer
		asked := 0
		_, st := newStreams(&Spec{Secrets: secrets, MaxOutput: limit, OnOverflow: func(stderr bool) io.Writer {
			asked++
			if !stderr {
				t.Fatal("the wrong stream")
			}
			return &rest
		}})
		for p := []byte(in); len(p) > 0; {
			n := rapid.IntRange(1, min(len(p), 20)).Draw(t, "n")
			st.take(p[:n])
			p = p[n:]
		}
		o := st.output()
		switch {
		case o.Dropped == 0 && asked > 0:
			t.Fatalf("%+v was not cut", o)
		case o.Dropped > 0 && rest.String() != want:
			t.Fatalf("%q of %q", rest.String(), want)
		case asked > 1:
			t.Fatal("asked twice")
		}
	})
}

func TestRunFunc_overflow(t *testing.T) {
	var rest bytes.Buffer
	res, _ := RunFunc(context.Background(), Spec{MaxOutput: 8, OnOverflow: func(stderr bool) io.Writer {
		if stderr {
			return &rest
		}
		return nil
	}}, func(_ context.Context, _ io.Reader, stdout, stderr io.Writer) int {
		_, _ = io.WriteString(stdout, strings.Repeat("out\n", 1000))
		_, _ = io.WriteString(stderr, strings.Repeat("err\n", 100_000))
		return 0
	})
	assert.Equal(t, strings.Repeat("err\n", 100_000), rest.String())
	assert.Equal(t, "out\n... [3992 bytes omitted; see elsewhere] ...\nout\n", res.Stdout.Join("; see elsewhere"))
}
