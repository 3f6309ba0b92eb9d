package schemagen

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	// userInfo is a URL's user and password. The last "@" ends it: passwords
	// are often not escaped.
	userInfo = regexp.MustCompile(`(://)([^\s/?#"'<>:@]*):([^\s/?#"'<>]+)@`)
	// authValue is what a text quotes of an Authorization header. Words such
	// as "Basic authentication" have neither a digit nor an end like base64.
	authValue = regexp.MustCompile(`(?i)\b(Basic|Bearer)(\s+)([A-Za-z0-9+/._~-]{6,}=*)`)
	// wholeAuth is a default that is the value of an Authorization header.
	wholeAuth = regexp.MustCompile(`(?i)^\W*(Basic|Bearer)\s+\S`)
)

// showsSecret reports whether a default has the form of a secret: a URL with a
// password, or the value of an Authorization header.
func showsSecret(value string) bool {
	return userInfo.MatchString(value) || wholeAuth.MatchString(value) || hideForms(value) != value
}

// hideForms takes out of a text what has the form of a secret.
func hideForms(s string) string {
	if strings.Contains(s, "://") {
		s = userInfo.ReplaceAllString(s, "$1$2:…@")
	}
	return authValue.ReplaceAllStringFunc(s, func(match string) string {
		m := authValue.FindStringSubmatch(match)
		if !strings.ContainsAny(m[3], "0123456789=") {
			return match
		}
		return m[1] + m[2] + "…"
	})
}

// passwordsOf returns what in a value of the environment is a URL's user and
// password, and the passwords alone, also decoded. One that is an ordinary
// word of such URLs is not returned alone: texts mean something else by it.
func passwordsOf(value string) []string {
	var list []string
	for _, m := range userInfo.FindAllStringSubmatch(value, -1) {
		user, password := m[2], m[3]
		list = append(list, user+":"+password)
		if password == user || SecretName(password) || slices.Contains(ordinaryWords(), password) {
			continue
		}
		list = append(list, password)
		if plain, err := url.PathUnescape(password); err == nil {
			list = append(list, plain)
		}
	}
	return list
}
