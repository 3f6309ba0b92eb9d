package argv

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nurucobra/nuru/schemagen"
)

// scalar turns one JSON value of type t into its text on a command line.
func scalar(raw json.RawMessage, t schemagen.ValueType, enum []string) (string, error) {
	switch t.Kind {
	case schemagen.Boolean:
		return boolean(raw)
	case schemagen.Integer:
		return integer(raw, t.Signed, t.Bits)
	case schemagen.Number:
		return number(raw, t.Bits)
	}
	s, err := text(raw)
	if err != nil {
		return "", err
	}
	if len(enum) > 0 && !slices.Contains(enum, s) {
		return "", fmt.Errorf("must be one of %s, got %.60q", quoted(enum), s)
	}
	if check := formats[t.Format]; check != nil && !check(s) {
		return "", fmt.Errorf("must be %s, got %.60q", formatNames[t.Format], s)
	}
	return s, nil
}

// formats check texts the way the reader on the other side does, so that what
// passes here is taken there.
var formats = map[schemagen.Format]func(string) bool{
	schemagen.Duration: func(s string) bool { _, err := time.ParseDuration(s); return err == nil },
	schemagen.IP:       func(s string) bool { return net.ParseIP(strings.TrimSpace(s)) != nil },
	schemagen.IPNet:    func(s string) bool { _, _, err := net.ParseCIDR(strings.TrimSpace(s)); return err == nil },
	schemagen.IPMask:   isIPv4Mask,
	schemagen.BytesHex: func(s string) bool { _, err := hex.DecodeString(strings.TrimSpace(s)); return err == nil },
	schemagen.BytesBase64: func(s string) bool {
		_, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
		return err == nil
	},
	schemagen.UUID: isUUID,
	schemagen.URL: func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && u.Scheme != ""
	},
}

var formatNames = map[schemagen.Format]string{
	schemagen.Duration:    `a duration such as "1h30m"`,
	schemagen.IP:          `an IP address such as "192.0.2.1" or "2001:db8::1"`,
	schemagen.IPNet:       `a network in CIDR notation such as "10.0.0.0/8"`,
	schemagen.IPMask:      `an IPv4 mask such as "255.255.255.0"`,
	schemagen.BytesHex:    `hexadecimal bytes such as "deadbeef"`,
	schemagen.BytesBase64: `padded base64 of the standard alphabet such as "AP8="`,
	schemagen.UUID:        `a UUID such as "123e4567-e89b-12d3-a456-426614174000"`,
	schemagen.URL:         `a URL with a scheme such as "https://example.com/"`,
}

// isIPv4Mask takes what every pflag reads as an IPv4 mask; older ones turn an
// IPv6 mask into zeros.
func isIPv4Mask(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) == 8 {
		_, err := hex.DecodeString(s)
		return err == nil
	}
	ip := net.ParseIP(s)
	return ip != nil && ip.To4() != nil && strings.Count(s, ".") == 3
}

func quoted(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(q, ", ")
}

// unwrap takes a string that is exactly the JSON text of the declared array,
// object or number as that value: widely used clients send them so. A string
// for a boolean stays a string.
func unwrap(raw json.RawMessage, t schemagen.ValueType) json.RawMessage {
	want := ""
	switch {
	case t.Shape == schemagen.Map:
		want = "object"
	case t.Shape != schemagen.One:
		want = "array"
	case t.Kind == schemagen.Integer || t.Kind == schemagen.Number:
		want = "number"
	default:
		return raw
	}
	if kindOf(raw) != "string" || faithful(raw) != nil {
		return raw
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || s != strings.TrimSpace(s) || !json.Valid([]byte(s)) || kindOf([]byte(s)) != want {
		return raw
	}
	return json.RawMessage(s)
}

// isUUID reports whether s has the form of RFC 9562 with hyphens.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		if hyphen != (c == '-') || !hyphen && !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return true
}
