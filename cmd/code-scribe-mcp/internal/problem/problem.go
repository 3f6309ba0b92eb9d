// Package problem has the one form in which code-scribe-mcp says what is wrong
// with a call, and the codes a client may act on.
package problem

import "fmt"

// Code names a kind of problem. Codes never change their meaning.
type Code string

// Errors: the call was not run.
const (
	UnknownCommand       Code = "UNKNOWN_COMMAND"
	ProviderRequired     Code = "PROVIDER_REQUIRED"
	ModelRequired        Code = "MODEL_REQUIRED"
	UnknownProvider      Code = "UNKNOWN_PROVIDER"
	UnknownModel         Code = "UNKNOWN_MODEL"
	NoBaseURL            Code = "NO_BASE_URL"
	BadBaseURL           Code = "BAD_BASE_URL"
	BadConfiguration     Code = "BAD_CONFIGURATION"
	CwdNotFound          Code = "CWD_NOT_FOUND"
	CwdNotADirectory     Code = "CWD_NOT_A_DIRECTORY"
	OutsideRoot          Code = "OUTSIDE_ROOT"
	InvalidArg           Code = "INVALID_ARG"
	UnknownOption        Code = "UNKNOWN_OPTION"
	MissingOptionValue   Code = "MISSING_OPTION_VALUE"
	UnexpectedValue      Code = "UNEXPECTED_OPTION_VALUE"
	ForbiddenOption      Code = "FORBIDDEN_OPTION"
	DuplicateOption      Code = "DUPLICATE_OPTION"
	MissingPrompt        Code = "MISSING_PROMPT"
	MissingQuery         Code = "MISSING_QUERY"
	MissingPromptOrQuery Code = "MISSING_PROMPT_OR_QUERY"
	MissingInput         Code = "MISSING_INPUT"
	TooManyInputs        Code = "TOO_MANY_INPUTS"
	NotFortran           Code = "NOT_FORTRAN"
	NotTOML              Code = "NOT_TOML"
	NotFound             Code = "NOT_FOUND"
	NotAFile             Code = "NOT_A_FILE"
	NotADirectory        Code = "NOT_A_DIRECTORY"
	EmptyPrompt          Code = "EMPTY_PROMPT"
	TargetIsReference    Code = "TARGET_IS_REFERENCE"
	ModelNameShadowed    Code = "MODEL_NAME_SHADOWED"
	NotStarted           Code = "NOT_STARTED"
	TimedOut             Code = "TIMED_OUT"
	Cancelled            Code = "CANCELLED"
	Killed               Code = "KILLED"
)

// Warnings: the call runs, or has run, all the same.
const (
	ModelArgIgnored  Code = "MODEL_ARG_IGNORED"
	OutputExists     Code = "OUTPUT_EXISTS"
	OutputCollision  Code = "OUTPUT_COLLISION"
	NotIndexedExt    Code = "NOT_INDEXED_EXT"
	InterfaceFile    Code = "INTERFACE_FILE"
	NoIndex          Code = "NO_INDEX"
	PromptInvalid    Code = "PROMPT_INVALID"
	APIKeyUnset      Code = "API_KEY_UNSET"
	DialectUndecided Code = "DIALECT_UNDECIDED"
	NothingWritten   Code = "NOTHING_WRITTEN"
	WroteOutside     Code = "WROTE_OUTSIDE_CWD"
)

// Problem is one error or warning.
type Problem struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Arg is the argument that is meant, as the caller spelled it.
	Arg string `json:"arg,omitempty"`
	// Available are the names that could have been given; nil if the problem
	// is of another kind.
	Available []string `json:"available,omitempty"`
}

// New returns a problem without an argument.
func New(code Code, format string, args ...any) Problem {
	return Problem{Code: code, Message: fmt.Sprintf(format, args...)}
}

// With returns p about an argument.
func (p Problem) With(arg string) Problem { p.Arg = arg; return p }

// String returns "CODE: message".
func (p Problem) String() string { return string(p.Code) + ": " + p.Message }

// Codes returns the codes in order.
func Codes(list []Problem) []Code {
	codes := make([]Code, len(list))
	for i, p := range list {
		codes[i] = p.Code
	}
	return codes
}
