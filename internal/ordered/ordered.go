// Package ordered writes JSON whose members stand in the order they were given:
// Go maps sort, and in permission files the order is the meaning.
package ordered

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Object is a JSON object in order.
type Object []Member

// Member is one member of an Object. Value may be an Object, an Array, a Line,
// or anything that encoding/json takes.
type Member struct {
	Key   string
	Value any
}

// Array is a JSON array, one element a line when indented. Other slices are
// written on one line.
type Array []any

// Line is a value that stays on one line when indented.
type Line struct{ Value any }

// MarshalJSON writes the object compactly.
func (o Object) MarshalJSON() ([]byte, error) { return Compact(o) }

// Compact returns v without blanks. HTML characters are not escaped.
func Compact(v any) ([]byte, error) {
	w := writer{}
	w.value(v, layout{})
	return w.Bytes(), w.err
}

// Indent returns v with two blanks a level, and no newline at the end. Empty
// objects and arrays, slices other than [Array], and everything in a [Line]
// stand on one line. HTML characters are not escaped.
func Indent(v any) ([]byte, error) {
	w := writer{}
	w.value(v, layout{spread: true, spaced: true})
	return w.Bytes(), w.err
}

// layout says how a value is written: spread over lines, or on one line, there
// with or without blanks.
type layout struct {
	spread, spaced bool
	depth          int
}

func (l layout) deeper() layout { l.depth++; return l }

type writer struct {
	bytes.Buffer
	err error
}

func (w *writer) value(v any, l layout) {
	switch v := v.(type) {
	case Line:
		l.spread = false
		w.value(v.Value, l)
	case Object:
		w.list('{', '}', len(v), l, func(i int) {
			w.scalar(v[i].Key)
			w.WriteByte(':')
			if l.spaced {
				w.WriteByte(' ')
			}
			w.value(v[i].Value, l.deeper())
		})
	case Array:
		w.list('[', ']', len(v), l, func(i int) { w.value(v[i], l.deeper()) })
	case []string:
		l.spread = false
		w.list('[', ']', len(v), l, func(i int) { w.scalar(v[i]) })
	default:
		w.scalar(v)
	}
}

func (w *writer) list(open, closer byte, n int, l layout, item func(int)) {
	w.WriteByte(open)
	pad := l.spaced && open == '{' && n > 0
	for i := range n {
		switch {
		case l.spread:
			w.newline(l.depth + 1)
		case i > 0 && l.spaced, i == 0 && pad:
			w.WriteByte(' ')
		}
		item(i)
		if i < n-1 {
			w.WriteByte(',')
		}
	}
	switch {
	case l.spread && n > 0:
		w.newline(l.depth)
	case pad:
		w.WriteByte(' ')
	}
	w.WriteByte(closer)
}

func (w *writer) newline(depth int) {
	w.WriteByte('\n')
	w.WriteString(strings.Repeat("  ", depth))
}

func (w *writer) scalar(v any) {
	enc := json.NewEncoder(&w.Buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		if w.err == nil {
			w.err = fmt.Errorf("writing JSON: %w", err)
		}
		return
	}
	w.Truncate(w.Len() - 1) // Encode ends with a newline
}
