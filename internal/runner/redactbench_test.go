package runner

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkRedactor_adversarial redacts a text that almost matches many secrets
// with one beginning.
func BenchmarkRedactor_adversarial(b *testing.B) {
	var secrets []string
	for i := range 100 {
		secrets = append(secrets, strings.Repeat("a", 30)+fmt.Sprintf("-%d", i))
	}
	in := bytes.Repeat([]byte("a"), 1<<20)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		r := newRedactor(secrets)
		for rest := in; len(rest) > 0; {
			n := min(len(rest), 4096)
			r.next(rest[:n], false)
			rest = rest[n:]
		}
		r.next(nil, true)
	}
}
