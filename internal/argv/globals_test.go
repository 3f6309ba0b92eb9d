package argv_test

import (
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// globalsApp has one global of each type that reads more than it is told, and
// secret ones. They are many enough to be gathered.
func globalsApp() *cobra.Command {
	root := &cobra.Command{Use: "app"}
	fs := root.PersistentFlags()
	usage := strings.Repeat("long enough to be gathered ", 5)
	fs.String("fmt", "", usage)
	fs.StringSlice("fmts", nil, usage)
	fs.StringSlice("lst", nil, usage)
	fs.BoolSlice("bools", nil, usage)
	fs.IP("gip", net.IP{}, usage)
	fs.IPSlice("gips", nil, usage)
	fs.IPNet("gnet", net.IPNet{}, usage)
	fs.IPMask("gmask", net.IPMask{}, usage)
	fs.StringToString("map", nil, usage)
	fs.StringToInt("ints", nil, usage)
	fs.Bool("trace", false, usage)
	fs.StringSlice("keyz", nil, usage)
	fs.StringToString("hdrs", nil, usage)
	fs.StringToInt("nums", nil, usage)
	annotate.Flag(root, "fmt").Enum("json", "yaml")
	annotate.Flag(root, "fmts").Enum("json", "yaml")
	for _, name := range []string{"keyz", "hdrs", "nums"} {
		annotate.Flag(root, name).Secret()
	}
	root.AddCommand(&cobra.Command{Use: "run", Run: func(*cobra.Command, []string) {}})
	return root
}

func encodeGlobal(t *testing.T, elements ...string) (argv.Call, error) {
	t.Helper()
	tool := toolOf(t, globalsApp(), "run", schemagen.Options{})
	raw, err := json.Marshal(map[string][]string{"globals": elements})
	require.NoError(t, err)
	return new(argv.Encoder).Encode(tool, raw)
}

func TestGlobalsAreStrict(t *testing.T) {
	for _, tt := range []struct{ element, why string }{
		{"--fmt=zzz", `must be one of "json", "yaml", got "zzz"`},
		{"--fmt=", `must be one of "json", "yaml", got ""`},
		{"--fmts=json,zzz", `must be one of "json", "yaml", got "zzz"`},
		{"--lst=a\nb", "line break"},
		{"--lst=a\n", "line break"},
		{"--lst=a\r", "line break"},
		{"--lst=\na", "line break"},
		{"--lst=\"a\r\nb\"", "line break"},
		{"--bools=true\nfalse", "line break"},
		{"--gip=", "must be an IP address"},
		{"--gips=192.0.2.1\n192.0.2.2", "line break"},
		{"--gnet=", "must be a network"},
		{"--gmask=2001:db8::1", "must be an IPv4 mask"},
		{"--map=a=b=c\nd=e", "--map does not take"},
		{"--map=k=\"v\r\nw=x\"", "--map does not take"},
		{"--map=k=1,k=2", "stands twice"},
		{"--map=k=v\"", "quote"},
		{"--ints=k=1,k=2", "stands twice"},
		{"--trace=1", "expected true or false"},
		{"--hdrs=k=98765,k=2", "--hdrs does not take"},
	} {
		_, err := encodeGlobal(t, tt.element)
		if assert.Error(t, err, tt.element) {
			assert.Contains(t, err.Error(), tt.why, tt.element)
			assert.NotContains(t, err.Error(), "98765", "a secret")
		}
	}
	_, err := encodeGlobal(t, "--map=k=1", "--map=l=1", "--map=k=2")
	require.EqualError(t, err, `run: "globals" element 2 gives a key of --map once more: give it once`)
	for _, element := range []string{
		"--fmt=json", "--fmts=json,yaml", `--fmts="json"`, "--lst=a,b", "--lst=", "--lst=\"a\nb\",c", `--lst="a""b"`, "--bools=true,false",
		"--gip=192.0.2.1", "--gip=0:0::1", "--gips=192.0.2.1,2001:db8::1", "--gips=", "--gnet=10.0.0.1/8", "--gmask=255.255.255.0",
		"--map=a=b", "--map=a=b,c=d", `--map="a=b"`, `--map="a=b,c","d=e"`, "--map=a=b\nc", "--ints=a=1,b=2", "--trace", "--trace=false",
	} {
		call, err := encodeGlobal(t, element)
		require.NoError(t, err, element)
		assert.Contains(t, call.Args, map[string]string{"--trace": "--trace=true"}[element]+strings.TrimSuffix(element, "--trace"))
	}
}

// Every element of a secret list and every value of a secret map is a secret of
// its own, however it was given.
func TestSecretListsAndMaps(t *testing.T) {
	root := globalsApp()
	tool := toolOf(t, root, "run", schemagen.Options{})
	pinned := func(name, value string) *argv.Encoder {
		return &argv.Encoder{Pins: []argv.Pin{{Flag: root.PersistentFlags().Lookup(name), Values: []string{value}}}}
	}
	own := &cobra.Command{Use: "app", Run: func(*cobra.Command, []string) {}}
	own.Flags().StringToInt("nums", nil, "")
	annotate.Flag(own, "nums").Secret()
	for _, tt := range []struct {
		name    string
		e       *argv.Encoder
		tool    *schemagen.Tool
		json    string
		secrets []string
	}{
		{"global list", new(argv.Encoder), tool, `{"globals":["--keyz=firstsecret,\"second,secret\""]}`, []string{"firstsecret", "second,secret"}},
		{"global map", new(argv.Encoder), tool, `{"globals":["--hdrs=Authorization=Bearer123456,X=other1"]}`, []string{"Bearer123456", "other1"}},
		{"global map of numbers", new(argv.Encoder), tool, `{"globals":["--nums=a=123456"]}`, []string{"123456"}},
		{"pinned list", pinned("keyz", "firstsecret,secondsecret"), tool, `{}`, []string{"firstsecret", "secondsecret"}},
		{"pinned map", pinned("hdrs", "Authorization=Bearer123456"), tool, `{}`, []string{"Bearer123456"}},
		{"property", new(argv.Encoder), toolOf(t, own, "app", schemagen.Options{}), `{"nums":{"a":123456}}`, []string{"123456"}},
	} {
		call, err := tt.e.Encode(tt.tool, json.RawMessage(tt.json))
		require.NoError(t, err, tt.name)
		assert.Subset(t, call.Secrets, tt.secrets, tt.name)
		assert.Subset(t, call.Redact, tt.secrets, tt.name)
	}
}

func TestPinsAreChecked(t *testing.T) {
	root := globalsApp()
	tool := toolOf(t, root, "run", schemagen.Options{})
	pin := func(name, value string) error {
		e := &argv.Encoder{Pins: []argv.Pin{{Flag: root.PersistentFlags().Lookup(name), Values: []string{value}}}}
		_, err := e.Encode(tool, nil)
		return err
	}
	for _, tt := range [][3]string{
		{"lst", "a\nb", `run: the server's own --lst has a value that it does not take: it has a line break outside of quotes, or CR LF, which would be lost`},
		{"gip", "", `run: the server's own --gip has a value that it does not take: must be an IP address`},
		{"fmt", "zzz", `run: the server's own --fmt has a value that it does not take: must be one of "json", "yaml", got "zzz"`},
		{"hdrs", "98765", `run: the server's own --hdrs has a value that it does not take`},
	} {
		assert.ErrorContains(t, pin(tt[0], tt[1]), tt[2])
	}
	assert.NoError(t, pin("trace", "1"), "an operator may spell it as the flag reads it")
	assert.NotContains(t, pin("hdrs", "98765").Error(), "98765")
}

// What the server sets by itself must not make a call fail.
func TestSetsGiveWay(t *testing.T) {
	root := &cobra.Command{Use: "app", Run: func(*cobra.Command, []string) {}}
	fs := root.Flags()
	fs.Bool("yes", false, "")
	fs.Bool("ask", false, "")
	fs.Bool("dry-run", false, "")
	fs.String("why", "", "")
	fs.Bool("json", false, "")
	fs.Bool("wide", false, "")
	annotate.Flag(root, "yes").Confirms()
	annotate.Flag(root, "dry-run").DryRun()
	annotate.Command(root).Access(annotate.Write).JSON(annotate.JSONOutput{Flag: "json"})
	root.MarkFlagsMutuallyExclusive("yes", "ask")
	root.MarkFlagsMutuallyExclusive("json", "wide")
	tool := toolOf(t, root, "app", schemagen.Options{})
	for _, tt := range []struct {
		json string
		want []string
	}{
		{`{}`, []string{"--json=true", "--yes=true"}},
		{`{"ask":true}`, []string{"--ask=true", "--json=true"}},
		{`{"ask":false}`, []string{"--ask=false", "--json=true"}},
		{`{"wide":true}`, []string{"--wide=true", "--yes=true"}},
		{`{"dryRun":true}`, []string{"--dry-run=true", "--json=true"}},
		{`{"dryRun":false}`, []string{"--dry-run=false", "--json=true", "--yes=true"}},
	} {
		call, err := new(argv.Encoder).Encode(tool, json.RawMessage(tt.json))
		require.NoError(t, err, tt.json)
		assert.Equal(t, tt.want, call.Args, tt.json)
	}
	root.MarkFlagsRequiredTogether("yes", "why")
	for json, want := range map[string][]string{`{}`: {"--json=true"}, `{"why":"x"}`: {"--json=true", "--why=x", "--yes=true"}} {
		call, err := new(argv.Encoder).Encode(tool, []byte(json))
		if assert.NoError(t, err, json) {
			assert.Equal(t, want, call.Args, json)
		}
	}
}

// A command that reads its own flags gets them among its words.
func TestRawWordsSpellNoForbiddenFlag(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.PersistentFlags().BoolP("secret-mode", "s", false, "")
	root.PersistentFlags().BoolP("force", "f", false, "")
	annotate.Flag(root, "secret-mode").HiddenFromAgents()
	annotate.Flag(root, "force").HiddenFromAgents()
	raw := &cobra.Command{Use: "raw", DisableFlagParsing: true, Run: func(*cobra.Command, []string) {}}
	fs := raw.Flags()
	fs.BoolP("yes", "y", false, "")
	fs.Bool("inner", false, "")
	fs.Bool("shown", false, "")
	fs.StringP("name", "n", "", "")
	fs.BoolP("all", "a", false, "")
	fs.BoolP("force", "f", false, "") // nearer than the hidden one
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	})
	annotate.Flag(raw, "yes").Confirms()
	annotate.Flag(raw, "shown").Shown()
	fs.Lookup("inner").Hidden, fs.Lookup("shown").Hidden = true, true
	root.AddCommand(raw)
	tool := toolOf(t, root, "raw", schemagen.Options{})
	encode := func(word string) error {
		b, err := json.Marshal(map[string][]string{"args": {"x", word}})
		require.NoError(t, err)
		_, err = new(argv.Encoder).Encode(tool, b)
		return err
	}
	for word, flag := range map[string]string{
		"--yes": "--yes", "--yes=true": "--yes", "-yes": "--yes", "-yes=1": "--yes", "-y": "--yes", "-y=true": "--yes", "-ay": "--yes",
		"-ayf": "--yes", "--inner": "--inner", "--secret-mode": "--secret-mode", "--secret_mode=1": "--secret-mode", "-s": "--secret-mode",
	} {
		assert.EqualError(t, encode(word), `raw: "args" element 1 spells `+flag+`, which agents cannot set`, word)
	}
	for _, word := range []string{"yes", "y", "-", "--", "-a", "-f", "--force", "--shown", "-ny", "-anyone", "--yesterday", "--name=--yes", "-n=y", ""} {
		assert.NoError(t, encode(word), word)
	}
}
