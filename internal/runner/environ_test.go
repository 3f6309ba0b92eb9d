package runner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/runner"
)

func TestNonInteractive(t *testing.T) {
	in := []string{"PATH=/bin", "PAGER=less", "B=1", "CI=", "B=2", "odd", "TERM=xterm", "=C:=C:\\x", "=D:=D:\\y"}
	given := slices.Clone(in)
	got := runner.NonInteractive(in)

	assert.Equal(t, given, in, "the argument is left alone")
	assert.Equal(t, []string{"PATH=/bin", "B=2", "odd", "=C:=C:\\x", "=D:=D:\\y"}, got[:5])
	for _, want := range []string{
		"CI=1", "NO_COLOR=1", "TERM=dumb", "PAGER=cat", "GIT_PAGER=cat", "GIT_TERMINAL_PROMPT=0",
		"EDITOR=false", "VISUAL=false", "BROWSER=false", "AI_AGENT=nurucobra",
	} {
		assert.Contains(t, got, want)
	}
	names := map[string]bool{}
	for _, entry := range got[5:] {
		name, _, _ := strings.Cut(entry, "=")
		assert.False(t, names[name], "%s twice", name)
		names[name] = true
	}
	assert.True(t, slices.IsSorted(got[5:]))
	assert.Equal(t, got, runner.NonInteractive(got))
}

// Programs have variables of their own beside the common ones.
func TestNonInteractive_variables_that_name_a_window(t *testing.T) {
	got := runner.NonInteractive([]string{
		"KUBE_EDITOR=code --wait", "GH_BROWSER=firefox", "AWS_PAGER=less", "SUDO_ASKPASS=/bin/ask", "GIT_ASKPASS=/bin/ask",
		"GIT_SEQUENCE_EDITOR=vi", "EDITORIAL=x", "EDITOR_THEME=dark", "pager=x", "PAGER",
		"NO_BROWSER=1", "APP_NO_BROWSER=Yes", "APP_PAGER=never", "APP_EDITOR=",
	})
	assert.Equal(t, []string{
		"KUBE_EDITOR=false", "GH_BROWSER=false", "AWS_PAGER=cat", "SUDO_ASKPASS=",
		"EDITORIAL=x", "EDITOR_THEME=dark", "pager=x",
		"NO_BROWSER=1", "APP_NO_BROWSER=Yes", "APP_PAGER=never", "APP_EDITOR=",
	}, got[:11])
	for _, want := range []string{"GIT_ASKPASS=", "GIT_SEQUENCE_EDITOR=false", "SSH_ASKPASS=", "SSH_ASKPASS_REQUIRE=never"} {
		assert.Contains(t, got[11:], want)
	}
	assert.Equal(t, got, runner.NonInteractive(got))
}

func TestNonInteractive_of_nothing(t *testing.T) {
	assert.Equal(t, runner.NonInteractive(nil), runner.NonInteractive([]string{}))
	assert.NotEmpty(t, runner.NonInteractive(nil))
}
