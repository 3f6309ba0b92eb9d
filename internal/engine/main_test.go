package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/schemagen"
)

// programEnv makes the test binary the program whose commands are called.
const programEnv = "ENGINE_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) != "" {
		if program().Execute() != nil {
			os.Exit(2)
		}
		os.Exit(0)
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0")
	goleak.VerifyTestMain(m)
}

// program is the application: its tree makes the tools, and its code runs them.
func program() *cobra.Command {
	root := &cobra.Command{Use: "app", SilenceUsage: true}
	command := func(use string, access annotate.Access, run func(cmd *cobra.Command, args []string)) *cobra.Command {
		c := &cobra.Command{Use: use, Short: use, Run: run}
		if access != "" {
			annotate.Command(c).Access(access)
		}
		root.AddCommand(c)
		return c
	}
	// printer prints what its flags say.
	printer := func(use string, access annotate.Access) *cobra.Command {
		c := command(use, access, func(cmd *cobra.Command, _ []string) {
			out, _ := cmd.Flags().GetString("out")
			errOut, _ := cmd.Flags().GetString("err")
			exit, _ := cmd.Flags().GetInt("exit")
			fmt.Fprint(os.Stdout, out)
			fmt.Fprint(os.Stderr, errOut)
			os.Exit(exit)
		})
		c.Flags().String("out", "", "")
		c.Flags().String("err", "", "")
		c.Flags().Int("exit", 0, "")
		return c
	}
	say := printer("say", annotate.Read)
	annotate.Command(say).ExitCode(1, "differences found")
	say.Flags().String("token", "", "")
	say.Flags().String("pin", "", "")
	say.Flags().Bool("fix", false, "")
	say.Flags().Bool("purge", false, "")
	say.Flags().SetInterspersed(true)
	annotate.Flag(say, "pin").Secret()
	annotate.Flag(say, "fix").Effect(annotate.EffectWrite)
	annotate.Flag(say, "purge").Destructive()
	data := printer("data", annotate.Read)
	data.Flags().String("token", "", "")
	annotate.Command(data).JSON(annotate.JSONOutput{})
	annotate.Command(printer("whole", annotate.Read)).JSON(annotate.JSONOutput{Whole: true})
	annotate.Command(printer("declared", annotate.Read)).JSON(annotate.JSONOutput{Whole: true, Schema: json.RawMessage(`{"type":"object"}`)})
	printer("change", annotate.Write)
	printer("mystery", "")
	annotate.Command(printer("remove", annotate.Write)).Destructive(true)
	annotate.Command(printer("forbidden", annotate.Read)).Safety(annotate.Deny)
	strict := printer("strict", annotate.Read)
	strict.Flags().String("how", "", "")
	annotate.Flag(strict, "how").Effect(annotate.EffectWrite)
	_ = strict.MarkFlagRequired("how")

	command("env NAME", annotate.Read, func(_ *cobra.Command, args []string) { fmt.Print(os.Getenv(args[0])) })
	flood := command("flood", annotate.Read, func(cmd *cobra.Command, _ []string) {
		n, _ := cmd.Flags().GetInt("n")
		fmt.Print(strings.Repeat("0123456789", n))
	})
	flood.Flags().Int("n", 0, "")
	hang := func(*cobra.Command, []string) {
		fmt.Fprintln(os.Stderr, "ready")
		time.Sleep(time.Minute)
	}
	command("hang", annotate.Read, hang)
	annotate.Command(command("short", annotate.Read, hang)).Timeout(50 * time.Millisecond)
	// meet ends well when n calls of it are there at once.
	meet := func(_ *cobra.Command, args []string) {
		dir, n := args[0], len(args[1])
		file, _ := os.CreateTemp(dir, "here")
		for range 1000 {
			if entries, _ := os.ReadDir(dir); len(entries) >= n {
				os.Exit(0)
			}
			time.Sleep(5 * time.Millisecond)
		}
		_ = os.Remove(file.Name())
		os.Exit(9)
	}
	command("meet DIR COUNT", annotate.Read, meet)
	command("meet-writing DIR COUNT", annotate.Write, meet)
	// alone ends well when no other call of it is there.
	alone := func(_ *cobra.Command, args []string) {
		lock := filepath.Join(args[0], "lock")
		if os.Mkdir(lock, 0o700) != nil {
			os.Exit(9)
		}
		time.Sleep(100 * time.Millisecond)
		_ = os.Remove(lock)
	}
	command("alone DIR", annotate.Read, alone)
	command("alone-writing DIR", annotate.Write, alone)
	command("alone-mystery DIR", "", alone)
	return root
}

// server is an engine with what it logged.
type server struct {
	*engine.Engine
	log *bytes.Buffer
}

func start(t *testing.T, c engine.Config) server {
	t.Helper()
	tools, err := schemagen.Generate(program(), schemagen.Options{})
	require.NoError(t, err)
	path, err := os.Executable()
	require.NoError(t, err)
	var log bytes.Buffer
	c.Tools = tools
	c.Encoder = argv.Encoder{Lenient: true}
	if c.Program.Path == "" {
		c.Program.Path = path
	}
	c.Program.Name = "/usr/bin/app"
	c.Program.Env = append(slices.Clone(c.Program.Env), programEnv+"=1", "GORACE=atexit_sleep_ms=0", "GOCOVERDIR="+t.TempDir())
	c.Logger = slog.New(slog.NewTextHandler(&log, nil))
	return server{engine.New(c), &log}
}

func (s server) call(tool string, arguments map[string]any) engine.Result {
	return s.do(context.Background(), tool, arguments, nil)
}

func (s server) do(ctx context.Context, tool string, arguments map[string]any, status func(string)) engine.Result {
	raw, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return s.Do(ctx, engine.Call{Tool: tool, Arguments: raw, Status: status})
}

type args = map[string]any
