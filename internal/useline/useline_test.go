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
		{"docker [OPTIONS] COMMAND", useline.Line{}},
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
		{"create -f FILENAME | -k DIR", useline.Line{Hard: true}},
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
		{"join-token [OPTIONS] (worker|manager)", useline.Line{Positionals: []useline.Positional{req("worker", "worker | manager")}}},
		{"view {<number> | <url>}", useline.Line{Positionals: []useline.Positional{req("number", "<number> | <url>")}}},
		{"checkout [<number> | <url> | <branch>]", useline.Line{Positionals: []useline.Positional{opt("number", "<number> | <url> | <branch>")}}},
		{"explain TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group]", useline.Line{Positionals: []useline.Positional{req("type", "TYPE")}}},
		{"rollout status (TYPE NAME | TYPE/NAME) [flags]", useline.Line{Hard: true}},
		{"exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]", useline.Line{Positionals: []useline.Positional{
			req("pod", "POD | TYPE/NAME"), many(opt("args", "args")),
		}, Dash: 1}},
		{"events [(-o|--output=)json|yaml|name] [--for TYPE/NAME]", useline.Line{}},
		{"create job NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]", useline.Line{Positionals: []useline.Positional{
			req("job", "job"), req("name", "NAME"), many(opt("args", "args")),
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
			assert.Equal(t, tt.want, useline.Parse(tt.use, nil))
		})
	}
}

func TestParseAsksWhetherAFlagTakesAValue(t *testing.T) {
	boolean := func(string) (bool, bool) { return false, true }
	assert.Equal(t, useline.Line{
		Positionals: []useline.Positional{{Name: "name", Text: "NAME", Required: true}},
		Flags:       []string{"all"},
		Dash:        -1,
	}, useline.Parse("rm --all NAME", boolean))
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"get <a> [b...]", "x [", "x ... y", "x -f", "x [-- <a>...]", "x <a|b> …", "x \t (a | -b)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, use string) {
		line := useline.Parse(use, nil)
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
