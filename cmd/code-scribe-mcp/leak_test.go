package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"
)

// leak prints every value of the environment that is no plain setting, in the
// forms in which programs are known to print secrets, on both streams, and some
// of them in pieces.
func leak() {
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.Contains(value, plantedWord) {
			continue
		}
		quoted, _ := json.Marshal(value)
		twice, _ := json.Marshal(string(quoted))
		for _, form := range []string{
			value, string(quoted), string(twice), url.QueryEscape(value), url.PathEscape(value),
			base64.StdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value)),
		} {
			fmt.Printf("%s is %s\n", name, form)
			fmt.Fprintf(os.Stderr, "error: %s\n", form)
		}
		for _, stream := range []*os.File{os.Stdout, os.Stderr} {
			half := len(value) / 2
			_, _ = stream.WriteString("Authorization: Bearer " + value[:half])
			time.Sleep(20 * time.Millisecond)
			_, _ = stream.WriteString(value[half:] + "\n")
		}
		if u, err := url.Parse(value); err == nil && u.User != nil {
			password, _ := u.User.Password()
			pair := u.User.Username() + ":" + password
			fmt.Println("Basic", base64.StdEncoding.EncodeToString([]byte(pair)))
			fmt.Println("Max retries exceeded with url:", u.RequestURI())
			fmt.Fprintln(os.Stderr, "password", password, "pair", pair, "query", u.RawQuery)
		}
	}
}

// plantedWord is in every secret that the tests plant.
const plantedWord = "plantedsecret"
