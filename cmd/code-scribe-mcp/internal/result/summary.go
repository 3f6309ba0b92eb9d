package result

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"strings"
	"syscall"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
)

// summary is one line on what happened.
func summary(r *Result) string {
	after := " in " + seconds(r.DurationMs)
	switch {
	case r.OK:
		return r.Command + " " + did(r) + after
	case len(r.Errors) > 0:
		return r.Errors[0].Message
	case r.ExitCode == nil:
		return r.Command + " did not end in order"
	default:
		s := fmt.Sprintf("%s failed with exit code %d", r.Command, *r.ExitCode)
		if why := Reason(r.Stderr); why != "" {
			s += ": " + why
		}
		return s
	}
}

func did(r *Result) string {
	var parts []string
	if n := len(r.Files.Written); n > 0 {
		parts = append(parts, "wrote "+some(r.Files.Written))
	}
	if n := len(r.Files.Skipped); n > 0 {
		parts = append(parts, "skipped what exists: "+some(r.Files.Skipped))
	}
	if n := len(r.Files.Missing); n > 0 {
		parts = append(parts, "did not write "+some(r.Files.Missing))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case writes(r.Command):
		return "wrote nothing"
	default:
		return "is done"
	}
}

// some names up to three files.
func some(files []string) string {
	const most = 3
	if len(files) <= most {
		return strings.Join(showns(files), ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(showns(files[:most]), ", "), len(files)-most)
}

const tracebackHead = "Traceback (most recent call last):"

// Reason reduces what the program wrote to stderr to the line that says why it
// failed: the exception of a Python traceback, Click's error, or else the last
// line. "" if there is none.
func Reason(stderr string) string {
	lines := strings.Split(stderr, "\n")
	last, trace := "", -1
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		last = line
		if strings.HasPrefix(line, tracebackHead) {
			trace = i
		}
	}
	if trace >= 0 {
		for _, line := range lines[trace+1:] {
			// Frames are indented; what comes after them is the exception.
			if line != "" && line[0] != ' ' && line[0] != '\t' {
				return strings.TrimSpace(line)
			}
		}
	}
	for _, line := range lines {
		if strings.HasPrefix(line, "Error: ") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(last)
}

var (
	usage       = regexp.MustCompile(`(?m)^Usage: `)
	wrongWord   = regexp.MustCompile(`opencode-env is not available|Unknown model 'opencode-env'|Unknown model 'oaic-env'`)
	noIndexFile = regexp.MustCompile(`No scribe\.yaml found in `)
	localModel  = regexp.MustCompile(`No module named 'transformers'`)
	refusedKey  = regexp.MustCompile(`(?i)\b401\b|AuthenticationError|Incorrect API key|invalid[_ ]api[_ ]key`)
	noServer    = regexp.MustCompile(`APIConnectionError|ConnectionError|Max retries exceeded|Connection refused`)
	unwritable  = regexp.MustCompile(`PermissionError`)
)

// hint says what to do about a failure, "" if nothing is known.
func hint(r *Result, end Ended, about About) string {
	switch {
	case r.OK:
		return ""
	case end.Err != nil:
		return startHint(end.Err, about)
	case end.TimedOut:
		return "give it fewer files at a time, or raise cli.timeoutSeconds in the configuration"
	case end.Cancelled:
		return ""
	case wrongWord.MatchString(end.Stderr):
		return fmt.Sprintf("the installed program does not know the model mode %q: set cli.modelMode in the configuration to %q for release 2026.02, %q for release 2026.06, or %q",
			about.Mode, config.OaicEnv, config.OaicModel, config.Auto)
	case noIndexFile.MatchString(end.Stderr):
		return `this program needs an index: run the command index with the argument "." in the same folder first`
	case localModel.MatchString(end.Stderr):
		return "the program took the model's word for a local model: there is a file or folder of that name in the folder"
	case end.ExitCode != nil && *end.ExitCode == 2 && usage.MatchString(end.Stderr):
		version := ""
		if about.Version != nil {
			version = about.Version()
		}
		if version == "" {
			version = "version unknown"
		}
		return fmt.Sprintf("the arguments passed this server's checks, and the installed program (%s, %s) refuses them: they are of different versions; see cli.path and cli.modelMode",
			about.Program, version)
	case refusedKey.MatchString(end.Stderr):
		return "the endpoint refused the key: check the variable named by apiKeyEnv of the provider"
	case noServer.MatchString(end.Stderr):
		return "the endpoint could not be reached: check baseURL of the provider, and proxy variables"
	case unwritable.MatchString(end.Stderr):
		return "the program may not write or read a file there"
	}
	return ""
}

func startHint(err error, about About) string {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("install code-scribe so that %s is found, or set cli.path in the configuration to its absolute path", about.Program)
	case errors.Is(err, syscall.E2BIG):
		return "the arguments are too long together: put long prompts into a TOML file, and give fewer files at a time"
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("%s may not be executed: check its mode, or set cli.path in the configuration", about.Program)
	}
	return "check cli.path in the configuration"
}
