package argv_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// deployApp is a tool with one of everything that errors speak of.
func deployApp() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "app"}
	root.PersistentFlags().String("profile", "", strings.Repeat("long enough to be gathered ", 10))
	root.PersistentFlags().Bool("trace", false, strings.Repeat("long enough to be gathered ", 10))
	root.PersistentFlags().Int("depth", 0, strings.Repeat("long enough to be gathered ", 10))
	root.PersistentFlags().String("token", "", strings.Repeat("long enough to be gathered ", 10))
	annotate.Flag(root, "token").Secret()
	deploy := &cobra.Command{Use: "deploy", Run: run}
	annotate.Command(deploy).Access(annotate.Write).Args("{env:prod,staging|Where to} {tag?} {level:int?}").Stdin("a manifest")
	fs := deploy.Flags()
	fs.Bool("dry-run", false, "")
	fs.Int8("replicas", 1, "How many")
	fs.StringSlice("labels", nil, "")
	fs.StringArray("path", []string{"."}, "")
	fs.StringToString("set", nil, "")
	fs.Duration("wait", 0, "")
	fs.String("password", "", "")
	fs.StringToString("credentials", nil, "")
	fs.Int("pin-secret", 0, "")
	fs.String("log-level", "", "")
	fs.String("log_level", "", "")
	fs.Bool("force", false, "")
	for _, name := range []string{"password", "credentials", "pin-secret"} {
		annotate.Flag(deploy, name).Secret()
	}
	annotate.Flag(deploy, "force").Destructive()
	copyFiles := &cobra.Command{Use: "copy SRC DST...", Run: run, Args: cobra.RangeArgs(2, 3)}
	remove := &cobra.Command{Use: "remove", Run: run}
	annotate.Command(remove).Access(annotate.Write).Args("{name}")
	remove.Flags().String("cause", "", "Why")
	_ = remove.MarkFlagRequired("cause")
	remove.Flags().StringArray("reasons", nil, "")
	_ = remove.MarkFlagRequired("reasons")
	root.AddCommand(deploy, copyFiles, remove)
	return root
}

func toolOf(t testing.TB, root *cobra.Command, id string, opts schemagen.Options) *schemagen.Tool {
	t.Helper()
	opts.Environ = []string{}
	tools, err := schemagen.Generate(root, opts)
	require.NoError(t, err)
	for i := range tools {
		if tools[i].ID == id {
			return &tools[i]
		}
	}
	require.Fail(t, "no tool "+id)
	return nil
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("x", 131071)
	for _, tt := range []struct{ name, tool, json, want string }{
		{
			"unknown property with a suggestion", "deploy", `{"env":"prod","replica":2}`,
			`deploy: unknown property "replica", did you mean "replicas"?`,
		},
		{
			"unknown property without one", "remove", `{"name":"x","cause":"y","reasons":["z"],"zzzzzzzz":1}`,
			`remove: unknown property "zzzzzzzz", valid: name, cause, reasons, globals`,
		},
		{
			"a global where it does not stand", "deploy", `{"env":"prod","profile":"dev"}`,
			`deploy: "profile" is a global flag: give it as "--profile=value" in the array "globals"`,
		},
		{
			"several problems", "deploy", `{"replicas":300,"dryRun":"true","wait":"soon","tga":"v1"}`,
			"deploy: 5 problems:\n" +
				`- unknown property "tga", did you mean "tag"?` + "\n" +
				`- "env" is missing: expected one of "prod", "staging"` + "\n" +
				`- "dryRun" must be true or false, got a string` + "\n" +
				`- "replicas" must be an integer from -128 to 127, got 300` + "\n" +
				`- "wait" must be a duration such as "1h30m", got "soon"`,
		},
		{"required flag", "remove", `{"name":"x","reasons":["z"]}`, `remove: "cause" is missing: expected a string (Why)`},
		{"required list that no token would give", "remove", `{"name":"x","cause":"y","reasons":[]}`, `remove: "reasons" is required and cannot be empty`},
		{"enumeration", "deploy", `{"env":"dev"}`, `deploy: "env" must be one of "prod", "staging", got "dev"`},
		{
			"gap", "deploy", `{"env":"prod","level":3}`,
			`deploy: "level" is given but "tag" before it is not: positionals have no names on the command line`,
		},
		{"too few elements", "copy", `{"src":"a","dst":[]}`, `copy: "dst" must have 1 to 2 elements, got 0`},
		{"too many elements", "copy", `{"src":"a","dst":["b","c","d"]}`, `copy: "dst" must have 1 to 2 elements, got 3`},
		{"wrong element", "deploy", `{"env":"prod","labels":["a",5]}`, `deploy: "labels" element 1 must be a string, got the number 5`},
		{"null element", "deploy", `{"env":"prod","labels":[null]}`, `deploy: "labels" element 0 must be a string, got null`},
		{
			"empty list over a default", "deploy", `{"env":"prod","path":[]}`,
			`deploy: "path" cannot be empty: no command line clears its default; leave it out to keep that`,
		},
		{"wrong key", "deploy", `{"env":"prod","set":{"a=b":"c"}}`, `deploy: "set" key "a=b" has "=", which ends a key`},
		{"key twice", "deploy", `{"env":"prod","set":{"a":"b","a":"c"}}`, `deploy: "set" "a" stands twice`},
		{"fraction", "deploy", `{"env":"prod","replicas":1.5}`, `deploy: "replicas" must be an integer, got 1.5`},
		{"endless number", "deploy", `{"env":"prod","replicas":1e999999999}`, `deploy: "replicas" has an exponent out of range, got 1e999999999`},
		{"long number", "deploy", `{"env":"prod","replicas":1` + strings.Repeat("0", 900) + `}`, `deploy: "replicas" has too many digits: 901 characters, at most 800`},
		{"NUL", "deploy", `{"env":"prod","tag":"a\u0000b"}`, `deploy: "tag" has a NUL byte, which no command line can carry`},
		{"half a pair", "deploy", `{"env":"prod","tag":"\ud800"}`, `deploy: "tag" has half a surrogate pair (\ud800)`},
		{"not UTF-8", "deploy", "{\"env\":\"prod\",\"tag\":\"\xff\"}", `deploy: "tag" is not valid UTF-8`},
		{
			"long value", "deploy", `{"env":"prod","logLevel_86e4af":"` + long + `"}`,
			`deploy: "logLevel_86e4af" is too long for a command line: its argument has 131083 bytes, at most 131071 fit`,
		},
		{
			"long positional", "deploy", `{"env":"prod","tag":"` + long + `y"}`,
			`deploy: "tag" is too long for a command line: its argument has 131072 bytes, at most 131071 fit`,
		},
		{"property twice", "deploy", `{"env":"prod","env":"staging"}`, `deploy: arguments: "env" stands twice`},
		{"property twice, spelt differently", "deploy", `{"env":"prod","dryRun":true,"dry-run":false}`, `deploy: "dryRun" and "dry-run" are the same property: give one`},
		{"ambiguous spelling", "deploy", `{"env":"prod","log-level":"x"}`, `deploy: "log-level" may be any of "logLevel_f63e40", "logLevel_86e4af": give one by its name`},
		{"no object", "deploy", `["prod"]`, `deploy: arguments: must be an object, got an array`},
		{"no JSON", "deploy", `{"env":"prod"`, `deploy: arguments: not valid JSON`},
		{"two values", "deploy", `{"env":"prod"}{}`, `deploy: arguments: not valid JSON`},
		{"stdin", "deploy", `{"env":"prod","stdin":{}}`, `deploy: "stdin" must be a string, got an object`},
		{"unknown global", "deploy", `{"env":"prod","globals":["--profil=x"]}`, `deploy: "globals" element 0 ("--profil") names no global flag of the form --name=value, did you mean "--profile"?`},
		{"global without dashes", "deploy", `{"env":"prod","globals":["profile=x"]}`, `deploy: "globals" element 0 ("profile") names no global flag of the form --name=value, did you mean "--profile"?`},
		{"global without a value", "deploy", `{"env":"prod","globals":["--profile"]}`, `deploy: "globals" element 0 has no value: expected --profile=value`},
		{
			"global of another type", "deploy", `{"env":"prod","globals":["--trace","--depth=x"]}`,
			`deploy: "globals" element 1 has a value that --depth does not take: must be an integer`,
		},
		{"global twice", "deploy", `{"env":"prod","globals":["--depth=1","--depth=2"]}`, `deploy: "globals" element 1 gives --depth once more: give it once`},
		{
			"local flag among the globals", "deploy", `{"env":"prod","globals":["--force"]}`,
			`deploy: "globals" element 0 ("--force") names no global flag of the form --name=value, valid: --depth, --profile, --token, --trace`,
		},
		{"secret of another type", "deploy", `{"env":"prod","password":77123}`, `deploy: "password" must be a string`},
		{"secret out of range", "deploy", `{"env":"prod","pinSecret":77123.5}`, `deploy: "pinSecret" must be an integer`},
		{"secret object", "deploy", `{"env":"prod","credentials":{"77123=77123":""}}`, `deploy: "credentials" has a value that cannot be taken: expected an object`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := toolOf(t, deployApp(), tt.tool, schemagen.Options{})
			call, err := new(argv.Encoder).Encode(tool, json.RawMessage(tt.json))
			var refused *argv.Error
			require.ErrorAs(t, err, &refused)
			assert.Equal(t, tt.want, err.Error())
			assert.Equal(t, argv.Call{}, call)
			assert.NotContains(t, err.Error(), "77123", "a secret")
		})
	}
}

// A long text that is wrong is not repeated in full.
func TestErrorsAreShort(t *testing.T) {
	tool := toolOf(t, deployApp(), "deploy", schemagen.Options{})
	long := strings.Repeat("x", 1<<20)
	for _, json := range []string{`{"env":"` + long + `"}`, `{"env":"prod","wait":"` + long + `"}`, `{"env":"prod","replicas":` + strings.Repeat("9", 1<<20) + `}`} {
		_, err := new(argv.Encoder).Encode(tool, []byte(json))
		require.Error(t, err)
		assert.Less(t, len(err.Error()), 1000)
	}
}

func TestSpellings(t *testing.T) {
	tool := toolOf(t, deployApp(), "deploy", schemagen.Options{})
	for _, key := range []string{"dryRun", "dry-run", "dry_run", "--dry-run", "DryRun"} {
		call, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","`+key+`":true}`))
		require.NoError(t, err, key)
		assert.Equal(t, []string{"deploy", "--dry-run=true", "prod"}, call.Args, key)
	}
	for _, key := range []string{"", "-", "--", "dry run", "log-level", "log_level", "logLevel"} {
		_, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","`+key+`":true}`))
		assert.Error(t, err, key)
	}
	// Letters that have a lower case in ASCII are other letters all the same.
	_, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","wa\u0130t":"1s"}`))
	assert.ErrorContains(t, err, "unknown property")
}

func TestLenient(t *testing.T) {
	tool := toolOf(t, deployApp(), "deploy", schemagen.Options{})
	for _, tt := range []struct {
		name, json string
		want       []string // nil: refused even so
	}{
		{"array", `{"env":"prod","labels":"[\"a\",\"b,c\"]"}`, []string{"deploy", `--labels="a"`, `--labels="b,c"`, "prod"}},
		{"object", `{"env":"prod","set":"{\"k\":\"v\"}"}`, []string{"deploy", "--set=k=v", "prod"}},
		{"number", `{"env":"prod","replicas":"5"}`, []string{"deploy", "--replicas=5", "prod"}},
		{"number of a positional", `{"env":"prod","tag":"v1","level":"-5"}`, []string{"deploy", "--", "prod", "v1", "-5"}},
		{"globals", `{"env":"prod","globals":"[\"--trace\"]"}`, []string{"deploy", "--trace=true", "prod"}},
		{"boolean", `{"env":"prod","dryRun":"true"}`, nil},
		{"array that is none", `{"env":"prod","labels":"a"}`, nil},
		{"array of strings for numbers inside", `{"env":"prod","labels":"[1]"}`, nil},
		{"number with a space", `{"env":"prod","replicas":" 5"}`, nil},
		{"number in words", `{"env":"prod","replicas":"five"}`, nil},
		{"key twice inside", `{"env":"prod","set":"{\"k\":\"v\",\"k\":\"w\"}"}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := new(argv.Encoder).Encode(tool, json.RawMessage(tt.json))
			require.Error(t, err, "strict")
			call, err := (&argv.Encoder{Lenient: true}).Encode(tool, json.RawMessage(tt.json))
			if tt.want == nil {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, call.Args)
		})
	}
	long, err := (&argv.Encoder{InProcess: true}).Encode(tool, json.RawMessage(`{"env":"prod","tag":"`+strings.Repeat("x", 1<<20)+`"}`))
	require.NoError(t, err, "no system has to take it")
	assert.Len(t, long.Args[len(long.Args)-1], 1<<20)
	// A text stays the text it is, whatever it looks like.
	call, err := (&argv.Encoder{Lenient: true}).Encode(tool, json.RawMessage(`{"env":"prod","tag":"[1]"}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"deploy", "prod", "[1]"}, call.Args)
}
