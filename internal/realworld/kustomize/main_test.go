package main

import (
	"testing"

	"github.com/nurucobra/nuru/internal/realworld"
)

func TestMain(m *testing.M) { realworld.Main(m, "sigs.k8s.io/kustomize/kustomize/v5", nil) }

var kustomize = realworld.Program{Name: "kustomize"}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: d, annotations: {"ü": "a, b"}}
spec:
  replicas: 1
  selector: {matchLabels: {app: d}}
  template:
    metadata: {labels: {app: d}}
    spec: {containers: [{name: c, image: nginx:1}]}
`

var files = realworld.Files{
	"kustomization.yaml":        "resources:\n- base.yaml\n",
	"base.yaml":                 deployment,
	"more.yaml":                 "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n",
	"-dash.yaml":                "apiVersion: v1\nkind: Service\nmetadata: {name: dash}\n",
	"sp ace, ü.yaml":            "apiVersion: v1\nkind: Service\nmetadata: {name: space}\n",
	"env.txt":                   "K=v, w\nE=\n",
	"patch.yaml":                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 7}\n",
	"other/kustomization.yaml":  "resources: [../base.yaml]\nnameSuffix: -o\n",
	"broken/kustomization.yaml": "resources: [gone.yaml]\n",
	"fresh/a.yaml":              "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n",
}

// Edits of one kustomization, each on what the ones before it left.
func TestEdit(t *testing.T) {
	realworld.Compare(t, kustomize, files, []realworld.Call{
		{Tool: "edit_add_resource", Arguments: `{"paths": ["more.yaml", "sp ace, ü.yaml"]}`, Shell: []string{"edit", "add", "resource", "more.yaml", "sp ace, ü.yaml"}, Want: "sp ace, ü.yaml"},
		{Tool: "edit_add_resource", Arguments: `{"paths": ["-dash.yaml"]}`, Shell: []string{"edit", "add", "resource", "--", "-dash.yaml"}, Want: "- -dash.yaml"},
		{Tool: "edit_add_resource", Arguments: `{"paths": ["gone.yaml"]}`, Shell: []string{"edit", "add", "resource", "gone.yaml"}, Exit: 1, Want: "gone.yaml has no match"},
		{Tool: "edit_add_resource", Arguments: `{"paths": []}`, Shell: []string{"edit", "add", "resource"}, Exit: 1, Want: "must specify a resource"},
		{Tool: "edit_remove_resource", Arguments: `{"paths": ["-dash.yaml"]}`, Shell: []string{"edit", "remove", "resource", "--", "-dash.yaml"}, Want: "- more.yaml"},
		{Tool: "edit_set_namespace", Arguments: `{"namespace": "n"}`, Shell: []string{"edit", "set", "namespace", "n"}, Want: `namespace: "n"`},
		{Tool: "edit_set_namespace", Arguments: `{"namespace": "annotation"}`, Shell: []string{"edit", "set", "namespace", "annotation"}, Want: "namespace: annotation"},
		{Tool: "edit_set_nameprefix", Arguments: `{"prefix": "-p, \"q\" "}`, Shell: []string{"edit", "set", "nameprefix", "--", `-p, "q" `}, Want: `-p, "q" `},
		{Tool: "edit_set_nameprefix", Arguments: `{"prefix": ""}`, Shell: []string{"edit", "set", "nameprefix", ""}, Want: "namespace: annotation"},
		{Tool: "edit_set_namesuffix", Arguments: `{"suffix": "--"}`, Shell: []string{"edit", "set", "namesuffix", "--", "--"}, Want: "nameSuffix: --"},
		{Tool: "edit_set_namesuffix", Arguments: `{"suffix": "-5"}`, Shell: []string{"edit", "set", "namesuffix", "--", "-5"}, Want: `nameSuffix: "-5"`},
		{Tool: "edit_set_image", Arguments: `{"images": ["nginx=r.example:5000/n:2", "b@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3"]}`, Shell: []string{"edit", "set", "image", "nginx=r.example:5000/n:2", "b@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3"}, Want: "newName: r.example:5000/n"},
		{Tool: "edit_set_image", Arguments: `{"images": ["a=*:1"]}`, Shell: []string{"edit", "set", "image", "a=*:1"}, Want: "newTag: \"1\""},
		{Tool: "edit_set_replicas", Arguments: `{"replicas": ["d=12345678"]}`, Shell: []string{"edit", "set", "replicas", "d=12345678"}, Want: "count: 12345678"},
		{Tool: "edit_set_replicas", Arguments: `{"replicas": ["d=-1"]}`, Shell: []string{"edit", "set", "replicas", "d=-1"}, Want: "count: -1"},
		{Tool: "edit_set_replicas", Arguments: `{"replicas": ["d=x"]}`, Shell: []string{"edit", "set", "replicas", "d=x"}, Exit: 1, Want: "Error"},
		{Tool: "edit_add_label", Arguments: `{"labels": ["a:\"d e\""], "withoutSelector": true, "includeTemplates": true}`, Shell: []string{"edit", "add", "label", `a:"d e"`, "--without-selector", "--include-templates"}, Want: "includeTemplates: true"},
		{Tool: "edit_add_label", Arguments: `{"labels": ["a:z"], "force": false}`, Shell: []string{"edit", "add", "label", "--force=false", "a:z"}, Exit: 0, Want: "a: z"},
		{Tool: "edit_set_label", Arguments: `{"labels": ["x:1,y:2"]}`, Shell: []string{"edit", "set", "label", "x:1,y:2"}, Want: "x: 1,y:2"},
		{Tool: "edit_remove_label", Arguments: `{"names": ["nope"], "ignoreNonExistence": true}`, Shell: []string{"edit", "remove", "label", "nope", "-i"}, Want: "x: 1,y:2"},
		{Tool: "edit_remove_label", Arguments: `{"names": ["nope"], "ignoreNonExistence": false}`, Shell: []string{"edit", "remove", "label", "--ignore-non-existence=false", "nope"}, Exit: 1, Want: "nope"},
		{Tool: "edit_add_annotation", Arguments: `{"annotations": ["k:\"v, w:x\"", "u:日本"]}`, Shell: []string{"edit", "add", "annotation", `k:"v, w:x"`, "u:日本"}, Want: "日本"},
		{Tool: "edit_add_annotation", Arguments: `{"annotations": ["k:2"]}`, Shell: []string{"edit", "add", "annotation", "k:2"}, Exit: 1, Want: "already"},
		{Tool: "edit_add_annotation", Arguments: `{"annotations": ["k:2"], "force": true}`, Shell: []string{"edit", "add", "annotation", "-f", "k:2"}, Want: `k: "2"`},
		{Tool: "edit_set_annotation", Arguments: `{"annotations": ["nl:a\nb"]}`, Shell: []string{"edit", "set", "annotation", "nl:a\nb"}, Want: "nl: "},
		{Tool: "edit_remove_annotation", Arguments: `{"names": ["u,nl"]}`, Shell: []string{"edit", "remove", "annotation", "u,nl"}, Want: `k: "2"`},
		{Tool: "edit_add_configmap", Arguments: `{"name": "m", "fromLiteral": ["a=1,2", "b=\"q\"", "c=--x", "d=", "e=x=y", "n=-1"]}`, Shell: []string{"edit", "add", "configmap", "m", "--from-literal=a=1,2", `--from-literal=b="q"`, "--from-literal=c=--x", "--from-literal=d=", "--from-literal", "e=x=y", "--from-literal", "n=-1"}, Want: "a=1,2"},
		{Tool: "edit_add_configmap", Arguments: `{"name": "f", "fromFile": ["k=env.txt", "sp ace, ü.yaml"], "disableNameSuffixHash": true, "behavior": "merge"}`, Shell: []string{"edit", "add", "configmap", "f", "--from-file=k=env.txt", `--from-file="sp ace, ü.yaml"`, "--disableNameSuffixHash", "--behavior=merge"}, Want: "behavior: merge"},
		{Tool: "edit_add_configmap", Arguments: `{"name": "m", "fromLiteral": ["a=2"]}`, Shell: []string{"edit", "add", "configmap", "m", "--from-literal=a=2"}, Exit: 1, Want: "Error"},
		{Tool: "edit_set_configmap", Arguments: `{"name": "m", "fromLiteral": ["a=3,4"]}`, Shell: []string{"edit", "set", "configmap", "m", "--from-literal=a=3,4"}, Exit: 1, Want: "Error"},
		{Tool: "edit_add_configmap", Arguments: `{"name": "l", "fromLiteral": ["n=1"]}`, Shell: []string{"edit", "add", "configmap", "l", "--from-literal=n=1"}, Want: "n=1"},
		{Tool: "edit_set_configmap", Arguments: `{"name": "l", "fromLiteral": ["n=-2"], "newNamespace": "other"}`, Shell: []string{"edit", "set", "configmap", "l", "--from-literal", "n=-2", "--new-namespace", "other"}, Want: "namespace: other"},
		{Tool: "edit_remove_configmap", Arguments: `{"args": ["f"]}`, Shell: []string{"edit", "remove", "configmap", "f"}, Want: "configMapGenerator"},
		{Tool: "edit_add_secret", Arguments: `{"name": "s", "fromEnvFile": "env.txt", "type": "kubernetes.io/tls", "namespace": "n"}`, Shell: []string{"edit", "add", "secret", "s", "--from-env-file=env.txt", "--type=kubernetes.io/tls", "--namespace=n"}, Want: "kubernetes.io/tls"},
		{Tool: "edit_add_secret", Arguments: `{"name": "t", "fromLiteral": ["pass=p,w \"x\" --y"]}`, Shell: []string{"edit", "add", "secret", "t", `--from-literal=pass=p,w "x" --y`}, Want: "p,w"},
		{Tool: "edit_add_patch", Arguments: `{"path": "patch.yaml", "kind": "Deployment", "name": "d|e.*", "labelSelector": "a=b,c in (d)"}`, Shell: []string{"edit", "add", "patch", "--path", "patch.yaml", "--kind=Deployment", "--name", "d|e.*", "--label-selector=a=b,c in (d)"}, Want: "a=b,c in (d)"},
		{Tool: "edit_add_patch", Arguments: `{"patch": "- op: replace\n  path: /spec/replicas\n  value: -3\n", "kind": "Deployment"}`, Shell: []string{"edit", "add", "patch", "--patch", "- op: replace\n  path: /spec/replicas\n  value: -3\n", "--kind", "Deployment"}, Want: "value: -3"},
		{Tool: "edit_remove_patch", Arguments: `{"path": "patch.yaml", "kind": "Deployment", "name": "d|e.*", "labelSelector": "a=b,c in (d)"}`, Shell: []string{"edit", "remove", "patch", "--path=patch.yaml", "--kind=Deployment", "--name=d|e.*", "--label-selector=a=b,c in (d)"}, Want: "patches"},
		{Tool: "edit_set_buildmetadata", Arguments: `{"options": "originAnnotations,transformerAnnotations"}`, Shell: []string{"edit", "set", "buildmetadata", "originAnnotations,transformerAnnotations"}, Want: "- originAnnotations\n- transformerAnnotations"},
		{Tool: "edit_add_component", Arguments: `{"paths": ["other"]}`, Shell: []string{"edit", "add", "component", "other"}, Want: "components"},
		{Tool: "edit_fix", Arguments: `{}`, Shell: []string{"edit", "fix"}, Exit: 1, Want: "exists in both"},
	})
}

// What is built and printed, and files that are written elsewhere.
func TestBuild(t *testing.T) {
	realworld.Compare(t, kustomize, files, []realworld.Call{
		{Tool: "build", Arguments: `{"dir": "."}`, Shell: []string{"build", "."}, Want: "image: nginx:1"},
		{Tool: "build", Arguments: `{"dir": "."}`, Shell: []string{"build"}, Want: "a, b"},
		{Tool: "build", Arguments: `{"dir": "other"}`, Shell: []string{"build", "other"}, Exit: 1, Want: "security"},
		{Tool: "build", Arguments: `{"dir": "other", "loadRestrictor": "LoadRestrictionsNone"}`, Shell: []string{"build", "--load-restrictor", "LoadRestrictionsNone", "other"}, Want: "name: d-o"},
		{Tool: "build", Arguments: `{"dir": "other", "loadRestrictor": "-"}`, Shell: []string{"build", "--load-restrictor=-", "other"}, Exit: 1, Want: "Error"},
		{Tool: "build", Arguments: `{"dir": ".", "output": "-out, \"é\".yaml"}`, Shell: []string{"build", ".", "-o", `-out, "é".yaml`}, Want: "kind: Deployment"},
		{Tool: "build", Arguments: `{"dir": "-no"}`, Shell: []string{"build", "--", "-no"}, Exit: 1, Want: "-no"},
		{Tool: "build", Arguments: `{"dir": "broken", "stackTrace": false}`, Shell: []string{"build", "broken", "--stack-trace=false"}, Exit: 1, Want: "gone.yaml"},
		{Tool: "build", Arguments: `{"dir": ".", "env": ["A=b,c", "D="], "network": true, "enableAlphaPlugins": false}`, Shell: []string{"build", ".", "-e", "A=b,c", "-e", "D=", "--network", "--enable-alpha-plugins=false"}, Want: "nginx:1"},
		{Tool: "cfg_cat", Arguments: `{"dir": "fresh"}`, Shell: []string{"cfg", "cat", "fresh"}, Want: "name: a"},
		{Tool: "cfg_cat", Arguments: `{"dir": "fresh", "format": false, "annotate": true}`, Shell: []string{"cfg", "cat", "fresh", "--format=false", "--annotate"}, Want: "{name: a"},
		{Tool: "cfg_cat", Arguments: `{"dir": "fresh", "style": ["DoubleQuoted"], "wrapKind": "K, \"l\""}`, Shell: []string{"cfg", "cat", "fresh", "--style=DoubleQuoted", "--wrap-kind", `K, "l"`}, Want: `K, "l"`},
		{Tool: "cfg_count", Arguments: `{"dir": ".", "kind": true}`, Shell: []string{"cfg", "count", "."}, Want: "Service: 4"},
		{Tool: "cfg_count", Arguments: `{"dir": ".", "kind": false, "recurseSubpackages": false}`, Shell: []string{"cfg", "count", ".", "--kind=false", "-R=false"}, Want: "1"},
		{Tool: "cfg_grep", Arguments: `{"query": "spec.replicas>-1", "dir": "."}`, Shell: []string{"cfg", "grep", "spec.replicas>-1", "."}, Want: "name: d"},
		{Tool: "cfg_grep", Arguments: `{"query": "metadata.name=a", "dir": "fresh", "annotate": false, "invertMatch": false}`, Shell: []string{"cfg", "grep", "metadata.name=a", "fresh", "--annotate=false", "--invert-match=false"}, Want: "name: a"},
		{Tool: "cfg_tree", Arguments: `{"dir": "fresh", "field": ["metadata.name", "a.b[c=d]"], "name": false}`, Shell: []string{"cfg", "tree", "fresh", "--field", "metadata.name", "--field=a.b[c=d]", "--name=false"}, Want: "a.yaml"},
		{Tool: "version", Arguments: `{"output": "json"}`, Shell: []string{"version", "-o", "json"}, Want: `"version"`},
		{Tool: "version", Arguments: `{"output": ""}`, Shell: []string{"version", "--output="}, Want: "v"},
		{Tool: "create", Arguments: `{"resources": "more.yaml,gone.yaml"}`, Shell: []string{"create", "--resources", "more.yaml,gone.yaml"}, Exit: 1, Want: "gone.yaml has no match"},
	})
}

func TestCreate(t *testing.T) {
	fresh := realworld.Files{"a.yaml": deployment, "b c.yaml": deployment}
	realworld.Compare(t, kustomize, fresh, []realworld.Call{
		{Tool: "create", Arguments: `{"resources": "a.yaml,b c.yaml", "namespace": "-", "nameprefix": "-p", "namesuffix": "日本 \"q\"", "labels": "a:b,c:d", "annotations": "e:f, g"}`, Shell: []string{"create", "--resources", "a.yaml,b c.yaml", "--namespace=-", "--nameprefix", "-p", "--namesuffix", `日本 "q"`, "--labels=a:b,c:d", "--annotations", "e:f, g"}, Want: "namePrefix: -p"},
		{Tool: "create", Arguments: `{"autodetect": true}`, Shell: []string{"create", "--autodetect"}, Exit: 1, Want: "exists"},
	})
}

func TestRefusals(t *testing.T) {
	realworld.Refused(t, kustomize, files, []realworld.Refusal{
		{Tool: "edit_set_namespace", Arguments: `{}`, Says: "namespace"},
		{Tool: "edit_set_namespace", Arguments: `{"namespace": "a\u0000"}`, Says: "namespace"},
		{Tool: "edit_set_image", Arguments: `{"images": [1]}`, Says: "images"},
		{Tool: "edit_add_configmap", Arguments: `{"name": "m", "fromFile": ["a=\r\n"]}`, Says: "fromFile"},
		{Tool: "build", Arguments: `{"dir": ".", "enableHelm": "yes"}`, Says: "enableHelm"},
		{Tool: "build", Arguments: `{"dir": ".", "reorder": "none"}`, Says: "reorder"},
	})
}

func TestTools(t *testing.T) { realworld.Tools(t, kustomize, 40) }

func TestSameEverywhere(t *testing.T) {
	realworld.SameEverywhere(t, kustomize, "KUSTOMIZE_PLUGIN_HOME", "XDG_CONFIG_HOME", "HELM_TOKEN", "KUBE_TOKEN")
}

func TestUnchanged(t *testing.T) {
	realworld.Unchanged(
		t, kustomize, files,
		[]string{"--help"},
		[]string{"edit", "set", "--help"},
		[]string{"build", "--help"},
		[]string{"help", "edit"},
		// Not bash, whose script names every command.
		[]string{"completion", "zsh"},
		[]string{"completion", "fish"},
		[]string{"__complete", "edit", "set", "name"},
		[]string{"__complete", "build", "--load"},
		[]string{"build"},
		[]string{"build", "broken"},
		[]string{"nonsense"},
		[]string{"edit", "set", "namespace"},
		[]string{"build", "--no-such-flag"},
		[]string{"edit", "nonsense"},
	)
}
