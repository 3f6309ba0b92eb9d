package spool_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/internal/spool"
)

func newSpool(t testing.TB, limit int64) (*spool.Spool, string, *strings.Builder) {
	dir, log := t.TempDir(), &strings.Builder{}
	s := spool.New(dir, limit, slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(s.Close)
	return s, dir, log
}

// keep keeps a text as the standard output of a call and returns its id.
func keep(s *spool.Spool, text string) string {
	c := s.Begin()
	_, _ = c.Stream("stdout").Write([]byte(text))
	c.End()
	return c.ID
}

// folders are the spools in dir.
func folders(t testing.TB, dir string) []string {
	list, err := filepath.Glob(filepath.Join(dir, "nurucobra-spool-*"))
	require.NoError(t, err)
	return list
}

func TestSpool_is_private_and_leaves_nothing(t *testing.T) {
	s, dir, _ := newSpool(t, 1000)
	c := s.Begin()
	c.End()
	assert.Empty(t, folders(t, dir), "nothing was written")

	keep(s, "text")
	list := folders(t, dir)
	require.Len(t, list, 1)
	info, err := os.Stat(list[0])
	require.NoError(t, err)
	assert.Equal(t, os.ModeDir|0o700, info.Mode())
	files, err := os.ReadDir(list[0])
	require.NoError(t, err)
	assert.Len(t, files, 2)
	for _, f := range files {
		info, err := f.Info()
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode(), f.Name())
	}
	s.Close()
	assert.Empty(t, folders(t, dir))
	s.Close()
	keep(s, "text")
	assert.Empty(t, folders(t, dir), "closed")
}

func TestSpool_Read(t *testing.T) {
	s, _, _ := newSpool(t, 1<<20)
	const text = "one\ntwo é\n\nfour"
	id := keep(s, text)
	for _, c := range []struct {
		name string
		r    spool.Range
		want spool.Page
	}{
		{"all", spool.Range{Limit: 100}, spool.Page{Text: text, End: 16, Line: 1, Last: 4}},
		{"bytes", spool.Range{Offset: 4, Limit: 4}, spool.Page{Text: "two ", Offset: 4, End: 8, Line: 2, Last: 2}},
		{"no half of a character at the end", spool.Range{Offset: 6, Limit: 3}, spool.Page{Text: "o ", Offset: 6, End: 8, Line: 2, Last: 2}},
		{"nor at the beginning", spool.Range{Offset: 9, Limit: 2}, spool.Page{Text: "\n\n", Offset: 10, End: 12, Line: 2, Last: 3, Whole: true}},
		{"a character longer than the limit", spool.Range{Offset: 8, Limit: 1}, spool.Page{Text: "é", Offset: 8, End: 10, Line: 2, Last: 2}},
		{"the end", spool.Range{Offset: 16, Limit: 4}, spool.Page{Offset: 16, End: 16, Line: 4, Last: 4}},
		{"a line", spool.Range{FromLine: 2, Lines: 1, Limit: 100}, spool.Page{Text: "two é\n", Offset: 4, End: 11, Line: 2, Last: 2, Whole: true}},
		{"lines", spool.Range{FromLine: 2, Lines: 5, Limit: 100}, spool.Page{Text: "two é\n\nfour", Offset: 4, End: 16, Line: 2, Last: 4}},
		{"lines that fit", spool.Range{FromLine: 1, Limit: 12}, spool.Page{Text: "one\ntwo é\n\n", End: 12, Line: 1, Last: 3, Whole: true}},
		{"a line that does not", spool.Range{FromLine: 2, Lines: 2, Limit: 2}, spool.Page{Text: "tw", Offset: 4, End: 6, Line: 2, Last: 2}},
		{"the last line", spool.Range{FromLine: 4, Lines: 1, Limit: 100}, spool.Page{Text: "four", Offset: 12, End: 16, Line: 4, Last: 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Total, c.want.TotalLines, c.want.Kept = 16, 4, 16
			got, err := s.Read(id, "stdout", c.r)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
	for _, c := range []struct {
		id, stream string
		r          spool.Range
		want       string
	}{
		{"nobody", "stdout", spool.Range{}, `nothing is kept of a call "nobody": the id stands in the reply whose output was cut, and the oldest outputs make way for newer ones`},
		{id, "stderr", spool.Range{}, fmt.Sprintf("the stderr of call %q was not cut: the reply to the call has all of it", id)},
		{id, "stdout", spool.Range{Offset: 17}, "offset 17 is behind the end: there are 16 bytes"},
		{id, "stdout", spool.Range{FromLine: 5}, "line 5 is behind the end: there are 4 lines"},
	} {
		_, err := s.Read(c.id, c.stream, c.r)
		assert.EqualError(t, err, c.want)
	}
}

// One stream gets a quarter of the spool; what is behind is counted.
func TestSpool_keeps_the_beginning(t *testing.T) {
	s, _, _ := newSpool(t, 40)
	id := keep(s, "12345678\né\nmore") // the tenth byte is half of é
	p, err := s.Read(id, "stdout", spool.Range{Limit: 100})
	require.NoError(t, err)
	assert.Equal(t, spool.Page{Text: "12345678\n", End: 9, Line: 1, Last: 1, Whole: true, Total: 16, TotalLines: 3, Kept: 9}, p)
	assert.False(t, p.More())
	for _, r := range []spool.Range{{Offset: 9}, {Offset: 16}} {
		_, err := s.Read(id, "stdout", r)
		assert.EqualError(t, err, fmt.Sprintf("offset %d is not kept: of 16 bytes only the first 9 are", r.Offset))
	}
	for line := int64(2); line <= 3; line++ {
		_, err := s.Read(id, "stdout", spool.Range{FromLine: line})
		assert.EqualError(t, err, fmt.Sprintf("line %d is not kept: of 16 bytes only the first 9 are", line))
	}
}

func TestSpool_oldest_first_out(t *testing.T) {
	s, dir, _ := newSpool(t, 40)
	var ids []string
	for i := range 7 {
		ids = append(ids, keep(s, fmt.Sprintf("text %04d\n", i)))
	}
	for i, id := range ids {
		p, err := s.Read(id, "stdout", spool.Range{Limit: 100})
		if i < 3 {
			assert.ErrorContains(t, err, "make way for newer ones")
		} else {
			assert.NoError(t, err)
			assert.Equal(t, fmt.Sprintf("text %04d\n", i), p.Text)
		}
	}
	files, err := os.ReadDir(folders(t, dir)[0])
	require.NoError(t, err)
	assert.Len(t, files, 5, "four calls and the lock")
}

func TestSpool_Drop(t *testing.T) {
	s, dir, _ := newSpool(t, 40)
	for range 100 {
		c := s.Begin()
		_, _ = c.Stream("stdout").Write([]byte("0123456789"))
		c.Drop("stdout")
		_, _ = c.Stream("stdout").Write([]byte("again"))
		total, kept := c.Size("stdout")
		assert.Equal(t, []int64{5, 5}, []int64{total, kept})
		c.Drop("stdout")
		_, kept = c.Size("stdout")
		assert.Zero(t, kept)
		c.End()
	}
	files, err := os.ReadDir(folders(t, dir)[0])
	require.NoError(t, err)
	assert.Len(t, files, 1)
	p, err := s.Read(keep(s, "0123456789"), "stdout", spool.Range{Limit: 100})
	require.NoError(t, err, "no room was lost")
	assert.Equal(t, "0123456789", p.Text)
}

// A folder that cannot be made costs what would be kept, and is told once.
func TestSpool_without_a_folder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	var log strings.Builder
	s := spool.New(file, 1000, slog.New(slog.NewTextHandler(&log, nil)))
	defer s.Close()
	for range 2 {
		c := s.Begin()
		n, err := c.Stream("stdout").Write([]byte("text"))
		assert.Equal(t, 4, n)
		assert.NoError(t, err)
		c.End()
		_, kept := c.Size("stdout")
		assert.Zero(t, kept)
	}
	assert.Equal(t, 1, strings.Count(log.String(), "\n"), log.String())
	assert.NotContains(t, log.String(), file)
	for _, none := range []*spool.Spool{nil, spool.New(t.TempDir(), 0, slog.New(slog.DiscardHandler))} {
		_, err := none.Read(keep(none, "text"), "stdout", spool.Range{})
		assert.ErrorContains(t, err, "nothing is kept")
		none.Close()
	}
}

// Somebody may tidy the temporary folder up while the server runs.
func TestSpool_survives_its_folder(t *testing.T) {
	s, dir, _ := newSpool(t, 40)
	old := keep(s, "0123456789")
	require.NoError(t, os.RemoveAll(folders(t, dir)[0]))
	_, err := s.Read(old, "stdout", spool.Range{})
	assert.Error(t, err)
	for range 9 {
		p, err := s.Read(keep(s, "0123456789"), "stdout", spool.Range{Limit: 10})
		require.NoError(t, err)
		assert.Equal(t, "0123456789", p.Text)
	}
}

// Whatever is written in whatever pieces, pages join to the beginning of it,
// and none is bigger than asked for.
func TestSpool_property(t *testing.T) {
	s, dir, _ := newSpool(t, 400)
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.StringOfN(rapid.RuneFrom([]rune("ab\né€😀")), 0, 20, -1)
		pieces := rapid.SliceOfN(piece, 1, 12).Draw(t, "pieces")
		text := strings.Join(pieces, "")
		if text == "" {
			return
		}
		c := s.Begin()
		for _, p := range pieces {
			_, _ = c.Stream("stderr").Write([]byte(p))
		}
		c.End()

		lines := rapid.Bool().Draw(t, "lines")
		limit := rapid.Int64Range(1, 200).Draw(t, "limit")
		r := spool.Range{Limit: limit}
		if lines {
			r.FromLine, r.Lines = 1, rapid.Int64Range(0, 5).Draw(t, "n")
		}
		var all string
		for {
			p, err := s.Read(c.ID, "stderr", r)
			if err != nil {
				t.Fatal(err)
			}
			if int64(len(p.Text)) > max(limit, utf8.UTFMax) || !utf8.ValidString(p.Text) || p.End-p.Offset != int64(len(p.Text)) {
				t.Fatalf("%+v for %+v", p, r)
			}
			if p.Offset != int64(len(all)) || p.Line != int64(strings.Count(all, "\n"))+1 {
				t.Fatalf("%+v does not continue %q", p, all)
			}
			all += p.Text
			if p.Total != int64(len(text)) || p.TotalLines != int64(len(strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n"))) {
				t.Fatalf("wrong totals %+v of %q", p, text)
			}
			if !p.More() {
				if p.Kept != int64(len(all)) {
					t.Fatalf("%q is not all of %+v", all, p)
				}
				break
			}
			if p.Text == "" {
				t.Fatalf("no way on from %+v", p)
			}
			if r = (spool.Range{Offset: p.End, Limit: limit}); lines && p.Whole {
				r = spool.Range{FromLine: p.Last + 1, Lines: 1, Limit: limit}
			}
		}
		if want := text[:min(len(text), 100)]; all != strings.ToValidUTF8(want, "") {
			t.Fatalf("kept %q of %q", all, text)
		}
		size := int64(0)
		files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
		for _, f := range files {
			if info, err := os.Stat(f); err == nil {
				size += info.Size()
			}
		}
		if size > 400 {
			t.Fatalf("%d bytes in a spool of 400", size)
		}
	})
}

func TestSpool_concurrently(t *testing.T) {
	s, _, _ := newSpool(t, 1<<16)
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			text := strings.Repeat(fmt.Sprintf("%d\n", i), 1000)
			for range 50 {
				id := keep(s, text)
				p, err := s.Read(id, "stdout", spool.Range{Limit: 1 << 20})
				if err == nil {
					assert.True(t, strings.HasPrefix(text, p.Text))
				}
			}
		})
	}
}
