package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const token = "s3cr3t-t0ken"

func TestSyncPush(t *testing.T) {
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut || r.Header.Get("Authorization") != "Bearer "+token {
			http.Error(w, "refused", http.StatusForbidden)
			return
		}
		body, _ = io.ReadAll(r.Body)
		fmt.Fprint(w, r.Header) // a careless server
	}))
	defer server.Close()
	f := newFixture(t)
	f.must("add", "one")
	assert.Equal(t, "never pushed\n", f.must("sync", "status"))

	out := f.must("sync", "push", "--verbose", "--url", server.URL+"/tasks?key=1", "--token", token)
	assert.Equal(t, "pushed 1 task to "+server.URL+"/tasks\n", out)
	var sent document
	require.NoError(t, json.Unmarshal(body, &sent))
	assert.Equal(t, f.document().Tasks, sent.Tasks)
	assert.Equal(t, "pushed to "+server.URL+"/tasks at 2026-03-01T09:00:00Z, unchanged since\n", f.must("sync", "status"))

	f.must("add", "two")
	assert.JSONEq(t, `{"url":"`+server.URL+`/tasks","pushed":"2026-03-01T09:00:00Z","changed":true}`,
		f.must("sync", "status", "--output", "json"))

	f.env["TASKS_TOKEN"] = token
	f.must("sync", "push", "--url", server.URL+"/tasks")
	assert.Contains(t, f.must("sync", "status"), "unchanged since")
}

func TestSyncPushErrors(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "bad token "+r.Header.Get("Authorization"), http.StatusUnauthorized)
	})
	mux.Handle("/elsewhere", http.RedirectHandler("/refuse", http.StatusTemporaryRedirect))
	mux.HandleFunc("/hangup", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	server := httptest.NewServer(mux)
	defer server.Close()
	tests := []struct{ name, url, token, wantErr string }{
		{"refused", server.URL + "/refuse", token, "the server answered 401 Unauthorized"},
		{"redirected", server.URL + "/elsewhere", token, "the server answered 307 Temporary Redirect"},
		{"hung up", server.URL + "/hangup", token, "EOF"},
		{"broken token", server.URL, token + "\n", "invalid header field value"},
		{"no encryption", "http://tasks.example.com", token, "expected https"},
		{"no host", "tasks.example.com", token, "expected one such as https://"},
		{"credentials", "https://me:" + token + "@tasks.example.com", "", "expected them in --token"},
		{"no address", "https://" + token + "\x7f", "", "not a valid address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			f.must("add", "one")
			out, log, err := f.run("sync", "push", "--verbose", "--url", tt.url, "--token", tt.token)
			require.ErrorContains(t, err, tt.wantErr)
			assert.NotContains(t, out+log+err.Error(), token)
			assert.Equal(t, "never pushed\n", f.must("sync", "status"))
		})
	}
}
