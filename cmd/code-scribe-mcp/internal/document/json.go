package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// JSON reads one JSON value; // and /* */ comments and commas before a closing
// bracket are allowed. An error is a [*SyntaxError].
func JSON(data []byte) (*Node, error) {
	data, err := plainJSON(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, err
	}
	p := &jsonParser{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, failAt(p.line(), "text after the end of the document")
	}
	return n, nil
}

// plainJSON replaces comments and commas before a closing bracket by blanks,
// so that every line stays where it is.
func plainJSON(data []byte) ([]byte, error) {
	out := bytes.Clone(data)
	comma := -1     // a comma after a value, after which nothing has come yet
	last := byte(0) // the last byte that is no blank
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma, last = -1, c
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case bytes.HasPrefix(out[i:], []byte("//")):
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case bytes.HasPrefix(out[i:], []byte("/*")):
			end := bytes.Index(out[i+2:], []byte("*/"))
			if end < 0 {
				return nil, failAt(lineAt(out, i), "a comment is not closed with */")
			}
			for stop := i + 2 + end + 2; i < stop; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i--
		case c == ',':
			if comma = -1; strings.IndexByte("[{,", last) < 0 {
				comma = i
			}
			last = c
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma, last = -1, c
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma, last = -1, c
		}
	}
	return out, nil
}

func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(offset, len(data))], []byte("\n"))
}

type jsonParser struct {
	data []byte
	dec  *json.Decoder
}

func (p *jsonParser) line() int { return lineAt(p.data, int(p.dec.InputOffset())) }

func (p *jsonParser) token() (json.Token, error) {
	t, err := p.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return t, nil
	case errors.As(err, &syntax):
		return nil, failAt(lineAt(p.data, int(syntax.Offset)), "%v", err)
	default:
		return nil, failAt(p.line(), "the document ends too early")
	}
}

func (p *jsonParser) value(depth int) (*Node, error) {
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	n := &Node{Line: p.line()}
	if depth > maxDepth {
		return nil, failAt(n.Line, "nested more than %d deep", maxDepth)
	}
	switch t := t.(type) {
	case nil:
		n.Kind = Null
	case bool:
		n.Kind, n.Text = Bool, "false"
		if t {
			n.Text = "true"
		}
	case json.Number:
		n.Kind, n.Text = Number, t.String()
	case string:
		n.Kind, n.Text = String, t
	case json.Delim:
		if t == '[' {
			n.Kind = Array
		} else {
			n.Kind = Object
		}
		if err := p.contents(n, depth); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (p *jsonParser) contents(n *Node, depth int) error {
	for p.dec.More() {
		var key string
		if n.Kind == Object {
			t, err := p.token()
			if err != nil {
				return err
			}
			key, _ = t.(string) // the decoder lets nothing else pass
			if n.Get(key) != nil {
				return failAt(p.line(), "the key %q stands there twice", key)
			}
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		if n.Kind == Object {
			n.Members = append(n.Members, Member{key, v})
		} else {
			n.Items = append(n.Items, v)
		}
	}
	_, err := p.token() // the closing bracket
	return err
}
