package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

const formatVersion = 1

// document is the content of a tasks file: all tasks, ordered by id.
type document struct {
	Version int       `json:"version"`
	NextID  int       `json:"nextId"` // ids are never used twice
	Tasks   []Task    `json:"tasks"`
	Sync    *lastSync `json:"sync,omitempty"`
}

// lastSync remembers the last push.
type lastSync struct {
	URL    string    `json:"url"`
	Pushed time.Time `json:"pushed"`
	Digest string    `json:"digest"` // of the tasks as they were pushed
}

func newDocument() *document {
	return &document{Version: formatVersion, NextID: 1, Tasks: []Task{}}
}

// decodeDocument reads a tasks file. Unknown fields are errors: the next write
// would lose them.
func decodeDocument(data []byte) (*document, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the file is empty") // a document without tasks is not
	}
	d := new(document)
	if err := decodeStrict(data, d); err != nil {
		return nil, err
	}
	if d.Version != formatVersion {
		return nil, fmt.Errorf("format version %d, this program knows %d", d.Version, formatVersion)
	}
	if d.Tasks == nil {
		d.Tasks = []Task{}
	}
	d.NextID = max(d.NextID, 1)
	slices.SortStableFunc(d.Tasks, func(a, b Task) int { return cmp.Compare(a.ID, b.ID) })
	for i := range d.Tasks {
		t := &d.Tasks[i]
		t.normalize()
		if t.ID < 1 || t.ID > maxID {
			return nil, fmt.Errorf("task id %d: expected 1 to %d", t.ID, maxID)
		}
		if i > 0 && d.Tasks[i-1].ID == t.ID {
			return nil, fmt.Errorf("task %d stands twice", t.ID)
		}
		if err := t.validate(); err != nil {
			return nil, fmt.Errorf("task %d: %w", t.ID, err)
		}
		d.NextID = max(d.NextID, t.ID+1)
	}
	return d, nil
}

func decodeStrict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// writeJSON writes v as people and files like it.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func (d *document) index(id int) (int, bool) {
	return slices.BinarySearchFunc(d.Tasks, id, func(t Task, id int) int { return cmp.Compare(t.ID, id) })
}

// task returns the task with that id, to be looked at or changed in place.
func (d *document) task(id int) (*Task, error) {
	i, ok := d.index(id)
	if !ok {
		return nil, fmt.Errorf("no task %d", id)
	}
	return &d.Tasks[i], nil
}

// each calls f for every one of the tasks, or for none when one is missing.
func (d *document) each(ids []int, f func(*Task)) error {
	for _, id := range ids {
		if _, err := d.task(id); err != nil {
			return err
		}
	}
	for _, id := range ids {
		t, _ := d.task(id)
		f(t)
	}
	return nil
}

// add adds t and returns its id: its own when that is free, else a new one.
func (d *document) add(t Task) (int, error) {
	i, taken := d.index(t.ID)
	if t.ID == 0 || taken {
		t.ID = d.NextID
		i, _ = d.index(t.ID)
	}
	if t.ID < 1 || t.ID > maxID {
		return 0, fmt.Errorf("task id %d: expected 1 to %d", t.ID, maxID)
	}
	t.normalize()
	if err := t.validate(); err != nil {
		return 0, err
	}
	d.Tasks = slices.Insert(d.Tasks, i, t)
	d.NextID = max(d.NextID, t.ID+1)
	return t.ID, nil
}

// remove removes the tasks for which gone is true and returns them.
func (d *document) remove(gone func(Task) bool) []Task {
	removed, kept := []Task{}, []Task{}
	for _, t := range d.Tasks {
		if gone(t) {
			removed = append(removed, t)
		} else {
			kept = append(kept, t)
		}
	}
	d.Tasks = kept
	return removed
}
