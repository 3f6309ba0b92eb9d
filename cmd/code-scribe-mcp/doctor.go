package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/prompt"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
	"github.com/nurucobra/nuru/internal/text"
)

const (
	askTime  = 20 * time.Second // for the program's --version and --help
	dialTime = 5 * time.Second

	maxAnswer = 64 << 10
	maxFile   = 1 << 20
)

// doctor says what works here and what does not, for the person who sets the
// server up.
func (c *commands) doctor() *cobra.Command {
	var network bool
	cmd := &cobra.Command{
		Use:   "doctor [PROMPT.toml...]",
		Short: "Check program, dialect, configuration, base URLs and prompt files",
		Long: "Checks what a call needs: the program and its dialect, the configuration, base URLs and keys, and the\n" +
			"prompt files that are named. The network is not used unless --network asks for a connection to each\n" +
			"base URL. Exit code 1 if something would keep calls from working.",
		RunE: func(cmd *cobra.Command, args []string) error {
			e := &examination{commands: c}
			e.configuration()
			e.program(cmd.Context())
			e.providers(cmd.Context(), network)
			for _, file := range args {
				e.prompt(file)
			}
			if err := c.print(e.b.String()); err != nil {
				return err
			}
			if e.failed {
				return failedError{1}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&network, "network", false, "Also connect to each base URL")
	annotate.Command(cmd).HiddenFromAgents(true)
	return cmd
}

// examination collects findings, one line each.
type examination struct {
	*commands
	b      strings.Builder
	failed bool

	config  *config.Config
	service *scribe.Service
}

func (e *examination) say(mark, format string, args ...any) {
	said := e.redactor(e.config).String(text.Clean(fmt.Sprintf(format, args...)))
	fmt.Fprintf(&e.b, "%-8s %s\n", mark, strings.ReplaceAll(strings.TrimSpace(said), "\n", "\n         "))
}

// redactor knows the secrets of the server's environment, and with a
// configuration those that it names; nil is none.
func (a *app) redactor(c *config.Config) *redact.Redactor {
	src := redact.Sources{Env: a.environ}
	if c != nil {
		src.Names, src.Public = c.Redact, c.IDs()
		for _, p := range c.Providers {
			raw, _ := config.ExpandEnv(p.BaseURL, a.environ)
			src.URLs = append(src.URLs, raw)
			if p.APIKeyEnv != "" {
				src.Names = append(slices.Clone(src.Names), p.APIKeyEnv)
			}
		}
	}
	return redact.New(src)
}

func (e *examination) ok(format string, args ...any)   { e.say("ok", format, args...) }
func (e *examination) warn(format string, args ...any) { e.say("warning", format, args...) }

func (e *examination) fail(format string, args ...any) {
	e.failed = true
	e.say("error", format, args...)
}

func (e *examination) configuration() {
	service, err := e.app.service(*e.file)
	if err == nil {
		e.config, err = e.load(*e.file)
	}
	if err != nil {
		e.fail("configuration: %v", e.redacted(err))
		return
	}
	e.service = service
	if e.config.Path == "" {
		e.warn("configuration: there is none; write one with code-scribe-mcp config init")
		return
	}
	e.ok("configuration: %s", e.config.Path)
	for _, w := range e.config.Warnings(e.environ) {
		e.warn("configuration: %s", w)
	}
}

func (e *examination) program(ctx context.Context) {
	if e.service == nil {
		return
	}
	path, err := e.service.Program()
	if err != nil {
		e.fail("program: %v; install code-scribe, or set cli.path in the configuration", err)
		return
	}
	version, err := e.ask(ctx, path, "--version")
	if err != nil {
		e.fail("program: %s --version: %v", path, err)
		return
	}
	e.ok("program: %s (%s)", path, version)
	help, err := e.ask(ctx, path, "--help")
	if err != nil {
		e.fail("dialect: %s --help: %v", path, err)
		return
	}
	newest := provider.ModeOf(help) == config.OaicModel
	mode := e.config.Mode()
	switch {
	case newest && (mode == config.OpencodeEnv || mode == config.OaicEnv):
		e.fail("dialect: this program takes the model as oaic-MODEL, and cli.modelMode is %s: set it to %s or %s", mode, config.OaicModel, config.Auto)
	case !newest && mode == config.OaicModel:
		e.fail("dialect: this program does not take the model as oaic-MODEL: set cli.modelMode to %s, %s or %s", config.OpencodeEnv, config.OaicEnv, config.Auto)
	case !newest && mode == config.OpencodeEnv:
		e.warn("dialect: the program does not tell whether it knows %s; the release 2026.02 does not and needs %s", mode, config.OaicEnv)
	default:
		e.ok("dialect: %s", mode)
	}
}

// ask runs the program for a line about itself.
func (e *examination) ask(ctx context.Context, path, option string) (string, error) {
	out, errs := newAnswer(e.redactor(e.config)), newAnswer(e.redactor(e.config))
	exit, err := runProgram(ctx, scribe.Spec{
		Path: path, Args: []string{option}, Env: provider.Environ(e.environ, e.config, nil), Timeout: askTime, Stdout: out, Stderr: errs,
	})
	switch {
	case err != nil:
		return "", err
	case exit.TimedOut:
		return "", fmt.Errorf("no answer within %s", askTime)
	case exit.Code != 0:
		return "", fmt.Errorf("exit code %d: %s", exit.Code, errs.text())
	}
	return out.text(), nil
}

// answer keeps the beginning of what a program prints. It is cleaned and
// redacted before it is cut, so that no secret is cut in two.
type answer struct {
	cleaner  text.Cleaner
	redactor io.WriteCloser
	kept     []byte
	cut      bool
}

func newAnswer(by *redact.Redactor) *answer {
	a := &answer{}
	a.redactor = by.Writer((*keep)(a))
	return a
}

// Write never fails.
func (a *answer) Write(p []byte) (int, error) {
	if !a.cut {
		_, _ = a.redactor.Write(a.cleaner.Append(nil, p)) // keep takes everything
	}
	return len(p), nil
}

// text ends the answer and returns it.
func (a *answer) text() string {
	_, _ = a.redactor.Write(a.cleaner.Flush(nil))
	_ = a.redactor.Close()
	s := strings.TrimSpace(strings.ToValidUTF8(string(a.kept), ""))
	if a.cut {
		s += "… (cut)"
	}
	return s
}

// keep is an answer behind its redactor.
type keep answer

func (k *keep) Write(p []byte) (int, error) {
	n := min(len(p), maxAnswer-len(k.kept))
	k.kept = append(k.kept, p[:n]...)
	k.cut = k.cut || n < len(p)
	return len(p), nil
}

func (e *examination) providers(ctx context.Context, network bool) {
	if e.service == nil {
		return
	}
	for _, p := range e.service.Providers().Providers {
		if p.Problem != "" {
			e.fail("provider %s: %s", p.ID, p.Problem)
			continue
		}
		choice, _ := provider.Choose(e.config, e.environ, p.ID, p.Models[0])
		if choice.KeyMissing(e.environ) {
			e.warn("provider %s: its key is to be in %s, which is not set", p.ID, choice.APIKeyEnv)
		}
		if !network {
			e.ok("provider %s: %s, %d models", p.ID, orDefault(p.BaseURL), len(p.Models))
			continue
		}
		if err := connect(ctx, choice.BaseURL); err != nil {
			e.fail("provider %s: %s: %v", p.ID, orDefault(p.BaseURL), err)
			continue
		}
		e.ok("provider %s: %s answers, %d models", p.ID, orDefault(p.BaseURL), len(p.Models))
	}
}

func orDefault(baseURL string) string {
	if baseURL == "" {
		return "the default endpoint"
	}
	return baseURL
}

// connect opens a connection to the host of a base URL and sends nothing, so
// that no key travels. Its error does not quote the URL.
func connect(ctx context.Context, baseURL string) error {
	if baseURL == "" {
		return nil
	}
	u, err := url.Parse(baseURL)
	if err != nil {
		return errors.New("not a URL")
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	dialer := net.Dialer{Timeout: dialTime}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return fmt.Errorf("no connection: %w", err)
	}
	return conn.Close()
}

func (e *examination) prompt(file string) {
	data, err := readFile(file)
	if err != nil {
		e.fail("prompt: %v", err)
		return
	}
	wrong := prompt.Check(data)
	for _, w := range wrong {
		e.fail("prompt %s: %s", file, w)
	}
	if len(wrong) == 0 {
		e.ok("prompt %s", file)
	}
}

// readFile reads a file that a person has named. What is no regular file is
// not even opened: a pipe without a writer would never come to an end.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readSmall(name, f)
}

// readSmall reads everything, up to a size that no file of ours has.
func readSmall(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is larger than %d bytes", name, maxFile)
	}
	return data, err
}
