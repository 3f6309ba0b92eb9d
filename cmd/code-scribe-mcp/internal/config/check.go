package config

import (
	"fmt"
	"net"
	"net/url"
	"os"
)

// Warnings returns what is valid but will probably not work, or not as safely
// as meant, with this environment; nil if there is nothing.
func (c *Config) Warnings(environ []string) []Problem {
	var found []Problem
	warn := func(key, format string, args ...any) {
		found = append(found, Problem{File: c.Path, Key: key, Message: fmt.Sprintf(format, args...)})
	}
	if len(c.Providers) == 0 {
		warn("providers", "there are none: translate, inspect, generate and update cannot run")
	}
	for _, p := range c.Providers {
		at := join("providers", p.ID)
		raw, missing := ExpandEnv(p.BaseURL, environ)
		switch {
		case p.BaseURL == "" && !p.AllowDefaultEndpoint:
			warn(at+".baseURL", `is missing: calls are refused unless "allowDefaultEndpoint" is true`)
		case p.BaseURL == "":
			warn(at+".baseURL", "is missing: the program talks to its default endpoint, which may be a public one")
		case missing != nil:
			warn(at+".baseURL", "names variables that are not set: %s", OrNone(missing))
		default:
			if err := CheckBaseURL(raw); err != nil {
				warn(at+".baseURL", "%v", err)
			} else if clearText(raw) {
				warn(at+".baseURL", "sends source code and key without encryption (http to another machine)")
			}
		}
		if len(p.Models) == 0 {
			warn(at+".models", "there are none: no call can name one")
		}
		if p.APIKeyEnv != "" && Getenv(environ, p.APIKeyEnv) == "" {
			warn(at+".apiKeyEnv", "names %s, which is not set", p.APIKeyEnv)
		}
	}
	for _, root := range c.Roots {
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			warn("roots", "%s is no folder", root)
		}
	}
	return found
}

func clearText(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}
