package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var out strings.Builder
	require.NoError(t, run(ctx, nil, &out))
	for _, want := range []string{
		"TOOL ", "list ", "added 1: --water the plants", "--water the plants\n",
		`show: "id" must be an integer, got a string`, "deleted 1",
	} {
		assert.Contains(t, out.String(), want)
	}
	assert.Error(t, run(ctx, []string{"/no/such/program"}, &out))
}
