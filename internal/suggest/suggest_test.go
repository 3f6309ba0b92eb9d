package suggest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/suggest"
)

func TestClosest(t *testing.T) {
	candidates := []string{"dryRun", "output", "replicas"}
	for _, tt := range []struct{ word, want string }{
		{"dryrun", "dryRun"},
		{"dyrRun", "dryRun"},
		{"replica", "replicas"},
		{"namespace", ""},
		{"", ""},
	} {
		assert.Equal(t, tt.want, suggest.Closest(tt.word, candidates), tt.word)
	}
	assert.Empty(t, suggest.Closest("x", []string{"y"}), "nothing in common is no suggestion")
}

func TestDidYouMean(t *testing.T) {
	assert.Equal(t, `, did you mean "output"?`, suggest.DidYouMean("ouptut", []string{"output"}))
	assert.Empty(t, suggest.DidYouMean("zzz", []string{"output"}))
}
