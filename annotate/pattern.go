package annotate

import (
	"fmt"
	"slices"
	"strings"
)

// ArgType is the type of a positional.
type ArgType string

// The types of positionals. Other spellings in a pattern mean one of these:
// double is float64, long is int64, FileInfo is file, DirectoryInfo is dir,
// DateTime is time, Guid is uuid, Uri is url; upper and lower case are the
// same.
const (
	TypeString   ArgType = "string"
	TypeInt      ArgType = "int"
	TypeInt64    ArgType = "int64"
	TypeFloat64  ArgType = "float64"
	TypeDecimal  ArgType = "decimal"
	TypeBool     ArgType = "bool"
	TypeDuration ArgType = "duration"
	TypeTime     ArgType = "time"
	TypeUUID     ArgType = "uuid"
	TypeURL      ArgType = "url"
	TypeFile     ArgType = "file"
	TypeDir      ArgType = "dir"
)

var argTypes = map[string]ArgType{
	"string": TypeString, "int": TypeInt, "int64": TypeInt64, "long": TypeInt64,
	"float64": TypeFloat64, "double": TypeFloat64, "decimal": TypeDecimal,
	"bool": TypeBool, "duration": TypeDuration, "time": TypeTime, "datetime": TypeTime,
	"uuid": TypeUUID, "guid": TypeUUID, "url": TypeURL, "uri": TypeURL,
	"file": TypeFile, "fileinfo": TypeFile, "dir": TypeDir, "directoryinfo": TypeDir,
}

const argTypeNames = "string, int, int64 (long), float64 (double), decimal, bool, duration, " +
	"time (DateTime), uuid (Guid), url (Uri), file (FileInfo), dir (DirectoryInfo)"

// Arg is one positional of a command.
type Arg struct {
	Name        string
	Type        ArgType
	Required    bool
	Rest        bool // takes all that follow, as a list; never Required
	Description string
	Enum        []string // nil when any value is taken
}

// ParseArgs reads a positional pattern such as
//
//	{env:prod,staging|Where to} {tag?} {*files:file|What to send}
//
// Each positional stands in braces: a "*" for the rest, the name, ":" and a
// type or a comma-separated enumeration, "?" at the end of either for optional,
// "|" and a description up to the brace. Nothing required may follow an
// optional one, and the rest comes last. The error says where the pattern is
// wrong and what is expected. The empty pattern has no positionals.
func ParseArgs(pattern string) ([]Arg, error) {
	var args []Arg
	rest := strings.TrimSpace(pattern)
	for rest != "" {
		body, after, ok := strings.Cut(rest, "}")
		if !ok || !strings.HasPrefix(body, "{") || strings.Contains(body[1:], "{") {
			return nil, fmt.Errorf("positional pattern %q: at %q: expected {name}, as in {env} {tag?} {*files}", pattern, rest)
		}
		arg, err := parseArg(body[1:])
		if err == nil {
			err = fits(args, arg)
		}
		if err != nil {
			return nil, fmt.Errorf("positional pattern %q: {%s}: %w", pattern, body[1:], err)
		}
		args = append(args, arg)
		rest = strings.TrimSpace(after)
	}
	return args, nil
}

func parseArg(body string) (Arg, error) {
	spec, description, _ := strings.Cut(body, "|")
	spec, rest := strings.CutPrefix(strings.TrimSpace(spec), "*")
	name, typ, typed := strings.Cut(spec, ":")
	name, optional := strings.CutSuffix(name, "?")
	if typed {
		var o bool
		typ, o = strings.CutSuffix(typ, "?")
		optional = optional || o
	}
	arg := Arg{
		Name:        name,
		Type:        TypeString,
		Required:    !optional && !rest,
		Rest:        rest,
		Description: strings.TrimSpace(description),
	}
	if !validArgName(name) {
		return arg, fmt.Errorf("name %q, expected letters, digits, - and _, a letter first", name)
	}
	if !typed {
		return arg, nil
	}
	err := setType(&arg, typ)
	return arg, err
}

func setType(arg *Arg, typ string) error {
	if !strings.Contains(typ, ",") {
		t, ok := argTypes[strings.ToLower(typ)]
		if !ok {
			return fmt.Errorf("unknown type %q, valid: %s, or an enumeration such as prod,staging", typ, argTypeNames)
		}
		arg.Type = t
		return nil
	}
	for value := range strings.SplitSeq(typ, ",") {
		value = strings.TrimSpace(value)
		if value == "" {
			continue // "{env:prod,}" is an enumeration of one
		}
		if slices.Contains(arg.Enum, value) {
			return fmt.Errorf("value %q stands twice", value)
		}
		arg.Enum = append(arg.Enum, value)
	}
	if len(arg.Enum) == 0 {
		return fmt.Errorf("enumeration %q has no values", typ)
	}
	return nil
}

func fits(before []Arg, arg Arg) error {
	for _, b := range before {
		switch {
		case b.Name == arg.Name:
			return fmt.Errorf("the name stands twice")
		case b.Rest:
			return fmt.Errorf("nothing can follow {*%s}, which takes the rest", b.Name)
		case !b.Required && arg.Required:
			return fmt.Errorf("required, but {%s?} before it is optional", b.Name)
		}
	}
	return nil
}

func validArgName(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-' && c != '_') {
			return false
		}
	}
	return s != ""
}
