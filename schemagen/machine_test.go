package schemagen_test

import (
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// A machine of the user jane, whose host has a name that texts use too.
func onJanesMachine(t *testing.T) {
	schemagen.OnMachine(t, []string{"jane", "Jane Doe", "build", "buildbox7"}, []string{"/home/jane", "/work/jane"}, []string{"1000", "54321"})
	schemagen.AtTime(t, time.Date(2030, 5, 17, 14, 3, 7, 0, time.UTC))
}

func TestDefaultsFromTheMachine(t *testing.T) {
	onJanesMachine(t)
	number := func(name string, value int) func(fs *pflag.FlagSet) {
		return func(fs *pflag.FlagSet) { fs.Int(name, value, "") }
	}
	tests := []struct {
		name   string
		define func(fs *pflag.FlagSet)
		want   string
	}{
		{"the user", text1("x", "jane"), ``},
		{"the full name", text1("x", "Jane Doe"), ``},
		{"the user in a list", func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"a", "jane"}, "") }, ``},
		{"the user as a part", text1("x", "jane@example.com"), ``},
		{"the user inside of a word", text1("x", "janes-things"), ``},
		{"the user in upper case", text1("x", "JANE"), ``},
		{"the user with an underscore", text1("x", "jane_node"), ``},
		{"the user with a digit", text1("x", "jane1"), ``},
		{"another user's name", text1("x", "june"), `"june"`},
		{"a host with an ordinary name", text1("x", "build"), ``},
		{"an ordinary word as a part", text1("x", "build-all"), `"build-all"`},
		{"root, on every machine", text1("x", "root"), ``},
		{"localhost", text1("x", "localhost"), `"localhost"`},
		{"a user's number", number("x", 54321), ``},
		{"a round number", number("x", 1000), ""}, // given to the machine as it is
		{"a user's number in a word", text1("x", "u54321"), ``},
		{"a user's number in another", text1("x", "u543210"), `"u543210"`},
		{"another number", number("x", 54322), `54322`},
		{"a number of some user", number("run-as-uid", 7), ``},
		{"a user's ID that is none", text1("user-id", "me"), `"me"`},
		{"something fluid", number("fluid", 7), `7`},

		{"today", text1("x", "2030-05-17"), ``},
		{"yesterday", text1("x", "2030-05-16"), ``},
		{"today, with slashes", text1("x", "17/05/2030"), ``},
		{"today in words", text1("x", "May 17, 2030"), ``},
		{"today in a name", text1("x", "backup-20300517.tar"), ``},
		{"a layout", text1("x", "2006-01-02"), `"2006-01-02"`},
		{"a version that is a date", text1("api-version", "2024-11-05"), `"2024-11-05"`},
		{"a date, asked for by the flag", text1("since", "2024-11-05"), ``},
		{"an old date, asked for by the flag", text1("since", "1999-12-31"), `"1999-12-31"`},
		{"RFC 3339", text1("x", "2030-05-17T14:03:07Z"), ``},
		{"RFC 1123", text1("x", "Fri, 17 May 2030 14:03:07 UTC"), ``},
		{"the time of day", text1("x", "14:03:05"), ``},
		{"an hour", text1("x", "14:03:00"), `"14:03:00"`},
		{"the year", number("year", 2030), ``},
		{"a number that could be a year", number("x", 2030), ``},
		{"a number that is no year of a clock", number("x", 2048), `2048`},
		{"a day", text1("x", "Friday"), ``},
		{"another day", text1("x", "Tue"), ``},
		{"a month", text1("x", "May"), ``},
		{"another month", text1("x", "December"), ``},
		{"the command line", text1("x", "<app export-schema>"), ``},
		{"a word", text1("x", "maybe"), `"maybe"`},
		{"seconds", func(fs *pflag.FlagSet) { fs.Int64("x", 1905343387, "") }, ``},
		{"milliseconds", func(fs *pflag.FlagSet) { fs.Int64("x", 1905343387123, "") }, ``},
		{"a large number", func(fs *pflag.FlagSet) { fs.Int64("x", 1<<31-1, "") }, `2147483647`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, defaultOf(t, plain, tt.define))
		})
	}
}

func TestTextsFromTheMachine(t *testing.T) {
	onJanesMachine(t)
	tests := []struct{ text, want string }{
		{"Owned by jane", "Owned by …"},
		{"Owned by Jane Doe (jane@build)", "Owned by … (…@…)"},
		{"In janet, jane_doe and Mary-jane", "In janet, … and Mary-…"},
		{"On BUILDBOX7, buildbox71 or x_Buildbox7y.", "On …, … or …."},
		{"Below /home/jane/.app", "Below …/.app"},
		{"Below /home/janet and /x/home/jane", "Below /home/janet and /x/home/…"},
		{"Below /root/.app", "Below …/.app"},
		{"Build it, or build all", "Build it, or build all"},
		{"Runs on build (default build)", "Runs on … (default …)"},
		{"The root folder, as root", "The root folder, as root"},
		{"As uid 0, uid=12, GID: 3", "As uid …, uid=…, GID: …"},
		{"Port 54321", "Port 54321"},
		{"Since 2030-05-17T14:03:07Z.", "Since …."},
		{"Since 2024-11-05", "Since 2024-11-05"},
		{"Built at 14:03:06", "Built at …"},
		{"", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Long = tt.text
			cmd.Flags().String("x", "", tt.text)
			tool := only(t, cmd, schemagen.Options{})
			assert.Equal(t, tt.want, tool.Params[0].Schema.Description)
			assert.Equal(t, tt.want, tool.Long)
		})
	}
}

// What a flag's text quotes goes with its default, however short it is.
func TestShortDefaultsInTexts(t *testing.T) {
	schemagen.OnMachine(t, []string{"al", "user"}, nil, []string{"0"})
	tests := []struct{ name, value, usage, want string }{
		{"x", "al", "Who, et al (default al)", "Who, et al (default …)"},
		{"x", "al", `Who ("al")`, `Who ("…")`},
		{"x", "user", "The user that user names, defaults to user", "The user that user names, defaults to …"},
		{"x", "root", "From the root, as (default: root)", "From the root, as (default: …)"},
		{"pin", "a", "A pin (default a)", "A pin (default a)"},
		{"token", "a", "A token, a secret (default a)", "A token, a secret (default …)"},
		{"token", "123", "Token 123, not 1234", "Token …, not 1234"},
		{"uid", "0", "Who (default 0), 0 for all", "Who (default …), 0 for all"},
	}
	for _, tt := range tests {
		t.Run(tt.name+"="+tt.value, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Flags().String(tt.name, tt.value, tt.usage)
			p := only(t, cmd, schemagen.Options{}).Params[0]
			assert.Equal(t, tt.want, p.Schema.Description)
		})
	}
}

func TestAgree(t *testing.T) {
	tests := []struct{ name, ours, theirs, want string }{
		{"the same", "All of it", "All of it", "All of it"},
		{"a word", "Process 12 of (34).", "Process 13 of (35).", "Process … of (…)."},
		{"another number of sentences", "One. Made by Jane Doe. Two", "One. Made by Jo. Two", "One. Two"},
		{"another number of words", "By Jane Doe", "By Jo", ""},
		{"one line of several", "One\n12\nTwo", "One\n13\nTwo", "One\n…\nTwo"},
		{"another number of lines", "One\n12\nTwo", "One\nTwo", "One\nTwo"},
		{"hidden already", "By ….", "By Jo.", "By …."},
		{"no word", "A - b", "A + b", "A … b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tools := func(text, value string) []schemagen.Tool {
				cmd := leaf("do")
				cmd.Long = text
				cmd.Flags().String("x", value, "")
				return generate(t, app(cmd), schemagen.Options{})
			}
			ours, theirs := tools(tt.ours, "a"+tt.ours), tools(tt.theirs, "a"+tt.theirs)
			schemagen.Agree(ours, schemagen.TextsOf(theirs))
			assert.Equal(t, tt.want, ours[0].Long)
			if tt.ours != tt.theirs {
				assert.Empty(t, ours[0].Params[0].Schema.Default)
			}
			fixed := tools(tt.ours, "fixed")
			schemagen.Agree(fixed, schemagen.TextsOf(tools(tt.ours, "fixed")))
			assert.Equal(t, `"fixed"`, string(fixed[0].Params[0].Schema.Default))
		})
	}
}

// An enumeration is free text when one of its values is of this machine.
func TestEnumsFromTheMachine(t *testing.T) {
	onJanesMachine(t)
	tests := []struct{ values, want []string }{
		{[]string{"all", "buildbox7"}, nil},
		{[]string{"all", "JANES"}, nil},
		{[]string{"all", "/home/jane"}, nil},
		{[]string{"all", "2030-05-17"}, nil},
		{[]string{"root", "build", "june"}, []string{"root", "build", "june"}},
	}
	for _, tt := range tests {
		t.Run(tt.values[len(tt.values)-1], func(t *testing.T) {
			cmd := leaf("do NAME")
			cmd.Aliases = []string{"buildbox7"} // does not make an ordinary word of it
			cmd.ValidArgs, cmd.Args = tt.values, cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)
			cmd.Flags().String("on", "", "")
			annotate.Flag(cmd, "on").Enum(tt.values...)
			cmd.Flags().StringSlice("all", nil, "")
			annotate.Flag(cmd, "all").Enum(tt.values...)
			annotate.Command(cmd).Tags("ops", tt.values[1])
			tool := only(t, cmd, schemagen.Options{})
			require.Len(t, tool.Params, 3)
			for i := range tool.Params {
				assert.Equal(t, tt.want, tool.Params[i].Enum(), tool.Params[i].Name)
			}
			if tt.want == nil {
				assert.NotContains(t, tool.ToolInfo.Tags, tt.values[1])
			}
		})
	}
}

func TestAgreeOnEnumsAndLabels(t *testing.T) {
	tools := func(value string) []schemagen.Tool {
		cmd := leaf("do")
		cmd.Flags().String("x", "", "")
		annotate.Flag(cmd, "x").Enum("a", value)
		cmd.Flags().StringSlice("y", nil, "")
		annotate.Flag(cmd, "y").Enum("a", value)
		annotate.Command(cmd).Tags("ops", value).Category(value)
		return generate(t, app(cmd), schemagen.Options{})
	}
	same, other := tools("b"), tools("b")
	schemagen.Agree(same, schemagen.TextsOf(tools("b")))
	schemagen.Agree(other, schemagen.TextsOf(tools("c")))
	for i := range 2 {
		assert.Equal(t, []string{"a", "b"}, same[0].Params[i].Enum())
		assert.Empty(t, other[0].Params[i].Enum())
	}
	assert.Equal(t, []string{"ops", "b"}, same[0].ToolInfo.Tags)
	assert.Equal(t, []string{"ops"}, other[0].ToolInfo.Tags)
	assert.NotContains(t, export(t, other), `"b"`)
}
