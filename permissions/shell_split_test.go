package permissions_test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// simpleCommands finds the simple commands of a shell line, each by its own
// text, as OpenCode's parser does: in lists, pipes, groups, loops, conditions
// and substitutions, not in strings. Changes of folder are not among them; the
// absolute ones are returned apart. It reads what the tests write, not all of
// the shell's grammar: case and here-documents are missing.
func simpleCommands(line string) (commands, folders []string) {
	s := &splitter{src: line}
	s.list(0, 0)
	slices.SortFunc(s.found, func(a, b found) int { return cmp.Compare(a.start, b.start) })
	for _, f := range s.found {
		switch f.words[0] {
		case "cd", "pushd", "popd", "chdir":
			if len(f.words) > 1 && strings.HasPrefix(f.words[1], "/") {
				folders = append(folders, f.words[1])
			}
		default:
			commands = append(commands, strings.TrimSpace(line[f.start:f.end]))
		}
	}
	return commands, folders
}

type found struct {
	start, end int
	words      []string // from the program on
}

type splitter struct {
	src   string
	found []found
}

var (
	assignment = regexp.MustCompile(`^[A-Za-z_]\w*=`)
	keywords   = []string{"if", "then", "elif", "else", "fi", "while", "until", "do", "done", "{", "}", "!"}
)

// list reads commands from i up to the closing byte, 0 for the end, and returns
// the place behind it.
func (s *splitter) list(i int, closing byte) int {
	c := command{start: -1, word: -1}
	for i < len(s.src) {
		b := s.src[i]
		switch {
		case closing != 0 && b == closing:
			s.flush(&c, i)
			return i + 1
		case b == '>' || b == '<':
			c.begin(i)
			s.endWord(&c, i)
			if i+1 < len(s.src) && s.src[i+1] == '(' {
				i = s.list(i+2, ')')
				c.end = i
				break
			}
			for i < len(s.src) && strings.IndexByte("<>&|", s.src[i]) >= 0 {
				i++
			}
			c.redirect, c.end = true, i
		case b == '&' && i+1 < len(s.src) && s.src[i+1] == '>':
			c.begin(i)
			i++
			c.end = i
		case strings.IndexByte(";&|\n", b) >= 0:
			s.flush(&c, i)
			i++
		case b == ' ' || b == '\t':
			s.endWord(&c, i)
			i++
		case b == '#' && c.word < 0:
			for i < len(s.src) && s.src[i] != '\n' {
				i++
			}
		case b == '(' && c.start < 0:
			i = s.list(i+1, ')')
		case b == '(' && strings.HasPrefix(s.src[i:], "()"): // a function's name
			c = command{start: -1, word: -1}
			i += 2
		default:
			c.begin(i)
			if c.word < 0 {
				c.word = i
			}
			i = s.piece(i)
			c.end = i
		}
	}
	s.flush(&c, min(i, len(s.src)))
	return i
}

// command is the one being read.
type command struct {
	start, end, word int
	words            []string
	redirect, header bool
}

func (c *command) begin(i int) {
	if c.start < 0 {
		c.start, c.end = i, i
	}
}

func (s *splitter) endWord(c *command, i int) {
	if c.word < 0 {
		return
	}
	w := s.src[c.word:i]
	c.word = -1
	switch {
	case len(c.words) == 0 && slices.Contains(keywords, w):
		*c = command{start: -1, word: -1}
	case len(c.words) == 0 && w == "for":
		c.header = true
		c.words = append(c.words, w)
	case len(c.words) == 0 && assignment.MatchString(w):
	case c.redirect:
		c.redirect = false // the file
	default:
		c.words = append(c.words, w)
	}
}

func (s *splitter) flush(c *command, i int) {
	s.endWord(c, i)
	if c.start >= 0 && len(c.words) > 0 && !c.header {
		s.found = append(s.found, found{c.start, c.end, c.words})
	}
	*c = command{start: -1, word: -1}
}

// piece reads one character or one quoted or substituted part of a word.
func (s *splitter) piece(i int) int {
	rest := s.src[i:]
	switch {
	case rest[0] == '\\':
		return min(i+2, len(s.src))
	case rest[0] == '\'':
		if n := strings.IndexByte(rest[1:], '\''); n >= 0 {
			return i + n + 2
		}
		return len(s.src)
	case strings.HasPrefix(rest, "$("):
		return s.list(i+2, ')')
	case rest[0] == '`':
		return s.list(i+1, '`')
	case rest[0] == '"':
		for i++; i < len(s.src) && s.src[i] != '"'; {
			if b := s.src[i]; b == '\\' || b == '`' || strings.HasPrefix(s.src[i:], "$(") {
				i = s.piece(i)
			} else {
				i++
			}
		}
		return min(i+1, len(s.src))
	default:
		return i + 1
	}
}

func TestSimpleCommands(t *testing.T) {
	for line, want := range map[string][]string{
		"app list":                     {"app list"},
		"  app list  ":                 {"app list"},
		"a && b || c; d & e | f\ng":    {"a", "b", "c", "d", "e", "f", "g"},
		"(a x); { b y; }":              {"a x", "b y"},
		"if a; then b; else c; fi":     {"a", "b", "c"},
		"for i in 1 2; do a $i; done":  {"a $i"},
		"echo $(a `b` \"$(c)\")":       {"echo $(a `b` \"$(c)\")", "a `b` \"$(c)\"", "b", "c"},
		"a <(b x) > o 2>&1":            {"a <(b x) > o 2>&1", "b x"},
		"X=1 a b # c":                  {"X=1 a b"},
		"a=app; $a x":                  {"$a x"},
		"bash -c 'app x; y'":           {"bash -c 'app x; y'"},
		"a \\\n b":                     {"a \\\n b"},
		"cd . && a":                    {"a"},
		"! a x":                        {"a x"},
		"f() { a \"$@\"; }; f 1":       {"a \"$@\"", "f 1"},
		"a > o":                        {"a > o"},
		"a 'x;y' \"p|q\" r\\;s":        {"a 'x;y' \"p|q\" r\\;s"},
		"while a; do b; done | c &> o": {"a", "b", "c &> o"},
	} {
		got, _ := simpleCommands(line)
		assert.Equal(t, want, got, "%q", line)
	}
}
