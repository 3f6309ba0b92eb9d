package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAdd(t *testing.T) {
	f := newFixture(t)
	out := f.must("add", "Pay the rent", "--priority", "high", "--due", "48h",
		"--label", "home,money", "--label", "home", "--estimate", "90m", "--points", "3")
	assert.Equal(t, "added 1: Pay the rent\n", out)
	assert.Equal(t, []Task{{
		ID: 1, Title: "Pay the rent", Priority: "high", Labels: []string{"home", "money"},
		Due: today.Add(48 * 60 * 60e9), Estimate: duration{90 * 60e9}, Points: 3, Created: today,
	}}, f.document().Tasks)
}

func TestEdit(t *testing.T) {
	f := newFixture(t)
	f.must("add", "Pay the rent", "--priority", "high", "--due", "2026-03-31", "--label", "home")

	f.must("edit", "1", "--title", "Pay the gas", "--notes", "by card")
	want := Task{ID: 1, Title: "Pay the gas", Priority: "high", Labels: []string{"home"}, Notes: "by card", Created: today}
	want.Due = today.AddDate(0, 0, 30).Add(15*60*60e9 - 1e9)
	assert.Equal(t, []Task{want}, f.document().Tasks, "what no flag names stays")

	f.must("edit", "1", "--due", "none", "--label", "", "--priority", "low")
	want.Due, want.Labels, want.Priority = Task{}.Due, nil, "low"
	assert.Equal(t, []Task{want}, f.document().Tasks)
}

func TestUsageErrors(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one")
	before := f.document()
	tests := []struct {
		name    string
		args    []string
		wantErr string
	}{
		{"title without quotes", []string{"add", "buy", "milk"}, `got 2 words, expected one title; quote it: tasks add "buy milk"`},
		{"no title", []string{"add"}, "got 0 arguments, expected: tasks add <title>"},
		{"empty title", []string{"add", " "}, "the title is empty"},
		{"two lines", []string{"add", "a\x1b[31mb"}, `title "a\x1b[31mb": expected one line without control characters`},
		{"priority", []string{"add", "x", "--priority", "urgent"}, `invalid argument "urgent" for "--priority" flag: expected low, normal, high (see "tasks add --help")`},
		{"due", []string{"add", "x", "--due", "soon"}, `due "soon": expected a duration (48h), a date`},
		{"label", []string{"add", "x", "--label", "a b"}, `label "a b": expected a word`},
		{"points", []string{"add", "x", "--points", "101"}, "points 101: expected 0 to 100"},
		{"estimate", []string{"add", "x", "--estimate=-1h"}, "estimate -1h0m0s: expected 0 or more"},
		{"limit", []string{"list", "--limit=-1"}, "limit -1: expected 0 or more"},
		{"id is a word", []string{"show", "one"}, `task id "one": expected a number from 1 on`},
		{"id is too small", []string{"show", "0"}, `task id "0": expected a number from 1 on`},
		{"no such id", []string{"show", "7"}, "no task 7"},
		{"nothing to edit", []string{"edit", "1"}, "at least one of the flags in the group"},
		{"one of two is missing", []string{"done", "1", "7"}, "no task 7"},
		{"nobody to confirm", []string{"delete", "1"}, "standard input is not a terminal; pass --yes"},
		{"subcommand", []string{"sync", "pull"}, `unknown command "pull" for "tasks sync"`},
		{"diff with nothing", []string{"diff", filepath.Join(t.TempDir(), "none.json")}, "reading the other tasks"},
		{"label nobody has", []string{"label", "rename", "a", "b"}, `no task has the label "a"`},
		{"interval", []string{"watch", "--interval", "0s"}, "interval 0s: expected 1ms or more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := f.run(tt.args...)
			require.ErrorContains(t, err, tt.wantErr)
			assert.Equal(t, before, f.document(), "nothing changes")
		})
	}
}

func TestList(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one", "--label", "a")
	f.must("add", "two", "--label", "a,b")
	f.must("add", "three")
	f.must("done", "1")
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"open by default", nil, "2 3"},
		{"done", []string{"--status", "done"}, "1"},
		{"all", []string{"--status", "all"}, "1 2 3"},
		{"label", []string{"--status", "all", "--label", "a"}, "1 2"},
		{"both labels", []string{"--label", "a", "--label", "b"}, "2"},
		{"limit", []string{"--status", "all", "--limit", "2"}, "1 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := f.must(append([]string{"ls"}, tt.args...)...)
			var ids []string
			for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
				ids = append(ids, strings.Fields(line)[0])
			}
			assert.Equal(t, tt.want, strings.Join(ids, " "))
		})
	}
	t.Run("nothing as JSON", func(t *testing.T) {
		assert.Equal(t, "[]\n", f.must("list", "--label", "c", "-o", "json"))
	})
}

func TestDoneAndReopen(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one")
	f.must("add", "two")
	assert.Equal(t, "2 is done: two\n1 is done: one\n", f.must("done", "2", "1", "2"))
	once := f.document()
	assert.Equal(t, "1 was done already: one\n", f.must("done", "1"))
	assert.Equal(t, once, f.document())
	assert.Equal(t, "1 is open: one\n", f.must("reopen", "1"))
	assert.Equal(t, "open", f.document().Tasks[0].status())
}

func TestDelete(t *testing.T) {
	terminal := func(answer string) func(*fixture) {
		return func(f *fixture) {
			f.stdin = strings.NewReader(answer)
			f.app.isTerminal = func(io.Reader) bool { return true }
		}
	}
	tests := []struct {
		name    string
		setup   func(*fixture)
		args    []string
		left    []string
		wantErr string
	}{
		{"yes", func(*fixture) {}, []string{"rm", "1", "3", "--yes"}, []string{"2 two"}, ""},
		{"answered yes", terminal("Y\n"), []string{"delete", "1"}, []string{"2 two", "3 three"}, ""},
		{"answered no", terminal("no\n"), []string{"delete", "1"}, []string{"1 one", "2 two", "3 three"}, "not confirmed"},
		{"answered nothing", terminal(""), []string{"delete", "1"}, []string{"1 one", "2 two", "3 three"}, "not confirmed"},
		{"missing one", terminal("y\n"), []string{"delete", "1", "9"}, []string{"1 one", "2 two", "3 three"}, "no task 9"},
		{"purge", func(*fixture) {}, []string{"purge", "--yes"}, []string{"1 one", "3 three"}, ""},
		{"purge unasked", func(*fixture) {}, []string{"purge"}, []string{"1 one", "2 two", "3 three"}, "pass --yes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			for _, title := range []string{"one", "two", "three"} {
				f.must("add", title)
			}
			f.must("done", "2")
			tt.setup(f)
			_, _, err := f.run(tt.args...)
			if tt.wantErr == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, tt.wantErr)
			}
			assert.Equal(t, tt.left, titles(f.document().Tasks))
		})
	}
}

// A task that is reopened while purge waits for its answer must survive.
func TestPurgeLooksAgain(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one")
	f.must("add", "two")
	f.must("done", "1", "2")
	f.app.isTerminal = func(io.Reader) bool {
		require.NoError(t, f.store().update(t.Context(), func(d *document) error {
			d.Tasks[0].Done = Task{}.Done
			return nil
		}))
		return true
	}
	f.stdin = strings.NewReader("y\n")
	assert.Equal(t, "deleted 2: two\n", f.must("purge"))
	assert.Equal(t, []string{"1 one"}, titles(f.document().Tasks))
}

func TestImport(t *testing.T) {
	const exported = `{"version":1,"nextId":10,"tasks":[{"id":9,"title":"nine","priority":"low","created":"2026-01-01T01:00:00+01:00"}]}`
	tests := []struct {
		name, input string
		args        []string
		out         string
		left        []string
		wantErr     string
	}{
		{"lines", `{"title":"b","labels":["y","x"]}` + "\n" + `{"title":"c"}` + "\n", nil, "imported 2 tasks\n", []string{"1 a", "2 b", "3 c"}, ""},
		{"export", exported, nil, "imported 1 task\n", []string{"1 a", "9 nine"}, ""},
		{"taken id", `{"id":1,"title":"b"}`, nil, "imported 1 task\n", []string{"1 a", "2 b"}, ""},
		{"nothing", "", nil, "imported 0 tasks\n", []string{"1 a"}, ""},
		{"dry run", `{"title":"b"}`, []string{"--dry-run", "--replace"}, "would import 1 task in place of 1\n", []string{"1 a"}, ""},
		{"replace", `{"id":1,"title":"b"}`, []string{"--replace"}, "imported 1 task in place of 1\n", []string{"1 b"}, ""},
		{"all or nothing", `{"title":"b"} {"title":""}`, nil, "", []string{"1 a"}, "task 2 on standard input: the title is empty"},
		{"unknown field", `{"titel":"b"}`, nil, "", []string{"1 a"}, `task 1 on standard input: json: unknown field "titel"`},
		{"no JSON", `{"title":"b"} c`, nil, "", []string{"1 a"}, "reading task 2 from standard input: invalid character 'c'"},
		{"cut off", `{"title":`, []string{"--replace"}, "", []string{"1 a"}, "reading task 1 from standard input: unexpected EOF"},
		{"huge id", `{"id":9999999999,"title":"b"}`, nil, "", []string{"1 a"}, "task id 9999999999: expected 1 to"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			f.must("add", "a")
			f.stdin = strings.NewReader(tt.input)
			out, _, err := f.run(append([]string{"import"}, tt.args...)...)
			if tt.wantErr == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, tt.wantErr)
			}
			assert.Equal(t, tt.out, out)
			assert.Equal(t, tt.left, titles(f.document().Tasks))
		})
	}
}

func TestExportImportRoundTrip(t *testing.T) {
	f := newFixture(t)
	f.must("add", "Pay <the> rent", "--due", "48h", "--label", "a", "--estimate", "1h", "--points", "2")
	f.must("add", "two")
	f.must("edit", "2", "--notes", "first\n\tsecond")
	f.must("done", "1")
	exported := f.must("export")

	other := newFixture(t)
	other.stdin = strings.NewReader(exported)
	other.must("import")
	assert.Equal(t, exported, other.must("export"))
	assert.Empty(t, f.must("diff", other.path))
}

func TestDiff(t *testing.T) {
	f, other := newFixture(t), newFixture(t)
	for _, title := range []string{"one", "two", "three"} {
		f.must("add", title)
		other.must("add", title)
	}
	f.must("delete", "1", "--yes")
	other.must("delete", "3", "--yes")
	other.must("edit", "2", "--points", "1", "--title", "zwei")
	out, _, err := f.run("diff", other.path)
	require.ErrorIs(t, err, errDifferent)
	assert.Equal(t, "+ 1 one\n~ 2 zwei (title, points)\n- 3 three\n", out)
}

func TestLabels(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one", "--label", "work")
	f.must("add", "two", "--label", "work,job")
	assert.Equal(t, "job: 1 task\nwork: 2 tasks\n", f.must("label", "list"))
	assert.Equal(t, "renamed work to job on 2 tasks\n", f.must("label", "rename", "work", "job"))
	assert.Equal(t, "job: 2 tasks\n", f.must("label", "list"))
}

func TestCompletion(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one")
	f.must("add", "two")
	f.must("done", "2")
	assert.Equal(t, "1\tone\n:4\n", f.must("__complete", "done", ""))
	assert.Equal(t, "2\ttwo\n:4\n", f.must("__complete", "delete", "1", ""))
	assert.Equal(t, ":4\n", f.must("__complete", "show", "1", ""))
	assert.Equal(t, "low\nnormal\nhigh\n:4\n", f.must("__complete", "add", "--priority", ""))
}

func TestFileIsChosen(t *testing.T) {
	config := t.TempDir() // on every system, UserConfigDir follows one of these
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, config)
	}
	dir, err := os.UserConfigDir()
	require.NoError(t, err)
	f := newFixture(t)
	fromEnv, fromFlag := f.path, filepath.Join(t.TempDir(), "flag.json")

	_, log, err := f.run("add", "x", "--verbose", "--file", fromFlag)
	require.NoError(t, err)
	assert.Equal(t, fromFlag+" does not exist yet\nwrote 1 task to "+fromFlag+"\n", log)
	f.must("add", "x")
	assert.FileExists(t, fromEnv)
	delete(f.env, "TASKS_FILE")
	f.must("add", "x")
	assert.FileExists(t, filepath.Join(dir, "tasks", "tasks.json"))
}
