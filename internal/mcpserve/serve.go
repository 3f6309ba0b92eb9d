package mcpserve

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// settleTime is how long calls may take to return once their contexts have
	// ended. A runner needs about a second to end a process group.
	settleTime = 2 * time.Second
	// flushTime is how long the client has to take the last answers.
	flushTime = 500 * time.Millisecond
)

// ServeStdio serves one client that writes to in and reads from out, and
// returns when in ends, when ctx ends, or when in or out fails.
//
// At the end of in, calls in flight go on for at most [Config.Drain]; then, and
// at once in the other cases, their contexts end. ServeStdio waits up to 2 s
// for the calls to return and up to 0.5 s for the client to take the answers.
// Calls that have not returned by then are left behind.
//
// The error is nil at the end of in and of ctx. It is not nil when the
// configuration is bad (a bad or duplicate tool name, a schema that is none;
// nothing was read then), and when in or out fails before that. On Unix out
// fails as soon as nobody reads from its other end any more, also while nothing
// is written.
//
// In and out stay open, but when something blocks in them at the end, they are
// closed if they implement io.Closer: nothing else ends a Read or a Write that
// hangs. Nobody else may read from in or write to out meanwhile.
func ServeStdio(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	c, err := c.withDefaults()
	if err != nil {
		return err
	}
	s := newSession(ctx, c)
	server, err := newServer(s)
	if err != nil {
		return err
	}
	return s.serve(ctx, server, in, out)
}

// serve runs the goroutines of the session: one that reads, one that writes,
// and those of the sdk.
func (s *session) serve(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	sdkDone, err := s.connect(ctx, server)
	if err != nil {
		return err
	}
	go s.out.run(out)
	defer watchReader(out, func() { s.out.fail(errNoReader) })()
	reading := make(chan error, 1)
	go func() { reading <- s.read(in) }()

	inputEnded, err := s.untilEnd(ctx, reading)
	s.endLife(errServerEnds)
	if !closedWithin(s.requests.idle(), settleTime) {
		s.log.Error("calls did not return after their contexts had ended")
	}
	s.handshake.Close()
	s.stateless.Close()
	s.out.close()
	if !closedWithin(s.out.stopped, flushTime) {
		s.out.fail(errStalled)
		closeIfPossible(out)
	}
	if !inputEnded {
		closeIfPossible(in)
	}
	closedWithin(sdkDone, flushTime)
	return err
}

// connect starts a session of the sdk for each era. The channel is closed when
// both have ended, which is after their eras are closed.
func (s *session) connect(ctx context.Context, server *mcp.Server) (<-chan struct{}, error) {
	var sessions sync.WaitGroup
	for _, e := range []*era{s.handshake, s.stateless} {
		// The sdk must go on when ctx ends, to deliver the last answers.
		ss, err := server.Connect(context.WithoutCancel(ctx), e, nil)
		if err != nil {
			return nil, fmt.Errorf("mcpserve: %w", err)
		}
		sessions.Go(func() { _ = ss.Wait() })
	}
	done := make(chan struct{})
	go func() {
		sessions.Wait()
		close(done)
	}()
	return done, nil
}

// untilEnd waits until there is no more to be served: for the end of in and of
// the calls in flight then, or of ctx, or for a failure. It reports whether in
// has ended.
func (s *session) untilEnd(ctx context.Context, reading <-chan error) (inputEnded bool, err error) {
	select {
	case <-ctx.Done():
		return false, nil
	case <-s.out.broken:
		return false, fmt.Errorf("writing to the client: %w", s.out.failure())
	case err := <-reading:
		if err != nil {
			return true, fmt.Errorf("reading from the client: %w", err)
		}
	}
	drain := time.NewTimer(s.cfg.Drain)
	defer drain.Stop()
	select {
	case <-ctx.Done():
	case <-s.out.broken: // a client that is gone: no news after the end of in
	case <-drain.C:
	case <-s.requests.idle():
	}
	return true, nil
}

// closedWithin waits for c, but no longer than d.
func closedWithin(c <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}

func closeIfPossible(stream any) {
	if c, ok := stream.(io.Closer); ok {
		_ = c.Close()
	}
}
