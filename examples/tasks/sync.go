package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

const pushTimeout = 30 * time.Second

func newSync(a *app) *cobra.Command {
	cmd := group("sync", "Copy the tasks to a server", newSyncPush(a), newSyncStatus(a))
	annotate.Command(cmd).Category("sync").Tags("tasks", "network")
	return cmd
}

func newSyncPush(a *app) *cobra.Command {
	var address, token string
	cmd := &cobra.Command{
		Use:   "push",
		Short: "Replace the server's copy by the tasks of this machine",
		Long: `Replace the server's copy by the tasks of this machine, with one PUT request.
The token is better kept in $TASKS_TOKEN than written on the command line, where
other users of the machine can see it.`,
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if token == "" {
				token = a.getenv("TASKS_TOKEN")
			}
			target, err := parseTarget(address, token)
			if err != nil {
				return err
			}
			d, err := a.load(cmd)
			if err != nil {
				return err
			}
			d.Sync = nil
			if err := push(cmd.Context(), target, token, d); err != nil {
				return err
			}
			target.RawQuery, target.Fragment = "", ""
			last := &lastSync{URL: target.String(), Pushed: a.clock(), Digest: digest(d.Tasks)}
			err = a.update(cmd, func(d *document) error {
				d.Sync = last
				return nil
			})
			if err != nil {
				return fmt.Errorf("the tasks were pushed, but that could not be noted: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "pushed %s to %s\n", plural(len(d.Tasks), "task"), last.URL)
			return nil
		},
	}
	cmd.Flags().StringVar(&address, "url", "", "address of the server's copy")
	cmd.Flags().StringVar(&token, "token", "", "bearer token; without it $TASKS_TOKEN")
	cobra.CheckErr(cmd.MarkFlagRequired("url"))
	annotate.Command(cmd).Access(annotate.Write).Idempotent(true).OpenWorld(true)
	annotate.Flag(cmd, "url").Examples("https://tasks.example.com/v1/tasks")
	annotate.Flag(cmd, "token").Secret()
	return cmd
}

// parseTarget checks that the token is safe with that address.
func parseTarget(address, token string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("url: not a valid address, expected one such as https://tasks.example.com/v1/tasks")
	case u.User != nil:
		return nil, errors.New("url: credentials in the address, expected them in --token or TASKS_TOKEN")
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("url %q: expected one such as https://tasks.example.com/v1/tasks", address)
	case u.Scheme == "http" && token != "" && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("url %q: expected https, the token would travel unencrypted", address)
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// push sends d. Its errors hold nothing that the server said but the status
// code, since a server may repeat the token.
func push(ctx context.Context, target *url.URL, token string, d *document) error {
	var body bytes.Buffer
	if err := writeJSON(&body, d); err != nil {
		return fmt.Errorf("encoding tasks: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, target.String(), &body)
	if err != nil {
		return fmt.Errorf("pushing tasks: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "tasks/"+version)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	client := &http.Client{
		Timeout: pushTimeout,
		// A redirect would carry the tasks to a place that nobody named.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("pushing tasks: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return fmt.Errorf("pushing tasks to %s: the server answered %d %s",
			target.Host, resp.StatusCode, http.StatusText(resp.StatusCode))
	}
	return nil
}

// digest tells one state of the tasks from another.
func digest(tasks []Task) string {
	data, err := json.Marshal(tasks)
	if err != nil {
		panic(err) // plain data always encodes
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func newSyncStatus(a *app) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show when the tasks were pushed and whether they changed since",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := a.load(cmd)
			if err != nil {
				return err
			}
			st := syncStatus{Changed: len(d.Tasks) > 0}
			if last := d.Sync; last != nil {
				st = syncStatus{URL: last.URL, Pushed: last.Pushed, Changed: last.Digest != digest(d.Tasks)}
			}
			if output == "json" {
				return writeJSON(cmd.OutOrStdout(), st)
			}
			fmt.Fprintln(cmd.OutOrStdout(), st)
			return nil
		},
	}
	outputVar(cmd, &output, `{"type":"object","properties":{`+
		`"url":{"type":"string"},`+
		`"pushed":{"type":"string","description":"RFC 3339, UTC; absent when never pushed"},`+
		`"changed":{"type":"boolean","description":"whether there is something to push"}`+
		`},"required":["changed"],"additionalProperties":false}`)
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false)
	return cmd
}

type syncStatus struct {
	URL     string    `json:"url,omitempty"`
	Pushed  time.Time `json:"pushed,omitzero"`
	Changed bool      `json:"changed"`
}

func (s syncStatus) String() string {
	if s.Pushed.IsZero() {
		return "never pushed"
	}
	since := "unchanged since"
	if s.Changed {
		since = "changed since"
	}
	return fmt.Sprintf("pushed to %s at %s, %s", s.URL, formatTime(s.Pushed), since)
}
