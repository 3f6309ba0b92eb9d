//go:build linux

package mcpserve_test

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// A client that is gone is noticed although its writing end, held by somebody
// else, goes on, and although there is nothing to write to it.
func TestEnd_when_nobody_reads_any_more(t *testing.T) {
	pipe := func(t *testing.T) (r, w *os.File) {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		return r, w
	}
	socket := func(t *testing.T) (r, w *os.File) {
		fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
		require.NoError(t, err)
		return os.NewFile(uintptr(fds[0]), "client"), os.NewFile(uintptr(fds[1]), "server")
	}
	for name, open := range map[string]func(*testing.T) (r, w *os.File){"pipe": pipe, "socket": socket} {
		t.Run(name, func(t *testing.T) {
			inR, inW := pipe(t)
			outR, outW := open(t)
			defer inR.Close()
			defer inW.Close()
			defer outW.Close()
			began, ended := make(chan struct{}), make(chan struct{})
			cfg := config(func(ctx context.Context, _ mcpserve.Call) mcpserve.Result {
				close(began)
				<-ctx.Done()
				close(ended)
				return mcpserve.Result{}
			})
			served := make(chan error, 1)
			go func() { served <- mcpserve.ServeStdio(t.Context(), cfg, inR, outW) }()
			_, err := inW.WriteString(request("1", "tools/call", stateless(`"name":"echo",`)) + "\n")
			require.NoError(t, err)
			<-began
			require.NoError(t, outR.Close())
			select {
			case <-ended:
			case <-time.After(patience):
				require.FailNow(t, "the call goes on")
			}
			assert.ErrorContains(t, <-served, "nobody reads")
		})
	}
}

// What cannot hang up is served as ever: a file, a terminal's stand-in, a
// network connection that the client has half closed.
func TestReader_that_stays(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	require.NoError(t, err)
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	client, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	defer client.Close()
	half, err := listener.Accept()
	require.NoError(t, err)
	defer half.Close()
	require.NoError(t, client.(*net.TCPConn).CloseWrite())

	for name, out := range map[string]interface{ Write([]byte) (int, error) }{"file": file, "null device": null, "half closed connection": half} {
		t.Run(name, func(t *testing.T) {
			inR, inW, err := os.Pipe()
			require.NoError(t, err)
			defer inR.Close()
			defer inW.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			err = mcpserve.ServeStdio(ctx, config(echo), inR, out)
			require.NoError(t, err)
			require.True(t, errors.Is(ctx.Err(), context.DeadlineExceeded))
		})
	}
}
