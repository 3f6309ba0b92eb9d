package scribe

import (
	"context"
	"sync"
)

// folders lets one at a time into each folder. The zero value is ready.
type folders struct {
	mu   sync.Mutex
	busy map[string]*folder
}

type folder struct {
	token chan struct{}
	users int // who is in or waits
}

// enter waits until nobody else is in the folder, or for the end of ctx, whose
// error it returns then. waiting is called if it has to wait. The returned
// function leaves the folder.
func (f *folders) enter(ctx context.Context, name string, waiting func()) (leave func(), err error) {
	f.mu.Lock()
	if f.busy == nil {
		f.busy = map[string]*folder{}
	}
	d := f.busy[name]
	if d == nil {
		d = &folder{token: make(chan struct{}, 1)}
		f.busy[name] = d
	}
	d.users++
	f.mu.Unlock()
	select {
	case d.token <- struct{}{}:
	default:
		waiting()
		select {
		case d.token <- struct{}{}:
		case <-ctx.Done():
			f.forget(name, d)
			return nil, ctx.Err()
		}
	}
	return func() {
		<-d.token
		f.forget(name, d)
	}, nil
}

func (f *folders) forget(name string, d *folder) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d.users--; d.users == 0 {
		delete(f.busy, name)
	}
}
