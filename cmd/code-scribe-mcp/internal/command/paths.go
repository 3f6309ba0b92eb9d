package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
)

// FS is what validation sees of the file system. Names are absolute.
type FS interface {
	// Stat follows symbolic links.
	Stat(name string) (fs.FileInfo, error)
	// EvalSymlinks returns the name without symbolic links.
	EvalSymlinks(name string) (string, error)
	ReadFile(name string) ([]byte, error)
}

// OS is the file system of this machine.
type OS struct{}

// Stat is os.Stat.
func (OS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// EvalSymlinks is filepath.EvalSymlinks.
func (OS) EvalSymlinks(name string) (string, error) { return filepath.EvalSymlinks(name) }

// ReadFile is os.ReadFile.
func (OS) ReadFile(name string) ([]byte, error) { return os.ReadFile(name) }

// enter resolves the call's folder.
func (c *call) enter(cwd string) *problem.Problem {
	fail := func(code problem.Code, format string, args ...any) *problem.Problem {
		p := problem.New(code, format, args...).With(short(cwd))
		return &p
	}
	c.cwd = cwd
	if !filepath.IsAbs(cwd) {
		c.cwd = filepath.Join(c.base(), cwd)
	}
	switch info, err := c.set.FS.Stat(c.cwd); {
	case err != nil:
		return fail(problem.CwdNotFound, "the folder cwd %q cannot be found: %s", short(c.cwd), reason(err))
	case !info.IsDir():
		return fail(problem.CwdNotADirectory, "cwd %q is no folder", short(c.cwd))
	}
	if !c.within(c.cwd, c.roots()) {
		return fail(problem.OutsideRoot, "the folder cwd %q is outside of %s; allow it with roots in the configuration", short(c.cwd), strings.Join(c.roots(), ", "))
	}
	return nil
}

// roots are the folders in which a call may work.
func (c *call) roots() []string {
	if len(c.set.Config.Roots) > 0 {
		return c.set.Config.Roots
	}
	return []string{c.set.Root}
}

// base is where relative folders begin: the server's working folder, or the
// first root if that is elsewhere.
func (c *call) base() string {
	if c.within(c.set.Root, c.roots()) {
		return c.set.Root
	}
	return c.roots()[0]
}

// within says that a path is one of the folders or below one, after symbolic
// links. What cannot be resolved is not within.
func (c *call) within(path string, folders []string) bool {
	real, err := c.set.FS.EvalSymlinks(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(folders, func(folder string) bool {
		folder, err := c.set.FS.EvalSymlinks(folder)
		if err != nil {
			return false
		}
		rel, err := filepath.Rel(folder, real)
		return err == nil && filepath.IsLocal(rel)
	})
}

// at is where the program finds a path. The spelling is kept: the kernel reads
// "x/.." and a slash at the end of a file's name other than a cleaned path.
func (c *call) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return c.cwd + string(filepath.Separator) + path
}

func (c *call) exists(path string) bool {
	_, err := c.set.FS.Stat(c.at(path))
	return err == nil && path != ""
}

// reason is the error without the path, which the message has already.
func reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}

// pathCheck judges one path; nil if it is good.
type pathCheck func(c *call, path string) *problem.Problem

func wrong(code problem.Code, path, format string, args ...any) *problem.Problem {
	p := problem.New(code, format, args...).With(short(path))
	return &p
}

// inputs checks every input.
func inputs(check pathCheck) func(*call) problems {
	return func(c *call) problems { return checked(c, c.inputs, check) }
}

// valuesOf checks every value of an option; "" is the same as not given, but
// for references.
func valuesOf(long string, check pathCheck) func(*call) problems {
	return func(c *call) problems {
		list := c.values(long)
		if long != reference.long {
			list = slices.DeleteFunc(list, func(v string) bool { return v == "" })
		}
		return checked(c, list, check)
	}
}

func checked(c *call, list []string, check pathCheck) (found problems) {
	for _, path := range list {
		if p := check(c, path); p != nil {
			found = append(found, *p)
		}
	}
	return found
}

// stat finds a path and checks that it is in bounds.
func stat(c *call, path string) (fs.FileInfo, *problem.Problem) {
	if path == "" {
		return nil, wrong(problem.NotFound, path, "a path is empty")
	}
	info, err := c.set.FS.Stat(c.at(path))
	if err != nil {
		hint := ""
		if strings.ContainsAny(path, "*?[") {
			hint = "; there is no shell here that would replace *, ? and [: name each file"
		}
		return nil, wrong(problem.NotFound, path, "%q cannot be found in %s: %s%s", short(path), c.cwd, reason(err), hint)
	}
	// Roots in the configuration bound everything that a call names.
	if len(c.set.Config.Roots) > 0 && !c.within(c.at(path), c.roots()) {
		return nil, wrong(problem.OutsideRoot, path, "%q is outside of %s; allow it with roots in the configuration", short(path), strings.Join(c.roots(), ", "))
	}
	return info, nil
}

func isFile(c *call, path string) *problem.Problem {
	info, p := stat(c, path)
	if p != nil {
		return p
	}
	if !info.Mode().IsRegular() {
		return wrong(problem.NotAFile, path, "%q is %s, expected a file", short(path), kindOf(info))
	}
	return nil
}

func isDirectory(c *call, path string) *problem.Problem {
	info, p := stat(c, path)
	if p != nil {
		return p
	}
	if !info.IsDir() {
		return wrong(problem.NotADirectory, path, "%q is %s, expected a folder", short(path), kindOf(info))
	}
	return nil
}

// isFolderToIndex also bounds the folder where the configuration has no roots:
// index writes into every folder below it, whatever the caller meant. (Other
// inputs are read, or written beside, one file each, and may then be anywhere.)
// cwd is below the server's folder, so a path within cwd is within bounds.
func isFolderToIndex(c *call, path string) *problem.Problem {
	if p := isDirectory(c, path); p != nil {
		return p
	}
	if !c.within(c.at(path), c.roots()) {
		return wrong(problem.OutsideRoot, path, "%q is outside of %s, and index writes into every folder below it; allow it with roots in the configuration",
			short(path), strings.Join(c.roots(), ", "))
	}
	return nil
}

func kindOf(info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "a folder"
	case info.Mode().IsRegular():
		return "a file"
	default:
		return "a special file"
	}
}

var fortranExtensions = []string{".f", ".for", ".f90", ".f95", ".f03", ".f08"}

func isFortran(c *call, path string) *problem.Problem {
	if !slices.Contains(fortranExtensions, strings.ToLower(extension(path))) {
		return wrong(problem.NotFortran, path, "%q is no Fortran file: its extension is %q, expected one of %s in any case",
			short(path), extension(path), strings.Join(fortranExtensions, " "))
	}
	return isFile(c, path)
}

func isTOML(c *call, path string) *problem.Problem {
	if ext := extension(path); ext != ".toml" {
		return wrong(problem.NotTOML, path, "%q is no prompt file: its extension is %q, expected exactly .toml", short(path), short(ext))
	}
	return isFile(c, path)
}

// isPrompt judges generate's input: a text, or the name of a TOML file. The
// program takes a name that does not exist for a text and sends it to the
// model, and fails on a text that happens to be the name of something.
func isPrompt(c *call, prompt string) *problem.Problem {
	switch {
	case strings.TrimSpace(prompt) == "":
		return wrong(problem.EmptyPrompt, prompt, "the prompt is empty, expected a text or a TOML file")
	case isFileName(prompt), c.exists(prompt) && extension(prompt) == ".toml":
		return isTOML(c, prompt)
	case c.exists(prompt):
		return wrong(problem.NotTOML, prompt,
			"the prompt %q is also the name of something in %s, and the program would read that as TOML; word the prompt in another way", short(prompt), c.cwd)
	}
	return nil
}

// isFileName says that a prompt can only be meant as a file.
func isFileName(prompt string) bool {
	return strings.HasSuffix(strings.ToLower(prompt), ".toml") && !strings.ContainsAny(prompt, " \t\r\n")
}

// targetIsReference compares files, not names: the program sees through "./a"
// and not through "b/../a" or a link.
func targetIsReference(c *call) (found problems) {
	for _, target := range c.inputs {
		for _, ref := range c.values(reference.long) {
			a, errA := c.set.FS.Stat(c.at(target))
			b, errB := c.set.FS.Stat(c.at(ref))
			if errA == nil && errB == nil && os.SameFile(a, b) {
				found = append(found, *wrong(problem.TargetIsReference, ref, "the file %q is to be updated and is its own reference %q; leave it out of -r", short(target), short(ref)))
			}
		}
	}
	return found
}

// shadowed refuses a folder in which the model's word is a file: the program
// would load that as a local model, which can run code.
func shadowed(c *call) problems {
	if !c.exists(c.word) {
		return nil
	}
	return problems{*wrong(problem.ModelNameShadowed, c.word,
		"there is a file or folder %q in %s, and the program would load it as a local model; rename it, or use another cwd", short(c.word), c.cwd)}
}

// split divides a path as Python's os.path.splitext does: dots at the
// beginning of the last element begin no extension.
func split(path string) (stem, ext string) {
	base := 1 + strings.LastIndexFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	name := strings.TrimLeft(path[base:], ".")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return path, ""
	}
	at := len(path) - len(name) + dot
	return path[:at], path[at:]
}

func extension(path string) string {
	_, ext := split(path)
	return ext
}

// outputs are the files that the command makes of its inputs.
func (c *call) outputs() (list []Output) {
	if c.spec.writes == nil {
		return nil
	}
	for _, in := range c.inputs {
		stem, _ := split(in)
		out := Output{Source: in}
		for _, end := range c.spec.writes {
			out.Files = append(out.Files, stem+end)
		}
		list = append(list, out)
	}
	return list
}
