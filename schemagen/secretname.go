package schemagen

import (
	"slices"
	"strings"
	"unicode"
)

var (
	// secretWords make a name secret wherever they stand in it.
	secretWords = []string{
		"token", "tokens", "password", "passwords", "passwd", "passphrase", "passphrases", "secret", "secrets",
		"apikey", "apikeys", "privatekey", "privatekeys", "credential", "credentials",
	}
	// secretEndings do so at the end of a word, as in dbpassword. Not tokens:
	// maxtokens is a number.
	secretEndings = []string{
		"password", "passwords", "passwd", "passphrase", "passphrases", "secret", "secrets", "token",
		"apikey", "apikeys", "privatekey", "privatekeys",
	}
	// secretLast leave no doubt as the last word of a name.
	secretLast = []string{"auth", "authorization", "bearer", "pat", "pwd"}
	// perhapsLast leave some: --sort-key.
	perhapsLast = []string{"key", "keys", "pass", "cred", "creds"}
	// keyKinds are before key or keys what makes it a secret.
	keyKinds = []string{"api", "private", "access", "signing", "encryption", "ssh"}
	// quantities make tokens something that is counted.
	quantities = []string{"max", "min", "maximum", "minimum", "num", "number", "count", "limit", "total", "budget", "n"}
)

// SecretName reports whether a flag or an environment variable of that name
// may carry a secret. It decides about defaults, and about values of the
// environment, where a false alarm costs little: so "key" counts too.
func SecretName(name string) bool {
	words := nameWords(name)
	return len(words) > 0 && (surelySecret(name, words) || slices.Contains(perhapsLast, words[len(words)-1]))
}

// namesSecret is SecretName for a flag of a kind. A switch has no secret, and
// a number has one only where the last word names it: --token-ttl is none.
func namesSecret(flag string, kind Kind) bool {
	return ofKind(flag, kind, SecretName)
}

// carriesSecret reports whether the value of a flag of that name and kind is
// kept out of errors and results: only where the name leaves no doubt, because
// masking the value of --sort-key would hide what was run.
func carriesSecret(flag string, kind Kind) bool {
	return ofKind(flag, kind, func(name string) bool { return surelySecret(name, nameWords(name)) })
}

func ofKind(flag string, kind Kind, secret func(name string) bool) bool {
	words := nameWords(flag)
	switch {
	case len(words) == 0 || kind == Boolean:
		return false
	case kind == String:
		return secret(flag)
	}
	last := words[len(words)-1]
	if last == "key" || last == "keys" {
		return secret(flag) // the word before it decides
	}
	return last != "tokens" && secret(last)
}

func surelySecret(name string, words []string) bool {
	if len(words) == 0 || name == "PWD" || name == "OLDPWD" {
		return false // the shell's folders
	}
	last := words[len(words)-1]
	if slices.Contains(secretLast, last) || strings.HasSuffix(last, "pwd") && last != "oldpwd" {
		return true
	}
	if (last == "key" || last == "keys") && len(words) > 1 && slices.Contains(keyKinds, words[len(words)-2]) {
		return true
	}
	counted := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(quantities, w) })
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(secretWords, w) && !(counted && w == "tokens") ||
			slices.ContainsFunc(secretEndings, func(end string) bool { return strings.HasSuffix(w, end) })
	})
}

func nameWords(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
