package schemagen_test

import (
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// defaultOf is the "default" of the one flag that define adds, "" for none.
func defaultOf(t *testing.T, environ []string, define func(fs *pflag.FlagSet)) string {
	cmd := leaf("do")
	define(cmd.Flags())
	return string(only(t, cmd, schemagen.Options{Environ: environ}).Params[0].Schema.Default)
}

// text1 is a string flag with a default.
func text1(name, def string) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) { fs.String(name, def, "") }
}

// own is a flag with a value of the application's own that has a default.
func own(typ, def string) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) { fs.Var(shown{typed(typ), def}, "x", "") }
}

func TestDefaults(t *testing.T) {
	enum := func(define func(fs *pflag.FlagSet), values ...string) func(fs *pflag.FlagSet) {
		return func(fs *pflag.FlagSet) {
			define(fs)
			fs.VisitAll(func(f *pflag.Flag) { f.Annotations = map[string][]string{annotate.KeyEnum: values} })
		}
	}
	tests := []struct {
		name   string
		define func(fs *pflag.FlagSet)
		want   string
	}{
		{"text", text1("x", "json"), `"json"`},
		{"HTML stays as it is", text1("x", "<a&b>"), `"<a&b>"`},
		{"empty text", text1("x", ""), ``},
		{"true", func(fs *pflag.FlagSet) { fs.Bool("x", true, "") }, `true`},
		{"false", func(fs *pflag.FlagSet) { fs.Bool("x", false, "") }, ``},
		{"int", func(fs *pflag.FlagSet) { fs.Int("x", 30, "") }, `30`},
		{"a negative int", func(fs *pflag.FlagSet) { fs.Int8("x", -128, "") }, `-128`},
		{"0", func(fs *pflag.FlagSet) { fs.Int("x", 0, "") }, ``},
		{"uint8", func(fs *pflag.FlagSet) { fs.Uint8("x", 255, "") }, `255`},
		{"float", func(fs *pflag.FlagSet) { fs.Float64("x", 0.5, "") }, `0.5`},
		{"a large float", func(fs *pflag.FlagSet) { fs.Float64("x", 1e21, "") }, `1e+21`},
		{"0.0", func(fs *pflag.FlagSet) { fs.Float64("x", 0, "") }, ``},
		{"0s", func(fs *pflag.FlagSet) { fs.Duration("x", 0, "") }, ``},
		{"duration", func(fs *pflag.FlagSet) { fs.Duration("x", time.Minute, "") }, `"1m0s"`},
		{"loopback", func(fs *pflag.FlagSet) { fs.IP("x", net.IPv4(127, 0, 0, 1), "") }, `"127.0.0.1"`},
		{"no IP", func(fs *pflag.FlagSet) { fs.IP("x", nil, "") }, ``},
		{"a private address", func(fs *pflag.FlagSet) { fs.IP("x", net.IPv4(10, 1, 2, 3), "") }, ``},
		{"list", func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"a", "b,c"}, "") }, `["a","b,c"]`},
		{"array", func(fs *pflag.FlagSet) { fs.StringArray("x", []string{"a b", ""}, "") }, `["a b",""]`},
		{"empty list", func(fs *pflag.FlagSet) { fs.StringSlice("x", nil, "") }, ``},
		{"numbers with a zero", func(fs *pflag.FlagSet) { fs.IntSlice("x", []int{0, 80}, "") }, `[0,80]`},
		{"booleans", func(fs *pflag.FlagSet) { fs.BoolSlice("x", []bool{true, false}, "") }, `[true,false]`},
		{"durations", func(fs *pflag.FlagSet) { fs.DurationSlice("x", []time.Duration{time.Second}, "") }, `["1s"]`},
		{"map", func(fs *pflag.FlagSet) { fs.StringToString("x", map[string]string{"a": "b"}, "") }, ``},

		{"custom text", own("level", "info"), `"info"`},
		{"custom nil", own("level", "<nil>"), ``},
		{"custom list", own("list", "[a]"), ``},
		{"custom int", own("int", "7"), `7`},
		{"custom int with zeros", own("int", "007"), `7`},
		{"custom int with a sign", own("int", "+7"), `7`},
		{"custom int that is none", own("int", "seven"), ``},
		{"custom int8 out of range", own("int8", "300"), ``},
		{"custom uint below 0", own("uint", "-1"), ``},
		{"custom float that is no JSON", own("float64", "0x1p-2"), ``},
		{"custom float that is infinite", own("float64", "+Inf"), ``},
		{"custom bool that is none", own("bool", "unset"), ``},
		{"a list that was altered", func(fs *pflag.FlagSet) {
			fs.UintSlice("x", nil, "")
			fs.Lookup("x").DefValue = "[-1]"
		}, ``},
		{"a list of something else", func(fs *pflag.FlagSet) {
			fs.IntSlice("x", nil, "")
			fs.Lookup("x").DefValue = "[null]"
		}, ``},
		{"a list that is not closed", func(fs *pflag.FlagSet) {
			fs.IntSlice("x", nil, "")
			fs.Lookup("x").DefValue = "[1"
		}, ``},

		{"one of the enumeration", enum(text1("x", "a"), "a", "b"), `"a"`},
		{"none of the enumeration", enum(text1("x", "c"), "a", "b"), ``},
		{"a list of the enumeration", enum(func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"b"}, "") }, "a", "b"), `["b"]`},
		{"a list beside the enumeration", enum(func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"c"}, "") }, "a", "b"), ``},
		{"a member by its type", own("{pretty,json}", "pretty"), `"pretty"`},
		{"no member by its type", own("{pretty,json}", "other"), ``},

		{"several lines", text1("x", "a\nb"), ``},
		{"a control character", text1("x", "a\x1b[31m"), ``},
		{"a zero-width character", text1("x", "a\u200b"), ``},
		{"an absolute path", text1("x", "/var/lib/app"), ``},
		{"a home path", text1("x", "~/.kube/config"), ``},
		{"a path in a list", func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"a", "/etc/app"}, "") }, ``},
		{"a path behind a name", text1("x", "file=/etc/app"), ``},
		{"a Windows path", text1("x", `C:\Users\me`), ``},
		{"a network path", text1("x", `\\server\share`), ``},
		{"a URL", text1("x", "https://example.com/a"), `"https://example.com/a"`},
		{"a slash", text1("x", "/"), `"/"`},
		{"a relative path", text1("x", "./charts"), `"./charts"`},

		{"token", text1("auth-token", "tok"), ``},
		{"password", text1("password", "pw"), ``},
		{"key", text1("api-key", "k"), ``},
		{"credentials", text1("credentials", "c"), ``},
		{"a number named like a secret", func(fs *pflag.FlagSet) { fs.Int("max-tokens", 100, "") }, `100`},
		{"secret by annotation", func(fs *pflag.FlagSet) {
			fs.Int("pin", 1234, "")
			fs.Lookup("pin").Annotations = map[string][]string{annotate.KeySecret: {"true"}}
		}, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, defaultOf(t, plain, tt.define))
		})
	}
}

func TestDefaultsFromTheEnvironment(t *testing.T) {
	tests := []struct {
		name    string
		environ []string
		define  func(fs *pflag.FlagSet)
		want    string
	}{
		{"no variable", []string{}, text1("region", "eu"), `"eu"`},
		{"a variable that ends in the flag's name", []string{"APP_REGION=us"}, text1("region", "eu"), ``},
		{"written together", []string{"HELM_KUBEASGROUPS=x"}, text1("kube-as-groups", "eu"), ``},
		{"the variable is empty", []string{"APP_REGION="}, text1("region", "eu"), `"eu"`},
		{"another variable", []string{"APP_REGIONS=us"}, text1("region", "eu"), `"eu"`},
		{"a value of the environment", []string{"WHO=alice"}, text1("owner", "alice@example.com"), ``},
		{"a short value says nothing", []string{"A=eu"}, text1("region", "eu"), `"eu"`},
		{"no entry at all", []string{"broken"}, text1("region", "eu"), `"eu"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, defaultOf(t, tt.environ, tt.define))
		})
	}
	t.Run("nil means this process's", func(t *testing.T) {
		t.Setenv("NURU_TEST_REGION", "us")
		cmd := leaf("do")
		cmd.Flags().String("region", "eu", "")
		tools, err := schemagen.Generate(app(cmd), schemagen.Options{})
		require.NoError(t, err)
		assert.Empty(t, tools[0].Params[0].Schema.Default)
	})
	t.Run("the name of this machine", func(t *testing.T) {
		host, err := os.Hostname()
		if err != nil || len(host) <= 2 || host == "localhost" {
			t.Skip("it has none that says something")
		}
		assert.Empty(t, defaultOf(t, plain, text1("server", "app."+host)))
	})
}

func TestUsageTextsThatQuoteADefault(t *testing.T) {
	tests := []struct {
		name    string
		environ []string
		define  func(fs *pflag.FlagSet)
		want    string
	}{
		{"one that shows", plain, func(fs *pflag.FlagSet) { fs.String("x", "info", "Level (default info)") }, "Level (default info)"},
		{"a path", plain, func(fs *pflag.FlagSet) { fs.String("x", "/home/me/.app", `Config (default "/home/me/.app")`) }, `Config (default "…")`},
		{"of a list", plain, func(fs *pflag.FlagSet) { fs.StringSlice("x", []string{"/home/me/.app"}, "In /home/me/.app and others") }, "In … and others"},
		{"a secret by name", plain, func(fs *pflag.FlagSet) { fs.String("token", "hunter2", "Token (hunter2)") }, "Token (…)"},
		{"a secret by annotation", plain, func(fs *pflag.FlagSet) {
			fs.Int("pin", 1234, "PIN (default 1234)")
			fs.Lookup("pin").Annotations = map[string][]string{annotate.KeySecret: {"true"}}
		}, "PIN (default …)"},
		{"in an annotated description", plain, func(fs *pflag.FlagSet) {
			fs.String("token", "hunter2", "")
			fs.Lookup("token").Annotations = map[string][]string{annotate.KeyDescription: {"As in hunter2"}, annotate.KeyExamples: {"hunter2"}}
		}, "As in …. Examples: …"},
		{"a value of the environment", []string{"OWNER=alice"}, func(fs *pflag.FlagSet) { fs.String("x", "alice", "Who (alice)") }, "Who (…)"},
		{"the home folder", []string{"HOME=/home/me"}, func(fs *pflag.FlagSet) { fs.String("x", "", "Below /home/me/.app") }, "Below …/.app"},
		{"a secret variable", []string{"API_TOKEN=hunter2"}, func(fs *pflag.FlagSet) { fs.Bool("x", false, "Not hunter2") }, "Not …"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf("do")
			tt.define(cmd.Flags())
			p := only(t, cmd, schemagen.Options{Environ: tt.environ}).Params[0]
			assert.Equal(t, tt.want, p.Schema.Description)
			assert.Equal(t, strings.TrimSuffix(tt.want, ". Examples: …"), p.Brief())
		})
	}
}

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"token": true, "API_TOKEN": true, "kube-token": true, "password": true, "dbpassword": true, "client-secret": true,
		"passphrase": true, "AWS_SECRET_ACCESS_KEY": true, "api-key": true, "DB_PASS": true, "registry-auth": true, "credentials": true,
		"passwords": true, "client-secrets": true, "pwd": true, "APP_SECRETS": true, "DB_PASSWORDS": true, "DB_PWD": true,
		"MYSQL_PWD": true, "MYSQLPWD": true, "GITHUB_PAT": true, "passphrases": true, "apikeys": true, "bearer": true, "SSH_PRIVATE_KEYS": true,
		"privateKey": true, "authorization": true, "dbpasswd": true, "ACCESS_TOKENS": true,
		"PWD": false, "OLDPWD": false, "oldpwd": false, "MONKEY": false, "TOKENIZE": false, "MAX_TOKENS": false, "max-completion-tokens": false,
		"tokens-limit": false, "PATTERN": false, "pat-file": false, "authors": false, "forbearer": false,
		"": false, "name": false, "keyboard": false, "key-file": false, "author": false, "PATH": false, "compass": false,
	} {
		assert.Equal(t, want, schemagen.SecretName(name), name)
	}
}

// A name decides for every type but switches.
func TestSecretFlagsByNameAndType(t *testing.T) {
	for _, tt := range []struct {
		define func(fs *pflag.FlagSet)
		secret bool
		want   string // the default
	}{
		{func(fs *pflag.FlagSet) { fs.Int("pin-token", 1234, "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.Int64("pinToken", 1234, "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.Float64("secret", 1.5, "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.IntSlice("passwords", []int{1234}, "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.Int("api-key", 1234, "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("api-key", "kkkk", "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("apiKey", "kkkk", "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("private-key", "kkkk", "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("auth", "Bearer xyz", "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("proxy-authorization", "xyz", "") }, true, ""},
		{func(fs *pflag.FlagSet) { fs.String("sort-key", "size", "") }, false, ""},
		{func(fs *pflag.FlagSet) { fs.Int("max-tokens", 100, "") }, false, "100"},
		{func(fs *pflag.FlagSet) { fs.Int("tokens", 100, "") }, false, "100"},
		{func(fs *pflag.FlagSet) { fs.Int("token-ttl", 100, "") }, false, "100"},
		{func(fs *pflag.FlagSet) { fs.Bool("token", true, "") }, false, "true"},
	} {
		cmd := leaf("do")
		tt.define(cmd.Flags())
		p := only(t, cmd, schemagen.Options{Environ: plain}).Params[0]
		assert.Equal(t, tt.secret, p.Secret, p.Name)
		assert.Equal(t, tt.want, string(p.Schema.Default), p.Name)
	}
}
