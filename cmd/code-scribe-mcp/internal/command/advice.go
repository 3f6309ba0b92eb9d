package command

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/prompt"
)

// The rules of the group advice warn of what the program does without a word.

// outputExists warns of inputs whose output is there already.
func outputExists(ending string) func(*call) problems {
	return func(c *call) problems {
		for _, in := range c.inputs {
			stem, _ := split(in)
			if c.exists(stem + ending) {
				c.warn(problem.New(problem.OutputExists, "%q exists, so the program will skip %q; move it away to have it made anew", short(stem+ending), short(in)).With(short(in)))
			}
		}
		return nil
	}
}

// collisions warns of inputs whose outputs have one name.
func collisions(c *call) problems {
	first := map[string]string{}
	for _, in := range c.inputs {
		stem, _ := split(in)
		key := filepath.Clean(c.at(stem))
		if folder, err := c.set.FS.EvalSymlinks(filepath.Dir(key)); err == nil {
			key = filepath.Join(folder, filepath.Base(key))
		}
		if before, ok := first[key]; ok {
			c.warn(problem.New(problem.OutputCollision, "%q and %q become the same files %q; the second will be skipped", short(before), short(in), short(stem+".cpp")).With(short(in)))
			continue
		}
		first[key] = in
	}
	return nil
}

// indexed are the extensions that the program's index looks at.
var indexed = []string{".f", ".f90", ".F", ".F90"}

func notIndexed(c *call) problems {
	for _, in := range c.inputs {
		if ext := extension(in); !slices.Contains(indexed, ext) {
			c.warn(problem.New(problem.NotIndexedExt, "%q is in no index: the program indexes %s only", short(in), strings.Join(indexed, " ")).With(short(in)))
		}
	}
	return nil
}

func interfaceFile(c *call) problems {
	for _, in := range c.inputs {
		if strings.HasSuffix(in, "_fi.F90") {
			c.warn(problem.New(problem.InterfaceFile, "%q has the name of an interface file that translate writes", short(in)).With(short(in)))
		}
	}
	return nil
}

// noIndex warns where the program would fail; later ones do without an index.
func noIndex(c *call) problems {
	if c.set.Mode == config.OpencodeEnv && !c.exists("scribe.yaml") {
		c.warn(problem.New(problem.NoIndex, "there is no scribe.yaml in %s, without which programs of model mode opencode-env fail; run index . first", c.cwd))
	}
	return nil
}

// maxPrompt bounds the prompt files that are read.
const maxPrompt = 4 << 20

func promptsIn(files func(*call) []string) func(*call) problems {
	return func(c *call) problems {
		for _, file := range files(c) {
			if info, err := c.set.FS.Stat(c.at(file)); err != nil || info.Size() > maxPrompt {
				continue
			}
			data, err := c.set.FS.ReadFile(c.at(file))
			if err != nil {
				c.warn(problem.New(problem.PromptInvalid, "the prompt %q cannot be read: %s", short(file), reason(err)).With(short(file)))
				continue
			}
			if found := prompt.Check(data); found != nil {
				c.warn(problem.New(problem.PromptInvalid, "the program will probably refuse the prompt %q: %s", short(file), strings.Join(found, "; ")).With(short(file)))
			}
		}
		return nil
	}
}

func seedPrompts(c *call) []string {
	return slices.DeleteFunc(c.values("seed-prompt"), func(v string) bool { return v == "" })
}

func allInputs(c *call) []string { return c.inputs }

// promptFile is generate's input if it is a file.
func promptFile(c *call) []string {
	if in := c.inputs[0]; c.exists(in) {
		return []string{in}
	}
	return nil
}
