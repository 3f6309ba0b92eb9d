package schemagen_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

func typedFlag(name string) *pflag.Flag { return &pflag.Flag{Name: name, Value: typed("string")} }

func TestPropertyNames(t *testing.T) {
	long := strings.Repeat("x", 64)
	tests := []struct {
		flag                string
		camel, snake, plain string
	}{
		{"name", "name", "name", "name"},
		{"dry-run", "dryRun", "dry_run", "dry_run"},
		{"dry_run", "dryRun", "dry_run", "dry_run"},
		{"retry.max-count", "retryMaxCount", "retry_max_count", "retry_max_count"},
		{"CamelCase", "CamelCase", "camelcase", "CamelCase"},
		{"no-OK", "noOK", "no_ok", "no_OK"},
		{"2fa", "_2fa", "_2fa", "_2fa"},
		{"with space", "withSpace", "with_space", "with_space"},
		{"über", "ber", "ber", "_ber"},
		{"日本", "flag_cf2abf", "flag_cf2abf", "__"},
		{"title", "title", "title", "title"},
		{long, long, long, long},
	}
	for _, tt := range tests {
		t.Run(tt.flag, func(t *testing.T) {
			for style, want := range map[schemagen.PropertyNames]string{
				schemagen.CamelCase: tt.camel, schemagen.SnakeCase: tt.snake, schemagen.FlagCase: tt.plain,
			} {
				cmd := leaf("do")
				cmd.Flags().AddFlag(typedFlag(tt.flag))
				tools, err := schemagen.Generate(app(cmd), schemagen.Options{PropertyNames: style, Environ: plain})
				assert.NoError(t, err)
				assert.Equal(t, want, tools[0].Params[0].Name)
			}
		})
	}
}

// Positionals are spelt like flags, and what one style makes is portable.
func TestPropertyNamesOfPositionals(t *testing.T) {
	tests := []struct {
		use, pattern string
		flags        []string
		camel, snake []string
		plain        []string
	}{
		{"do <access-key> [FILE_NAME]", "", nil, []string{"accessKey", "fileName"}, []string{"access_key", "file_name"}, []string{"access_key", "file_name"}},
		{"do KEY=VALUE", "", nil, []string{"keyValue"}, []string{"key_value"}, []string{"key_value"}},
		{"do", "{ticketId} {*more-ids}", nil, []string{"ticketId", "moreIds"}, []string{"ticket_id", "more_ids"}, []string{"ticketId", "more_ids"}},
		{"do <access-key>", "", []string{"access-key"}, []string{"accessKeyArg", "accessKey"}, []string{"access_key_arg", "access_key"}, []string{"access_key_arg", "access_key"}},
	}
	for _, tt := range tests {
		for style, want := range map[schemagen.PropertyNames][]string{
			schemagen.CamelCase: tt.camel, schemagen.SnakeCase: tt.snake, schemagen.FlagCase: tt.plain,
		} {
			cmd := leaf(tt.use)
			if tt.pattern != "" {
				annotate.Command(cmd).Args(tt.pattern)
			}
			for _, f := range tt.flags {
				cmd.Flags().AddFlag(typedFlag(f))
			}
			assert.Equal(t, want, names(only(t, cmd, schemagen.Options{PropertyNames: style}).Params), "%s %s, style %d", tt.use, tt.pattern, style)
		}
	}
}

func TestTheGlobalsFollowTheStyle(t *testing.T) {
	for style, want := range map[schemagen.PropertyNames]string{
		schemagen.CamelCase: "globalsArg", schemagen.SnakeCase: "globals_arg", schemagen.FlagCase: "globals_arg",
	} {
		cmd := leaf("do")
		cmd.Flags().AddFlag(typedFlag("globals"))
		root := app(cmd)
		for i := range 40 {
			root.PersistentFlags().String(strings.Repeat("g", i+3), "", "A global flag with a long text about it")
		}
		tools := generate(t, root, schemagen.Options{PropertyNames: style})
		assert.Equal(t, []string{"globals", want}, names(tools[0].Params))
	}
}

// An unknown style is a mistake of the caller, not a choice.
func TestUnknownPropertyNames(t *testing.T) {
	_, err := schemagen.Generate(app(leaf("do")), schemagen.Options{PropertyNames: 7})
	assert.EqualError(t, err, "property names of style 7: valid are CamelCase, SnakeCase and FlagCase")
}

var hashEnd = regexp.MustCompile(`^(.*)_[0-9a-f]{6}$`)

func TestLongPropertyNamesAreHashed(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().AddFlag(typedFlag(strings.Repeat("x", 65)))
	cmd.Flags().AddFlag(typedFlag(strings.Repeat("x", 66)))
	tool := only(t, cmd, schemagen.Options{})
	for _, p := range tool.Params {
		assert.Len(t, p.Name, 64)
		assert.Regexp(t, hashEnd, p.Name)
	}
	assert.NotEqual(t, tool.Params[0].Name, tool.Params[1].Name)
}

// If the first kept the name, a new flag could change what an old call means.
func TestEveryFlagOfACollisionIsHashed(t *testing.T) {
	cmd := leaf("do")
	for _, name := range []string{"dry-run", "dry_run", "dry.run", "dryrun", "other"} {
		cmd.Flags().AddFlag(typedFlag(name))
	}
	seen := map[string]bool{}
	hashed := 0
	for _, p := range only(t, cmd, schemagen.Options{}).Params {
		assert.False(t, seen[p.Name])
		seen[p.Name] = true
		if m := hashEnd.FindStringSubmatch(p.Name); m != nil {
			assert.Equal(t, "dryRun", m[1])
			hashed++
		}
	}
	assert.Equal(t, 3, hashed)
	assert.True(t, seen["dryrun"] && seen["other"])
}

func TestAPositionalGivesWayToAFlag(t *testing.T) {
	long := strings.Repeat("x", 64)
	tests := []struct {
		name  string
		cmd   *cobra.Command
		flags []string
		want  []string
	}{
		{"the same name", leaf("do FILENAME"), []string{"filename"}, []string{"filenameArg", "filename"}},
		{"the same property", leaf("do <access-key>"), []string{"access_key"}, []string{"accessKeyArg", "accessKey"}},
		{"twice", leaf("do NAME"), []string{"name", "name-arg"}, []string{"nameArgArg", "name", "nameArg"}},
		{"the free array", leaf("do [A] B"), []string{"args"}, []string{"argsArg", "args"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range tt.flags {
				tt.cmd.Flags().AddFlag(typedFlag(name))
			}
			assert.Equal(t, tt.want, names(only(t, tt.cmd, schemagen.Options{}).Params))
		})
	}
	t.Run("64 characters", func(t *testing.T) {
		cmd := leaf("do")
		annotate.Command(cmd).Args("{" + long + "}")
		cmd.Flags().AddFlag(typedFlag(long))
		params := only(t, cmd, schemagen.Options{}).Params
		assert.Equal(t, long, params[1].Name)
		assert.Len(t, params[0].Name, 64)
		assert.Regexp(t, hashEnd, params[0].Name)
	})
}
