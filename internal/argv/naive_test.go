package argv_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// naiveEncode is what one would write first: two tokens for a flag and its
// value, lists joined by commas, positionals at the end as they are.
func naiveEncode(_ *argv.Encoder, tool *schemagen.Tool, raw string) (argv.Call, error) {
	var given map[string]any
	if raw != "" {
		if err := json.Unmarshal([]byte(raw), &given); err != nil {
			return argv.Call{}, err
		}
	}
	args := slices.Clone(tool.Words)
	var words []string
	for _, p := range tool.Params {
		v, ok := given[p.Name]
		if !ok || v == nil {
			continue
		}
		if p.Arg != nil {
			words = append(words, naiveWords(v)...)
		} else if p.Flag != nil {
			args = append(args, "--"+p.Flag.Name)
			if v != true {
				args = append(args, strings.Join(naiveWords(v), ","))
			}
		}
	}
	return argv.Call{Args: append(args, words...)}, nil
}

func naiveWords(v any) []string {
	switch v := v.(type) {
	case []any:
		var words []string
		for _, e := range v {
			words = append(words, fmt.Sprint(e))
		}
		return words
	case map[string]any:
		var words []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			words = append(words, fmt.Sprintf("%s=%v", k, v[k]))
		}
		return words
	default:
		return []string{fmt.Sprint(v)}
	}
}
