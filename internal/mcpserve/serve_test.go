package mcpserve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// untilDone blocks until its context ends and says why.
func untilDone(ctx context.Context, _ mcpserve.Call) mcpserve.Result {
	<-ctx.Done()
	return mcpserve.Result{Text: context.Cause(ctx).Error(), IsError: true}
}

// A session written to the input as a whole, as "printf ... | app mcp-server"
// does, gets all its answers.
func TestEnd_of_input_drains_calls(t *testing.T) {
	for _, era := range []string{"handshake", "stateless"} {
		t.Run(era, func(t *testing.T) {
			const n = 101
			p := startOnPipes(t, config(func(context.Context, mcpserve.Call) mcpserve.Result {
				time.Sleep(50 * time.Millisecond)
				return mcpserve.Result{Text: "done"}
			}))
			params := stateless(`"name":"echo",`)
			if era == "handshake" {
				p.send(request(`"init"`, "initialize", initParams))
				params = `{"name":"echo"}`
			}
			for i := range n {
				p.send(request(fmt.Sprint(i), "tools/call", params))
			}
			answered := map[string]bool{}
			for _, m := range p.close() {
				if string(m.ID) != `"init"` {
					assert.Equal(t, "done", m.text(t))
					answered[string(m.ID)] = true
				}
			}
			assert.Len(t, answered, n)
		})
	}
}

// Calls that outlast the drain are cancelled, and still answered.
func TestEnd_of_input_cancels_after_drain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, config(untilDone))
		p.initialize()
		p.send(request("1", "tools/call", `{"name":"echo"}`))
		synctest.Wait()
		began := time.Now()
		rest := p.close()
		assert.Equal(t, 1500*time.Millisecond, time.Since(began))
		require.Len(t, rest, 1)
		assert.Contains(t, rest[0].text(t), "server is ending")
	})
}

// Nothing in flight: the end comes at once.
func TestEnd_of_input_when_idle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, config(echo))
		p.initialize()
		began := time.Now()
		assert.Empty(t, p.close())
		assert.Zero(t, time.Since(began))
	})
}

// A call that ignores its context cannot keep the server.
func TestEnd_leaves_stuck_calls_behind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var log syncBuffer
		cfg := config(func(context.Context, mcpserve.Call) mcpserve.Result {
			<-release
			return mcpserve.Result{}
		})
		cfg.Logger = debugLogger(&log)
		p := start(t, cfg)
		p.initialize()
		p.send(request("1", "tools/call", `{"name":"echo"}`))
		synctest.Wait()
		began := time.Now()
		assert.Empty(t, p.close())
		assert.LessOrEqual(t, time.Since(began), 4500*time.Millisecond)
		assert.Contains(t, log.String(), "did not return")
		close(release)
	})
}

// The end of the caller's context ends calls at once and returns nil, though
// nobody closes the input.
func TestEnd_of_context(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, config(untilDone))
		p.initialize()
		p.send(request("1", "tools/call", `{"name":"echo"}`), request("2", "tools/call", stateless(`"name":"echo",`)))
		synctest.Wait()
		began := time.Now()
		p.cancel()
		require.NoError(t, p.end())
		assert.Zero(t, time.Since(began))
		var ids []string
		for m := range p.lines {
			ids = append(ids, string(m.ID))
			assert.True(t, m.call(t).IsError)
		}
		assert.ElementsMatch(t, []string{"1", "2"}, ids)
		_, err := p.in.Write([]byte("x"))
		assert.ErrorIs(t, err, io.ErrClosedPipe, "the input is closed, or else its reader would hang")
	})
}

// The same on real pipes, where the reader hangs in the kernel.
func TestEnd_of_context_on_pipes(t *testing.T) {
	p := startOnPipes(t, config(untilDone))
	p.initialize()
	p.send(request("1", "tools/call", `{"name":"echo"}`))
	p.cancel()
	require.NoError(t, p.end())
}

// A client that is gone ends the session and its calls.
func TestEnd_by_closed_output(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	cancelled := make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- mcpserve.ServeStdio(t.Context(), config(func(ctx context.Context, _ mcpserve.Call) mcpserve.Result {
			outR.Close()
			<-ctx.Done()
			close(cancelled)
			return mcpserve.Result{}
		}), inR, outW)
	}()
	_, err := io.WriteString(inW, request("1", "tools/call", stateless(`"name":"echo",`))+"\n"+request("2", "ping", "")+"\n")
	require.NoError(t, err)
	select {
	case err := <-ended:
		require.ErrorIs(t, err, io.ErrClosedPipe)
		assert.ErrorContains(t, err, "writing to the client")
	case <-time.After(patience):
		require.FailNow(t, "server does not end")
	}
	<-cancelled
}

// A client that neither reads nor closes its end cannot hold the server at the
// end of input, whatever waits to be written.
func TestEnd_with_client_that_does_not_read(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- mcpserve.ServeStdio(context.Background(), config(echo), inR, outW) }()
		for i := range 200 {
			_, err := io.WriteString(inW, "garbage\n"+request(fmt.Sprint(i), "tools/call", stateless(`"name":"echo",`))+"\n")
			require.NoError(t, err)
		}
		began := time.Now()
		inW.Close()
		require.NoError(t, <-ended)
		assert.Equal(t, 500*time.Millisecond, time.Since(began))
		_, err := outR.Read(make([]byte, 1))
		assert.Error(t, err, "the output is closed, or else its writer would hang")
	})
}

// A client that sends without end and never reads is held back, then given up.
func TestEnd_by_client_that_only_writes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		big := strings.Repeat("x", 1<<20)
		inR, inW := io.Pipe()
		_, outW := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- mcpserve.ServeStdio(context.Background(), config(func(context.Context, mcpserve.Call) mcpserve.Result {
				return mcpserve.Result{Text: big}
			}), inR, outW)
		}()
		began := time.Now()
		sent := 0
		for ; sent < 100; sent++ {
			if _, err := io.WriteString(inW, request(fmt.Sprint(sent), "tools/call", stateless(`"name":"echo",`))+"\n"); err != nil {
				break
			}
			synctest.Wait()
		}
		assert.Less(t, sent, 20, "the flood is held back")
		assert.ErrorContains(t, <-ended, "stopped reading")
		assert.Greater(t, time.Since(began), 29*time.Second)
		assert.Less(t, time.Since(began), 31*time.Second)
	})
}

// A client that reads slowly, but reads, is waited for: here 20 s for each of
// ten answers of 1 MiB, more than may wait at once.
func TestSlow_client_is_served(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 10
		big := strings.Repeat("x", 1<<20)
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		p := startOn(t, config(func(context.Context, mcpserve.Call) mcpserve.Result { return mcpserve.Result{Text: big} }),
			inR, inW, outR, slowWriter{outW, 20 * time.Second})
		for i := range n {
			p.send(request(fmt.Sprint(i), "tools/call", stateless(`"name":"echo",`)))
			synctest.Wait()
		}
		for range n {
			m := <-p.lines
			require.Greater(t, len(m.raw), len(big))
		}
		p.close()
	})
}

// slowWriter needs a time for each line.
type slowWriter struct {
	io.WriteCloser
	pause time.Duration
}

func (w slowWriter) Write(p []byte) (int, error) {
	time.Sleep(w.pause)
	return w.WriteCloser.Write(p)
}

func TestRead_error(t *testing.T) {
	broken := errors.New("cable cut")
	err := mcpserve.ServeStdio(t.Context(), config(echo), io.MultiReader(strings.NewReader(ping7+"\n"), errReader{broken}), &syncBuffer{})
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "reading from the client")
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// A writer that takes less than it is given has failed.
func TestShort_write(t *testing.T) {
	inR, inW := io.Pipe()
	go io.WriteString(inW, ping7+"\n")
	err := mcpserve.ServeStdio(t.Context(), config(echo), inR, shortWriter{})
	require.ErrorIs(t, err, io.ErrShortWrite)
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestCancel(t *testing.T) {
	for _, era := range []string{"handshake", "stateless"} {
		t.Run(era, func(t *testing.T) {
			began, ended := make(chan struct{}), make(chan error, 1)
			p := start(t, config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
				if c.Tool == "echo" {
					return echo(ctx, c)
				}
				began <- struct{}{}
				<-ctx.Done()
				ended <- ctx.Err()
				return mcpserve.Result{Text: "too late"}
			}))
			p.initialize()
			params := func(tool string) string {
				if era == "stateless" {
					return stateless(`"name":"` + tool + `",`)
				}
				return `{"name":"` + tool + `"}`
			}
			for _, id := range []string{"1", `"a"`, "1.5", "9007199254740993"} {
				p.send(request(id, "tools/call", params("deploy")))
				<-began
				p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":"enough"}}`)
				assert.ErrorIs(t, <-ended, context.Canceled)
				// The id is free again, and only its new use is answered.
				assert.Empty(t, p.ask(id, "tools/call", params("echo")).text(t))
			}
			assert.Empty(t, p.close(), "cancelled calls are not answered")
		})
	}
}

// Only the named call is cancelled, and initialize never.
func TestCancel_nothing_else(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int32
		p := start(t, config(func(ctx context.Context, _ mcpserve.Call) mcpserve.Result {
			running.Add(1)
			defer running.Add(-1)
			return untilDone(ctx, mcpserve.Call{})
		}))
		p.write(request("0", "initialize", initParams) + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}` + "\n")
		require.Nil(t, p.answer("0").Error)
		for _, id := range []string{"1", `"1"`, "2"} {
			p.send(request(id, "tools/call", `{"name":"echo"}`))
		}
		synctest.Wait()
		require.EqualValues(t, 3, running.Load())
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}`)
		synctest.Wait()
		assert.EqualValues(t, 2, running.Load())
		rest := p.close()
		require.Len(t, rest, 2)
		assert.ElementsMatch(t, []string{"1", "2"}, []string{string(rest[0].ID), string(rest[1].ID)})
	})
}

// MCP forbids to cancel initialize; a client that does so still gets the answer.
func TestCancel_initialize(t *testing.T) {
	assert.False(t, mcpserve.Cancels("initialize"))
	assert.True(t, mcpserve.Cancels("tools/call"))
}
