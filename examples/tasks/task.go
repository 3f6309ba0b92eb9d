package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Task is one thing to be done, as it stands in the file and in all JSON output.
type Task struct {
	ID       int       `json:"id"`
	Title    string    `json:"title"`
	Priority string    `json:"priority"`
	Labels   []string  `json:"labels,omitempty"`
	Due      time.Time `json:"due,omitzero"`
	Estimate duration  `json:"estimate,omitzero"`
	Points   int       `json:"points,omitempty"`
	Notes    string    `json:"notes,omitempty"`
	Created  time.Time `json:"created"`
	Done     time.Time `json:"done,omitzero"` // zero while the task is open
}

// taskSchema is the JSON Schema of [Task].
const taskSchema = `{"type":"object","properties":{` +
	`"id":{"type":"integer"},` +
	`"title":{"type":"string"},` +
	`"priority":{"type":"string","enum":["low","normal","high"]},` +
	`"labels":{"type":"array","items":{"type":"string"}},` +
	`"due":{"type":"string","description":"RFC 3339, UTC"},` +
	`"estimate":{"type":"string","description":"Go duration"},` +
	`"points":{"type":"integer"},` +
	`"notes":{"type":"string"},` +
	`"created":{"type":"string","description":"RFC 3339, UTC"},` +
	`"done":{"type":"string","description":"RFC 3339, UTC; absent while the task is open"}` +
	`},"required":["id","title","priority","created"],"additionalProperties":false}`

const (
	maxID     = 1_000_000_000
	maxPoints = 100
)

var priorities = []string{"low", "normal", "high"}

const normalPriority = "normal"

// status is "open" or "done".
func (t Task) status() string {
	if t.Done.IsZero() {
		return "open"
	}
	return "done"
}

// validate reports the first thing that a task must not be. Control characters
// are refused because titles are printed to terminals.
func (t Task) validate() error {
	switch {
	case strings.TrimSpace(t.Title) == "":
		return errors.New("the title is empty")
	case strings.ContainsFunc(t.Title, unicode.IsControl):
		return fmt.Errorf("title %q: expected one line without control characters", t.Title)
	case !slices.Contains(priorities, t.Priority):
		return fmt.Errorf("priority %q: expected %s", t.Priority, strings.Join(priorities, ", "))
	case t.Points < 0 || t.Points > maxPoints:
		return fmt.Errorf("points %d: expected 0 to %d", t.Points, maxPoints)
	case t.Estimate.Duration < 0:
		return fmt.Errorf("estimate %s: expected 0 or more", t.Estimate)
	case strings.ContainsFunc(t.Notes, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r) }):
		return errors.New("the notes hold control characters")
	}
	for _, label := range t.Labels {
		if err := validLabel(label); err != nil {
			return err
		}
	}
	return nil
}

func validLabel(label string) error {
	bad := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == ',' }
	if label == "" || strings.ContainsFunc(label, bad) {
		return fmt.Errorf("label %q: expected a word without blanks and commas", label)
	}
	return nil
}

// normalize brings t into the form in which tasks are kept: labels sorted and
// without repetition, times in UTC.
func (t *Task) normalize() {
	t.Labels = slices.Compact(slices.Sorted(slices.Values(t.Labels)))
	t.Due, t.Created, t.Done = t.Due.UTC(), t.Created.UTC(), t.Done.UTC()
}

// parseDue reads a moment: a duration from now, a date (the end of that day),
// an RFC 3339 time, or none, which is the zero time.
func parseDue(text string, now time.Time) (time.Time, error) {
	if text == "none" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return now.Add(d).Truncate(time.Second), nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Second), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.UTC().Truncate(time.Second), nil
	}
	return time.Time{}, fmt.Errorf("due %q: expected a duration (48h), a date (2026-01-31), a time (2026-01-31T17:00:00Z) or none", text)
}

func parseID(text string) (int, error) {
	id, err := strconv.Atoi(text)
	if err != nil || id < 1 || id > maxID {
		return 0, fmt.Errorf("task id %q: expected a number from 1 on, as list shows it", text)
	}
	return id, nil
}

// parseIDs reads ids and leaves out repeated ones.
func parseIDs(texts []string) ([]int, error) {
	var ids []int
	for _, text := range texts {
		id, err := parseID(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// duration is a time.Duration that JSON shows as "1h30m0s".
type duration struct{ time.Duration }

func (d duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d *duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}
