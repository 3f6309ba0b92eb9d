package argv_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/schemagen"
)

// request is a random call of a tool and what must come of it.
type request struct {
	json    string
	flags   map[int]value // by index of the app's flags
	words   []string
	stdin   *string
	secrets []string
	// bad says why it must be refused; "" when it may run.
	bad string
	// hard says why a correct refusal is no fault even of harmless values.
	hard    string
	perhaps bool
}

// requester makes requests of one tool.
type requester struct {
	*gen
	app  *app
	tool *schemagen.Tool
	flag map[*pflag.Flag]int
	req  request
	list []string // the members
}

func newRequest(g *gen, a *app, tool *schemagen.Tool) request {
	q := &requester{gen: g, app: a, tool: tool, flag: map[*pflag.Flag]int{}, req: request{flags: map[int]value{}}}
	for i, v := range a.flags {
		q.flag[v.Flag] = i
	}
	q.positionals()
	for i := range tool.Params {
		p := &tool.Params[i]
		switch {
		case p.Flag != nil:
			q.flagParam(p)
		case p.Globals:
			q.globals(p)
		case p.Stdin:
			q.stdinParam(p)
		}
	}
	q.pins()
	if cmd := tool.Command; cmd == a.root && (cmd.DisableFlagParsing || tool.Info.Dash != nil) && cmd.HasSubCommands() && cmd.Args == nil && len(q.req.words) > 0 {
		q.req.hard = "cobra takes the first word of such a root for a command"
	}
	if n := tool.Info.Dash; n != nil && !tool.Command.DisableFlagParsing {
		before := q.req.words[:min(*n, len(q.req.words))]
		if slices.ContainsFunc(before, func(w string) bool { return strings.HasPrefix(w, "-") }) {
			q.req.hard = "what stands before the dash looks like a flag"
		}
		if !cobrax.Interspersed(tool.Command.Flags()) {
			q.req.hard = "the dash stands behind a positional, where nothing is parsed"
		}
	}
	q.spoil()
	q.Shuffle(len(q.list), func(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] })
	q.req.json = "{" + strings.Join(q.list, ",") + "}"
	if len(q.list) == 0 && q.chance(30) {
		q.req.json = pick(g, []string{"", "null", " {} "})
	}
	return q.req
}

func (q *requester) bad(format string, args ...any) { q.req.bad = fmt.Sprintf(format, args...) }

func (q *requester) member(name, json string) {
	q.list = append(q.list, q.quote(name)+":"+json)
}

func (q *requester) wanted(p *schemagen.Param) bool {
	switch {
	case p.Enforced && q.hostile && q.chance(4):
		q.bad("%s is missing", p.Name)
		return false
	case p.Enforced:
		return true
	}
	return q.chance(45)
}

func (q *requester) flagParam(p *schemagen.Param) {
	if !q.wanted(p) {
		if q.hostile && !p.Enforced && q.chance(5) {
			q.member(p.Name, "null") // as if it were not there
		}
		return
	}
	i, ok := q.flag[p.Flag.Flag]
	if !ok {
		q.bad("the tool has a flag %q that the tree has not", p.Name)
		return
	}
	v := q.valueFor(q.app.flags[i])
	q.req.flags[i] = v
	q.req.secrets = append(q.req.secrets, v.secrets...)
	q.req.perhaps = q.req.perhaps || v.perhaps
	if v.bad || v.omittable && p.Enforced {
		q.bad("the value of %q is wrong", p.Name)
	}
	if p.Flag.ByShorthand && p.Flag.NoOptDefVal != "" {
		q.req.hard = "a value that may be empty behind -x="
	}
	q.member(p.Name, v.json)
}

func (q *requester) valueFor(f *flagVar) value {
	if f.enum != nil {
		if q.hostile && q.chance(20) {
			return value{json: `"fas"`, bad: true}
		}
		s := pick(q.gen, f.enum)
		return value{json: q.quote(s), want: fmt.Sprintf("%q", s)}
	}
	q.secret = f.secret
	defer func() { q.secret = false }()
	return f.kind.value(q.gen)
}

func (q *requester) globals(p *schemagen.Param) {
	var elements []string
	for i := range q.tool.Globals {
		g := &q.tool.Globals[i]
		at := q.flag[g.Flag.Flag]
		f := q.app.flags[at]
		if f.kind.text == nil || f.enum != nil || g.Flag.Name == "" || !q.chance(30) {
			continue
		}
		q.secret = f.secret
		text, want := f.kind.text(q.gen)
		q.secret = false
		if f.secret && strings.Contains(text, marker) {
			q.req.secrets = append(q.req.secrets, text)
		}
		q.req.flags[at] = value{want: want}
		if g.Flag.ByShorthand && g.Flag.NoOptDefVal != "" {
			q.req.hard = "a value that may be empty behind -x="
		}
		if want == "true" && text == "true" && q.chance(30) {
			elements = append(elements, q.quote("--"+g.Flag.Name))
			continue
		}
		elements = append(elements, q.quote("--"+g.Flag.Name+"="+text))
	}
	if q.hostile && q.chance(10) {
		elements = append(elements, pick(q.gen, []string{
			`"--nosuch=1"`, `"evil"`, `"--"`, `"--=x"`, `""`, `"-x=1"`, `"--help"`, `"--help=true"`, `"--version"`, "1", "null", `["--x=1"]`, `"x\u0000"`,
		}))
		q.bad("an element of %q is wrong", p.Name)
	}
	if len(elements) > 0 || q.chance(5) {
		q.member(p.Name, "["+strings.Join(elements, ",")+"]")
	}
}

func (q *requester) stdinParam(p *schemagen.Param) {
	if !q.chance(50) {
		return
	}
	s := q.str()
	q.req.stdin = &s
	q.member(p.Name, q.quote(s))
}

// positionals gives them from the left, so that there is no gap; a hostile call
// may make one.
func (q *requester) positionals() {
	stopped, gap := false, false
	for i := range q.tool.Params {
		p := &q.tool.Params[i]
		if p.Arg == nil {
			continue
		}
		if stopped && !(q.hostile && q.chance(10)) && !p.Enforced || !q.wanted(p) {
			stopped = true
			continue
		}
		words, json, bad := q.positional(p)
		if bad {
			q.bad("the positional %q is wrong", p.Name)
		}
		gap = gap || stopped && len(words) > 0
		q.req.words = append(q.req.words, words...)
		q.member(p.Name, json)
	}
	if gap {
		q.bad("there is a gap before a positional")
	}
}

func (q *requester) positional(p *schemagen.Param) (words []string, json string, bad bool) {
	if !p.Arg.Rest {
		v := q.word(p)
		return []string{v.want}, v.json, v.bad
	}
	n := p.Arg.Min + q.IntN(3)
	if p.Arg.Max > 0 {
		n = min(n, p.Arg.Max)
	}
	if q.hostile && q.chance(4) {
		n = q.IntN(9)
	}
	bad = n < p.Arg.Min || p.Arg.Max > 0 && n > p.Arg.Max
	texts := make([]string, n)
	for i := range texts {
		v := q.word(p)
		words, texts[i], bad = append(words, v.want), v.json, bad || v.bad
	}
	return words, "[" + strings.Join(texts, ",") + "]", bad
}

func (q *requester) word(p *schemagen.Param) value {
	if enum := p.Enum(); len(enum) > 0 {
		if q.hostile && q.chance(10) {
			return value{json: `"no such"`, bad: true}
		}
		s := pick(q.gen, enum)
		return value{json: q.quote(s), want: s}
	}
	switch p.Type.Name {
	case "int":
		return q.intElement()
	case "float64":
		v := q.floatElement()
		v.want = v.json // the text goes through as it is
		return v
	case "bool":
		return q.boolElement()
	case "duration":
		d, _ := q.duration()
		return value{json: q.quote(d), want: d}
	case "uuid":
		u := fmt.Sprintf("%08x-1234-4abc-89ab-%012x", q.Uint32(), q.Uint64()&(1<<48-1))
		return value{json: q.quote(u), want: u}
	}
	return q.stringElement()
}

// pins adds what the server gives to every call.
func (q *requester) pins() {
	cmd := q.tool.Command
	for _, i := range q.app.pins {
		v := q.app.flags[i]
		early := !v.persistent
		switch {
		case early && cmd == q.app.root:
		case early:
			if q.app.root.DisableFlagParsing {
				q.req.hard = "the root reads its own flags"
			}
		case !reached(cmd, v.Flag):
			continue
		}
		if cmd.DisableFlagParsing && (!early || cmd == q.app.root) {
			q.req.hard = "the command reads its own flags"
		}
		if _, given := q.req.flags[i]; given {
			q.bad("%s is pinned", v.Name)
		}
		q.req.flags[i] = value{want: fmt.Sprintf("%q", pinValue)}
	}
}

const pinValue = "--pinned, \"by\" the=server"

// reached reports whether cobra gives the persistent flag f to cmd.
func reached(cmd *cobra.Command, f *pflag.Flag) bool {
	for i, c := range lineage(cmd) {
		if i == 0 {
			if own := c.Flags().Lookup(f.Name); own != nil && own != f {
				return false
			}
		}
		if own := c.PersistentFlags().Lookup(f.Name); own != nil {
			return own == f
		}
	}
	return false
}

// spoil makes a hostile object of the members now and then.
func (q *requester) spoil() {
	if !q.hostile {
		return
	}
	switch n := q.IntN(100); {
	case n < 2:
		q.member(pick(q.gen, []string{"nosuch", "", "-", "--", "help", "--help", "h", "\u0130"}), `"x"`)
		q.bad("there is no such property")
	case n < 4 && len(q.list) > 0:
		q.list = append(q.list, pick(q.gen, q.list))
		q.bad("a property stands twice")
	case n < 5:
		q.list = append(q.list, pick(q.gen, []string{"", `"a"`, "1:2", `"a":`, `"a":1,`, "{", "\x00"}))
		if len(q.list) > 1 || q.list[0] != "" {
			q.bad("that is no JSON")
		}
	}
}
