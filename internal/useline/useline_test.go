package useline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/useline"
)

func TestParse(t *testing.T) {
	req := func(name, text string) useline.Positional {
		return useline.Positional{Name: name, Text: text, Required: true}
	}
	opt := func(name, text string) useline.Positional { return useline.Positional{Name: name, Text: text} }
	many := func(p useline.Positional) useline.Positional { p.Rest = true; return p }
	tests := []struct {
		use  string
		want useline.Line
	}{
		{"list", useline.Line{}},
		{"list [flags]", useline.Line{}},
		{"get NAME", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"get <bbolt-file> [key]", useline.Line{Positionals: []useline.Positional{req("bboltFile", "bbolt-file"), opt("key", "key")}}},
		{"add [<path>]", useline.Line{Positionals: []useline.Positional{opt("path", "path")}}},
		{"rm NAME...", useline.Line{Positionals: []useline.Positional{many(req("name", "NAME"))}}},
		{"rm <name>...", useline.Line{Positionals: []useline.Positional{many(req("name", "name"))}}},
		{"rm [NAME...]", useline.Line{Positionals: []useline.Positional{many(opt("name", "NAME"))}}},
		{"rm [NAME]...", useline.Line{Positionals: []useline.Positional{many(opt("name", "NAME"))}}},
		{"rm NAME [NAME...]", useline.Line{Positionals: []useline.Positional{many(req("name", "NAME"))}}},
		{"rm <x> [<x> ...]", useline.Line{Positionals: []useline.Positional{many(req("x", "x"))}}},
		{"pull [chart URL | repo/chartname] [...]", useline.Line{Positionals: []useline.Positional{many(opt("chartUrl", "chart URL | repo/chartname"))}}},
		{"set KEY=VALUE", useline.Line{Positionals: []useline.Positional{req("keyValue", "KEY=VALUE")}}},
		{"show TYPE/NAME", useline.Line{Positionals: []useline.Positional{req("typeName", "TYPE/NAME")}}},
		{"show <id|name>", useline.Line{Positionals: []useline.Positional{req("id", "id|name")}}},
		{"load FILE|-", useline.Line{Positionals: []useline.Positional{req("file", "FILE | -")}}},
		{"create NAME --image=image [--dry-run=server|client]", useline.Line{
			Positionals: []useline.Positional{req("name", "NAME")}, Flags: []string{"image"},
		}},
		{"create -f FILENAME", useline.Line{Flags: []string{"f"}}},
		{"apply (-f FILENAME | -k DIRECTORY)", useline.Line{}},
		{"compact [options] -o <dst> <src>", useline.Line{Positionals: []useline.Positional{req("src", "src")}, Flags: []string{"o"}}},
		{"clone <repo> [-- <gitflags>...]", useline.Line{Positionals: []useline.Positional{req("repo", "repo"), many(opt("gitflags", "gitflags"))}, Dash: 1}},
		{"run [-it] [--rm] IMAGE", useline.Line{Positionals: []useline.Positional{req("image", "IMAGE")}}},
		{"mark [--all|-a] {--sql | --file}", useline.Line{}},
		{"expose (-f FILENAME | TYPE NAME) [--port=port]", useline.Line{Hard: true}},
		{"list [--all | NAME]", useline.Line{Positionals: []useline.Positional{opt("name", "NAME")}}},
		{"create -f FILENAME | -k DIR", useline.Line{}},
		{"login --username=<u> | --token=<t>", useline.Line{}},
		{"login --username=<u>|--token=<t>", useline.Line{}},
		{"login --username U or --token T", useline.Line{}},
		{"login --username U OR --token T NAME", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"login --username=<u> or NAME", useline.Line{Hard: true}},
		{"login --username U | NAME", useline.Line{Hard: true}},
		{"login -u|--username U NAME", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"login --output=json | yaml", useline.Line{Flags: []string{"output"}}},
		{"login --output=json|yaml", useline.Line{Flags: []string{"output"}}},
		{"show NAME or ID", useline.Line{Positionals: []useline.Positional{req("name", "NAME | ID")}}},
		{"show NAME (e.g. foo)", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"show NAME [e.g. foo bar]", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"show NAME (for example: foo)", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"show NAME (optional)", useline.Line{Positionals: []useline.Positional{req("name", "NAME")}}},
		{"show (optional name)", useline.Line{Positionals: []useline.Positional{req("optional", "optional"), req("name", "name")}}},
		{`find "query string"`, useline.Line{Positionals: []useline.Positional{req("queryString", "query string")}}},
		{`find 'query string' [NAME]`, useline.Line{Positionals: []useline.Positional{req("queryString", "query string"), opt("name", "NAME")}}},
		{`find ["query string"]...`, useline.Line{Positionals: []useline.Positional{many(opt("queryString", "query string"))}}},
		{`find "query`, useline.Line{Positionals: []useline.Positional{req("query", `"query`)}}},
		{"load PATH | URL | -", useline.Line{Positionals: []useline.Positional{req("path", "PATH | URL | -")}}},

		// Shapes of real command trees.
		{"import [OPTIONS] file|URL|- [REPOSITORY[:TAG]]", useline.Line{Positionals: []useline.Positional{
			req("file", "file | URL | -"), opt("repository", "REPOSITORY[:TAG]"),
		}}},
		{"cp [flags] <from>{:<tag>|@<digest>} <to>[:<tag>[,<tag>][...]]", useline.Line{Positionals: []useline.Positional{
			req("from", "<from>{:<tag>|@<digest>}"), req("to", "<to>[:<tag>[,<tag>][...]]"),
		}}},
		{"tidy [<modulepath>[@<version>] ...]", useline.Line{Positionals: []useline.Positional{many(opt("modulepath", "<modulepath>[@<version>]"))}}},
		{"forward <remote-port>:<local-port>...", useline.Line{Positionals: []useline.Positional{many(req("remotePort", "<remote-port>:<local-port>"))}}},
		{"taint NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N", useline.Line{Positionals: []useline.Positional{
			req("node", "NODE"), req("name", "NAME"), many(req("key1Val1TaintEffect1", "KEY_1=VAL_1:TAINT_EFFECT_1")),
		}}},
		{"scale SERVICE=REPLICAS [SERVICE=REPLICAS...]", useline.Line{Positionals: []useline.Positional{many(req("serviceReplicas", "SERVICE=REPLICAS"))}}},
		{"join-token [OPTIONS] (worker|manager)", useline.Line{Positionals: []useline.Positional{req("value", "worker | manager")}}},
		{"view {<number> | <url>}", useline.Line{Positionals: []useline.Positional{req("number", "<number> | <url>")}}},
		{"checkout [<number> | <url> | <branch>]", useline.Line{Positionals: []useline.Positional{opt("number", "<number> | <url> | <branch>")}}},
		{"explain TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group]", useline.Line{Positionals: []useline.Positional{req("type", "TYPE")}}},
		{"rollout status (TYPE NAME | TYPE/NAME) [flags]", useline.Line{Hard: true}},
		{"exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]", useline.Line{Positionals: []useline.Positional{
			req("pod", "POD | TYPE/NAME"), req("command", "COMMAND"), many(opt("args", "args")),
		}, Dash: 1}},
		{"events [(-o|--output=)json|yaml|name] [--for TYPE/NAME]", useline.Line{}},
		{"create job NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]", useline.Line{Positionals: []useline.Positional{
			req("job", "job"), req("name", "NAME"), opt("command", "COMMAND"), many(opt("args", "args")),
		}, Dash: 2, Flags: []string{"image"}}},
		{"cp <file-spec-src> <file-spec-dest>", useline.Line{Positionals: []useline.Positional{req("fileSpecSrc", "file-spec-src"), req("fileSpecDest", "file-spec-dest")}}},
		{"attach [flags] --artifact-type=<type> <name>{:<tag>|@<digest>} {<file>[:<layer_media_type>]|--annotation <key>=<value>} [...]", useline.Line{
			Positionals: []useline.Positional{req("name", "<name>{:<tag>|@<digest>}"), many(opt("file", "<file>[:<layer_media_type>]"))},
			Flags:       []string{"artifact-type"},
		}},
		{"top CONTAINER [ps OPTIONS]", useline.Line{Hard: true}},
		{"set [k v]*", useline.Line{Hard: true}},
		{"get PATH [-x] [BUCKET..] ", useline.Line{Positionals: []useline.Positional{req("path", "PATH"), many(opt("bucket", "BUCKET"))}}},
		{"push <name>[:<tag>[,<tag>][...]|@<digest>] <file>", useline.Line{Positionals: []useline.Positional{
			req("name", "<name>[:<tag>[,<tag>][...]|@<digest>]"), req("file", "file"),
		}}},
		{"load -", useline.Line{Hard: true}},
		{"history (TYPE NAME | TYPE/NAME)", useline.Line{Hard: true}},
		{"show (POD | TYPE/NAME)", useline.Line{Positionals: []useline.Positional{req("pod", "POD | TYPE/NAME")}}},
		{"show <ACCESS KEY>", useline.Line{Positionals: []useline.Positional{req("accessKey", "ACCESS KEY")}}},
		{"load [-]", useline.Line{Hard: true}},
		{"get PATH [BUCKET..] KEY", useline.Line{Hard: true}},
		{"imports [<old] <new>", useline.Line{Hard: true}},
		{"get (TYPE[.VERSION][.GROUP] [NAME | -l label])", useline.Line{Hard: true}},
		{"cp X X", useline.Line{Hard: true}},
		{"mv [a] b", useline.Line{Hard: true}},
		{"x ...", useline.Line{Hard: true}},
	}
	for _, tt := range tests {
		t.Run(tt.use, func(t *testing.T) {
			if !strings.Contains(tt.use, "--"+" ") {
				tt.want.Dash = -1
			}
			assert.Equal(t, tt.want, useline.Parse(tt.use, false, nil))
		})
	}
}

// COMMAND stands for the subcommands only of a command that has some.
func TestParseCommandWords(t *testing.T) {
	req := func(name, text string) useline.Positional {
		return useline.Positional{Name: name, Text: text, Required: true}
	}
	opt := func(name, text string) useline.Positional { return useline.Positional{Name: name, Text: text} }
	many := func(p useline.Positional) useline.Positional { p.Rest = true; return p }
	arg := many(opt("arg", "ARG"))
	tests := []struct {
		use         string
		leaf, group []useline.Positional
	}{
		{"app [OPTIONS] COMMAND", []useline.Positional{req("command", "COMMAND")}, nil},
		{"app COMMAND [flags]", []useline.Positional{req("command", "COMMAND")}, nil},
		{"app <command>", []useline.Positional{req("command", "command")}, nil},
		{"app command", []useline.Positional{req("command", "command")}, nil},
		{"app [command]", []useline.Positional{opt("command", "command")}, nil},
		{"app SUBCOMMAND", []useline.Positional{req("subcommand", "SUBCOMMAND")}, nil},
		{"app [COMMAND] [SUBCOMMAND]", []useline.Positional{opt("command", "COMMAND"), opt("subcommand", "SUBCOMMAND")}, nil},
		{"app [command] [command-flags]", []useline.Positional{opt("command", "command")}, nil},
		{"app COMMAND --space <space>", []useline.Positional{req("command", "COMMAND")}, nil},
		{
			"exec [OPTIONS] CONTAINER COMMAND [ARG...]",
			[]useline.Positional{req("container", "CONTAINER"), req("command", "COMMAND"), arg},
			[]useline.Positional{req("container", "CONTAINER"), req("command", "COMMAND"), arg},
		},
		{
			"run [OPTIONS] IMAGE [COMMAND] [ARG...]",
			[]useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg},
			[]useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg},
		},
		{
			"app [OPTIONS] COMMAND [ARG...]",
			[]useline.Positional{req("command", "COMMAND"), arg},
			[]useline.Positional{req("command", "COMMAND"), arg},
		},
		{"sh -- COMMAND", []useline.Positional{req("command", "COMMAND")}, []useline.Positional{req("command", "COMMAND")}},
		{"sh [-- COMMAND [ARG...]]", []useline.Positional{opt("command", "COMMAND"), arg}, []useline.Positional{opt("command", "COMMAND"), arg}},
		{"run IMAGE [COMMAND [ARG...]]", []useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg}, []useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg}},
		{"run IMAGE [COMMAND ARG...]", []useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg}, []useline.Positional{req("image", "IMAGE"), opt("command", "COMMAND"), arg}},
		{"run COMMAND...", []useline.Positional{many(req("command", "COMMAND"))}, []useline.Positional{many(req("command", "COMMAND"))}},
		{"run COMMAND ...", []useline.Positional{many(req("command", "COMMAND"))}, []useline.Positional{many(req("command", "COMMAND"))}},
	}
	for _, tt := range tests {
		t.Run(tt.use, func(t *testing.T) {
			assert.Equal(t, tt.leaf, useline.Parse(tt.use, false, nil).Positionals, "without children")
			assert.Equal(t, tt.group, useline.Parse(tt.use, true, nil).Positionals, "with children")
		})
	}
}

// Members that are written as they are given name nothing.
func TestParseLiterals(t *testing.T) {
	tests := []struct {
		use   string
		names []string
		texts []string
	}{
		{"set on|off", []string{"value"}, []string{"on | off"}},
		{"set <on|off>", []string{"value"}, []string{"on|off"}},
		{"set TRUE|FALSE", []string{"value"}, []string{"TRUE | FALSE"}},
		{"service {start|stop}", []string{"value"}, []string{"start | stop"}},
		{"enum {a|b}", []string{"value"}, []string{"a | b"}},
		{"set (true | false)", []string{"value"}, []string{"true | false"}},
		{"state <start|stop|restart> NAME", []string{"value", "name"}, []string{"start|stop|restart", "NAME"}},
		{"state <red|amber|green>", []string{"value"}, []string{"red|amber|green"}},
		{"state <start|resume>", []string{"value"}, []string{"start|resume"}},
		{"show <id|name|number>", []string{"id"}, []string{"id|name|number"}},
		{"show <alias|module>", []string{"alias"}, []string{"alias|module"}},
		{"set [0|1]", []string{"value"}, []string{"0 | 1"}},
		{"set NAME on|off", []string{"name", "value"}, []string{"NAME", "on | off"}},
		{"set on|off up|down", []string{"value", "value2"}, []string{"on | off", "up | down"}},
		{"set VALUE on|off", []string{"value", "value2"}, []string{"VALUE", "on | off"}},
		{"set on|off [on|off...]", []string{"value"}, []string{"on | off"}},
		{"set TRUE|FILE", []string{"true"}, []string{"TRUE | FILE"}},
		{"set on|off... up|down", nil, nil},
		{"load file|url", []string{"file"}, []string{"file | url"}},
		{"load file-name|url", []string{"fileName"}, []string{"file-name | url"}},
		{"load file|-", []string{"file"}, []string{"file | -"}},
		{"load <package|function>", []string{"package"}, []string{"package|function"}},
		{"load POD|NODE", []string{"pod"}, []string{"POD | NODE"}},
		{"load latest|<version>", []string{"latest"}, []string{"latest | <version>"}},
	}
	for _, tt := range tests {
		t.Run(tt.use, func(t *testing.T) {
			var names, texts []string
			for _, p := range useline.Parse(tt.use, false, nil).Positionals {
				names, texts = append(names, p.Name), append(texts, p.Text)
			}
			assert.Equal(t, tt.names, names)
			assert.Equal(t, tt.texts, texts)
		})
	}
}

// A flag that is required must be spelt like one that has to be given.
func TestParseBareFlags(t *testing.T) {
	takes := func(name string) (bool, bool) { return name != "all", true }
	tests := []struct {
		use  string
		want []string
	}{
		{"create NAME --image=image", []string{"image"}},
		{"create NAME --image image", []string{"image"}},
		{"create -f FILENAME", []string{"f"}},
		{"create -f=FILENAME", []string{"f"}},
		{"compact [options] -o <dst> <src>", []string{"o"}},
		{"show --keyspace <keyspace> [name]", []string{"keyspace"}},
		{"attach (POD | TYPE/NAME) -c CONTAINER", nil},
		{"attach POD -c CONTAINER --for=x", []string{"for"}},
		{"attach POD -c=CONTAINER", nil},
		{"attach (POD -c CONTAINER)", nil},
		{"rm --all NAME", nil},
		{"rm --all", nil},
		{"rm --name", nil},
		{"rm --name [NAME]", nil},
		{"ssh HOST -- --port=PORT", nil},
		{"ssh -- -p PORT", nil},
		{"rm [-f FILE]", nil},
	}
	for _, tt := range tests {
		t.Run(tt.use, func(t *testing.T) {
			assert.Equal(t, tt.want, useline.Parse(tt.use, false, takes).Flags)
		})
	}
}

func TestParseAsksWhetherAFlagTakesAValue(t *testing.T) {
	takes := func(answer bool) func(string) (bool, bool) {
		return func(string) (bool, bool) { return answer, true }
	}
	assert.Equal(t, useline.Line{
		Positionals: []useline.Positional{{Name: "name", Text: "NAME", Required: true}},
		Dash:        -1,
	}, useline.Parse("rm --all NAME", false, takes(false)))
	assert.Equal(t, useline.Line{Flags: []string{"all"}, Dash: -1}, useline.Parse("rm --all NAME", false, takes(true)))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"get <a> [b...]", "x [", "x ... y", "x -f", "x [-- <a>...]", "x <a|b> …", "x \t (a | -b)", "x COMMAND [COMMAND] <command>", "x on|off a|b value2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, use string) {
		line := useline.Parse(use, strings.HasPrefix(use, "x"), nil)
		if line.Hard {
			assert.Nil(t, line.Positionals)
		}
		for i, p := range line.Positionals {
			assert.Regexp(t, `^[a-zA-Z][a-zA-Z0-9]*$`, p.Name)
			if i > 0 {
				before := line.Positionals[i-1]
				assert.False(t, before.Rest, "nothing follows the rest")
				assert.False(t, p.Required && !before.Required)
			}
		}
	})
}
