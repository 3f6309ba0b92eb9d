package runner

import (
	"runtime"
	"slices"
	"strings"
)

// quiet is the environment of a program with nobody in front of it: no
// colours, no pager, no editor, no browser, no question.
var quiet = []string{
	"AI_AGENT=nurucobra",
	"BROWSER=false",
	"CI=1",
	"DEBIAN_FRONTEND=noninteractive",
	"EDITOR=false",
	"GCM_INTERACTIVE=never",
	"GIT_ASKPASS=", // set and empty: git does not look for another one then
	"GIT_EDITOR=false",
	"GIT_PAGER=cat",
	"GIT_SEQUENCE_EDITOR=false",
	"GIT_TERMINAL_PROMPT=0",
	"NO_COLOR=1",
	"PAGER=cat",
	"SSH_ASKPASS=",
	"SSH_ASKPASS_REQUIRE=never",
	"TERM=dumb",
	"VISUAL=false",
}

// faces are the ends of the names of variables that say which program is to
// face the person, as in KUBE_EDITOR or GH_BROWSER, and what is said instead.
var faces = []struct{ suffix, value string }{
	{"ASKPASS", ""},
	{"BROWSER", "false"},
	{"EDITOR", "false"},
	{"PAGER", "cat"},
}

// NonInteractive returns env with the variables set that keep programs from
// waiting for a person: CI, NO_COLOR, TERM=dumb, pagers that are cat, editors
// and browsers that fail, no prompts from git and ssh, no program that asks for
// passwords. AI_AGENT says who asks.
//
// Entries of env with these names are replaced, and so are, where they stand,
// those of programs with variables of their own for editor, pager, browser and
// askpass. The others stay in their order, the last of several with one name,
// and the new ones follow in the order of their names. env itself is not
// changed; nil is an empty one.
func NonInteractive(env []string) []string {
	last := make(map[string]int, len(env)+len(quiet))
	for i, entry := range env {
		last[envKey(entry)] = i
	}
	for _, entry := range quiet {
		last[envKey(entry)] = -1
	}
	out := make([]string, 0, len(env)+len(quiet))
	for i, entry := range env {
		if last[envKey(entry)] == i {
			out = append(out, withoutWindow(entry))
		}
	}
	return append(out, quiet...)
}

// switches are values that name no program: NO_BROWSER=1 says the opposite of
// what a browser's name would.
var switches = []string{"", "0", "1", "always", "auto", "f", "false", "n", "never", "no", "none", "off", "on", "t", "true", "y", "yes"}

// withoutWindow returns the entry with another value if it names a program that
// faces the person.
func withoutWindow(entry string) string {
	name, value, found := strings.Cut(entry, "=")
	if !found || slices.Contains(switches, strings.ToLower(value)) {
		return entry
	}
	for _, f := range faces {
		if strings.HasSuffix(envKey(name), f.suffix) {
			return name + "=" + f.value
		}
	}
	return entry
}

// withoutEnv returns env without the variable, in an array of its own.
func withoutEnv(env []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		return envKey(entry) == envKey(name+"=")
	})
}

// envKey returns the name of an entry as the system compares it. The entries
// "=C:=C:\dir" of Windows have a name that begins with the equals sign.
func envKey(entry string) string {
	name := entry
	if i := strings.IndexByte(entry, '='); i > 0 {
		name = entry[:i]
	} else if i == 0 {
		if j := strings.IndexByte(entry[1:], '='); j >= 0 {
			name = entry[:j+1]
		}
	}
	if runtime.GOOS == "windows" {
		name = strings.ToUpper(name)
	}
	return name
}
