//go:build !unix

package mcpserve

import "io"

// watchReader does nothing here: that the client is gone is noticed when
// something is written to it.
func watchReader(io.Writer, func()) (stop func()) { return func() {} }
