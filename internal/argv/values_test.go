package argv_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// gen makes the values of one call.
type gen struct {
	*rand.Rand
	hostile bool
	lenient bool
	secret  bool     // for a secret flag: texts hold the marker
	words   []string // names and aliases of the tree
}

// marker stands in every secret text; no error may show it.
const marker = "hunter2"

func (g *gen) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *gen, list []T) T { return list[g.IntN(len(list))] }

var hostileTexts = []string{
	"", "-", "--", "---", "--evil", "-x", "--evil=true", "-h", "--help", "help", "completion",
	"__complete", "__completeNoDesc", "comp", "a,b", ",", "a=b", "=", "==", `"`, `""`, `"q"`, `"a","b"`,
	"'", "a\nb", "a\r\nb", "\r\n", "\r", "\n", "a\r", "\t", " ", " lead", "trail ", "ü", "日本語", "😀", "\u202e",
	"\u2028", "null", "true", "false", "[]", "{}", "[1]", `{"a":1}`, "5", "-5", "-0.5", "+1", "0x10", "1e6",
	"$(id)", "`id`", "%s", `\`, `\"`, `C:\x`, "@file", ";", "&&", "|", "-=", "--=", "--name", "--name=x", "-n=v",
	"\x7f", "\x01", "e\u0301", "[a b]", "k=v,l=w", "test.v", "-test.v", "--color", "-c",
}

var harmlessTexts = []string{
	"prod", "eu-west-1", "hello world", "v1.2.3", "Some longer text, with a comma.", "path/to/file.txt",
	"3", "10:30", "user@example.com", "50%", "café", "y7", "A_b", "#42", "(really)", "it's", "question?", "a;b",
}

// str is any text that a JSON string can carry, but for NUL.
func (g *gen) str() string {
	s := pick(g, harmlessTexts)
	if g.hostile {
		s = g.hostileText()
		for g.chance(25) {
			s += g.hostileText()
		}
	}
	if g.secret {
		s = marker + s
	}
	return s
}

func (g *gen) hostileText() string {
	switch n := g.IntN(100); {
	case n < 55:
		return pick(g, hostileTexts)
	case n < 80 && len(g.words) > 0:
		w := pick(g, g.words)
		switch g.IntN(6) {
		case 0:
			return strings.ToUpper(w)
		case 1:
			return w[:g.IntN(len(w)+1)]
		case 2:
			return "--" + w
		}
		return w
	case n < 90:
		b := make([]rune, g.IntN(6))
		for i := range b {
			b[i] = rune(1 + g.IntN(0x7f))
		}
		return string(b)
	default:
		return pick(g, harmlessTexts)
	}
}

// quote writes s as JSON, in one of the ways there are.
func (g *gen) quote(s string) string {
	if !g.chance(20) {
		b, _ := json.Marshal(s)
		return string(b)
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r >= 0x20 && r != '"' && r != '\\' && g.chance(50) {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	b.WriteByte('"')
	return b.String()
}

var badStrings = []string{`"\ud800"`, `"x\udc00y"`, `"\u0000"`, "\"\xff\"", `"\ud83dx"`, "\"a\xc3(\""}

// wrongly is a JSON value that is none of the listed JSON types. A text that is
// no JSON stays wrong for a lenient encoder too.
func (g *gen) wrongly(types ...string) value {
	all := map[string]string{
		"string": `"abc"`, "number": "12", "boolean": "true", "array": `["a"]`, "object": `{"a":"b"}`,
	}
	for _, t := range types {
		delete(all, t)
	}
	left := make([]string, 0, len(all))
	for _, t := range []string{"string", "number", "boolean", "array", "object"} {
		if text, ok := all[t]; ok {
			left = append(left, text)
		}
	}
	return value{json: pick(g, left), bad: true}
}

func (g *gen) stringElement() value {
	if g.hostile && g.chance(4) {
		return value{json: pick(g, badStrings), bad: true}
	}
	if g.hostile && g.chance(4) {
		return g.wrongly("string")
	}
	s := g.str()
	return value{json: g.quote(s), want: s}
}

func stringValue(show func(string) string) func(*gen) value {
	return func(g *gen) value {
		v := g.stringElement()
		if g.secret && !v.bad {
			v.secrets = []string{v.want}
		}
		if g.hostile && g.IntN(3000) == 0 {
			long := strings.Repeat("x", 131071+g.IntN(3))
			return value{json: g.quote(long), bad: true}
		}
		v.want = show(v.want)
		return v
	}
}

// rawText is a text behind "=": as it is, but for NUL.
func rawText(show func(string) string) func(*gen) (string, string) {
	return func(g *gen) (string, string) {
		s := g.str()
		return s, show(s)
	}
}

func (g *gen) boolElement() value {
	if g.hostile && g.chance(8) {
		if g.chance(50) {
			return value{json: pick(g, []string{`"true"`, `"false"`, "0", "1", `""`}), bad: true}
		}
		return g.wrongly("boolean")
	}
	s := strconv.FormatBool(g.chance(50))
	return value{json: s, want: s}
}

func boolValue(show func(string) string) func(*gen) value {
	return func(g *gen) value {
		v := g.boolElement()
		v.want = show(v.want)
		return v
	}
}

func boolText(g *gen) (string, string) {
	s := strconv.FormatBool(g.chance(50))
	return s, s
}

// integer picks a number from lo to hi and one of its JSON spellings.
func (g *gen) integer(lo, hi int64) value {
	n := g.Int64N(201) - 100
	switch g.IntN(4) {
	case 0:
		n = lo
	case 1:
		n = hi
	case 2:
		n = int64(g.Uint64())
	}
	n = min(max(n, lo), hi)
	s := strconv.FormatInt(n, 10)
	v := value{json: s, want: s}
	switch {
	case g.chance(10):
		v.json += ".0"
	case n%100 == 0 && n != 0 && g.chance(50):
		v.json = strconv.FormatInt(n/100, 10) + pick(g, []string{"e2", "E+2", ".00e2"})
	}
	return v
}

func intValue(lo, hi int64) func(*gen) value {
	return func(g *gen) value {
		if g.hostile && g.chance(10) {
			return g.badInt(lo)
		}
		v := g.integer(lo, hi)
		if g.lenient && g.chance(30) {
			v.json = g.quote(v.json)
		}
		return v
	}
}

func (g *gen) badInt(lo int64) value {
	bad := []string{"1.5", "1e999999999", "99999999999999999999", "1e400", "1e401", "-1e300", "1e-1", `"+1"`, `"0x10"`, `" 5"`, `""`}
	if lo == 0 {
		bad = append(bad, "-1")
	}
	if !g.lenient {
		bad = append(bad, `"5"`)
	}
	if g.chance(50) {
		return g.wrongly("number")
	}
	return value{json: pick(g, bad), bad: true}
}

func intText(g *gen) (string, string) {
	v := g.integer(math.MinInt64, math.MaxInt64)
	return v.want, v.want
}

func (g *gen) intElement() value {
	if g.hostile && g.chance(4) {
		return g.badInt(math.MinInt64)
	}
	return g.integer(math.MinInt64, math.MaxInt64)
}

func (g *gen) float(bits int) value {
	f := math.Float64frombits(g.Uint64())
	if bits == 32 {
		f = float64(math.Float32frombits(g.Uint32()))
	}
	if math.IsNaN(f) || math.IsInf(f, 0) || g.chance(50) {
		f = float64(g.IntN(2000)-1000) / 8
	}
	text := strconv.FormatFloat(f, pick(g, []byte("ge")), -1, 64)
	return value{json: text, want: strconv.FormatFloat(f, 'g', -1, bits)}
}

func floatValue(bits int) func(*gen) value {
	return func(g *gen) value {
		if g.hostile && g.chance(8) {
			if g.chance(50) {
				return g.wrongly("number")
			}
			return value{json: pick(g, []string{"1e400", "-1e999999", `"NaN"`, `"Inf"`, `""`}), bad: true}
		}
		return g.float(bits)
	}
}

func (g *gen) floatElement() value { return g.float(64) }

// textValue is a string of a form that both sides know: the generator returns
// one spelling and what the variable then shows.
func textValue(make func(*gen) (text, want string)) func(*gen) value {
	element := textElement(make)
	return func(g *gen) value { return element(g) }
}

func textElement(make func(*gen) (text, want string)) func(*gen) value {
	return func(g *gen) value {
		if g.hostile && g.chance(5) {
			return g.wrongly("string")
		}
		text, want := make(g)
		return value{json: g.quote(text), want: want}
	}
}

func timeValue(g *gen) value {
	if g.hostile && g.chance(20) {
		return value{json: g.quote(g.str()), perhaps: true}
	}
	s := time.Unix(g.Int64N(1<<33), g.Int64N(1e9)).UTC().Format(time.RFC3339Nano)
	return value{json: g.quote(s), want: s}
}

func (g *gen) duration() (string, string) {
	d := time.Duration(g.Int64N(1<<45) - 1<<44)
	if g.chance(20) {
		return strconv.FormatInt(d.Milliseconds(), 10) + "ms", (d / 1e6 * 1e6).String()
	}
	return d.String(), d.String()
}

func (g *gen) addr() netip.Addr {
	if g.chance(50) {
		return netip.AddrFrom4([4]byte{byte(1 + g.IntN(223)), byte(g.IntN(256)), byte(g.IntN(256)), byte(g.IntN(256))})
	}
	a := [16]byte{0x20, 0x01}
	for i := 2; i < 16; i++ {
		a[i] = byte(g.IntN(256))
	}
	return netip.AddrFrom16(a)
}

func (g *gen) ip() (string, string) {
	a := g.addr()
	return a.String(), a.String()
}

func (g *gen) ipNet() (string, string) {
	a := g.addr()
	p := netip.PrefixFrom(a, g.IntN(a.BitLen()+1))
	return p.String(), p.Masked().String()
}

func (g *gen) ipMask() (string, string) {
	m := net.CIDRMask(g.IntN(33), 32)
	if g.chance(30) {
		return m.String(), m.String()
	}
	return net.IP(m).String(), m.String()
}

func (g *gen) bytes() []byte {
	b := make([]byte, g.IntN(9))
	for i := range b {
		b[i] = byte(g.IntN(256))
	}
	return b
}

func (g *gen) hex() (string, string) {
	b := g.bytes()
	return pick(g, []string{fmt.Sprintf("%x", b), fmt.Sprintf("%X", b)}), fmt.Sprintf("%x", b)
}

func (g *gen) base64() (string, string) {
	b := g.bytes()
	return base64.StdEncoding.EncodeToString(b), fmt.Sprintf("%x", b)
}

func (g *gen) bigInt() (string, string) {
	s := strconv.FormatInt(g.Int64(), 10) + strconv.Itoa(g.IntN(1000))
	return s, s
}
