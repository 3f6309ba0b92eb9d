//go:build unix

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// revisions are the suite's sets of requirements, with the number of scenarios
// that the pinned suite has for each.
var revisions = map[string]int{"2025-11-25": 33, "2026-07-28": 50}

// TestConformance runs the official suite against the commands in
// testdata/conformance.
func TestConformance(t *testing.T) {
	packages := client(t, "conformance")
	node := filepath.Join(packages[1], "bin", "node")
	script := filepath.Join(packages[0], "dist", "index.js")
	_, url := startBridge(t, binary(t, "conformance"), "mcp-server")
	e := expectations{
		failing:  readRules(t, "testdata/conformance-expected-failures.txt"),
		excluded: readRules(t, "testdata/conformance-excluded.txt"),
	}
	for revision, scenarios := range revisions {
		t.Run(revision, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			cmd := exec.Command(node, script, "server", "--url", url, "--requirements", revision,
				"--output-dir", filepath.Join(home, "results"), "--timeout", "10000")
			cmd.Dir = home
			cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
			ctx, cancel := context.WithTimeout(t.Context(), 80*time.Second)
			defer cancel()
			out := finish(ctx, t, cmd)
			require.Contains(t, []int{0, 1}, out.code, out.stderr) // 1: a scenario fails, as is expected

			results := readResults(t, filepath.Join(home, "results"))
			require.Len(t, results, scenarios, "%s", tail([]byte(out.stdout)))
			v := e.judge(revision, results)
			t.Log(v.summary)
			for _, c := range v.complaints {
				t.Error(c)
			}
		})
	}
}

// result is what the suite says of one check of a scenario.
type result struct {
	ID           string          `json:"id"`
	Status       string          `json:"status"`
	ErrorMessage string          `json:"errorMessage"`
	Details      json.RawMessage `json:"details"`
}

// The suite calls it a warning when a server does not do what it should, and
// a failure when it does not do what it must.
func (r result) failed() bool { return r.Status != "SUCCESS" && !r.silent() }

// silent results say that there was nothing to be tested.
func (r result) silent() bool { return r.Status == "SKIPPED" || r.Status == "INFO" }

var resultFolder = regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT[0-9Z-]+$`)

// readResults returns the results in dir by scenario.
func readResults(t *testing.T, dir string) map[string][]result {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	results := map[string][]result{}
	for _, e := range entries {
		name := resultFolder.FindStringSubmatch(e.Name())
		require.NotNil(t, name, e.Name())
		data, err := os.ReadFile(filepath.Join(dir, e.Name(), "checks.json"))
		require.NoError(t, err)
		var checks []result
		require.NoError(t, json.Unmarshal(data, &checks), e.Name())
		results[name[1]] = checks
	}
	return results
}

// rule is a line of the lists in testdata.
type rule struct {
	revision string // "each" for all
	scenario string
	check    string // "*" for all but that of the form of messages
	reason   string
}

// formCheck is the check, in each scenario, that the messages have the form
// which the revision prescribes. No rule for all checks covers it.
const formCheck = "wire-schema-valid"

func (r rule) covers(revision, scenario, check string) bool {
	return (r.revision == revision || r.revision == "each") && r.scenario == scenario &&
		(r.check == check || r.check == "*" && check != formCheck)
}

func (r rule) String() string {
	return fmt.Sprintf("%s %s %s (%s)", r.revision, r.scenario, r.check, r.reason)
}

func readRules(t *testing.T, path string) []rule {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var rules []rule
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		require.Greater(t, len(f), 3, "%s: %s: want revision, scenario, check and reason", path, line)
		rules = append(rules, rule{f[0], f[1], f[2], strings.Join(f[3:], " ")})
	}
	return rules
}

// expectations are what this server does not do, and what is not asked of it.
type expectations struct {
	failing  []rule // each must have a check that fails
	excluded []rule // each must have a check
}

type verdict struct {
	complaints []string
	summary    string
}

func (e expectations) judge(revision string, results map[string][]result) verdict {
	var v verdict
	used := map[rule]bool{}
	find := func(rules []rule, scenario, check string) bool {
		i := slices.IndexFunc(rules, func(r rule) bool { return r.covers(revision, scenario, check) })
		if i >= 0 {
			used[rules[i]] = true
		}
		return i >= 0
	}
	count := map[string][]string{}
	good, bad := 0, 0
	for _, scenario := range slices.Sorted(maps.Keys(results)) {
		// What the scenario as a whole comes to: the worst of its checks.
		excluded, passed, expected, unexpected := false, false, false, false
		for _, r := range results[scenario] {
			switch {
			case find(e.excluded, scenario, r.ID):
				excluded = true
			case r.failed() && find(e.failing, scenario, r.ID):
				expected = true
				bad++
			case r.failed():
				unexpected = true
				v.complaints = append(v.complaints, fmt.Sprintf("%s %s %s: %s: %s\n%s",
					revision, scenario, r.ID, r.Status, r.ErrorMessage, tail(indented(r.Details))))
			case !r.silent() && r.ID != formCheck:
				passed = true
				good++
			}
		}
		switch {
		case unexpected:
			count["failed"] = append(count["failed"], scenario)
		case expected:
			count["expected"] = append(count["expected"], scenario)
		case passed:
			count["passed"] = append(count["passed"], scenario)
		case excluded:
			count["excluded"] = append(count["excluded"], scenario)
		default:
			v.complaints = append(v.complaints, fmt.Sprintf("%s %s tested nothing", revision, scenario))
		}
	}
	for _, r := range slices.Concat(e.failing, e.excluded) {
		if (r.revision == revision || r.revision == "each") && !used[r] {
			v.complaints = append(v.complaints, fmt.Sprintf("%s: is listed and does not fail, or is no more", r))
		}
	}
	v.summary = fmt.Sprintf("%s: %d scenarios: %d pass, %d fail and should not, %d have checks that fail as expected, %d are excluded; %d checks pass, %d fail as expected\npass: %s",
		revision, len(results), len(count["passed"]), len(count["failed"]), len(count["expected"]), len(count["excluded"]), good, bad,
		strings.Join(count["passed"], " "))
	return v
}

func indented(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return raw
	}
	return b.Bytes()
}

// A judge that lets everything pass would let the server go wrong.
func TestConformanceIsJudged(t *testing.T) {
	pass, fail, warn, skip := result{ID: "c", Status: "SUCCESS"}, result{ID: "c", Status: "FAILURE"}, result{ID: "c", Status: "WARNING"}, result{ID: "c", Status: "SKIPPED"}
	form, badForm := result{ID: formCheck, Status: "SUCCESS"}, result{ID: formCheck, Status: "FAILURE"}
	listed := []rule{{"r", "s", "c", "because"}}
	all := []rule{{"each", "s", "*", "because"}}
	other := []rule{{"q", "s", "c", "because"}}
	tests := []struct {
		name       string
		e          expectations
		checks     []result
		complaints int
	}{
		{"pass", expectations{}, []result{pass, form}, 0},
		{"failure", expectations{}, []result{fail, form}, 1},
		{"warning", expectations{}, []result{pass, warn}, 1},
		{"failure in the form", expectations{}, []result{pass, badForm}, 1},
		{"nothing tested", expectations{}, []result{skip, form}, 1},
		{"no checks", expectations{}, nil, 1},
		{"expected failure", expectations{failing: listed}, []result{fail, form}, 0},
		{"expected failure, one of two", expectations{failing: listed}, []result{pass, fail, form}, 0},
		{"expected failure of another revision", expectations{failing: other}, []result{fail}, 1},
		{"expected failure that passes", expectations{failing: listed}, []result{pass, form}, 1},
		{"expected failure that is skipped", expectations{failing: listed}, []result{pass, skip}, 1},
		{"expected failure, and another one", expectations{failing: listed}, []result{fail, {ID: "d", Status: "FAILURE"}}, 1},
		{"all expected to fail", expectations{failing: all}, []result{fail, form}, 0},
		{"all expected to fail, not the form", expectations{failing: all}, []result{fail, badForm}, 1},
		{"all expected to fail, and pass", expectations{failing: all}, []result{pass, form}, 1},
		{"excluded", expectations{excluded: all}, []result{fail, form}, 0},
		{"excluded, not the form", expectations{excluded: all}, []result{pass, badForm}, 1},
		{"excluded and not there", expectations{excluded: listed}, []result{{ID: "d", Status: "SUCCESS"}}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.e.judge("r", map[string][]result{"s": tt.checks})
			assert.Len(t, v.complaints, tt.complaints, v.complaints)
		})
	}
}
