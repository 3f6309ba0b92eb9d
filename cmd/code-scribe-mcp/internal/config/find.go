package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FileVar names a configuration file in the environment.
const FileVar = "CODESCRIBE_MCP_CONFIG"

// maxSize bounds what is read.
const maxSize = 1 << 20

// Places say where a configuration may be, the first one wins. What is "" is
// left out.
type Places struct {
	Flag    string // a file named by --config
	Env     string // a file named by [FileVar]
	Dir     string // a folder with codescribe-mcp.config.json or .toml
	UserDir string // the user's folder of configurations: codescribe-mcp/config.json or .toml
}

// Find returns the file to read; "" if there is none. A file that was named is
// returned whether it exists or not. Two files beside each other, JSON and
// TOML, are an error, since either could be the one that is meant.
func Find(p Places) (string, error) {
	for _, named := range []string{p.Flag, p.Env} {
		if named != "" {
			return named, nil
		}
	}
	for _, base := range []string{in(p.Dir, "codescribe-mcp.config"), in(p.UserDir, "codescribe-mcp", "config")} {
		if base == "" {
			continue
		}
		var there []string
		for _, ext := range []string{".json", ".toml"} {
			if _, err := os.Stat(base + ext); !errors.Is(err, fs.ErrNotExist) {
				there = append(there, base+ext)
			}
		}
		switch len(there) {
		case 1:
			return there[0], nil
		case 2:
			return "", fmt.Errorf("there are two configurations, %s and %s: remove one, or name one with --config", there[0], there[1])
		}
	}
	return "", nil
}

func in(dir string, elements ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, elements...)...)
}

// Load reads and checks a file; "" gives the empty configuration. Relative
// roots are relative to the file's folder.
func Load(path string) (*Config, error) {
	if path == "" {
		return new(Config), nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("the configuration %s: %w", path, err)
	}
	if info, err := os.Stat(abs); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the configuration %s is not a file", abs)
	}
	f, err := os.Open(abs)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	if len(data) > maxSize {
		return nil, Problems{{File: abs, Message: fmt.Sprintf("is larger than %d bytes", maxSize)}}
	}
	return Parse(abs, data)
}
