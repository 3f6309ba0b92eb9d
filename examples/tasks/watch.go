package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newWatch(a *app) *cobra.Command {
	var limit, interval time.Duration
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Print changes of the tasks as they happen",
		Long: `Print changes of the tasks as they happen, until interrupted: "+" is new, "-" is
gone, "~" was changed.`,
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case limit < 0:
				return fmt.Errorf("for %s: expected 0 or more", limit)
			case interval < time.Millisecond:
				return fmt.Errorf("interval %s: expected 1ms or more", interval)
			}
			s, err := a.store(cmd)
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			return watch(ctx, cmd, s, interval)
		},
	}
	cmd.Flags().DurationVar(&limit, "for", 0, "stop after this time, 0 to go on until interrupted")
	cmd.Flags().DurationVar(&interval, "interval", 500*time.Millisecond, "how often to look")
	annotate.Command(cmd).Access(annotate.Read).LongRunning(true).OpenWorld(false)
	annotate.Flag(cmd, "for").Examples("30s", "5m")
	return cmd
}

// watch prints the changes of the store until ctx ends, which is its regular
// end.
func watch(ctx context.Context, cmd *cobra.Command, s *store, interval time.Duration) error {
	w := &watcher{cmd: cmd, store: s}
	var err error
	if w.seen, err = stat(s.path); err != nil {
		return err
	}
	if w.known, err = s.load(); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "watching %s\n", s.path)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			w.look()
		case <-ctx.Done():
			w.look() // at what came since the last tick
			return nil
		}
	}
}

// watcher is the state of one watch. A file that cannot be read for a while is
// reported once and waited for.
type watcher struct {
	cmd     *cobra.Command
	store   *store
	seen    state
	known   *document
	trouble string
}

func (w *watcher) look() {
	now, err := stat(w.store.path)
	if err == nil && now.same(w.seen) {
		return
	}
	w.seen = now
	next, err := w.store.load()
	if err != nil {
		if err.Error() != w.trouble {
			fmt.Fprintf(w.cmd.ErrOrStderr(), "tasks: %v\n", err)
		}
		w.trouble = err.Error()
		return
	}
	w.trouble = ""
	for _, c := range changes(w.known.Tasks, next.Tasks) {
		fmt.Fprintln(w.cmd.OutOrStdout(), c)
	}
	w.known = next
}

// state is what tells one version of a file from the next without reading it;
// nil when there is no file.
type state struct{ info fs.FileInfo }

func stat(path string) (state, error) {
	info, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return state{}, fmt.Errorf("watching tasks: %w", err)
	}
	if err != nil {
		return state{}, nil
	}
	return state{info}, nil
}

func (s state) same(o state) bool {
	if s.info == nil || o.info == nil {
		return s.info == nil && o.info == nil
	}
	return s.info.ModTime().Equal(o.info.ModTime()) && s.info.Size() == o.info.Size() && os.SameFile(s.info, o.info)
}
