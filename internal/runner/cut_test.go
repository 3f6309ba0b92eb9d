package runner_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/internal/runner"
)

func TestCut(t *testing.T) {
	whole := runner.Output{Head: "0123456789", Total: 12}
	cut := runner.Output{Head: "01234", Tail: "56789", Total: 30, Dropped: 20}
	tests := []struct {
		name  string
		give  runner.Output
		limit int
		want  runner.Output
	}{
		{"short enough", whole, 10, whole},
		{"whole text", whole, 5, runner.Output{Head: "01", Tail: "789", Total: 12, Dropped: 5}},
		{"already cut", cut, 4, runner.Output{Head: "01", Tail: "89", Total: 30, Dropped: 26}},
		{"nothing", whole, 0, runner.Output{Total: 12, Dropped: 10}},
		{"less than nothing", whole, -7, runner.Output{Total: 12, Dropped: 10}},
		{"no half runes", runner.Output{Head: "ééé"}, 2, runner.Output{Dropped: 6}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.give.Cut(tt.limit)) })
	}
}

// However often an output is cut, its length stays known and its ends stay its
// ends.
func TestCutKeepsTheEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		o := runner.Output{Head: text, Total: int64(len(text))}
		for range rapid.IntRange(1, 3).Draw(t, "cuts") {
			limit := rapid.IntRange(0, 50).Draw(t, "limit")
			o = o.Cut(limit)
			assert.LessOrEqual(t, len(o.Head)+len(o.Tail), max(limit, 0))
		}
		assert.Equal(t, int64(len(text)), int64(len(o.Head)+len(o.Tail))+o.Dropped)
		assert.True(t, strings.HasPrefix(text, o.Head))
		assert.True(t, strings.HasSuffix(text, o.Tail))
	})
}

func TestRedact(t *testing.T) {
	assert.Equal(t, "--token=[redacted] [redacted]", runner.Redact("--token=hunter2 hunter2", []string{"hunter2", ""}))
	assert.Equal(t, "plain", runner.Redact("plain", nil))
}
