package runner

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// matcher finds many values in one pass. Most places of a text are skipped: a
// table says for each three bytes how far the next beginning of a value can be
// at least, so that only where all but the first bytes of one might stand is
// looked into the values themselves. These stand in a tree by their beginnings,
// so that a place costs as many steps as it has bytes in common with one of
// them, however many there are. Both are made when they are needed first: most
// outputs are short or empty. It is safe for concurrent use.
type matcher struct {
	secrets []secret // sorted
	window  int      // how many bytes from its beginning say that a value may stand there
	longest int      // of the values

	tree   sync.Once
	root   node
	starts [256]bool // bytes that a value begins with

	table sync.Once
	shift []uint8 // by the last three bytes of the window
}

// node is the part of the values between two branches.
type node struct {
	label    []byte
	value    *secret // that ends here
	children []node  // by the first byte of their labels
}

const (
	block     = 3 // bytes that the table is asked about
	tableBits = 16
	maxWindow = 16

	// longText is the length in bytes from which on the table is worth it.
	longText = 8 << 10
)

// newMatcher returns a matcher of the values that are looked for, nil when
// there are none.
func newMatcher(values []string) *matcher {
	list := make([]string, 0, len(values))
	for _, v := range values {
		// A part of the marker cannot be hidden by the marker.
		if len(v) >= minSecret && !strings.Contains(redacted, v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	list = slices.Compact(list)
	m := &matcher{window: maxWindow, secrets: make([]secret, len(list))}
	for i, v := range list {
		m.secrets[i] = secret{[]byte(v), joint(v)}
		m.window = min(m.window, len(v))
		m.longest = max(m.longest, len(v))
	}
	return m
}

func (m *matcher) makeTree() {
	m.root = branch(m.secrets, 0)
	for _, s := range m.secrets {
		m.starts[s.text[0]] = true
	}
}

func (m *matcher) makeTable() {
	m.shift = make([]uint8, 1<<tableBits)
	far := m.window - block + 1
	for i := range m.shift {
		m.shift[i] = uint8(far)
	}
	for _, s := range m.secrets {
		for end := block; end <= m.window; end++ {
			h := hash(s.text[end-block], s.text[end-block+1], s.text[end-block+2])
			m.shift[h] = min(m.shift[h], uint8(m.window-end))
		}
	}
}

func hash(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 0x9e3779b1 >> (32 - tableBits)
}

// branch makes the node of sorted values that are the same up to depth.
func branch(secrets []secret, depth int) (n node) {
	first, last := secrets[0].text[depth:], secrets[len(secrets)-1].text[depth:]
	common := 0
	for common < min(len(first), len(last)) && first[common] == last[common] {
		common++
	}
	n.label = first[:common]
	depth += common
	if len(secrets[0].text) == depth {
		n.value = &secrets[0]
		secrets = secrets[1:]
	}
	for len(secrets) > 0 {
		same := 1
		for same < len(secrets) && secrets[same].text[depth] == secrets[0].text[depth] {
			same++
		}
		n.children = append(n.children, branch(secrets[:same], depth))
		secrets = secrets[same:]
	}
	return n
}

func (n *node) child(b byte) *node {
	if len(n.children) <= 4 {
		for i := range n.children {
			if n.children[i].label[0] == b {
				return &n.children[i]
			}
		}
		return nil
	}
	i, ok := slices.BinarySearchFunc(n.children, b, func(c node, b byte) int { return int(c.label[0]) - int(b) })
	if !ok {
		return nil
	}
	return &n.children[i]
}

// candidate returns the first place from i on where a value may begin, len(p)
// when there is none.
func (m *matcher) candidate(p []byte, i int) int {
	if len(p) < longText {
		for ; i+m.window <= len(p); i++ {
			if m.starts[p[i]] {
				return i
			}
		}
		return len(p)
	}
	for end := i + m.window; end <= len(p); {
		s := m.shift[hash(p[end-3], p[end-2], p[end-1])]
		if s == 0 {
			return end - m.window
		}
		end += int(s)
	}
	return len(p)
}

// each tells the values that stand at the beginning of p, the shortest first.
func (m *matcher) each(p []byte, tell func(*secret)) {
	n := &m.root
	for {
		if !bytes.HasPrefix(p, n.label) {
			return
		}
		p = p[len(n.label):]
		if n.value != nil {
			tell(n.value)
		}
		if len(p) == 0 {
			return
		}
		if n = n.child(p[0]); n == nil {
			return
		}
	}
}

// begins reports whether a value that is longer than p begins with it, or is p
// and needs to know what follows.
func (m *matcher) begins(p []byte) bool {
	n := &m.root
	for {
		if len(p) < len(n.label) {
			return bytes.HasPrefix(n.label, p)
		}
		if !bytes.HasPrefix(p, n.label) {
			return false
		}
		if p = p[len(n.label):]; len(p) == 0 {
			return len(n.children) > 0 || n.value != nil && n.value.joint != nil
		}
		if n = n.child(p[0]); n == nil {
			return false
		}
	}
}
