// Package redact keeps secrets out of what the server says: outputs of the
// program, arguments, messages, progress, log lines.
//
// A [Redactor] is made for one run with [New] from what that run's program was
// given, and knows two kinds of secrets: exact values in every form in which
// programs are known to print them, and texts that look like a secret
// (userinfo of URLs, Authorization headers, keys of well-known shapes).
// [Redactor.String] is for a text at hand, [Redactor.Writer] for a stream; the
// way a stream is cut into pieces never changes what comes out.
//
// # Limits
//
// Files that the program writes are out of reach. A secret that the program
// encodes in a way not listed at [New] is found only if it looks like one.
package redact

import (
	"io"
	"net/url"
	"strings"
)

// Mark stands for each secret.
const Mark = "***"

// Hidden is the display form of a base URL that cannot be taken apart.
const Hidden = "(hidden)"

// Redactor replaces secrets by [Mark]. It is immutable and safe for concurrent
// use; nil and the zero value know no exact values, only patterns.
type Redactor struct {
	secrets [][]byte // sorted, longest first
	index   *index   // nil if there are none
}

// String returns s without secrets. It works on the whole text: a secret that
// is spread over several calls is not found, see [Redactor.Writer].
func (r *Redactor) String(s string) string {
	var out strings.Builder
	w := r.Writer(&out)
	_, _ = io.WriteString(w, s) // a Builder takes everything
	_ = w.Close()
	return out.String()
}

// Strings returns a copy of list, each element passed through
// [Redactor.String]; nil stays nil.
func (r *Redactor) Strings(list []string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = r.String(s)
	}
	return out
}

// DisplayURL returns the form of a base URL that may be shown:
// scheme://host[:port]/path. Userinfo, query and fragment are dropped, path
// segments that hold a secret become [Mark]. What is no absolute http or https
// URL is not shown at all: [Hidden]. "" stays "".
func (r *Redactor) DisplayURL(raw string) string {
	if raw == "" {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return Hidden
	}
	segments := strings.Split(u.EscapedPath(), "/")
	for i, s := range segments {
		decoded, err := url.PathUnescape(s)
		if err != nil || r.String(s) != s || r.String(decoded) != decoded {
			segments[i] = Mark
		}
	}
	return u.Scheme + "://" + u.Host + strings.Join(segments, "/")
}
