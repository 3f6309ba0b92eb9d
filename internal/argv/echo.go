package argv

import "strings"

// echoes returns how a reply shows whole values: not at all when they are
// secret. An empty one has nothing to hide.
func echoes(words []string, secret, own bool) []Echo {
	list := make([]Echo, len(words))
	for i, w := range words {
		list[i] = Echo{w, own}
		if secret && w != "" {
			list[i] = Echo{redacted, true}
		}
	}
	return list
}

// flagEchoes returns how a reply shows the tokens that a flag's values made:
// of a secret flag only its name.
func flagEchoes(tokens []string, secret bool) []Echo {
	list := echoes(tokens, false, false)
	if !secret {
		return list
	}
	for i, t := range tokens {
		if name, value, ok := strings.Cut(t, "="); ok && value != "" {
			list[i] = Echo{name + "=" + redacted, true}
		}
	}
	return list
}
