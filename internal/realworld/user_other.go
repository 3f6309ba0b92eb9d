//go:build !unix

package realworld

import (
	"os/exec"
	"testing"
)

// runAsOther leaves cmd to the user that runs the tests.
func runAsOther(t *testing.T, cmd *exec.Cmd) { t.Helper() }
