//go:build linux

// Package attack serves the application in folder hostile, the real binary over
// real pipes, and looks whether anything ends the session, survives it, or gets
// into its protocol.
//
// CI runs a short form. The long one is
//
//	go test ./internal/attack -attack.long -timeout 2h -v
package attack_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

var long = flag.Bool("attack.long", false, "attack at full length")

// times is how often a test does a thing: a few times, or many at full length.
func times(few, many int) int {
	if *long {
		return many
	}
	return few
}

// hostile is the file of the application.
var hostile string

func TestMain(m *testing.M) {
	if lines, ok := os.LookupEnv(clientEnv); ok {
		beClient(lines)
	}
	flag.Parse()
	waitTogether()
	os.Exit(run(m))
}

// waitTogether lets one more test run than there are processors, unless -parallel says how many: most of the time they wait for processes that
// resist.
func waitTogether() {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == "test.parallel" })
	if !set {
		_ = flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+1))
	}
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	hostile = filepath.Join(dir, "hostile")
	if out, err := exec.Command("go", "build", "-o", hostile, "./hostile").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the application: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
