package nurucobra

import (
	"fmt"
	"strings"

	"github.com/nurucobra/nuru/internal/text"
	"github.com/nurucobra/nuru/schemagen"
)

// maxInstructions is what the narrowest client passes on to its model.
const maxInstructions = 2000

// instructions describe the application, the globals that are not listed at
// each tool, and the properties whose description would be repeated at many of
// them. Where that is too long, texts are left to describe_command and names
// stay.
func (a *app) instructions(tools []schemagen.Tool, shared []schemagen.SharedText) string {
	intro := "Each tool is a command of " + a.root.Name()
	if a.root.Short != "" {
		intro += " (" + strings.TrimSuffix(strings.Join(strings.Fields(text.Clean(a.root.Short)), " "), ".") + ")"
	}
	intro += "."
	globals, globalNames := globalLines(tools)
	if all := intro + globals + sharedLines(shared, maxInstructions); len(all) <= maxInstructions {
		return all
	}
	named := intro + globalNames
	if len(named) > maxInstructions {
		return intro
	}
	return named + sharedLines(shared, maxInstructions-len(named))
}

// globalLines lists the globals with their descriptions, and by name alone.
func globalLines(tools []schemagen.Tool) (lines, names string) {
	var full, short []string
	seen := map[string]bool{}
	for i := range tools {
		for _, p := range tools[i].Globals {
			if !seen[p.Flag.Name] {
				seen[p.Flag.Name] = true
				full = append(full, fmt.Sprintf("--%s: %s", p.Flag.Name, p.Brief()))
				short = append(short, "--"+p.Flag.Name)
			}
		}
	}
	if len(full) == 0 {
		return "", ""
	}
	const intro = "\nThe property \"globals\" takes these flags, each as --name=value:"
	return intro + "\n" + strings.Join(full, "\n"), intro + " " + strings.Join(short, ", ")
}

// sharedLines lists as many of the shared texts as fit into limit bytes.
func sharedLines(shared []schemagen.SharedText, limit int) string {
	var b strings.Builder
	for i, s := range shared {
		line := fmt.Sprintf("\n%s: %s", s.Property, s.Text)
		if i == 0 {
			line = "\nProperties that many tools have:" + line
		}
		if b.Len()+len(line) > limit {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}
