package result

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/internal/text"
)

// Files are the files that a run was about, as the program or the caller
// spelled them: relative to cwd unless absolute.
type Files struct {
	Written    []string `json:"written"`
	Skipped    []string `json:"skipped"` // were there already
	Missing    []string `json:"missing"` // should have been written
	OutsideCwd []string `json:"outsideCwd"`
}

// whole makes empty lists of those that are nil.
func (f Files) whole() Files {
	for _, list := range []*[]string{&f.Written, &f.Skipped, &f.Missing, &f.OutsideCwd} {
		if *list == nil {
			*list = []string{}
		}
	}
	return f
}

// Snapshot is what the outputs of an invocation were at one time.
type Snapshot map[string]state

type state struct {
	size    int64
	changed time.Time
}

// Snap looks at the outputs of an invocation. Files that are not there, and
// all others than regular ones, are left out.
func Snap(fsys command.FS, inv command.Invocation) Snapshot {
	s := Snapshot{}
	for _, out := range inv.Outputs {
		for _, f := range out.Files {
			if info, err := fsys.Stat(in(inv.Cwd, f)); err == nil && info.Mode().IsRegular() {
				s[f] = state{info.Size(), info.ModTime()}
			}
		}
	}
	return s
}

func in(cwd, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(cwd, path)
}

// Changes says what a run did: by the outputs' snapshots where it is known
// what they are, and by what the program printed.
func Changes(fsys command.FS, inv command.Invocation, before Snapshot, stdout string) Files {
	after := Snap(fsys, inv)
	var f Files
	seen := map[string]bool{}
	for _, out := range inv.Outputs {
		if seen[out.Files[0]] { // given twice, or of one stem
			continue
		}
		seen[out.Files[0]] = true
		// A source whose first output was there is skipped as a whole.
		if first := out.Files[0]; same(before, after, first) {
			f.Skipped = append(f.Skipped, first)
			continue
		}
		for _, file := range out.Files {
			switch _, there := after[file]; {
			case !there:
				f.Missing = append(f.Missing, file)
			case !same(before, after, file):
				f.Written = append(f.Written, file)
			}
		}
	}
	f.printed(inv, stdout)
	root := real(fsys, inv.Cwd)
	for _, w := range f.Written {
		if rel, err := filepath.Rel(root, real(fsys, in(inv.Cwd, w))); err != nil || !filepath.IsLocal(rel) {
			f.OutsideCwd = append(f.OutsideCwd, w)
		}
	}
	return f
}

// same says that a file was there and is unchanged.
func same(before, after Snapshot, file string) bool {
	b, was := before[file]
	a, is := after[file]
	return was && is && a.size == b.size && a.changed.Equal(b.changed)
}

// real is a path without symbolic links, as far as it exists.
func real(fsys command.FS, path string) string {
	path = filepath.Clean(path)
	for at := path; ; at = filepath.Dir(at) {
		if r, err := fsys.EvalSymlinks(at); err == nil {
			return filepath.Join(r, strings.TrimPrefix(path, at))
		}
		if at == filepath.Dir(at) {
			return path
		}
	}
}

// What the program prints before the name of a file.
const (
	wroteText = "Wrote "
	draftText = "Generated draft file for LLM consumption "
	skipText  = "Skipping! File exists "
)

// printed adds what the program says about files. Only commands that print
// nothing else are listened to: an answer to inspect may say "Wrote" as well.
func (f *Files) printed(inv command.Invocation, stdout string) {
	add := func(list *[]string, file string) {
		if file != "" && !f.knows(inv.Cwd, file) {
			*list = append(*list, file)
		}
	}
	announced := map[string]*[]string{}
	switch inv.Command {
	case "generate", "update":
		announced[wroteText] = &f.Written
	case "draft":
		announced[draftText], announced[skipText] = &f.Written, &f.Skipped
	}
	// Names that are not in the output as they are would be taken for others.
	for _, known := range changed(inv) {
		for said, list := range announced {
			for _, spelled := range []string{known, in(inv.Cwd, known)} {
				line := said + text.Clean(spelled)
				if rest := strings.ReplaceAll(stdout, line, "\n"); rest != stdout {
					stdout = rest
					add(list, known)
				}
			}
		}
	}
	for _, line := range strings.FieldsFunc(stdout, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = strings.TrimSpace(line)
		for said, list := range announced {
			if file, ok := strings.CutPrefix(line, said); ok {
				if said == skipText {
					file = strings.TrimSuffix(file, "...")
				}
				add(list, file)
			}
		}
	}
}

// changed are the names that an invocation is about and that output, which is
// cleaned and read by lines, does not have as they are; longest first, since
// one may begin as another.
func changed(inv command.Invocation) []string {
	names := slices.Clone(inv.Args)
	for _, out := range inv.Outputs {
		names = append(names, out.Files...)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == shown(n) })
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return slices.Compact(names)
}

// knows says that a file is listed already, perhaps spelled in another way.
func (f *Files) knows(cwd, file string) bool {
	return slices.ContainsFunc(slices.Concat(f.Written, f.Skipped), func(known string) bool {
		return filepath.Clean(in(cwd, known)) == filepath.Clean(in(cwd, file))
	})
}
