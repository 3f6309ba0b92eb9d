package cobrax

import (
	"reflect"
	"runtime"
	"sync"

	"github.com/spf13/cobra"
)

// source is where a function stands in the source, which is the same for all
// its copies wherever they were inlined, and for all its closures.
type source struct {
	file string
	line int
}

func sourceOf(f cobra.PositionalArgs) source {
	pc := reflect.ValueOf(f).Pointer()
	fn := runtime.FuncForPC(pc)
	if fn == nil {
		return source{}
	}
	file, line := fn.FileLine(pc)
	return source{file, line}
}

// ownSources are cobra's validators, but for those that call others.
var ownSources = sync.OnceValue(func() map[source]bool {
	own := map[source]bool{}
	for _, f := range []cobra.PositionalArgs{
		cobra.NoArgs, cobra.OnlyValidArgs, cobra.ArbitraryArgs,
		cobra.MinimumNArgs(1), cobra.MaximumNArgs(1), cobra.ExactArgs(1), cobra.RangeArgs(1, 2),
	} {
		own[sourceOf(f)] = true
	}
	delete(own, source{}) // a binary without that table
	return own
})

// OwnArgs reports whether f is one of cobra's validators, which cannot do
// anything but count.
func OwnArgs(f cobra.PositionalArgs) bool { return ownSources()[sourceOf(f)] }
