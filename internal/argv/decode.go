package argv

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// member is one member of a JSON object, in the order it was sent.
type member struct {
	key   string
	value json.RawMessage
}

// members reads a JSON object strictly: one object and nothing else, no key
// twice. null and nothing at all are the empty object.
func members(raw json.RawMessage) ([]member, error) {
	raw = bytes.Trim(raw, " \t\r\n") // what JSON takes for white space
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if !json.Valid(raw) {
		return nil, fmt.Errorf("not valid JSON")
	}
	if raw[0] != '{' {
		return nil, fmt.Errorf("must be an object, got %s", describe(raw))
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, _ = dec.Token() // the brace
	var list []member
	seen := map[string]bool{}
	for dec.More() {
		start := dec.InputOffset()
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key := token.(string) // in a valid object every other token is a key
		if err := faithful(raw[start:dec.InputOffset()]); err != nil {
			return nil, fmt.Errorf("a property name %w", err)
		}
		if seen[key] {
			return nil, fmt.Errorf("%q stands twice", key)
		}
		seen[key] = true
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, member{key, value})
	}
	return list, nil
}

// elements reads a JSON array.
func elements(raw json.RawMessage) ([]json.RawMessage, error) {
	if kindOf(raw) != "array" {
		return nil, fmt.Errorf("must be an array, got %s", describe(raw))
	}
	var list []json.RawMessage
	err := json.Unmarshal(raw, &list)
	return list, err
}

// text reads a JSON string, and refuses those that Go would change while
// decoding or that no command line can carry.
func text(raw json.RawMessage) (string, error) {
	if kindOf(raw) != "string" {
		return "", fmt.Errorf("must be a string, got %s", describe(raw))
	}
	if err := faithful(raw); err != nil {
		return "", err
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", err
	}
	if strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("has a NUL byte, which no command line can carry")
	}
	return s, nil
}

// faithful refuses JSON strings that decoding would change: bytes that are not
// UTF-8 and halves of surrogate pairs become U+FFFD.
func faithful(raw []byte) error {
	if !utf8.Valid(raw) {
		return fmt.Errorf("is not valid UTF-8")
	}
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++
			continue
		}
		switch r := hex4(raw[i+2:]); {
		case r >= 0xDC00 && r <= 0xDFFF:
			return fmt.Errorf("has half a surrogate pair (\\u%04x)", r)
		case r >= 0xD800 && r <= 0xDBFF:
			low := -1
			if bytes.HasPrefix(raw[i+6:], []byte(`\u`)) {
				low = hex4(raw[i+8:])
			}
			if low < 0xDC00 || low > 0xDFFF {
				return fmt.Errorf("has half a surrogate pair (\\u%04x)", r)
			}
			i += 11
		default:
			i += 5
		}
	}
	return nil
}

func hex4(b []byte) int {
	if len(b) < 4 {
		return -1
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	if err != nil {
		return -1
	}
	return int(n)
}

// maxExponent bounds decimal exponents: 1e999999999 is a short text and an
// endless number.
const maxExponent = 400

// maxDigits is more than any number of pflag's types needs, and keeps errors
// short.
const maxDigits = 800

// integer reads a JSON number that is whole, however it is written: 3, 3.0,
// 3e2. Its text is plain decimal.
func integer(raw json.RawMessage, signed bool, bits int) (string, error) {
	if kindOf(raw) != "number" {
		return "", fmt.Errorf("must be an integer, got %s", describe(raw))
	}
	rat, err := rational(raw)
	if err != nil {
		return "", err
	}
	if !rat.IsInt() {
		return "", fmt.Errorf("must be an integer, got %s", raw)
	}
	n := rat.Num()
	lo, hi := integerRange(signed, bits)
	if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
		return "", fmt.Errorf("must be an integer from %s to %s, got %s", lo, hi, raw)
	}
	return n.String(), nil
}

func rational(raw json.RawMessage) (*big.Rat, error) {
	if err := checkExponent(string(raw)); err != nil {
		return nil, err
	}
	rat, ok := new(big.Rat).SetString(string(raw))
	if !ok {
		return nil, fmt.Errorf("must be a number, got %s", raw)
	}
	return rat, nil
}

func checkExponent(number string) error {
	if len(number) > maxDigits {
		return fmt.Errorf("has too many digits: %d characters, at most %d", len(number), maxDigits)
	}
	_, exponent, ok := strings.Cut(strings.ToLower(number), "e")
	if !ok {
		return nil
	}
	if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
		return fmt.Errorf("has an exponent out of range, got %s", number)
	}
	return nil
}

func integerRange(signed bool, bits int) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if !signed {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	}
	half := new(big.Int).Lsh(one, uint(bits-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// number reads a JSON number and keeps its text.
func number(raw json.RawMessage, bits int) (string, error) {
	if kindOf(raw) != "number" {
		return "", fmt.Errorf("must be a number, got %s", describe(raw))
	}
	if err := checkExponent(string(raw)); err != nil {
		return "", err
	}
	if bits > 0 {
		if _, err := strconv.ParseFloat(string(raw), bits); err != nil {
			return "", fmt.Errorf("must fit a %d-bit floating-point number, got %s", bits, raw)
		}
	}
	return string(raw), nil
}

func boolean(raw json.RawMessage) (string, error) {
	if kindOf(raw) != "boolean" {
		return "", fmt.Errorf("must be true or false, got %s", describe(raw))
	}
	return string(raw), nil
}

func kindOf(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}

// describe shows what was given, without its text where that may be long or
// private.
func describe(raw json.RawMessage) string {
	kind := kindOf(raw)
	if kind == "number" && len(raw) <= 40 || kind == "boolean" {
		return "the " + kind + " " + string(raw)
	}
	if kind == "null" {
		return "null"
	}
	if kind == "array" || kind == "object" {
		return "an " + kind
	}
	return "a " + kind
}
