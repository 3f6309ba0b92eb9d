package main

import (
	"archive/tar"
	"bytes"
	"io"
	"log"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/crane"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/realworld"
)

func TestMain(m *testing.M) {
	realworld.Main(m, "github.com/google/go-containerregistry/cmd/crane", nil)
}

var (
	program = realworld.Program{Name: "crane", Env: []string{"DOCKER_CONFIG=DIR/home"}, Fold: hideOrder}
	logTime = regexp.MustCompile(`(?m)^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d `)
)

// hideOrder takes the time out of log lines, and the order out of those about
// blobs, which are sent side by side.
func hideOrder(text string) string {
	text = logTime.ReplaceAllString(text, "")
	if !strings.Contains(text, " blob: sha256:") {
		return text
	}
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// layer is a tar file with one file in it.
func layer(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	const text = "in the layer\n"
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "etc/ü, x", Mode: 0o644, Size: int64(len(text))}))
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

// serve is a registry on this machine that holds one image.
func serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "http://")
	require.NoError(t, crane.Push(empty.Image, host+"/base:v1"))
	return host
}

func compare(t *testing.T, calls []realworld.Call) {
	t.Helper()
	p := program
	p.Words = []realworld.Word{{Name: "REG", Agent: serve(t), Shell: serve(t)}}
	realworld.Compare(t, p, realworld.Files{"layer.tar": layer(t), "-l, \"q\".tar": layer(t)}, calls)
}

// Maps, lists and optional values end in the configuration of an image.
func TestMutate(t *testing.T) {
	compare(t, []realworld.Call{
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "label": {"a": "b"}, "output": "1.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--label=a=b", "-o", "1.tar"}, Want: `"Labels":{"a":"b"}`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "label": {"x": "1,2", "y": "a=b", "z": "", "e.f/g": "ü \"in\" é", "n": "-5"}, "output": "2.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--label", `"x=1,2","y=a=b",z=,"e.f/g=ü ""in"" é",n=-5`, "-o", "2.tar"}, Want: `"x":"1,2","y":"a=b","z":""`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "label": {"q": "\"", "r": "\"both\"", "s": "=", "nl": "a\nb"}, "output": "3.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--label", "nl=a\nb", "--label", `"q=""","r=""both""",s==`, "-o", "3.tar"}, Want: `"r":"\"both\""`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "label": {}, "user": "u", "output": "4.tar"}`, Shell: []string{"mutate", "REG/base:v1", "-u", "u", "-o", "4.tar"}, Want: `"User":"u"`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "annotation": {"org.x": "--y, z"}, "output": "5.tar"}`, Shell: []string{"mutate", "REG/base:v1", `--annotation="org.x=--y, z"`, "-o", "5.tar"}, Want: "manifest.json"},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "entrypoint": ["sh", "-c", "echo 1,2 \"q\"", "", "--", "日本"], "cmd": ["-x"], "output": "6.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--entrypoint=sh", "--entrypoint=-c", `--entrypoint="echo 1,2 ""q"""`, `--entrypoint=""`, "--entrypoint=--,日本", "--cmd", "-x", "-o", "6.tar"}, Want: `"sh","-c","echo 1,2 \"q\""`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "cmd": ["a\nb"], "exposedPorts": ["80/tcp", "53"], "workdir": "/w, \"x\"", "output": "7.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--cmd", "\"a\nb\"", "--exposed-ports=80/tcp,53", "-w", `/w, "x"`, "-o", "7.tar"}, Want: `"Cmd":["a\nb"]`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "env": "K=v", "setPlatform": "linux/arm64/v8", "output": "8.tar"}`, Shell: []string{"mutate", "REG/base:v1", "-e", "K=v", "--set-platform=linux/arm64/v8", "-o", "8.tar"}, Want: `"variant":"v8"`},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "append": ["layer.tar", "-l, \"q\".tar"], "output": "9.tar"}`, Shell: []string{"mutate", "REG/base:v1", "--append=layer.tar", `--append="-l, ""q"".tar"`, "-o", "9.tar"}, Want: ".tar.gz"},
		{Tool: "mutate", Arguments: `{"args": ["REG/base:v1"], "tag": "REG/new:v2", "label": {"k": "v"}}`, Shell: []string{"mutate", "REG/base:v1", "--tag=REG/new:v2", "--label=k=v"}, Want: "/new"},
		{Tool: "mutate", Arguments: `{"args": ["REG/gone:v1"]}`, Shell: []string{"mutate", "REG/gone:v1"}, Exit: 1, Want: "gone"},
	})
}

func TestRegistry(t *testing.T) {
	compare(t, []realworld.Call{
		{Tool: "append", Arguments: `{"newLayer": ["layer.tar"], "newTag": "REG/made:v1", "ociEmptyBase": true, "output": "-o, é.tar"}`, Shell: []string{"append", "-f", "layer.tar", "-t", "REG/made:v1", "--oci-empty-base", "-o", "-o, é.tar"}, Want: "made"},
		{Tool: "push", Arguments: `{"path": "-o, é.tar", "image": "REG/made:v1", "imageRefs": "refs.txt"}`, Shell: []string{"push", "--image-refs=refs.txt", "--", "-o, é.tar", "REG/made:v1"}, Want: "@sha256:"},
		{Tool: "digest", Arguments: `{"image": "REG/made:v1", "fullRef": true}`, Shell: []string{"digest", "--full-ref", "REG/made:v1"}, Want: "/made@sha256:"},
		{Tool: "digest", Arguments: `{"tarball": "-o, é.tar"}`, Shell: []string{"digest", "--tarball", "-o, é.tar"}, Want: "sha256:"},
		{Tool: "digest", Arguments: `{}`, Shell: []string{"digest"}, Exit: 1, Want: "Error"},
		{Tool: "manifest", Arguments: `{"image": "REG/made:v1"}`, Shell: []string{"manifest", "REG/made:v1"}, Want: `"layers"`},
		{Tool: "config", Arguments: `{"image": "REG/made:v1", "globals": ["--platform=linux/amd64"]}`, Shell: []string{"config", "--platform", "linux/amd64", "REG/made:v1"}, Want: "rootfs"},
		{Tool: "tag", Arguments: `{"img": "REG/made:v1", "tag": "v-2"}`, Shell: []string{"tag", "REG/made:v1", "v-2"}, Want: "v-2"},
		{Tool: "ls", Arguments: `{"repo": "REG/made", "omitDigestTags": true}`, Shell: []string{"ls", "-O", "REG/made"}, Want: "v-2"},
		{Tool: "copy", Arguments: `{"src": "REG/made:v1", "dst": "REG/copy:v1", "jobs": 1, "noClobber": false}`, Shell: []string{"cp", "-j", "1", "--no-clobber=false", "REG/made:v1", "REG/copy:v1"}, Want: "copy"},
		{Tool: "index_append", Arguments: `{"manifest": ["REG/made:v1", "REG/base:v1"], "tag": "REG/index:v1", "flatten": false}`, Shell: []string{"index", "append", "-m", "REG/made:v1,REG/base:v1", "-t", "REG/index:v1", "--flatten=false"}, Want: "index"},
		{Tool: "index_list", Arguments: `{"args": ["REG/index:v1"]}`, Shell: []string{"index", "list", "REG/index:v1"}, Want: "sha256:"},
		{Tool: "index_filter", Arguments: `{"args": ["REG/index:v1"], "platform": "linux/amd64", "tag": "REG/filtered:v1"}`, Shell: []string{"index", "filter", "REG/index:v1", "--platform=linux/amd64", "-t", "REG/filtered:v1"}, Want: "filtered"},
		{Tool: "export", Arguments: `{"image": "REG/made:v1", "tarball": "files.tar"}`, Shell: []string{"export", "REG/made:v1", "files.tar"}, Want: "in the layer"},
		{Tool: "pull", Arguments: `{"image": "REG/made:v1", "tarball": ["pulled.tar"], "format": "nonsense"}`, Shell: []string{"pull", "REG/made:v1", "pulled.tar", "--format=nonsense"}, Exit: 1, Want: "nonsense"},
		{Tool: "validate", Arguments: `{"remote": "REG/made:v1", "fast": true}`, Shell: []string{"validate", "--remote", "REG/made:v1", "--fast"}, Want: "PASS"},
		{Tool: "delete", Arguments: `{"image": "not a reference"}`, Shell: []string{"delete", "not a reference"}, Exit: 1, Want: "not a reference"},
		{Tool: "version", Arguments: `{}`, Shell: []string{"version"}, Want: "v"},
	})
}

func TestTools(t *testing.T) { realworld.Tools(t, program, 26) }

func TestSameEverywhere(t *testing.T) {
	realworld.SameEverywhere(t, program, "GITHUB_TOKEN", "REGISTRY_PASSWORD", "PASSWORD", "USERNAME", "HTTPS_PROXY")
}

func TestUnchanged(t *testing.T) {
	realworld.Unchanged(
		t, program, nil,
		[]string{"--help"},
		[]string{"mutate", "--help"},
		[]string{"completion", "bash"},
		[]string{"__complete", "ind"},
		[]string{"digest"},
		[]string{"nonsense"},
		[]string{"mutate", "--no-such-flag"},
		[]string{"append"},
	)
}
