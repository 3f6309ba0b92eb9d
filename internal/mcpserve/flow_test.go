package mcpserve_test

import (
	"bufio"
	"context"
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

// A client that sends and does not read is not worked for: what would be
// answered is not even begun, once enough waits.
func TestCalls_wait_for_room(t *testing.T) {
	const n, size, atOnce = 400, 200 << 10, 4
	var began atomic.Int32
	places := make(chan struct{}, atOnce)
	cfg := config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
		places <- struct{}{}
		defer func() { <-places }()
		if err := c.Room(ctx); err != nil {
			return mcpserve.Result{Text: "not begun", IsError: true}
		}
		began.Add(1)
		return mcpserve.Result{Text: strings.Repeat("x", size)}
	})
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- mcpserve.ServeStdio(t.Context(), cfg, inR, outW) }()
	for i := range n {
		_, err := io.WriteString(inW, request(fmt.Sprint(i), "tools/call", stateless(`"name":"echo",`))+"\n")
		require.NoError(t, err)
	}
	last := int32(-1)
	require.Eventually(t, func() bool { // until nothing more begins
		now := began.Load()
		quiet := now == last && now > 0
		last = now
		return quiet
	}, patience, 200*time.Millisecond)
	assert.LessOrEqual(t, int(last), 2*8<<20/size, "some are being written down while others begin")

	answers := make(chan int)
	go func() { // and when the client reads, all are
		lines := 0
		for scan := bufio.NewReader(outR); lines < n; lines++ {
			if _, err := scan.ReadSlice('\n'); err == bufio.ErrBufferFull {
				lines--
			} else if err != nil {
				break
			}
		}
		answers <- lines
		_, _ = io.Copy(io.Discard, outR)
		close(answers)
	}()
	assert.Equal(t, n, <-answers)
	assert.EqualValues(t, n, began.Load())
	require.NoError(t, inW.Close())
	require.NoError(t, <-served)
	require.NoError(t, outW.Close())
	<-answers
}

// A client that is slow, but reads all the time, is no stuck one.
func TestOutput_slow_reader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, size = 60, 200 << 10
		cfg := config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
			return mcpserve.Result{Text: strings.Repeat("x", size)}
		})
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		served := make(chan error, 1)
		go func() { served <- mcpserve.ServeStdio(t.Context(), cfg, inR, outW); outW.Close() }()
		sent := make(chan error, 1)
		go func() {
			var err error
			for i := 0; i < n && err == nil; i++ {
				_, err = io.WriteString(inW, request(fmt.Sprint(i), "tools/call", stateless(`"name":"echo",`))+"\n")
			}
			for i := 0; i < 3 && err == nil; i++ { // which are read when there is room
				_, err = io.WriteString(inW, request(fmt.Sprint(n+i), "ping", "")+"\n")
			}
			sent <- err
		}()
		got, buf := 0, make([]byte, 2<<10)
		for range 200 { // more than three minutes
			read, err := outR.Read(buf)
			got += read
			require.NoError(t, err, "after %d bytes", got)
			time.Sleep(time.Second)
		}
		rest, err := io.Copy(io.Discard, io.LimitReader(outR, n*size-int64(got)))
		require.NoError(t, err)
		assert.EqualValues(t, n*size, int64(got)+rest)
		go func() { _, _ = io.Copy(io.Discard, outR) }()
		require.NoError(t, <-sent)
		require.NoError(t, inW.Close())
		require.NoError(t, <-served)
	})
}

// Arguments are held in memory until their call ends: not more of them than a
// server can have.
func TestCalls_bound_what_they_hold(t *testing.T) {
	release := make(chan struct{})
	p := startOnPipes(t, config(func(context.Context, mcpserve.Call) mcpserve.Result {
		<-release
		return mcpserve.Result{Text: "done"}
	}))
	big := `"name":"echo","arguments":{"x":"` + strings.Repeat("y", 9<<20) + `"},`
	for i := range 5 {
		p.send(request(fmt.Sprint(i), "tools/call", stateless(big)))
	}
	refused := 0
	for range 2 {
		m := p.next()
		if strings.Contains(m.text(t), "not begun") {
			refused++
		}
	}
	assert.Equal(t, 2, refused)
	p.send(request("8", "tools/call", stateless(`"name":"echo",`)))
	close(release)
	for range 4 {
		assert.Equal(t, "done", p.next().text(t))
	}
	p.close()
}
