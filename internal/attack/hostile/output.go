//go:build unix

package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newFlood() *cobra.Command {
	c := &cobra.Command{Use: "flood", Short: "Write much, as fast as possible", Args: cobra.NoArgs}
	stdout := c.Flags().Int64("stdout", 0, "Bytes for standard output")
	stderr := c.Flags().Int64("stderr", 0, "Bytes for standard error")
	fill := c.Flags().String("fill", "lines", "lines (one 16-byte line again and again), numbered (each line is its number in 15 digits), zeros, or escape (an ANSI sequence again and again)")
	annotate.Flag(c, "fill").Enum("lines", "numbered", "zeros", "escape")
	code := c.Flags().Int("code", 0, "Exit code")
	c.RunE = func(*cobra.Command, []string) error {
		var wait sync.WaitGroup
		var errs [2]error
		for i, f := range []*os.File{os.Stdout, os.Stderr} {
			size := []int64{*stdout, *stderr}[i]
			wait.Go(func() { errs[i] = flood(f, size, *fill) })
		}
		wait.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		os.Exit(*code)
		return nil
	}
	return reads(c)
}

// flood writes size bytes in pieces of 1 MiB.
func flood(w io.Writer, size int64, fill string) error {
	const piece = 1 << 20
	unit := map[string]string{"lines": "0123456789abcde\n", "zeros": "\x00", "escape": "\x1b[31mred\x1b[0m \n", "numbered": ""}[fill]
	block := []byte(strings.Repeat(unit, piece/max(len(unit), 1)))
	for line := int64(0); size > 0; {
		if fill == "numbered" {
			block = block[:0]
			for len(block) < piece {
				block = appendLine(block, line)
				line++
			}
		}
		n, err := w.Write(block[:min(size, int64(len(block)))])
		size -= int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

// appendLine appends the n-th line of a numbered flood, fmt's "%015d\n" without
// what formatting costs.
func appendLine(b []byte, n int64) []byte {
	digits := len(b) + 15
	b = append(b, "000000000000000\n"...)
	for i := digits - 1; n > 0 && i >= digits-15; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

// pieces are the flags of commands that write a text bit by bit.
type pieces struct {
	stream string
	size   int
	pause  time.Duration
}

func addPieces(c *cobra.Command) *pieces {
	p := &pieces{}
	c.Flags().StringVar(&p.stream, "stream", "stdout", "stdout, stderr or both")
	annotate.Flag(c, "stream").Enum("stdout", "stderr", "both")
	c.Flags().IntVar(&p.size, "piece", 0, "Bytes that are written at once; 0 for all")
	c.Flags().DurationVar(&p.pause, "pause", 0, "Time between two pieces")
	return p
}

func (p *pieces) write(text string) error {
	files := map[string][]*os.File{"stdout": {os.Stdout}, "stderr": {os.Stderr}, "both": {os.Stdout, os.Stderr}}[p.stream]
	size := p.size
	if size <= 0 {
		size = max(len(text), 1)
	}
	for len(text) > 0 {
		n := min(size, len(text))
		for _, f := range files {
			if _, err := f.WriteString(text[:n]); err != nil {
				return err
			}
		}
		if text = text[n:]; text != "" {
			time.Sleep(p.pause)
		}
	}
	return nil
}

func newPrint() *cobra.Command {
	c := &cobra.Command{Use: "print", Short: "Print any bytes", Args: cobra.NoArgs}
	hexText := c.Flags().String("hex", "", "The bytes in hexadecimal")
	escaped := c.Flags().String("escaped", "", `The bytes as inside a Go string: \x1b[31m\n`)
	repeat := c.Flags().Int("repeat", 1, "How often")
	code := c.Flags().Int("code", 0, "Exit code")
	p := addPieces(c)
	c.RunE = func(*cobra.Command, []string) error {
		b, err := hex.DecodeString(*hexText)
		if err != nil {
			return err
		}
		text, err := strconv.Unquote(`"` + *escaped + `"`)
		if err != nil {
			return fmt.Errorf("--escaped %q: %w", *escaped, err)
		}
		ready("print")
		if err := p.write(strings.Repeat(string(b)+text, *repeat)); err != nil {
			return err
		}
		os.Exit(*code)
		return nil
	}
	return reads(c)
}

func newCat() *cobra.Command {
	c := &cobra.Command{Use: "cat", Short: "Print what comes in", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		_, err := io.Copy(os.Stdout, os.Stdin)
		return err
	}
	annotate.Command(reads(c)).Stdin("What is printed")
	return c
}
