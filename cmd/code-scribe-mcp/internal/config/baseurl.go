package config

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// CheckBaseURL returns what is wrong with a base URL, nil if nothing is. The
// error never quotes it, since it may hold a password. What has {env:NAME} in
// it is not known before the variable is: it passes.
func CheckBaseURL(raw string) error {
	if placeholder.MatchString(raw) {
		return nil
	}
	for _, c := range raw {
		if c <= ' ' || c == 0x7f {
			return errors.New("has a blank or a control character in it, expected http://host/path or https://host/path (the value is not shown)")
		}
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil: // its text quotes the URL
		return errors.New("is no URL, expected http://host/path or https://host/path (the value is not shown)")
	case u.Scheme != "http" && u.Scheme != "https":
		return errors.New("does not begin with http:// or https:// (the value is not shown)")
	case u.Hostname() == "":
		return errors.New("has no host, expected http://host/path or https://host/path (the value is not shown)")
	}
	return nil
}

// placeholder is OpenCode's notation for a variable of the environment.
var placeholder = regexp.MustCompile(`\{env:([^{}]*)\}`)

// ExpandEnv replaces each {env:NAME} by the variable's value and returns the
// names of those that are not set or empty.
func ExpandEnv(s string, environ []string) (expanded string, missing []string) {
	expanded = placeholder.ReplaceAllStringFunc(s, func(p string) string {
		name := strings.TrimSuffix(strings.TrimPrefix(p, "{env:"), "}")
		value := Getenv(environ, name)
		if value == "" {
			missing = append(missing, name)
		}
		return value
	})
	return expanded, missing
}
