//go:build unix

package nurucobra

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"

	"github.com/spf13/cobra"
)

// standbyVar marks the process that stands by while a server asks validators.
const standbyVar = "NURUCOBRA_STANDBY"

// standbyFD is where it reads how that goes.
const standbyFD = 3

// It runs before main: what the application does there is for the process that
// takes over alone.
func init() {
	if os.Getenv(standbyVar) == "" {
		return
	}
	os.Unsetenv(standbyVar)
	news := os.NewFile(standbyFD, "standby")
	written, err := io.ReadAll(news)
	news.Close()
	path := culprit(written)
	if err != nil || path == "" || len(unasked) >= maxUnasked {
		os.Exit(0)
	}
	unasked = append(unasked, path)
}

// standby is the prober of a server: it asks validators in this process while
// another stands by to take over its streams.
func standby(s streams) (*prober, bool) {
	in, inOK := s.in.(*os.File)
	out, outOK := s.out.(*os.File)
	log := os.Stderr // while tools are described it is another
	if !inOK || !outOK {
		return nil, false
	}
	p := &prober{finish: func() {}, unasked: unasked}
	var news *os.File
	start := func() {
		_, image, err := executable()
		if err != nil {
			return
		}
		r, w, err := os.Pipe()
		if err != nil {
			return
		}
		other := exec.Command(image)
		other.Args = os.Args
		other.Env = append(os.Environ(), standbyVar+"=1", unaskedEnv(unasked))
		other.Stdin, other.Stdout, other.Stderr = in, out, log
		other.ExtraFiles = []*os.File{r}
		err = other.Start()
		r.Close()
		if err != nil {
			w.Close()
			return
		}
		news = w
		p.finish = func() {
			fmt.Fprintln(w, probesDone)
			w.Close()
			go func() { _ = other.Wait() }()
		}
	}
	begun := false
	p.ask = func(cmd *cobra.Command) bool {
		if slices.Contains(unasked, cmd.CommandPath()) {
			return false
		}
		if !begun {
			begun = true
			start()
		}
		if news != nil {
			fmt.Fprintln(news, cmd.CommandPath())
		}
		return true
	}
	return p, true
}
