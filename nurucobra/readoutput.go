package nurucobra

import (
	"fmt"
	"strings"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/mcpserve"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/spool"
)

// An outputReader is the tool read_output: what replies had no room for.
type outputReader struct {
	spool *spool.Spool
	limit int // bytes of a reply
}

func (r outputReader) tool() mcpserve.Tool {
	return mcpserve.Tool{
		Name: engine.ReadOutput,
		// Every conversation pays for it, and who needs it has a reply that
		// shows how to call it.
		Description: "Read the rest of a cut output",
		InputSchema: []byte(`{"type":"object","properties":{` +
			`"call":{"type":"string"},` +
			`"stderr":{"type":"boolean"},` +
			`"offset":{"type":"integer"},` +
			`"fromLine":{"type":"integer"},` +
			`"limit":{"type":"integer"}` +
			`},"required":["call"]}`),
		ReadOnly:   true,
		Idempotent: true,
	}
}

// answer answers a call of read_output.
func (r outputReader) answer(c engine.Call) engine.Result {
	limit := int64(r.limit)
	if limit <= 0 {
		limit = runner.DefaultMaxOutput
	}
	const absent = -1
	id, stderr := "", false
	want, size := spool.Range{Offset: absent}, int64(absent)
	err := argv.Fields(engine.ReadOutput, c.Arguments,
		argv.Field{Name: "call", String: &id, Required: true},
		argv.Field{Name: "stderr", Bool: &stderr},
		argv.Field{Name: "offset", Int: &want.Offset, Min: 0},
		argv.Field{Name: "fromLine", Int: &want.FromLine, Min: 1},
		argv.Field{Name: "limit", Int: &size, Min: 1},
	)
	if err != nil {
		return engine.Refusal(err.Error())
	}
	byLine := want.FromLine > 0
	if byLine && want.Offset != absent {
		return engine.Refusal(engine.ReadOutput + `: expected "offset" or "fromLine", got both`)
	}
	want.Offset, want.Limit = max(want.Offset, 0), limit
	switch {
	case size == absent:
	case byLine:
		want.Lines = size
	default:
		want.Limit = min(size, limit)
	}
	stream := engine.Stdout
	if stderr {
		stream = engine.Stderr
	}
	page, err := r.spool.Read(id, stream, want)
	if err != nil {
		return engine.Refusal(engine.ReadOutput + ": " + err.Error())
	}
	return pageResult(id, stream, page, byLine)
}

// pageResult puts a page into words: a line about it and the text, and the
// same as an object.
func pageResult(id, stream string, p spool.Page, byLine bool) engine.Result {
	var next ordered.Object
	end := "the end"
	switch {
	case p.More() && byLine && p.Whole:
		next = ordered.Object{{Key: "fromLine", Value: p.Last + 1}}
		end = fmt.Sprintf("next: fromLine %d", p.Last+1)
	case p.More():
		next = ordered.Object{{Key: "offset", Value: p.End}}
		end = fmt.Sprintf("next: offset %d", p.End)
	case p.Kept < p.Total:
		end = fmt.Sprintf("only the first %d bytes are kept", p.Kept)
	}
	last := max(p.End-1, p.Offset)
	head := fmt.Sprintf("[%s of %s: bytes %d-%d of %d, lines %d-%d of %d; %s]\n",
		stream, id, p.Offset, last, p.Total, p.Line, p.Last, p.TotalLines, end)
	o := ordered.Object{
		{Key: "ok", Value: true},
		{Key: "call", Value: id},
		{Key: "stream", Value: stream},
		{Key: "text", Value: p.Text},
		{Key: "offset", Value: p.Offset},
		{Key: "bytes", Value: p.End - p.Offset},
		{Key: "totalBytes", Value: p.Total},
		{Key: "keptBytes", Value: p.Kept},
		{Key: "fromLine", Value: p.Line},
		{Key: "toLine", Value: p.Last},
		{Key: "totalLines", Value: p.TotalLines},
		{Key: "more", Value: p.More()},
	}
	if next != nil {
		o = append(o, ordered.Member{Key: "next", Value: next})
	}
	return engine.Structure(head+p.Text, o)
}

// copyOutput returns an output that was cut, in order, as far as it is kept;
// what stands for what is missing is as in replies.
func copyOutput(s *spool.Spool, id, stream string, c *engine.CutOutput, write func(string) error) error {
	between := ""
	for p := (spool.Page{Kept: c.Kept}); p.More(); {
		var err error
		if p, err = s.Read(id, stream, spool.Range{Offset: p.End, Limit: 1 << 20}); err != nil {
			return err
		}
		if err := write(p.Text); err != nil {
			return err
		}
		if between = ""; !p.Whole {
			between = "\n"
		}
	}
	if c.Kept == c.Total {
		return nil
	}
	tail := c.Tail
	missing := c.Total - c.Kept - int64(len(tail))
	if missing < 0 { // its beginning was just read
		tail = strings.ToValidUTF8(tail[-missing:], "")
		missing = 0
	}
	rest := runner.Output{Dropped: missing, Tail: tail}
	if missing == 0 {
		between = ""
	}
	return write(between + rest.String())
}
