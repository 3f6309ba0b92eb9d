package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"github.com/nurucobra/nuru/internal/realworld"
)

func TestMain(m *testing.M) { realworld.Main(m, "go.etcd.io/bbolt/cmd/bbolt", nil) }

var program = realworld.Program{Name: "bbolt"}

// database is a file with buckets and keys that are hard to write in a shell.
func database(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 4096})
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		for _, name := range []string{"plain", "-b", "ü, \"q\"", "check"} {
			b, err := tx.CreateBucket([]byte(name))
			if err != nil {
				return err
			}
			for k, v := range map[string]string{"k": "v", "-5": "minus", "a\nb": "two\nlines", "9007199254740993": "big"} {
				if err := b.Put([]byte(k), []byte(v)); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	require.NoError(t, db.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func TestCalls(t *testing.T) {
	db := database(t)
	realworld.Compare(t, program, realworld.Files{"a.db": db, "-a, ü.db": db, "no.db": "this is no database"}, []realworld.Call{
		{Tool: "buckets", Arguments: `{"bboltFile": "a.db"}`, Shell: []string{"buckets", "a.db"}, Want: "ü, \"q\"\n"},
		{Tool: "buckets", Arguments: `{"bboltFile": "-a, ü.db"}`, Shell: []string{"buckets", "--", "-a, ü.db"}, Want: "plain\n"},
		{Tool: "buckets", Arguments: `{"bboltFile": ""}`, Shell: []string{"buckets", ""}, Exit: 1, Want: "Error"},
		{Tool: "buckets", Arguments: `{"bboltFile": "no.db"}`, Shell: []string{"buckets", "no.db"}, Exit: 1, Want: "Error"},
		{Tool: "keys", Arguments: `{"bboltFile": "a.db", "buckets": ["-b"]}`, Shell: []string{"keys", "--", "a.db", "-b"}, Want: "9007199254740993\n"},
		{Tool: "keys", Arguments: `{"bboltFile": "a.db", "buckets": ["ü, \"q\""], "format": "hex"}`, Shell: []string{"keys", "a.db", `ü, "q"`, "-f", "hex"}, Want: "610a62"},
		{Tool: "keys", Arguments: `{"bboltFile": "a.db", "buckets": ["keys"], "format": "auto"}`, Shell: []string{"keys", "--format=auto", "a.db", "keys"}, Exit: 1, Want: "bucket not found"},
		{Tool: "get", Arguments: `{"args": ["a.db", "-b", "-5"]}`, Shell: []string{"get", "--", "a.db", "-b", "-5"}, Want: "minus\n"},
		{Tool: "get", Arguments: `{"args": ["a.db", "plain", "a\nb"], "format": "bytes"}`, Shell: []string{"get", "a.db", "plain", "a\nb", "--format", "bytes"}, Want: "two\nlines"},
		{Tool: "get", Arguments: `{"args": ["a.db", "check", "6b"], "parseFormat": "hex"}`, Shell: []string{"get", "a.db", "check", "6b", "--parse-format=hex"}, Want: "v\n"},
		{Tool: "info", Arguments: `{"bboltFile": "a.db"}`, Shell: []string{"info", "a.db"}, Want: "Page Size: 4096"},
		{Tool: "check", Arguments: `{"bboltFile": "a.db", "fromPage": 18446744073709551615}`, Shell: []string{"check", "a.db", "--from-page=18446744073709551615"}, Exit: 1, Want: "18446744073709551615"},
		{Tool: "check", Arguments: `{"bboltFile": "a.db"}`, Shell: []string{"check", "a.db"}, Want: "OK"},
		{Tool: "page", Arguments: `{"bboltFile": "a.db", "pageid": ["0", "1"], "formatValue": "hex"}`, Shell: []string{"page", "a.db", "0", "1", "--format-value=hex"}, Want: "Page ID:    1"},
		{Tool: "page", Arguments: `{"bboltFile": "a.db", "all": true}`, Shell: []string{"page", "--all", "a.db"}, Want: "Page Type:  meta"},
		{Tool: "page_item", Arguments: `{"bboltFile": "a.db", "pageid": "18446744073709551616", "itemid": "-1"}`, Shell: []string{"page-item", "--", "a.db", "18446744073709551616", "-1"}, Exit: 1, Want: "Error"},
		{Tool: "dump", Arguments: `{"bboltFile": "a.db", "pageid": ["0"]}`, Shell: []string{"dump", "a.db", "0"}, Want: "edda 0ced"},
		{Tool: "stats", Arguments: `{"bboltFile": ["a.db", "pla"]}`, Shell: []string{"stats", "a.db", "pla"}, Want: "Aggregate"},
		{Tool: "compact", Arguments: `{"srcBboltFile": ["-a, ü.db"], "output": "--out=1.db", "txMaxSize": 1, "noSync": false}`, Shell: []string{"compact", "-o", "--out=1.db", "--tx-max-size", "1", "--no-sync=false", "--", "-a, ü.db"}, Want: "->"},
		{Tool: "surgery_meta_update", Arguments: `{"bboltFile": "a.db", "output": "m.db", "fields": ["pageSize:8192", "root:3"], "metaPage": 0}`, Shell: []string{"surgery", "meta", "update", "a.db", "--output=m.db", "--fields=pageSize:8192,root:3", "--meta-page=0"}, Want: "updated"},
		{Tool: "surgery_clear_page", Arguments: `{"bboltFile": "a.db", "output": "c.db", "pageId": 1}`, Shell: []string{"surgery", "clear-page", "a.db", "--output", "c.db", "--pageId=1"}, Exit: 1, Want: "Error"},
		{Tool: "surgery_clear_page_elements", Arguments: `{"bboltFile": "a.db", "output": "e.db", "pageId": 4, "fromIndex": -1, "toIndex": -1}`, Shell: []string{"surgery", "clear-page-elements", "a.db", "--output=e.db", "--pageId", "4", "--from-index=-1", "--to-index", "-1"}, Exit: 1, Want: "-1"},
		{Tool: "surgery_copy_page", Arguments: `{"bboltFile": "a.db", "output": "p.db", "fromPage": 3, "toPage": 3}`, Shell: []string{"surgery", "copy-page", "a.db", "--output=p.db", "--from-page=3", "--to-page=3"}, Exit: 1, Want: "same"},
		{Tool: "version", Arguments: `{}`, Shell: []string{"version"}, Want: "bbolt Version"},
	})
}

func TestRefusals(t *testing.T) {
	realworld.Refused(t, program, realworld.Files{"a.db": database(t)}, []realworld.Refusal{
		{Tool: "check", Arguments: `{"bboltFile": "a.db", "fromPage": 18446744073709551616}`, Says: "fromPage"},
		{Tool: "check", Arguments: `{"bboltFile": "a.db", "fromPage": -1}`, Says: "fromPage"},
		{Tool: "buckets", Arguments: `{}`, Says: "bboltFile"},
		{Tool: "compact", Arguments: `{"srcBboltFile": ["a.db"]}`, Says: "output"},
		{Tool: "bench", Arguments: `{"fillPercent": "half"}`, Says: "fillPercent"},
		{Tool: "bench", Arguments: `{"count": 1e30}`, Says: "count"},
	})
}

func TestTools(t *testing.T) { realworld.Tools(t, program, 22) }

func TestSameEverywhere(t *testing.T) {
	realworld.SameEverywhere(t, program, "OUTPUT", "PATH_TOKEN", "BBOLT_SECRET")
}

func TestUnchanged(t *testing.T) {
	realworld.Unchanged(
		t, program, realworld.Files{"a.db": database(t)},
		[]string{"--help"},
		[]string{"surgery", "--help"},
		[]string{"check", "--help"},
		[]string{"completion", "bash"},
		[]string{"__complete", "pag"},
		[]string{"buckets", "a.db"},
		[]string{"buckets"},
		[]string{"nonsense"},
		[]string{"check", "--from-page=x", "a.db"},
		[]string{"compact", "a.db"},
	)
}
