package argv_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

func TestEffect(t *testing.T) {
	root := deployApp()
	annotate.Flag(root, "trace").Effect(annotate.EffectDestructive)
	tool := toolOf(t, root, "deploy", schemagen.Options{})
	for _, tt := range []struct {
		json string
		want annotate.Effect
	}{
		{`{"env":"prod"}`, annotate.EffectWrite},
		{`{"env":"prod","dryRun":true}`, annotate.EffectWrite},
		{`{"env":"prod","force":true}`, annotate.EffectDestructive},
		{`{"env":"prod","force":false}`, annotate.EffectDestructive},
		{`{"env":"prod","force":null}`, annotate.EffectWrite},
		{`{"env":"prod","globals":["--profile=x"]}`, annotate.EffectWrite},
		{`{"env":"prod","globals":["--trace=false"]}`, annotate.EffectDestructive},
	} {
		call, err := new(argv.Encoder).Encode(tool, json.RawMessage(tt.json))
		require.NoError(t, err)
		assert.Equal(t, tt.want, call.Effect, tt.json)
	}
}

func TestPins(t *testing.T) {
	root := deployApp()
	profile, token := root.PersistentFlags().Lookup("profile"), root.PersistentFlags().Lookup("token")
	annotate.Flag(root, "profile").Destructive()
	e := &argv.Encoder{Pins: []argv.Pin{
		{Flag: profile, Values: []string{"--prod"}}, {Flag: token, Values: []string{"t0p"}},
	}}
	tool := toolOf(t, root, "deploy", schemagen.Options{Pinned: []string{"profile", "token"}})

	call, err := e.Encode(tool, json.RawMessage(`{"env":"prod","wait":"1s"}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"deploy", "--profile=--prod", "--token=t0p", "--wait=1s", "prod"}, call.Args)
	assert.Equal(t, annotate.EffectDestructive, call.Effect, "what the server sets raises the effect too")
	assert.Equal(t, []string{"t0p"}, call.Secrets)
	assert.Equal(t, []string{"t0p"}, call.Redact)
	assert.Equal(t, []argv.Echo{
		{"deploy", true}, {"--profile=--prod", false}, {"--token=[redacted]", true}, {"--wait=1s", false}, {"prod", false},
	}, call.Echo)

	_, err = e.Encode(tool, json.RawMessage(`{"env":"prod","globals":["--profile=x"]}`))
	require.Error(t, err)
	// A tool that was made without knowing of the pin cannot set it either.
	unaware := toolOf(t, root, "deploy", schemagen.Options{})
	_, err = e.Encode(unaware, json.RawMessage(`{"env":"prod","globals":["--profile=x"]}`))
	assert.EqualError(t, err, `deploy: --profile is the server's own and cannot be given`)
}

func TestPinsOfOtherCommands(t *testing.T) {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "app", Run: run, Args: cobra.ArbitraryArgs, TraverseChildren: true}
	root.PersistentFlags().String("profile", "", "")
	root.Flags().String("context", "", "")
	own := &cobra.Command{Use: "own", Run: run}
	own.PersistentFlags().String("zone", "", "")
	own.Flags().String("zone", "", "") // wins over the persistent one
	own.Flags().String("profile", "", "")
	raw := &cobra.Command{Use: "raw", Run: run, DisableFlagParsing: true}
	group := &cobra.Command{Use: "group"}
	group.PersistentFlags().String("zone", "", "")
	inner := &cobra.Command{Use: "inner", Run: run}
	group.AddCommand(inner)
	root.AddCommand(own, raw, group)
	pin := func(f *pflag.Flag, early bool) *argv.Encoder {
		return &argv.Encoder{Pins: []argv.Pin{{Flag: f, Early: early, Values: []string{"v"}}}}
	}
	profile := pin(root.PersistentFlags().Lookup("profile"), false)
	zone := pin(group.PersistentFlags().Lookup("zone"), false)
	context := pin(root.Flags().Lookup("context"), true)
	for _, tt := range []struct {
		name, tool string
		e          *argv.Encoder
		want       []string
	}{
		{"shadowed", "own", profile, []string{"own"}},
		{"inherited", "group_inner", profile, []string{"group", "inner", "--profile=v"}},
		{"the root's own", "app", profile, []string{"--profile=v"}},
		{"of a group", "group_inner", zone, []string{"group", "inner", "--zone=v"}},
		{"shadowed by the command itself", "own", pin(own.PersistentFlags().Lookup("zone"), false), []string{"own"}},
		{"of another group", "own", zone, []string{"own"}},
		{"before the subcommand", "own", context, []string{"--context=v", "own"}},
		{"before a raw one", "raw", context, []string{"--context=v", "raw"}},
		{"for the root itself", "app", context, []string{"--context=v"}},
		{"a raw one cannot take it", "raw", profile, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tool := toolOf(t, root, tt.tool, schemagen.Options{Pinned: []string{"profile", "zone", "context"}})
			if tt.tool == "app" {
				for _, p := range tool.Params {
					assert.Nil(t, p.Flag, "the root does not offer its pinned flags")
				}
			}
			call, err := tt.e.Encode(tool, nil)
			if tt.want == nil {
				require.EqualError(t, err, `raw: the server's own --profile cannot be given to a command that reads its own flags`)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, call.Args)
		})
	}
}

func TestStdin(t *testing.T) {
	tool := toolOf(t, deployApp(), "deploy", schemagen.Options{})
	call, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","stdin":"a\u0000\r\nb"}`))
	require.NoError(t, err)
	assert.Equal(t, []byte("a\x00\r\nb"), call.Stdin)
	call, err = new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","stdin":""}`))
	require.NoError(t, err)
	assert.NotNil(t, call.Stdin, "empty is not none")
	call, err = new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod"}`))
	require.NoError(t, err)
	assert.Nil(t, call.Stdin)
}

func TestSecrets(t *testing.T) {
	tool := toolOf(t, deployApp(), "deploy", schemagen.Options{})
	call, err := new(argv.Encoder).Encode(tool, json.RawMessage(
		`{"env":"prod","password":"p4ss","credentials":{"user":"a=\"b\""},"pinSecret":77123,"globals":["--token=t0p"]}`))
	require.NoError(t, err)
	for _, secret := range []string{"p4ss", `a="b"`, "77123", "t0p"} {
		assert.Contains(t, call.Secrets, secret)
	}
	assert.NotContains(t, call.Secrets, "prod")
	for i, arg := range call.Args {
		name, _, flag := strings.Cut(arg, "=")
		if echo := call.Echo[i]; flag {
			assert.Equal(t, argv.Echo{name + "=[redacted]", true}, echo)
		} else {
			assert.Equal(t, arg, echo.Text, "no value of a secret")
		}
	}
}

// What cobra says about a token may quote it.
func TestReadBackErrorShowsNoSecret(t *testing.T) {
	root := deployApp()
	deploy, _, err := root.Find([]string{"deploy"})
	require.NoError(t, err)
	tool := toolOf(t, root, "deploy", schemagen.Options{})
	deploy.ResetFlags() // a tool that no longer fits its tree
	deploy.Flags().Int("password", 0, "")
	_, err = new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","password":"77123p","wait":"1s"}`))
	require.EqualError(t, err, "deploy: this call cannot be put on a command line: cobra refuses it")
}

func TestFlagGroups(t *testing.T) {
	root := deployApp()
	deploy, _, err := root.Find([]string{"deploy"})
	require.NoError(t, err)
	deploy.MarkFlagsMutuallyExclusive("force", "dry-run")
	tool := toolOf(t, root, "deploy", schemagen.Options{})
	_, err = new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","force":true,"dryRun":false}`))
	require.ErrorContains(t, err, "none of the others can be")
	_, err = new(argv.Encoder).Encode(tool, json.RawMessage(`{"env":"prod","force":true}`))
	require.NoError(t, err)
}

// One encoder and one tree serve all calls at once.
func TestConcurrentCalls(t *testing.T) {
	root := deployApp()
	root.TraverseChildren = true
	tool := toolOf(t, root, "deploy", schemagen.Options{})
	e := &argv.Encoder{Lenient: true, Pins: []argv.Pin{{Flag: root.PersistentFlags().Lookup("profile"), Values: []string{"v"}}}}
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for range 50 {
				call, err := e.Encode(tool, json.RawMessage(`{"env":"prod","labels":["a"],"globals":["--trace"]}`))
				assert.NoError(t, err)
				assert.Equal(t, []string{"deploy", `--labels="a"`, "--profile=v", "--trace=true", "prod"}, call.Args)
			}
		})
	}
	calls.Wait()
}
