package argv_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// richApp is "app [--region] config get", with children beside and below, whose
// root traverses: the routing that is easiest to lead astray.
type richApp struct {
	root   *cobra.Command
	ran    string
	args   []string
	values map[string]func() any // by property, in the form in which JSON says it
}

func newRichApp() *richApp {
	a := &richApp{values: map[string]func() any{}}
	command := func(parent *cobra.Command, use string, aliases ...string) *cobra.Command {
		c := &cobra.Command{Use: use, Aliases: aliases, SilenceErrors: true, SilenceUsage: true, Args: cobra.ArbitraryArgs}
		c.SetOut(io.Discard)
		c.SetErr(io.Discard)
		c.Run = func(c *cobra.Command, args []string) { a.ran, a.args = a.ran+c.CommandPath(), args }
		if parent != nil {
			parent.AddCommand(c)
		}
		return c
	}
	a.root = command(nil, "app")
	a.root.TraverseChildren = true
	config := command(a.root, "config")
	get := command(config, "get")
	command(config, "set", "s")
	command(get, "all", "a")
	annotate.Command(get).Args("{id} {*rest}")
	region := a.root.PersistentFlags().String("region", "", "")
	context := a.root.Flags().String("context", "", "")
	fs := get.Flags()
	name := fs.String("name", "", "")
	color := fs.String("color", "never", "")
	fs.Lookup("color").NoOptDefVal = "always"
	force := fs.Bool("dry-run", true, "")
	count := fs.Int64("count", 0, "")
	tags := fs.StringSlice("tags", nil, "")
	list := fs.StringArray("list", nil, "")
	labels := fs.StringToString("labels", nil, "")
	ids := fs.Int64Slice("ids", nil, "")
	short := fs.StringP("", "x", "", "")
	a.values = map[string]func() any{
		"region": func() any { return *region }, "context": func() any { return *context },
		"name": func() any { return *name }, "color": func() any { return *color },
		"dryRun": func() any { return *force }, "count": func() any { return *count },
		"tags": func() any { return *tags }, "list": func() any { return *list },
		"labels": func() any { return *labels }, "ids": func() any { return *ids }, "x": func() any { return *short },
	}
	return a
}

func (a *richApp) tool(t testing.TB) *schemagen.Tool {
	tools, err := schemagen.Generate(a.root, schemagen.Options{Environ: []string{}})
	require.NoError(t, err)
	i := slices.IndexFunc(tools, func(tool schemagen.Tool) bool { return tool.ID == "config_get" })
	require.GreaterOrEqual(t, i, 0)
	return &tools[i]
}

// Whatever the bytes are: no panic, and what is let through is what runs.
func FuzzEncode(f *testing.F) {
	for _, s := range []string{
		`{}`, `null`, ``, `{"id":"x"}`, `{"id":"set","rest":["s","all"]}`, `{"id":"--name=x","name":"--evil"}`,
		`{"id":"","rest":["-","--","help"],"x":""}`, `{"id":"1","tags":["a,b","\"","\r"],"list":["\r\n",""],"labels":{"a":"b=c","":"\""}}`,
		`{"id":"1","count":1e3,"ids":[9007199254740993,-0],"dryRun":false,"dry_run":true}`, `{"id":"1","--dry-run":false}`,
		`{"id":"\ud83d\ude00","name":"\ud800"}`, `{"id":"1","color":"","region":"all","context":"get"}`, `{"id":"1","tags":[]}`,
		`{"id":"1","name":null,"name":"x"}`, "{\"id\":\"\xff\"}", `{"id":"a","labels":"{\"k\":\"v\"}","ids":"[1]","count":"5"}`,
	} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	tool := newRichApp().tool(f)
	f.Fuzz(func(t *testing.T, raw []byte, lenient bool) {
		call, err := (&argv.Encoder{Lenient: lenient}).Encode(tool, raw)
		if err != nil {
			require.Empty(t, call)
			return
		}
		a := newRichApp()
		a.root.SetArgs(append([]string{}, call.Args...))
		require.NoError(t, a.root.Execute(), "argv %q", call.Args)
		assert.Equal(t, "app config get", a.ran)
		words, values := expected(t, raw, lenient)
		assert.Equal(t, words, a.args, "argv %q", call.Args)
		fresh := newRichApp()
		for property, show := range a.values {
			want, given := values[property]
			if !given {
				want = goText(fresh.values[property]())
			}
			assert.Equal(t, want, goText(show()), "%s, argv %q", property, call.Args)
		}
	})
}

func goText(v any) string { return fmt.Sprintf("%#v", v) }

// expected reads the arguments with encoding/json alone.
func expected(t *testing.T, raw []byte, lenient bool) (words []string, values map[string]string) {
	values = map[string]string{}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, values
	}
	var given map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &given))
	byName := map[string]json.RawMessage{}
	for key, v := range given {
		if string(v) != "null" {
			byName[strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(key))] = v
		}
	}
	for name, v := range byName {
		var text string
		if lenient && json.Unmarshal(v, &text) == nil && slices.Contains([]string{"rest", "tags", "list", "ids", "labels", "count"}, name) {
			v = json.RawMessage(text)
		}
		switch name {
		case "id":
			words = append([]string{as[string](t, v)}, words...)
		case "rest":
			words = append(words, as[[]string](t, v)...)
		case "dryrun":
			values["dryRun"] = goText(as[bool](t, v))
		case "count":
			values[name] = goText(whole(t, v))
		case "ids":
			ids := []int64{}
			for _, e := range as[[]json.RawMessage](t, v) {
				ids = append(ids, whole(t, e))
			}
			if values[name] = goText(ids); len(ids) == 0 {
				delete(values, name)
			}
		case "tags":
			values[name] = goText(as[[]string](t, v))
		case "list":
			if values[name] = goText(as[[]string](t, v)); len(as[[]string](t, v)) == 0 {
				delete(values, name)
			}
		case "labels":
			if values[name] = goText(as[map[string]string](t, v)); len(as[map[string]string](t, v)) == 0 {
				delete(values, name)
			}
		default:
			values[name] = goText(as[string](t, v))
		}
	}
	return words, values
}

func as[T any](t *testing.T, raw json.RawMessage) (v T) {
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// whole reads an integer in any of its spellings: those that int64 does not
// take as they are, are exact as floats when small.
func whole(t *testing.T, raw json.RawMessage) int64 {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	require.NoError(t, err)
	if f > 1<<53 || f < -1<<53 {
		t.Skip("no second opinion on ", string(raw))
	}
	return int64(f)
}

// The strict reader of objects lets through what encoding/json reads the same,
// and nothing that encoding/json would have to mend.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"\ud800":1}`, `{"\ud83d\ude00":1}`, "{\"\xff\":1}",
		`{"a":{"b":1,"b":2}}`, `{"a":1} x`, `[1]`, `"x"`, `{"a":1,}`, ` {"a" : [ 1 ] } `, `{"\ud83d":1,"\ude00":2}`, `{"\\ud800":1}`, "null",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		keys, values, err := argv.Members(raw)
		var std map[string]json.RawMessage
		stdErr := json.Unmarshal(raw, &std)
		if err == nil {
			if len(bytes.TrimSpace(raw)) > 0 {
				require.NoError(t, stdErr)
			}
			require.Len(t, keys, len(std), "a key stands twice")
			for i, k := range keys {
				require.Equal(t, string(std[k]), string(values[i]))
				require.True(t, utf8.ValidString(k))
				require.LessOrEqual(t, strings.Count(k, "\ufffd"), bytes.Count(raw, []byte("\ufffd"))+bytes.Count(bytes.ToLower(raw), []byte(`\ufffd`)),
					"a replacement character that was not sent")
			}
			return
		}
		if stdErr != nil || !utf8.Valid(raw) || bytes.Contains(raw, []byte(`\u`)) {
			return
		}
		require.Greater(t, tokenKeys(raw), len(std), "refused without a reason: %v", err)
	})
}

// tokenKeys counts the keys of an object by its tokens.
func tokenKeys(raw []byte) (n int) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, _ = dec.Token()
	for dec.More() {
		_, _ = dec.Token()
		var v json.RawMessage
		_ = dec.Decode(&v)
		n++
	}
	return n
}
