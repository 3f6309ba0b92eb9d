package argv_test

import (
	"encoding/json"
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

// A command that reads its own flags is given secrets as words.
func TestSecretsOfRawCommands(t *testing.T) {
	raw := &cobra.Command{Use: "raw", DisableFlagParsing: true, Run: func(*cobra.Command, []string) {}}
	raw.Flags().StringP("door_code", "p", "", "")
	raw.Flags().StringSlice("answers", nil, "")
	raw.Flags().BoolP("verbose", "v", false, "")
	raw.Flags().StringP("name", "n", "", "")
	raw.Flags().Bool("ask-password", false, "")
	annotate.Flag(raw, "door_code").Secret()
	annotate.Flag(raw, "answers").Secret()
	raw.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "-", "_"))
	})
	root := &cobra.Command{Use: "app"}
	root.AddCommand(raw)
	tool := toolOf(t, root, "raw", schemagen.Options{})
	for _, tt := range []struct {
		args, echo      []string
		secrets, redact []string
	}{
		{[]string{"--door_code=hunter2x"}, []string{"--door_code=[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"--door-code=hunter2x"}, []string{"--door-code=[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"--", "--door-code=a=b"}, []string{"--", "--door-code=[redacted]"}, []string{"a=b"}, []string{"a=b"}},
		{[]string{"-door_code=hunter2x"}, []string{"-door_code=[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"--door_code", "hunter2x", "x"}, []string{"--door_code", "[redacted]", "x"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"--door_code", "-hunter"}, []string{"--door_code", "[redacted]"}, []string{"-hunter"}, []string{"-hunter"}},
		{[]string{"--door_code="}, []string{"--door_code="}, nil, nil},
		{[]string{"-phunter2x"}, []string{"-p[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"-p=hunter2x"}, []string{"-p=[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"-vp", "hunter2x"}, []string{"-vp", "[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"-zvphunter2x"}, []string{"-zvp[redacted]"}, []string{"hunter2x"}, []string{"hunter2x"}},
		{[]string{"-nphunter2x"}, []string{"-nphunter2x"}, nil, nil},
		{[]string{"--answers=one,two"}, []string{"--answers=[redacted]"}, []string{"one,two", "one", "two"}, []string{"one,two", "one", "two"}},
		{[]string{"--api-token=hunter2x"}, []string{"--api-token=[redacted]"}, []string{"hunter2x"}, nil},
		{[]string{"-token", "hunter2x"}, []string{"-token", "[redacted]"}, []string{"hunter2x"}, nil},
		{[]string{"--token", "--secret=hunter2x"}, []string{"--token", "[redacted]"}, []string{"hunter2x", "--secret=hunter2x"}, nil},
		{[]string{"--ask_password", "x", "--password-stdin", "y"}, []string{"--ask_password", "x", "--password-stdin", "y"}, nil, nil},
		{[]string{"--name=token", "token", "-", "", "--"}, []string{"--name=token", "token", "-", "", "--"}, nil, nil},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			given, err := json.Marshal(map[string][]string{"args": tt.args})
			require.NoError(t, err)
			call, err := new(argv.Encoder).Encode(tool, given)
			require.NoError(t, err)
			var echo []string
			for _, e := range call.Echo[1:] {
				echo = append(echo, e.Text)
			}
			assert.Equal(t, tt.args, call.Args[1:])
			assert.Equal(t, tt.echo, echo)
			assert.Equal(t, tt.secrets, call.Secrets)
			assert.Equal(t, tt.redact, call.Redact)
		})
	}
}
