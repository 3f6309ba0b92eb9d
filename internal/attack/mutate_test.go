//go:build linux

package attack_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	mutatedLines = flag.Int("attack.lines", 5000, "mutated lines to send")
	mutationSeed = flag.Uint64("attack.seed", 1, "seed of the mutated lines")
)

// lineSeeds are what lines are made of; the verb is the place of the id. None
// starts a process, as it stands.
var lineSeeds = []string{
	requestLine("%d", "ping", ""),
	requestLine(`"%d"`, "ping", `{"_meta":{"progressToken":"t"}}`),
	requestLine("%d", "prompts/list", ""),
	requestLine("%d", "resources/list", `{"cursor":"eA=="}`),
	requestLine("%d", "tools/call", `{"name":"nothing","arguments":{"a":[1,2.5e3,null,true,"\u00e9\ud83d\ude00"]}}`),
	requestLine("%d", "tools/call", `{"name":"wipe","arguments":{"cod":3},"_meta":{"progressToken":7}}`),
	requestLine(`"%d"`, "tools/call", lineMeta(`"2026-07-28"`, `"name":"wipe","arguments":{},`)),
	requestLine("%d", "server/discover", lineMeta(`"2026-07-28"`, "")),
	requestLine(`"%d"`, "subscriptions/listen", lineMeta(`"2026-07-28"`, `"notifications":{"toolsListChanged":true},`)),
	requestLine("%d", "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`),
	requestLine("%d", "logging/setLevel", `{"level":"debug"}`),
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`,
	`{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":%d}}`,
	`{"jsonrpc":"2.0","id":%d,"result":{}}`,
}

// lineScraps are put into lines.
var lineScraps = []string{
	"{", "}", "[", "]", ",", ":", `"`, `\`, "null", "true", "-", "0", "1e9", "\x00", "\xff", "\ufeff", "\r", "\u2028", " ",
	`"id":1,`, `"id":`, `"method":"ping",`, `"jsonrpc":"2.0",`, `"params":`, `"_meta":{},`, `\ud800`, "[[[[[[[[", "}{", "é", "/*", "'",
}

// mutate changes a line in one to four places. It never has a line break.
func mutate(r *rand.Rand, line string) string {
	b := []byte(line)
	for range 1 + r.IntN(4) {
		i := r.IntN(len(b) + 1)
		j := min(len(b), i+r.IntN(12))
		switch r.IntN(7) {
		case 0: // out
			b = append(b[:i:i], b[j:]...)
		case 1: // once more
			b = append(b[:j:j], b[i:]...)
		case 2, 3: // in
			b = append(append(b[:i:i], lineScraps[r.IntN(len(lineScraps))]...), b[i:]...)
		case 4: // another byte
			if i < len(b) {
				b[i] = byte(r.IntN(256))
			}
		case 5: // cut off
			if r.IntN(3) == 0 {
				b = b[:i]
			}
		case 6: // a bit
			if i < len(b) {
				b[i] ^= 1 << r.IntN(8)
			}
		}
	}
	return strings.ReplaceAll(string(b), "\n", " ")
}

// Mutated lines, one after the other to one server: it lives, says nothing but
// messages, and answers no id more often than it may have been asked to.
func TestMutated_lines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*mutationSeed, 0))
	s := start(t)
	const batch = 100
	sent, answers, named := 0, 0, 0
	began := time.Now()
	var sentThen, answeredThen [8]string // by the last batches: an answer may be late by a few
	for n := 0; sent < *mutatedLines; n++ {
		var b strings.Builder
		whole := map[string]bool{}
		for range batch {
			sent++
			line := fmt.Sprintf(lineSeeds[r.IntN(len(lineSeeds))], 1_000_000_000+sent)
			if sent%10 == 0 { // an unharmed one, which must be answered
				id := fmt.Sprintf(`"whole-%d"`, sent)
				whole[id] = true
				line = requestLine(id, "ping", "")
			} else {
				line = mutate(r, line)
			}
			b.WriteString(line + "\n")
		}
		end := fmt.Sprintf(`"end-%d"`, n)
		b.WriteString(requestLine(end, "ping", "") + "\n")
		text, now := b.String(), n%len(sentThen)
		sentThen[now], answeredThen[now] = text, ""
		require.NoError(t, s.in.SetWriteDeadline(time.Now().Add(patience)))
		wrote := make(chan error, 1)
		go func() { _, err := io.WriteString(s.in, text); wrote <- err }()
		for ended := false; !ended || len(whole) > 0; {
			m := s.next()
			id := string(m.ID)
			switch {
			case m.Method != "":
				require.Empty(t, id, "a request to the client: %s", m.raw)
				continue
			case id == end:
				ended = true
				continue
			case whole[id]:
				require.Nil(t, m.Error, m.raw)
				delete(whole, id)
			}
			require.NotEmpty(t, id, m.raw)
			require.True(t, (m.Result == nil) != (m.Error == nil), m.raw)
			answers++
			if id == "null" {
				require.NotNil(t, m.Error, m.raw)
				continue
			}
			named++
			id = strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(id)
			answeredThen[now] += "\n" + id + "\n"
			used := 0
			for _, ids := range answeredThen {
				used += strings.Count(ids, "\n"+id+"\n")
			}
			if used <= strings.Count(text, id) {
				continue
			}
			all := strings.Join(sentThen[:], "")
			require.LessOrEqual(t, used, strings.Count(all, id), "answered twice or unasked: %s\namong\n%s", m.raw, linesWith(all, id))
		}
		require.NoError(t, <-wrote)
		require.LessOrEqual(t, answers, sent)
	}
	took := time.Since(began)
	for { // late answers
		if _, err := s.line(200 * time.Millisecond); err != nil {
			require.ErrorIs(t, err, errNoLine)
			break
		}
	}
	s.alive()
	s.closeInput()
	for {
		if _, err := s.line(patience); err != nil {
			assert.True(t, errors.Is(err, io.EOF), "%v", err)
			break
		}
	}
	require.NoError(t, s.wait())
	t.Logf("%d lines, %d answers, %d of them with an id, in %v (%.0f/s)", sent, answers, named, took.Round(time.Millisecond), float64(sent)/took.Seconds())
}

// linesWith are the lines of a text, quoted, that hold the last digits of an id.
func linesWith(text, id string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, id[max(0, len(id)-4):]) {
			fmt.Fprintf(&b, "%q\n", line)
		}
	}
	return b.String()
}
