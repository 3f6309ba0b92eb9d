//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/nurucobra/nuru/internal/runner"
)

// helperEnv makes the test binary behave as one of the helpers.
const helperEnv = "RUNNER_TEST_HELPER"

// noSupervisorEnv makes it one that does not know what a supervisor is: it ends
// at once, or hangs.
const noSupervisorEnv = "RUNNER_TEST_NO_SUPERVISOR"

func TestMain(m *testing.M) {
	if _, ok := os.LookupEnv("NURUCOBRA_SUPERVISE"); ok {
		switch os.Getenv(noSupervisorEnv) {
		case "1":
			os.Exit(0)
		case "hang":
			hang()
		}
		runner.HoldLifeline()
	}
	if name, ok := os.LookupEnv(helperEnv); ok {
		_ = os.Unsetenv(helperEnv) // a helper says what its own children are
		helpers[name](os.Args[1:])
		os.Exit(0)
	}
	// Helpers of a race build would each sleep a second at their end.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0")
	goleak.VerifyTestMain(m)
}

// helpers are the programs that tests run. Those that tests wait for print
// "ready" and their pid when they are.
var helpers map[string]func(args []string)

func init() { // they refer to each other
	helpers = map[string]func(args []string){
		"exit": func(args []string) {
			fmt.Println("out")
			fmt.Fprintln(os.Stderr, "err")
			os.Exit(atoi(args[0]))
		},
		"panic": func([]string) { panic("helper panics") },
		"signal": func(args []string) {
			_ = syscall.Kill(os.Getpid(), syscall.Signal(atoi(args[0])))
			hang()
		},
		"print": func(args []string) { fmt.Print(args[0]) },
		"argv":  func([]string) { fmt.Printf("%q", os.Args) },
		"env":   func([]string) { fmt.Print(strings.Join(os.Environ(), "\n")) },
		"pwd": func([]string) {
			dir, _ := os.Getwd()
			fmt.Print(dir)
		},
		"cat": func([]string) { _, _ = io.Copy(os.Stdout, os.Stdin) },
		"tty": func([]string) {
			_, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
			fmt.Print(err)
		},
		"fds": func([]string) {
			for fd := 3; fd < 20; fd++ {
				var stat syscall.Stat_t
				if syscall.Fstat(fd, &stat) == nil && stat.Mode&syscall.S_IFMT == syscall.S_IFIFO {
					fmt.Printf("%d ", fd)
				}
			}
		},
		// flood writes args[0] MiB of lines.
		"flood": func(args []string) {
			line := strings.Repeat("0123456789abcde\n", 64<<10/16)
			for range atoi(args[0]) * 16 {
				if _, err := os.Stdout.WriteString(line); err != nil {
					os.Exit(3)
				}
			}
		},
		"lines": func(args []string) { // one line of stderr for each line of stdin
			in := bufio.NewScanner(os.Stdin)
			for in.Scan() {
				fmt.Fprintln(os.Stderr, in.Text())
			}
		},
		// run is helper args[0] in a child.
		"run": func(args []string) {
			c := exec.Command(os.Args[0], args[1:]...)
			c.Env = append(os.Environ(), helperEnv+"="+args[0])
			c.Stdout = os.Stdout
			_ = c.Run()
		},
		"exec": func(args []string) { // becomes helper args[0]
			env := append(os.Environ(), helperEnv+"="+args[0])
			panic(syscall.Exec("/proc/self/exe", append(os.Args[:1:1], args[1:]...), env))
		},
		"hang": func([]string) { ready(); hang() },
		"chatter": func([]string) { // dies of SIGPIPE when nobody reads it any more
			ready()
			for {
				fmt.Println("still here")
			}
		},
		"polite": func([]string) {
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGTERM)
			ready()
			<-c
			fmt.Println("bye")
			os.Exit(7)
		},
		"stubborn": func([]string) { signal.Ignore(syscall.SIGTERM); ready(); hang() },
		// parent starts a child, args[0] a helper's name, waits until it is ready,
		// and then is itself helper args[1].
		"parent": func(args []string) {
			spawn(args[0], nil)
			helpers[args[1]](args[2:])
		},
		"silentparent": func(args []string) { // the child holds no output
			spawn(args[0], func(c *exec.Cmd) { c.Stderr = nil })
			helpers[args[1]](args[2:])
		},
		// daemon starts a child in a session of its own that holds the output.
		"daemon": func(args []string) {
			spawn("hang", func(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} })
		},
		// server runs the helper args[0] as a server would, for ever.
		"server":     func(args []string) { serve(args, runner.Spec{Lifeline: true}) },
		"bareserver": func(args []string) { serve(args, runner.Spec{}) },
		"supervisor": func(args []string) { serve(args, runner.Spec{Supervised: true}) },
		// attached holds the lifeline and is then helper args[0].
		"attached": func(args []string) {
			runner.HoldLifeline()
			if v, ok := os.LookupEnv("NURUCOBRA_LIFELINE"); ok {
				panic("still set: " + v)
			}
			helpers[args[0]](args[1:])
		},
	}
}

// spawn starts a helper as a child and returns when it is ready.
func spawn(name string, change func(*exec.Cmd)) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), helperEnv+"="+name)
	c.Stderr = os.Stderr
	if change != nil {
		change(c)
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		panic(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	fmt.Fprint(os.Stderr, line)
}

func serve(args []string, s runner.Spec) {
	s.Path, s.Args = os.Args[0], args[1:]
	s.Env = append(os.Environ(), helperEnv+"="+args[0])
	_, err := runner.Run(context.Background(), s)
	panic(fmt.Sprint("the program ended: ", err))
}

// readyEnv names a FIFO into which helpers write their pid when they are ready.
const readyEnv = "RUNNER_TEST_READY"

func ready() {
	// On stdout second: it is what spawn waits for, and whoever spawned this
	// may have a last word on stderr.
	fmt.Fprintln(os.Stderr, "ready", os.Getpid())
	fmt.Println("ready", os.Getpid())
	// Told last: whoever hears it may close the streams.
	if path := os.Getenv(readyEnv); path != "" {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(f, os.Getpid())
		_ = f.Close()
	}
}

func hang() { time.Sleep(time.Minute); os.Exit(99) }

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
