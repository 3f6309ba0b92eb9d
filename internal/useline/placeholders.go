package useline

import (
	"slices"
	"strings"
)

var (
	flagWords = []string{
		"flags", "options", "option", "flag", "global flags", "global options", "command options",
		"command-options", "command flags", "command-flags", "flags...", "options...",
	}
	commandWords = []string{"command", "commands", "subcommand", "subcommands"}
)

// bare is a word as it is looked up: without brackets, in lower case.
func bare(word string) string { return strings.ToLower(strings.Trim(word, "[]<>() ")) }

// isPlaceholder reports whether word stands for the flags. A bare lower-case
// "option" is a positional.
func isPlaceholder(word string) bool {
	return slices.Contains(flagWords, bare(word)) && (word[0] == '[' || word == strings.ToUpper(word))
}

func isCommandWord(word string) bool { return slices.Contains(commandWords, bare(word)) }

// remarks begin what is said in brackets about the word before them.
var remarks = []string{"e.g. ", "e.g., ", "eg ", "eg. ", "eg: ", "e.g.: ", "i.e. ", "i.e., ", "for example", "such as ", "default: ", "default is ", "or "}

// isRemark reports whether the text of brackets names no positional.
func isRemark(inner string) bool {
	return inner == "optional" || inner == "required" ||
		slices.ContainsFunc(remarks, func(r string) bool { return strings.HasPrefix(inner, r) })
}

// forChildren reports whether the command word before the words behind it
// stands for the command's children. Where there are none, or a positional or
// "--" comes first, or arguments follow, it is a program to run.
func (p *parser) forChildren(behind []string) bool {
	if !p.children || len(p.line.Positionals) > 0 || p.line.Dash >= 0 {
		return false
	}
	rest := parser{takesValue: p.takesValue, line: Line{Dash: -1}}
	rest.words(slices.DeleteFunc(slices.Clone(behind), isCommandWord), true)
	return !rest.hard && len(rest.line.Positionals) == 0
}
