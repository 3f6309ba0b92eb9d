package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/realworld"
)

var files = realworld.Files{
	"pod.yaml":             "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: web, old: \"1\"}}\nspec:\n  containers:\n  - {name: c, image: nginx, env: [{name: A, value: a}, {name: GONE, value: x}]}\n",
	"deploy.yaml":          "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  selector: {matchLabels: {app: d}}\n  template:\n    metadata: {labels: {app: d}}\n    spec: {containers: [{name: c, image: nginx}, {name: side, image: busybox}]}\n",
	"role.yaml":            "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: rb}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}\n",
	"-dash.yaml":           "apiVersion: v1\nkind: Pod\nmetadata: {name: dash}\n",
	"a,b.env":              "K=v with, comma\n",
	"ü.txt":                "text\nwith \"lines\"\n",
	"k/kustomization.yaml": "resources: [../deploy.yaml]\nnamePrefix: x-\n",
}

const fromStdin = "apiVersion: v1\nkind: Pod\nmetadata: {name: in, labels: {\"ü\": \"a, b\"}}\n"

// Commands that only print what they would create.
func TestCreate(t *testing.T) {
	realworld.Compare(t, kubectl, files, []realworld.Call{
		{Tool: "version", Arguments: `{"client": true}`, Shell: []string{"version", "--client"}, Want: "Client Version"},
		{Tool: "version", Arguments: `{"client": true, "output": "json"}`, Shell: []string{"version", "--client", "-o", "json"}, Want: `"gitVersion"`},
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": ["nginx"], "dryRun": "client", "output": "yaml", "replicas": 1000000}`, Shell: []string{"create", "deployment", "web", "--image=nginx", "--dry-run=client", "-o", "yaml", "--replicas=1000000"}, Want: "replicas: 1000000"},
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": ["nginx", "busybox"], "dryRun": "client", "output": "json", "globals": ["--namespace=prod"]}`, Shell: []string{"create", "deployment", "web", "--image=nginx", "--image=busybox", "--dry-run=client", "-o", "json", "--namespace", "prod"}, Want: `"namespace": "prod"`},
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": ["nginx"], "command": ["sh", "-c", "echo \"$HOME\", 'it''s'", "--", "--replicas=9", "", "-5"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "deployment", "web", "--image=nginx", "--dry-run=client", "-o", "yaml", "--", "sh", "-c", `echo "$HOME", 'it''s'`, "--", "--replicas=9", "", "-5"}, Want: "--replicas=9"},
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": [], "dryRun": "client"}`, Shell: []string{"create", "deployment", "web", "--image=", "--dry-run=client"}, Want: "created (dry run)"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromLiteral": ["a=1,2", "b= \"x\" ", "c=--evil"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "configmap", "c", "--from-literal=a=1,2", "--from-literal", `b= "x" `, "--from-literal=c=--evil", "--dry-run=client", "-o", "yaml"}, Want: "c: --evil"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromLiteral": ["nl=a\nb\r\n", "u=日本 🎉", "eq=a=b=c", "empty=", "tab=\t", "n=-1", "big=12345678901234567890"], "dryRun": "client", "output": "json"}`, Shell: []string{"create", "cm", "c", "--from-literal=nl=a\nb\r\n", "--from-literal=u=日本 🎉", "--from-literal=eq=a=b=c", "--from-literal=empty=", "--from-literal=tab=\t", "--from-literal=n=-1", "--from-literal=big=12345678901234567890", "--dry-run=client", "-o=json"}, Want: `"nl": "a\nb\r\n"`},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromFile": ["ü.txt", "key=ü.txt"], "fromEnvFile": [], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "configmap", "c", "--from-file=ü.txt", "--from-file=key=ü.txt", "--dry-run=client", "-o", "yaml"}, Exit: 1, Want: "ü.txt"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromFile": ["key=ü.txt"], "dryRun": "client", "output": "yaml", "appendHash": true}`, Shell: []string{"create", "configmap", "c", "--from-file", "key=ü.txt", "--dry-run=client", "-o", "yaml", "--append-hash"}, Want: `with "lines"`},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromEnvFile": ["a,b.env"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "configmap", "c", `--from-env-file="a,b.env"`, "--dry-run=client", "-o", "yaml"}, Want: "K: v with, comma"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromLiteral": ["no equals sign"], "dryRun": "client"}`, Shell: []string{"create", "configmap", "c", "--from-literal=no equals sign", "--dry-run=client"}, Exit: 1, Want: "no equals sign"},
		{Tool: "create_secret_generic", Arguments: `{"name": "s", "fromLiteral": ["user=a,b\n\"q\""], "type": "a/b", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "secret", "generic", "s", "--from-literal=user=a,b\n\"q\"", "--type=a/b", "--dry-run=client", "-o", "yaml"}, Want: "YSxiCiJxIg=="},
		{Tool: "create_secret_docker_registry", Arguments: `{"name": "s", "dockerUsername": "ann, \"q\"", "dockerPassword": "--p w,\"=", "dockerEmail": "", "dockerServer": "https://r.example/v1/", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "secret", "docker-registry", "s", "--docker-username", `ann, "q"`, "--docker-password", `--p w,"=`, "--docker-email=", "--docker-server=https://r.example/v1/", "--dry-run=client", "-o", "yaml"}, Want: "kubernetes.io/dockerconfigjson"},
		{Tool: "create_priorityclass", Arguments: `{"name": "p", "value": -10, "globalDefault": false, "description": "a, \"b\"\n-c", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "priorityclass", "p", "--value", "-10", "--global-default=false", "--description", "a, \"b\"\n-c", "--dry-run=client", "-o", "yaml"}, Want: "value: -10"},
		{Tool: "create_priorityclass", Arguments: `{"name": "p", "value": 2147483647, "globalDefault": true, "preemptionPolicy": "Never", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "pc", "p", "--value=2147483647", "--global-default", "--preemption-policy=Never", "--dry-run=client", "-o", "yaml"}, Want: "value: 2147483647"},
		{Tool: "create_quota", Arguments: `{"name": "q", "hard": "cpu=1,services.loadbalancers=-0,count/x.y=2", "scopes": "BestEffort", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "quota", "q", "--hard=cpu=1,services.loadbalancers=-0,count/x.y=2", "--scopes", "BestEffort", "--dry-run=client", "-o", "yaml"}, Want: "count/x.y"},
		{Tool: "create_role", Arguments: `{"name": "r", "verb": ["get", "list"], "resource": ["pods", "deployments.apps"], "resourceName": ["a,b"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "role", "r", "--verb=get,list", "--resource=pods", "--resource=deployments.apps", "--resource-name=a,b", "--dry-run=client", "-o", "yaml"}, Exit: 1, Want: "rror"},
		{Tool: "create_clusterrole", Arguments: `{"name": "r", "verb": ["get"], "resource": [], "nonResourceUrl": ["/logs/*", "/a"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "clusterrole", "r", "--verb=get", "--resource=", "--non-resource-url=/logs/*,/a", "--dry-run=client", "-o", "yaml"}, Want: "- /logs/*"},
		{Tool: "create_clusterrole", Arguments: `{"name": "r", "aggregationRule": ["a=b", "c=d"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "clusterrole", "r", "--aggregation-rule", "a=b,c=d", "--dry-run=client", "-o", "yaml"}, Want: "c: d"},
		{Tool: "create_rolebinding", Arguments: `{"name": "b", "role": "r", "user": ["ann, \"q\"", "-bob", "ü"], "group": [], "serviceaccount": ["ns:sa"], "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "rolebinding", "b", "--role=r", `--user=ann, "q"`, "--user=-bob", "--user=ü", "--serviceaccount=ns:sa", "--dry-run=client", "-o", "yaml"}, Want: `ann, "q"`},
		{Tool: "create_ingress", Arguments: `{"name": "i", "rule": ["foo.com/*=svc:80,tls=s1", "/=x:http"], "annotation": ["a=1,2", "b=\"q\""], "class": "", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "ingress", "i", "--rule=foo.com/*=svc:80,tls=s1", "--rule", "/=x:http", "--annotation", "a=1,2", "--annotation", `b="q"`, "--class=", "--dry-run=client", "-o", "yaml"}, Want: "a: 1,2"},
		{Tool: "create_service_nodeport", Arguments: `{"name": "s", "tcp": ["80:8080", "443"], "nodePort": 30000, "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "svc", "nodeport", "s", "--tcp=80:8080,443", "--node-port=30000", "--dry-run=client", "-o", "yaml"}, Want: "nodePort: 30000"},
		{Tool: "create_service_externalname", Arguments: `{"name": "s", "externalName": "-a.example", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "service", "externalname", "s", "--external-name", "-a.example", "--dry-run=client", "-o", "yaml"}, Exit: 1, Want: "-a.example"},
		{Tool: "create_service_clusterip", Arguments: `{"name": "s", "clusterip": "None", "tcp": [], "dryRun": "client", "output": "name"}`, Shell: []string{"create", "service", "clusterip", "s", "--clusterip=None", "--dry-run=client", "-o", "name"}, Want: "service/s"},
		// An empty word stands behind "--", where kubectl looks for no name.
		{Tool: "create_namespace", Arguments: `{"name": "", "dryRun": "client"}`, Shell: []string{"create", "namespace", "--dry-run=client", ""}, Exit: 1, Want: "name must be specified"},
		{Tool: "create_poddisruptionbudget", Arguments: `{"name": "b", "selector": "app in (a, b),!c", "maxUnavailable": "50%", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "pdb", "b", "--selector", "app in (a, b),!c", "--max-unavailable=50%", "--dry-run=client", "-o", "yaml"}, Want: "maxUnavailable: 50%"},
	})
}

// Commands that take another command behind "--", templates, optional values.
func TestDashAndOutput(t *testing.T) {
	realworld.Compare(t, kubectl, files, []realworld.Call{
		{Tool: "create_job", Arguments: `{"name": "j", "image": "busybox", "command": ["echo", "--x", "-5", "a b", "", "--", "日本\n"], "dryRun": "client", "output": "json"}`, Shell: []string{"create", "job", "j", "--image=busybox", "--dry-run=client", "-o", "json", "--", "echo", "--x", "-5", "a b", "", "--", "日本\n"}, Want: `"日本\n"`},
		{Tool: "create_job", Arguments: `{"name": "j", "image": "busybox", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "job", "j", "--image", "busybox", "--dry-run=client", "-oyaml"}, Want: "image: busybox"},
		{Tool: "create_cronjob", Arguments: `{"name": "c", "image": "busybox", "schedule": "*/1 * * * ?", "command": ["date", "-u"], "restart": "Never", "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "cronjob", "c", "--image=busybox", "--schedule=*/1 * * * ?", "--restart=Never", "--dry-run=client", "-o", "yaml", "--", "date", "-u"}, Want: "- -u"},
		{Tool: "run", Arguments: `{"name": "p", "image": "nginx", "dryRun": "", "output": "name"}`, Shell: []string{"run", "p", "--image=nginx", "--dry-run=", "-o", "name"}, Exit: 1, Want: "dry-run"},
		{Tool: "run", Arguments: `{"name": "p", "image": "nginx", "dryRun": "unchanged", "output": "name"}`, Shell: []string{"run", "p", "--image=nginx", "--dry-run", "-o", "name"}, Exit: 1, Want: "dry-run"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "dryRun": "client", "output": "jsonpath={.metadata.name}{.metadata.nope}"}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--dry-run=client", "-o", "jsonpath={.metadata.name}{.metadata.nope}"}, Want: "d"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "dryRun": "client", "output": "jsonpath={.metadata.nope}", "allowMissingTemplateKeys": false}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--dry-run=client", "-o", "jsonpath={.metadata.nope}", "--allow-missing-template-keys=false"}, Exit: 1, Want: "nope is not found"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "dryRun": "client", "output": "go-template", "template": "{{.metadata.name}}, {{\"q\"}}\n--x"}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--dry-run=client", "-o", "go-template", "--template", "{{.metadata.name}}, {{\"q\"}}\n--x"}, Want: "d, q\n--x"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "dryRun": "nonsense"}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--dry-run=nonsense"}, Exit: 1, Want: "nonsense"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "port": -1, "replicas": -3, "dryRun": "client", "output": "yaml"}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--port=-1", "--replicas", "-3", "--dry-run=client", "-o", "yaml"}, Want: "replicas: -3"},
		{Tool: "create_deployment", Arguments: `{"name": "d", "image": ["nginx"], "port": -1, "dryRun": "client", "validate": "ignore", "output": "name"}`, Shell: []string{"create", "deployment", "d", "--image=nginx", "--port", "-1", "--dry-run=client", "--validate=ignore", "-o", "name"}, Want: "deployment.apps/d"},
		{Tool: "exec", Arguments: `{"pod": "p", "command": ["ls", "-l"], "container": "c", "globals": ["--server=http://127.0.0.1:1"]}`, Shell: []string{"exec", "p", "-c", "c", "--server=http://127.0.0.1:1", "--", "ls", "-l"}, Exit: 1, Want: "127.0.0.1:1"},
		{Tool: "exec", Arguments: `{"pod": "p"}`, Shell: []string{"exec", "p"}, Exit: 1, Want: "at least one command"},
		{Tool: "get", Arguments: `{"args": ["pods", "-x"], "globals": ["--server=http://127.0.0.1:1"]}`, Shell: []string{"get", "--server=http://127.0.0.1:1", "--", "pods", "-x"}, Exit: 1, Want: "127.0.0.1:1"},
		{Tool: "describe", Arguments: `{"args": ["pod", "p"], "showEvents": false, "globals": ["--server=http://127.0.0.1:1"]}`, Shell: []string{"describe", "pod", "p", "--show-events=false", "--server=http://127.0.0.1:1"}, Exit: 1, Want: "127.0.0.1:1"},
		{Tool: "scale", Arguments: `{"args": ["deployment", "web"], "replicas": 3, "currentReplicas": -1, "globals": ["--server=http://127.0.0.1:1"]}`, Shell: []string{"scale", "deployment", "web", "--replicas=3", "--current-replicas=-1", "-s", "http://127.0.0.1:1"}, Exit: 1, Want: "127.0.0.1:1"},
		{Tool: "delete", Arguments: `{"args": ["pod", "-x"], "wait": false, "gracePeriod": -1, "cascade": "orphan", "globals": ["--server=http://127.0.0.1:1"]}`, Shell: []string{"delete", "--wait=false", "--grace-period=-1", "--cascade=orphan", "--server=http://127.0.0.1:1", "--", "pod", "-x"}, Exit: 1, Want: "127.0.0.1:1"},
		{Tool: "options", Arguments: `{}`, Shell: []string{"options"}, Want: "--kubeconfig"},
		{Tool: "kustomize", Arguments: `{"dir": "k", "loadRestrictor": "LoadRestrictionsNone"}`, Shell: []string{"kustomize", "k", "--load-restrictor=LoadRestrictionsNone"}, Want: "name: x-d"},
		{Tool: "kustomize", Arguments: `{"dir": "no such\nfolder"}`, Shell: []string{"kustomize", "no such\nfolder"}, Exit: 1, Want: "rror"},
	})
}

// Files, standard input, and objects that are changed without a cluster.
func TestLocal(t *testing.T) {
	realworld.Compare(t, kubectl, files, []realworld.Call{
		{Tool: "label", Arguments: `{"args": ["a=b", "old-"], "local": true, "filename": ["pod.yaml"], "output": "yaml"}`, Shell: []string{"label", "--local", "-f", "pod.yaml", "-o", "yaml", "a=b", "old-"}, Want: "a: b"},
		{Tool: "label", Arguments: `{"args": ["app=other"], "local": true, "filename": ["pod.yaml"], "output": "yaml", "overwrite": false}`, Shell: []string{"label", "--local", "-f", "pod.yaml", "-o", "yaml", "--overwrite=false", "app=other"}, Exit: 1, Want: "overwrite"},
		{Tool: "label", Arguments: `{"args": ["x=y"], "local": true, "filename": ["-"], "output": "yaml", "stdin": "apiVersion: v1\nkind: Pod\nmetadata: {name: in, labels: {\"ü\": \"a, b\"}}\n"}`, Shell: []string{"label", "--local", "-f", "-", "-o", "yaml", "x=y"}, Stdin: fromStdin, Want: "ü: a, b"},
		{Tool: "label", Arguments: `{"args": ["a=b"], "local": true, "filename": ["pod.yaml", "-dash.yaml"], "output": "name"}`, Shell: []string{"label", "--local", "-f", "pod.yaml", "--filename=-dash.yaml", "-o", "name", "a=b"}, Want: "pod/dash"},
		{Tool: "label", Arguments: `{"args": ["-a=b"], "local": true, "filename": ["pod.yaml"], "output": "yaml"}`, Shell: []string{"label", "--local", "-f", "pod.yaml", "-o", "yaml", "--", "-a=b"}, Want: "-a: b"},
		{Tool: "annotate", Arguments: `{"args": ["n=-1,2 \"q\"\n日本", "e="], "local": true, "filename": ["pod.yaml"], "output": "json"}`, Shell: []string{"annotate", "--local", "-f", "pod.yaml", "-o", "json", "n=-1,2 \"q\"\n日本", "e="}, Want: `"n": "-1,2 \"q\"\n日本"`},
		{Tool: "annotate", Arguments: `{"args": ["k=v"], "local": true, "filename": ["-"], "output": "yaml", "stdin": "kind: [\n"}`, Shell: []string{"annotate", "--local", "-f", "-", "-o", "yaml", "k=v"}, Stdin: "kind: [\n", Exit: 1, Want: "rror"},
		{Tool: "set_env", Arguments: `{"args": ["B=x,y", "GONE-", "E="], "local": true, "filename": ["pod.yaml"], "output": "yaml"}`, Shell: []string{"set", "env", "--local", "-f", "pod.yaml", "-o", "yaml", "B=x,y", "GONE-", "E="}, Want: "value: x,y"},
		{Tool: "set_env", Arguments: `{"args": ["A=new"], "local": true, "filename": ["pod.yaml"], "output": "yaml", "overwrite": false}`, Shell: []string{"set", "env", "--local", "-f", "pod.yaml", "-o", "yaml", "--overwrite=false", "A=new"}, Exit: 1, Want: "overwrite"},
		{Tool: "set_env", Arguments: `{"env": ["C=1 2", "D=\"q\""], "args": [], "containers": "c*", "local": true, "filename": ["pod.yaml"], "output": "json"}`, Shell: []string{"set", "env", "--local", "-f", "pod.yaml", "-o", "json", "-e", "C=1 2", "-e", `D="q"`, "-c", "c*"}, Want: `"value": "\"q\""`},
		{Tool: "set_env", Arguments: `{"list": true, "local": true, "filename": ["pod.yaml"]}`, Shell: []string{"set", "env", "--local", "-f", "pod.yaml", "--list"}, Want: "GONE=x"},
		{Tool: "set_image", Arguments: `{"args": ["c=nginx:1.2", "side=busybox@sha256:0"], "local": true, "filename": ["deploy.yaml"], "output": "yaml"}`, Shell: []string{"set", "image", "--local", "-f", "deploy.yaml", "-o", "yaml", "c=nginx:1.2", "side=busybox@sha256:0"}, Want: "nginx:1.2"},
		{Tool: "set_image", Arguments: `{"args": ["*=x"], "local": true, "filename": ["-"], "output": "yaml", "stdin": "apiVersion: v1\nkind: Pod\nmetadata: {name: s}\nspec: {containers: [{name: c, image: old}]}\n"}`, Shell: []string{"set", "image", "--local", "-f", "-", "-o", "yaml", "*=x"}, Stdin: "apiVersion: v1\nkind: Pod\nmetadata: {name: s}\nspec: {containers: [{name: c, image: old}]}\n", Want: "image: x"},
		{Tool: "set_resources", Arguments: `{"args": [], "limits": "cpu=200m,memory=512Mi", "requests": "cpu=-1", "local": true, "filename": ["deploy.yaml"], "output": "yaml"}`, Shell: []string{"set", "resources", "--local", "-f", "deploy.yaml", "-o", "yaml", "--limits=cpu=200m,memory=512Mi", "--requests=cpu=-1"}, Want: "memory: 512Mi"},
		{Tool: "set_subject", Arguments: `{"user": ["a", "b"], "group": ["g, \"h\""], "local": true, "filename": ["role.yaml"], "output": "yaml"}`, Shell: []string{"set", "subject", "--local", "-f", "role.yaml", "-o", "yaml", "--user=a", "--user=b", `--group=g, "h"`}, Want: `g, "h"`},
		{Tool: "patch", Arguments: `{"patch": "{\"spec\": {\"replicas\": 9007199254740993, \"x\": \"é,\\n\"}}", "type": "merge", "local": true, "filename": ["deploy.yaml"], "output": "yaml"}`, Shell: []string{"patch", "--local", "-f", "deploy.yaml", "-o", "yaml", "--type", "merge", "-p", `{"spec": {"replicas": 9007199254740993, "x": "é,\n"}}`}, Want: "9007199254740993"},
		{Tool: "patch", Arguments: `{"patch": "[{\"op\": \"remove\", \"path\": \"/metadata/labels/old\"}]", "type": "json", "local": true, "filename": ["pod.yaml"], "output": "json"}`, Shell: []string{"patch", "--local", "-f", "pod.yaml", "-o", "json", "--type=json", `--patch=[{"op": "remove", "path": "/metadata/labels/old"}]`}, Want: `"app": "web"`},
		{Tool: "patch", Arguments: `{"patch": "- not: json", "type": "strategic", "local": true, "filename": ["pod.yaml"], "output": "yaml"}`, Shell: []string{"patch", "--local", "-f", "pod.yaml", "-o", "yaml", "--type=strategic", "--patch", "- not: json"}, Exit: 1, Want: "rror"},
		{Tool: "patch", Arguments: `{"patch": "metadata: {name: n}", "local": true, "filename": ["gone.yaml"], "output": "yaml"}`, Shell: []string{"patch", "--local", "-f", "gone.yaml", "-o", "yaml", "-p", "metadata: {name: n}"}, Exit: 1, Want: "gone.yaml"},
	})
}

// Commands that write the configuration, each on what the ones before it left.
func TestConfig(t *testing.T) {
	realworld.Compare(t, kubectl, files, []realworld.Call{
		{Tool: "config_set_cluster", Arguments: `{"name": "k1", "server": "https://127.0.0.1:1/?a=b,c", "insecureSkipTlsVerify": "true", "tlsServerName": ""}`, Shell: []string{"config", "set-cluster", "k1", "--server=https://127.0.0.1:1/?a=b,c", "--insecure-skip-tls-verify", "--tls-server-name="}, Want: "insecure-skip-tls-verify: true"},
		{Tool: "config_set_cluster", Arguments: `{"name": "-k2", "insecureSkipTlsVerify": "false"}`, Shell: []string{"config", "set-cluster", "--insecure-skip-tls-verify=false", "--", "-k2"}, Want: "-k2"},
		{Tool: "config_set_cluster", Arguments: `{"name": "k3", "insecureSkipTlsVerify": "maybe"}`, Shell: []string{"config", "set-cluster", "k3", "--insecure-skip-tls-verify=maybe"}, Exit: 1, Want: "maybe"},
		{Tool: "config_set_context", Arguments: `{"name": "c", "namespace": "n"}`, Shell: []string{"config", "set-context", "c", "--namespace=n"}, Want: `namespace: "n"`},
		{Tool: "config_set_context", Arguments: `{"name": "日本, \"q\"\n-", "cluster": "k1", "user": "--u"}`, Shell: []string{"config", "set-context", "日本, \"q\"\n-", "--cluster=k1", "--user", "--u"}, Want: "日本"},
		{Tool: "config_set_context", Arguments: `{"current": true, "namespace": "x"}`, Shell: []string{"config", "set-context", "--current", "--namespace=x"}, Exit: 1, Want: "current context"},
		{Tool: "config_use_context", Arguments: `{"contextName": "c"}`, Shell: []string{"config", "use-context", "c"}, Want: `Switched to context "c"`},
		{Tool: "config_use_context", Arguments: `{"contextName": "view"}`, Shell: []string{"config", "use-context", "view"}, Exit: 1, Want: "view"},
		{Tool: "config_current_context", Arguments: `{}`, Shell: []string{"config", "current-context"}, Want: "c\n"},
		{Tool: "config_rename_context", Arguments: `{"contextName": "日本, \"q\"\n-", "newName": "set-context"}`, Shell: []string{"config", "rename-context", "日本, \"q\"\n-", "set-context"}, Want: "set-context"},
		{Tool: "config_get_contexts", Arguments: `{"output": "name"}`, Shell: []string{"config", "get-contexts", "-o", "name"}, Want: "set-context"},
		{Tool: "config_get_contexts", Arguments: `{"args": ["c", "nope"], "noHeaders": true}`, Shell: []string{"config", "get-contexts", "--no-headers", "c", "nope"}, Exit: 1, Want: "nope"},
		{Tool: "config_set", Arguments: `{"propertyName": "clusters.k1.server", "propertyValue": "--evil=1, \"é\""}`, Shell: []string{"config", "set", "--", "clusters.k1.server", `--evil=1, "é"`}, Want: "--evil=1"},
		{Tool: "config_set", Arguments: `{"propertyName": "contexts.c.namespace", "propertyValue": ""}`, Shell: []string{"config", "set", "contexts.c.namespace", ""}, Exit: 1, Want: "cannot use set to unset"},
		{Tool: "config_set", Arguments: `{"propertyName": "users.u.client-key-data", "propertyValue": "a\nb", "setRawBytes": "true"}`, Shell: []string{"config", "set", "users.u.client-key-data", "a\nb", "--set-raw-bytes"}, Want: "YQpi"},
		{Tool: "config_set_credentials", Arguments: `{"name": "e", "execCommand": "/bin/x", "execApiVersion": "client.authentication.k8s.io/v1", "execArg": ["-a", "b,c", "d e"], "execEnv": ["K=v"]}`, Shell: []string{"config", "set-credentials", "e", "--exec-command=/bin/x", "--exec-api-version=client.authentication.k8s.io/v1", "--exec-arg=-a", `--exec-arg="b,c"`, "--exec-arg=d e", "--exec-env=K=v"}, Want: "- b,c"},
		{Tool: "config_set_credentials", Arguments: `{"name": "b", "username": "ann", "password": "p,w \"x\""}`, Shell: []string{"config", "set-credentials", "b", "--username=ann", `--password=p,w "x"`}, Want: `p,w "x"`},
		{Tool: "config_set_credentials", Arguments: `{"name": "b", "username": "ann", "token": "t"}`, Shell: []string{"config", "set-credentials", "b", "--username=ann", "--token=t"}, Exit: 1, Want: "more than one authentication"},
		{Tool: "config_view", Arguments: `{"output": "json", "merge": "true"}`, Shell: []string{"config", "view", "-o", "json", "--merge=true"}, Want: `"current-context": "c"`},
		{Tool: "config_view", Arguments: `{"output": "jsonpath={.contexts[*].name}", "merge": "false", "globals": ["--kubeconfig=config"]}`, Shell: []string{"--kubeconfig", "config", "config", "view", "-o", "jsonpath={.contexts[*].name}", "--merge=false"}, Want: "set-context"},
		{Tool: "config_view", Arguments: `{"minify": true, "globals": ["--context=nope"]}`, Shell: []string{"config", "view", "--minify", "--context=nope"}, Exit: 1, Want: "nope"},
		{Tool: "config_unset", Arguments: `{"propertyName": "users.e"}`, Shell: []string{"config", "unset", "users.e"}, Want: "unset"},
		{Tool: "config_delete_cluster", Arguments: `{"name": "-k2"}`, Shell: []string{"config", "delete-cluster", "--", "-k2"}, Want: "deleted cluster -k2"},
		{Tool: "config_delete_context", Arguments: `{"name": "gone"}`, Shell: []string{"config", "delete-context", "gone"}, Exit: 1, Want: "gone"},
		{Tool: "config_get_users", Arguments: `{}`, Shell: []string{"config", "get-users"}, Want: "b\n"},
		{Tool: "api_resources", Arguments: `{"namespaced": false, "verbs": ["list", "get"], "globals": ["--server=http://127.0.0.1:1", "--request-timeout=1s"]}`, Shell: []string{"api-resources", "--namespaced=false", "--verbs=list,get", "--server=http://127.0.0.1:1", "--request-timeout=1s"}, Exit: 1, Want: "127.0.0.1:1"},
	})
}

func TestRefusals(t *testing.T) {
	realworld.Refused(t, kubectl, files, []realworld.Refusal{
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": ["nginx"], "replicas": 99999999999999999999}`, Says: "replicas"},
		{Tool: "create_deployment", Arguments: `{"name": "web", "image": ["nginx"], "replicas": 1.5}`, Says: "replicas"},
		{Tool: "create_deployment", Arguments: `{"image": ["nginx"]}`, Says: "name"},
		{Tool: "create_deployment", Arguments: `{"name": "-web", "image": ["nginx"], "dryRun": "client"}`, Says: `"name" begins with a dash`},
		{Tool: "create_priorityclass", Arguments: `{"name": "p", "value": 2147483648, "globalDefault": false}`, Says: "value"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromLiterals": ["a=b"]}`, Says: "fromLiteral"},
		{Tool: "create_configmap", Arguments: `{"name": "c", "fromLiteral": ["a=\u0000"]}`, Says: "fromLiteral"},
		{Tool: "version", Arguments: `{"client": "true"}`, Says: "client"},
		{Tool: "get", Arguments: `{"args": ["pods"], "globals": ["--nope"]}`, Says: "globals"},
		{Tool: "get", Arguments: `{"args": ["pods"], "globals": ["--", "--help"]}`, Says: "globals"},
		{Tool: "config_use_context", Arguments: `{"contextName": "c", "kubeconfig": "x"}`, Says: "kubeconfig"},
	})
}

func TestTools(t *testing.T) { realworld.Tools(t, kubectl, 90) }

func TestSameEverywhere(t *testing.T) {
	realworld.SameEverywhere(t, kubectl, "KUBECTL_TOKEN", "TOKEN", "PASSWORD", "KUBERNETES_SERVICE_HOST", "AWS_SECRET_ACCESS_KEY", "KUBECACHEDIR", "KUBE_EDITOR", "NAMESPACE", "HTTPS_PROXY")
}

// TestSameEverywhere could not fail if what it plants never reached kubectl.
func TestPlantedValuesReachKubectl(t *testing.T) {
	cmd := kubectl.Command(t.TempDir(), "options")
	cmd.Env = append(cmd.Env, "KUBECACHEDIR=/planted")
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "--cache-dir='/planted'")
}

func TestUnchanged(t *testing.T) {
	realworld.Unchanged(
		t, kubectl, files,
		[]string{"--help"},
		[]string{"create", "--help"},
		[]string{"create", "job", "--help"},
		[]string{"help", "config"},
		[]string{"completion", "bash"},
		[]string{"__complete", "create", "dep"},
		[]string{"__complete", "run", "--dry"},
		[]string{"config", "view"},
		[]string{"config"},
		[]string{"nonsense"},
		[]string{"creat"},
		[]string{"get", "--no-such-flag"},
		[]string{"run", "p"},
		[]string{"create", "deployment", "web", "--image=nginx", "--replicas=x"},
		[]string{"create", "deployment", "web", "--image=nginx", "--dry-run=client", "-o", "yaml"},
		[]string{"version", "--client"},
	)
}
