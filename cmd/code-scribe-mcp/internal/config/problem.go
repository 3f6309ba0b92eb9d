package config

import (
	"fmt"
	"strings"
)

// Problem is one thing wrong with a configuration.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // from 1, 0 if the whole file is meant
	Key     string `json:"key,omitempty"`  // "providers.argo.baseURL"
	Message string `json:"message"`
}

// String returns "file:line: key: message".
func (p Problem) String() string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d", p.Line)
	}
	if p.Key != "" {
		s += ": " + p.Key
	}
	return s + ": " + p.Message
}

// Problems is the error for a configuration that is not valid.
type Problems []Problem

// Error returns one problem a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}
