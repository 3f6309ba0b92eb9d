package problem_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
)

func TestProblem(t *testing.T) {
	p := problem.New(problem.NotFound, "%q is not there", "a").With("a")
	assert.Equal(t, `NOT_FOUND: "a" is not there`, p.String())
	assert.Equal(t, []problem.Code{problem.NotFound}, problem.Codes([]problem.Problem{p}))
	out, err := json.Marshal(p)
	require.NoError(t, err)
	assert.JSONEq(t, `{"code": "NOT_FOUND", "message": "\"a\" is not there", "arg": "a"}`, string(out))
}
