package mcpserve

import (
	"context"
	"log/slog"
)

// carefulLog is a log handler that survives the panics of another one. The log
// is written between messages and in the middle of recovering from a panic:
// nothing there would catch one more. A record whose handling panics is lost.
type carefulLog struct{ slog.Handler }

// Enabled implements [slog.Handler].
func (l carefulLog) Enabled(ctx context.Context, level slog.Level) (enabled bool) {
	defer func() { _ = recover() }()
	return l.Handler.Enabled(ctx, level)
}

// Handle implements [slog.Handler].
func (l carefulLog) Handle(ctx context.Context, r slog.Record) error {
	defer func() { _ = recover() }()
	return l.Handler.Handle(ctx, r)
}
