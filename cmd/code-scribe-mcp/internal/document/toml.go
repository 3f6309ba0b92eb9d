package document

import (
	"bytes"
	"errors"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// TOML reads a TOML document. An error is a [*SyntaxError].
func TOML(data []byte) (*Node, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	// Unmarshal knows all rules; what it takes is then walked through once
	// more for order and lines.
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		line := 1
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ = at.Position()
		}
		return nil, failAt(line, "%v", err)
	}
	p := &tomlParser{root: &Node{Kind: Object, Line: 1}}
	p.table = p.root
	p.Reset(data)
	for p.NextExpression() {
		p.expression(p.Expression())
	}
	if err := p.Error(); err != nil {
		return nil, failAt(1, "%v", err)
	}
	return p.root, nil
}

type tomlParser struct {
	unstable.Parser
	root, table *Node
}

func (p *tomlParser) line(n *unstable.Node) int { return p.Shape(n.Raw).Start.Line }

func (p *tomlParser) expression(e *unstable.Node) {
	switch e.Kind {
	case unstable.Table:
		p.table = p.descend(p.root, e.Key())
	case unstable.ArrayTable:
		list := p.child(p.root, e.Key(), Array)
		p.table = &Node{Kind: Object, Line: list.lastLine}
		list.Items = append(list.Items, p.table)
	case unstable.KeyValue:
		p.pair(p.table, e)
	}
}

// place is a member with the line of the key that led to it.
type place struct {
	*Node
	lastLine int
}

// descend goes from n along the keys, making the objects that are not there.
func (p *tomlParser) descend(n *Node, keys unstable.Iterator) *Node {
	return p.child(n, keys, Object).Node
}

// child returns the member at the end of the keys, made with the kind if it is
// not there. On the way the last element of an array stands for the array.
func (p *tomlParser) child(n *Node, keys unstable.Iterator, kind Kind) place {
	line := 0
	for keys.Next() {
		if n.Kind == Array {
			n = n.Items[len(n.Items)-1]
		}
		key := keys.Node()
		line = p.line(key)
		next := n.Get(string(key.Data))
		if next == nil {
			next = &Node{Kind: Object, Line: line}
			if keys.IsLast() {
				next.Kind = kind
			}
			n.Members = append(n.Members, Member{string(key.Data), next})
		}
		n = next
	}
	return place{n, line}
}

func (p *tomlParser) pair(n *Node, e *unstable.Node) {
	at := p.child(n, e.Key(), Null)
	p.fill(at.Node, e.Value())
}

func (p *tomlParser) fill(n *Node, v *unstable.Node) {
	n.Text = string(v.Data)
	switch v.Kind {
	case unstable.String:
		n.Kind = String
	case unstable.Bool:
		n.Kind = Bool
	case unstable.Integer, unstable.Float:
		n.Kind = Number
	case unstable.Array:
		n.Kind, n.Text = Array, ""
		for items := v.Children(); items.Next(); {
			item := &Node{Line: n.Line}
			if items.Node().Raw.Length > 0 {
				item.Line = p.line(items.Node())
			}
			p.fill(item, items.Node())
			n.Items = append(n.Items, item)
		}
	case unstable.InlineTable:
		n.Kind, n.Text = Object, ""
		for pairs := v.Children(); pairs.Next(); {
			p.pair(n, pairs.Node())
		}
	default:
		n.Kind = Date
	}
}
