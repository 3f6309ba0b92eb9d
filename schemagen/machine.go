package schemagen

import (
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/tree"
)

// A program learns much about the machine it runs on without its environment:
// who runs it, how the host is called, where it lies. None of that belongs into
// what is published, and the same tree should give the same texts to everyone:
//
//   - Names of the user and the host are taken out in any case, with the word
//     that they are a part of, and paths of this machine as whole paths. A short
//     name that letters go on from is another word, in texts: jane in janet.
//   - A name that is an ordinary word (user, admin, build, or a command or flag
//     of the application) is taken out of texts only where it stands as a name:
//     "as build", "build@host". As a default it is left out.
//   - What many machines share is left out on all of them, or else the export of
//     one user would differ from the other's: the default "root", numbers of
//     users and groups in flags that say so, and the folders in homeFolders.

// homeFolders are the homes that accounts have on machines of all kinds.
var homeFolders = []string{"/nonexistent", "/root", "/var/root"}

// commonFolders are folders that say nothing about a machine.
var commonFolders = []string{
	"", ".", "/", "/bin", "/dev", "/etc", "/home", "/opt", "/private/tmp", "/proc", "/proc/self/exe", "/run", "/sbin", "/srv",
	"/tmp", "/usr", "/usr/bin", "/usr/local", "/usr/local/bin", "/usr/sbin", "/var", "/var/empty", "/var/lib", "/var/run",
	"/var/tmp", "/Users",
}

// ordinaryWords are names of users and hosts that texts use in another sense.
var ordinaryWords = sync.OnceValue(func() []string {
	return strings.Fields(`
	admin administrator agent app application backup bin bot build builder ci client computer container daemon data
	db debian default deploy desktop dev developer docker git guest home host laptop linux local localhost machine mail main
	master mysql nginx node nobody operator ops pod postgres public redis root runner server service staff sys
	system test tester ubuntu user users vagrant web windows work worker workspace www`)
})

// machine is what a program can learn about where and for whom it runs.
type machine struct {
	names []string // of the user and the host
	paths []string // longest first
	ids   []string // of the user and the group
	line  string   // the command line, "" for the name alone
}

// thisMachine asks the system once: looking up a user may be slow.
var thisMachine = sync.OnceValue(func() machine {
	var m machine
	home, _ := os.UserHomeDir()
	dir, _ := os.Getwd()
	file, _ := os.Executable()
	paths := []string{home, dir, file, filepath.Dir(file), os.TempDir()}
	ids := []string{strconv.Itoa(os.Getuid()), strconv.Itoa(os.Geteuid()), strconv.Itoa(os.Getgid()), strconv.Itoa(os.Getegid())}
	if u, err := user.Current(); err == nil {
		paths = append(paths, u.HomeDir)
		ids = append(ids, u.Uid, u.Gid)
		account := u.Username[strings.LastIndexByte(u.Username, '\\')+1:] // DOMAIN\name on Windows
		m.names = append(m.names, u.Username, account, u.Name)
	}
	if host, err := os.Hostname(); err == nil {
		short, _, _ := strings.Cut(host, ".")
		m.names = append(m.names, host, short)
	}
	if len(os.Args) > 1 {
		m.line = strings.Join(os.Args, " ")
	}
	m.addPaths(paths...)
	for _, id := range ids {
		// Small and round numbers are limits and sizes as often as users, the
		// 1000 of the first user above all.
		if n, err := strconv.Atoi(id); err != nil || n >= 100 && n%100 != 0 {
			m.ids = append(m.ids, id)
		}
	}
	slices.SortFunc(m.names, longestFirst)
	m.names = slices.Compact(slices.DeleteFunc(m.names, func(n string) bool { return n == "" || n == "localhost" }))
	return m
})

func (m *machine) addPaths(paths ...string) {
	all := slices.Concat(homeFolders, m.paths, paths)
	for _, p := range paths {
		if real, err := filepath.EvalSymlinks(p); p != "" && err == nil {
			all = append(all, real)
		}
	}
	for i, p := range all {
		all[i] = strings.TrimRight(p, `/\`)
	}
	all = slices.DeleteFunc(all, func(p string) bool { return slices.Contains(commonFolders, p) || !filepath.IsAbs(p) })
	slices.SortFunc(all, longestFirst)
	m.paths = slices.Compact(all)
}

func longestFirst(a, b string) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
}

// vocabulary are words that texts use in a sense of their own: the names of
// commands and flags, and ordinaryWords. One with a digit in it that is the
// name of a host, too, is taken for one that was made of it.
func vocabulary(t *tree.Tree) map[string]bool {
	words := map[string]bool{}
	for _, w := range ordinaryWords() {
		words[w] = true
	}
	add := func(word string) {
		if !strings.ContainsAny(word, "0123456789") {
			words[word] = true
		}
	}
	for _, c := range t.Commands {
		add(c.Cmd.Name())
		for _, alias := range c.Cmd.Aliases {
			add(alias)
		}
		for _, f := range c.Flags {
			add(f.Name)
		}
	}
	return words
}

// ordinary reports whether a name may well be meant as a word.
func (g *generator) ordinary(name string) bool {
	return utf8.RuneCountInString(name) < 3 || g.words[strings.ToLower(name)]
}

// tells reports whether a default tells something of this machine.
func (m *machine) tells(value string, ordinary func(name string) bool) bool {
	for part := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
		if part == "root" || slices.Contains(m.names, part) || slices.Contains(m.ids, part) {
			return true
		}
	}
	if m.line != "" && strings.Contains(value, m.line) || m.tellsName(value, ordinary) {
		return true
	}
	for _, id := range m.ids {
		if len(id) >= 4 && hideNumber(value, id) != value {
			return true
		}
	}
	return m.hide(value, ordinary) != value
}

// hide takes what tells something of this machine out of a text.
func (m *machine) hide(s string, ordinary func(name string) bool) string {
	for _, p := range m.paths {
		s = replaceWord(s, p)
	}
	for _, n := range m.names {
		switch {
		case !ordinary(n):
			s = hideInside(replaceWord(s, n), n, goesOn)
		case n != "root": // texts speak of root everywhere
			s = replaceWhere(s, n, asName)
		}
	}
	if (strings.Contains(s, "id") || strings.Contains(s, "ID")) && strings.ContainsAny(s, "0123456789") {
		s = idNumber().ReplaceAllString(s, "${1}…")
	}
	return s
}

// leastInside is how long a name must be to be looked for inside of words.
const leastInside = 4

// hideInside replaces the words of s that have name in them, in any case, where
// inside accepts the letter on either side of it.
func hideInside(s, name string, inside func(name string, neighbour rune) bool) string {
	lower, name := strings.ToLower(s), strings.ToLower(name)
	if utf8.RuneCountInString(name) < leastInside || len(lower) != len(s) || !strings.Contains(lower, name) {
		return s
	}
	var b strings.Builder
	done := 0
	for from := 0; ; {
		i := strings.Index(lower[from:], name)
		if i < 0 {
			return b.String() + s[done:]
		}
		start, end := from+i, from+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		from = end
		if !inside(name, before) || !inside(name, after) {
			continue
		}
		start = done + len(strings.TrimRightFunc(s[done:start], wordLetter))
		end = len(s) - len(strings.TrimLeftFunc(s[end:], wordLetter))
		b.WriteString(s[done:start])
		b.WriteString("…")
		done, from = end, end
	}
}

// goesOn reports whether a name of a text may be a part of the word that goes on
// with neighbour. Short names of people are parts of ordinary words: mark, rob.
func goesOn(name string, neighbour rune) bool {
	return len(name) >= 6 || strings.ContainsAny(name, "0123456789") || !unicode.IsLetter(neighbour)
}

func wordLetter(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// hideNumber replaces number in s where it is no part of a longer one. Letters
// may stand around it, as in u1001.
func hideNumber(s, number string) string {
	digit := func(c rune) bool { return c >= '0' && c <= '9' }
	var b strings.Builder
	done := 0
	for from := 0; ; {
		i := strings.Index(s[from:], number)
		if i < 0 {
			return b.String() + s[done:]
		}
		start, end := from+i, from+i+len(number)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		from = end
		if digit(before) || digit(after) {
			continue
		}
		b.WriteString(s[done:start])
		b.WriteString("…")
		done = end
	}
}

// hideEnums lets an enumeration go that has a value of this machine: the others
// alone would be wrong, and the list differs by machine.
func (g *generator) hideEnums(params []Param) {
	for i := range params {
		p := &params[i]
		if slices.ContainsFunc(p.Enum(), func(v string) bool { return g.hidePrivate(v) != v || g.machine.tellsName(v, g.ordinary) }) {
			p.setEnum(nil)
			// The name of a type may list them as well.
			p.Schema.Description, p.brief = g.hidePrivate(p.Schema.Description), g.hidePrivate(p.brief)
		}
	}
}

// tellsName reports whether value has a name in it that is no ordinary word.
func (m *machine) tellsName(value string, ordinary func(name string) bool) bool {
	return slices.ContainsFunc(m.names, func(n string) bool {
		return !ordinary(n) && hideInside(value, n, func(string, rune) bool { return true }) != value
	})
}

// hideLabels takes what is private out of labels; those that are nothing else,
// or a word made of a name, go.
func (g *generator) hideLabels(labels []string) []string {
	var kept []string
	for _, l := range labels {
		if l = g.hidePrivate(l); l != "…" && !g.machine.tellsName(l, g.ordinary) {
			kept = append(kept, l)
		}
	}
	return kept
}

// lazy compiles a pattern when it is first wanted: most starts of an application
// are none of ours.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// idNumber is the number of a user or group in a text. It is hidden whatever
// it is: that of root stands for the caller as well.
var idNumber = lazy(`(?i)(\be?[ug]id(?: ?[=:] ?| ))\d+\b`)

// namesID matches flags and usage texts that are about such numbers.
var namesID = lazy(`(?i)(^|[^a-z])e?[ug]id([^a-z]|$)|(user|group)[-_ ]?id([^a-z]|$)`)

func aboutID(f *pflag.Flag) bool {
	return namesID().MatchString(f.Name) || namesID().MatchString(f.Usage)
}

// replaceWord replaces value in s where it stands alone: as a word, or as a
// path or the beginning of one.
func replaceWord(s, value string) string {
	return replaceWhere(s, value, func(before, after string) bool { return true })
}

// replaceWhere is replaceWord for those places where the texts before and after
// the value satisfy fits.
func replaceWhere(s, value string, fits func(before, after string) bool) string {
	if value == "" || !strings.Contains(s, value) {
		return s
	}
	var b strings.Builder
	done := 0
	for from := 0; ; {
		i := strings.Index(s[from:], value)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(value)
		first, _ := utf8.DecodeRuneInString(value)
		last, _ := utf8.DecodeLastRuneInString(value)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		if joins(before, first) || joins(after, last) || !fits(s[:start], s[end:]) {
			_, size := utf8.DecodeRuneInString(s[start:])
			from = start + size
			continue
		}
		b.WriteString(s[done:start])
		b.WriteString("…")
		done, from = end, end
	}
	return b.String() + s[done:]
}

// joins reports whether a neighbour makes another word of the one whose
// outermost letter is edge.
func joins(neighbour, edge rune) bool {
	return neighbour != utf8.RuneError && wordLetter(neighbour) && (wordLetter(edge) || edge == '/')
}

// nameLeads are words before which a name stands.
var nameLeads = []string{"account", "as", "author", "by", "host", "hostname", "login", "name", "named", "on", "owner", "user", "username"}

// asName reports whether a word between before and after is used as the name of
// a user or a host.
func asName(before, after string) bool {
	if strings.HasSuffix(before, "@") || strings.HasPrefix(after, "@") {
		return true
	}
	lead, blank := strings.CutSuffix(before, " ")
	lead = strings.ToLower(strings.TrimRight(lead, ":="))
	lead = lead[strings.LastIndexAny(lead, " (\n")+1:]
	return asDefault(before, after) || blank && slices.Contains(nameLeads, lead)
}

// asDefault reports whether what follows before is quoted as a default, or
// stands alone in quotes or brackets.
func asDefault(before, after string) bool {
	opened := strings.TrimRight(before, " \"'(=:")
	for _, lead := range []string{"default", "defaults", "defaults to", "default is", "default of", "default value", "default value is"} {
		if len(opened) >= len(lead) && strings.EqualFold(opened[len(opened)-len(lead):], lead) {
			return true
		}
	}
	return before != "" && after != "" && strings.ContainsRune(`("'=`, rune(before[len(before)-1])) && strings.ContainsRune(`)"'`, rune(after[0]))
}
