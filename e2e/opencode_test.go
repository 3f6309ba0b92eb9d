//go:build unix

package e2e

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// line is what OpenCode must do with a line in the shell.
type line struct {
	name string // what the case is about
	line string
	want string
	says string // in what the model is told
}

// use is what OpenCode must do with the use of a tool.
type use struct {
	name string // what the case is about
	tool string // as the application names it
	args map[string]any
	want string
	says string // in what the model is told
}

// tasksShell are lines that call tasks. Whatever is not allowed would change
// the tasks, if it ran.
var tasksShell = []line{
	{"plain", "tasks list", allow, "buy milk"},
	{"arguments", "tasks list --status=done --output json", allow, "call Ada"},
	{"argument that names a denied command", "tasks list --label purge", allow, "no tasks"},
	{"alias", "tasks ls", allow, "buy milk"},
	{"below a group", "tasks label list", allow, "shop: 1 task"},
	{"blanks around", "  tasks show 1  ", allow, "buy milk"},
	{"chained", "tasks show 1 && tasks show 2", allow, "call Ada"},
	{"piped", "tasks list --status all | grep -c -e milk -e Ada", allow, "2"},
	{"redirected", "tasks export > export.json; cat export.json", allow, "call Ada"},
	{"errors redirected", "tasks sync status 2>&1", allow, "never pushed"},
	{"substituted", `echo "found: $(tasks show 1 --output json)"`, allow, "found: {"},
	{"in a loop", "for i in 1 2; do tasks show $i; done", allow, "call Ada"},
	{"a comment", "tasks list # tasks purge --yes", allow, "buy milk"},

	{"no command", "tasks", ask, ""},
	{"write", `tasks add "post a letter"`, ask, ""},
	{"write without arguments", "tasks import", ask, ""},
	{"destructive", "tasks delete 1 --yes", ask, ""},
	{"destructive by its alias", "tasks rm 1 --yes", ask, ""},
	{"interactive", "tasks edit-notes 1", ask, ""},
	{"group", "tasks label", ask, ""},
	{"write below a group", "tasks label rename shop market", ask, ""},
	{"write beside a read", "tasks sync push http://127.0.0.1:9", ask, ""},
	{"longer than an allowed word", "tasks listing", ask, ""},
	{"flag first", "tasks --verbose list", ask, ""},
	{"flag before a destructive one", "tasks --verbose delete 1 --yes", ask, ""},
	{"write in a chain", "tasks list && tasks done 1", ask, ""},
	{"write in a pipe", "tasks export | tasks import", ask, ""},
	{"write redirected", "tasks add x > out.txt", ask, ""},
	{"write substituted", "echo $(tasks done 1)", ask, ""},
	{"environment", "TASKS_FILE=other.json tasks list", ask, ""},
	{"by a path", "./tasks list", ask, ""},
	{"by an absolute path", "/opt/bin/tasks list", ask, ""},
	{"through another program", "env tasks list", ask, ""},
	{"through xargs", "echo 1 | xargs tasks delete --yes", ask, ""},
	{"quoted word", `tasks "delete" 1 --yes`, ask, ""},
	{"two blanks", "tasks  list", ask, ""},
	{"help", "tasks help purge", ask, ""},
	{"ours", "tasks mcp-server", ask, ""},

	{"denied", "tasks purge", deny, ""},
	{"denied with arguments", "tasks purge --yes", deny, ""},
	{"denied, flag first", "tasks --verbose purge --yes", deny, ""},
	{"denied, flag with a value first", "tasks --file tasks.json purge --yes", deny, ""},
	{"denied in a chain", "tasks list && tasks purge --yes", deny, ""},
	{"denied after another", "tasks list; tasks purge --yes", deny, ""},
	{"denied or", "false || tasks purge --yes", deny, ""},
	{"denied in a pipe", "yes | tasks purge", deny, ""},
	{"denied and redirected", "tasks purge --yes > out.txt", deny, ""},
	{"denied in a subshell", "(tasks purge --yes)", deny, ""},
	{"denied and substituted", `echo "$(tasks purge --yes)"`, deny, ""},
	{"denied with environment", "TASKS_FILE=tasks.json tasks purge --yes", deny, ""},
	{"denied by a path", "./tasks purge --yes", deny, ""},
	{"denied by a path, flag first", "./tasks --verbose purge --yes", deny, ""},
	{"denied by an absolute path", "/opt/bin/tasks purge --yes", deny, ""},
	{"denied through another program", "command tasks purge --yes", deny, ""},
	{"denied through xargs", "echo --yes | xargs tasks purge", deny, ""},
	{"denied through another program, flag first", "env tasks --verbose purge --yes", deny, ""},

	// What the notes of "tasks permissions" admit: these are asked about, not denied.
	{"denied in quotes", `tasks "purge" --yes`, ask, ""},
	{"denied behind a backslash", `tasks pur\ge --yes`, ask, ""},
	{"denied behind two blanks", "tasks  purge --yes", ask, ""},
	// And these match no rule, so OpenCode's own default lets them run.
	{"quoted program", `"tasks" list`, allow, "buy milk"},
	{"a tab", "tasks\tlist", allow, "buy milk"},
	{"a shell in the shell", "bash -c 'tasks list'", allow, "buy milk"},
	{"eval", "eval 'tasks list'", allow, "buy milk"},
}

// tasksStrict are lines that only strict rules ask about or deny.
var tasksStrict = []line{
	{"plain", "tasks list --status all", allow, "buy milk"},
	{"redirected", "tasks export > export.json", ask, ""},
	{"quoted program", `"tasks" list`, ask, ""},
	{"a tab", "tasks\tlist", ask, ""},
	{"a shell in the shell", "bash -c 'tasks list'", ask, ""},
	{"eval", "eval 'tasks list'", ask, ""},
	{"something else", "ls", ask, ""},
	{"denied in quotes", `tasks "purge" --yes`, deny, ""},
	{"denied behind two blanks", "tasks  purge --yes", deny, ""},
	{"denied in a shell in the shell", "bash -c 'tasks purge --yes'", deny, ""},
	{"denied, program quoted", `"tasks" purge --yes`, deny, ""},
}

var tasksTools = []use{
	{"read", "list", map[string]any{"status": "all"}, allow, "call Ada"},
	{"read with an argument", "show", map[string]any{"id": 1}, allow, "buy milk"},
	{"read without arguments", "export", nil, allow, `"nextId": 3`},
	{"read below a group", "label_list", nil, allow, "shop: 1 task"},
	{"read of a state", "sync_status", nil, allow, `"changed"`},
	{"description", "describe_command", map[string]any{"command": "add"}, allow, "story points"},
	{"write", "add", map[string]any{"title": "post a letter"}, ask, ""},
	{"destructive", "delete", map[string]any{"ids": []int{1}, "yes": true}, ask, ""},
	{"write of a state", "done", map[string]any{"ids": []int{1}}, ask, ""},
	{"write of a value", "edit", map[string]any{"id": 1, "title": "x"}, ask, ""},
	{"destructive with a flag", "import", map[string]any{"replace": true}, ask, ""},
	{"write below a group", "label_rename", map[string]any{"old": "shop", "new": "market"}, ask, ""},
	{"write undone", "reopen", map[string]any{"ids": []int{2}}, ask, ""},
	{"open world", "sync_push", map[string]any{"url": "http://127.0.0.1:9"}, ask, ""},
	{"denied", "purge", map[string]any{"yes": true}, hidden, ""},
	{"interactive", "edit_notes", map[string]any{"id": 1}, hidden, ""},
	{"group", "label", nil, hidden, ""},
	{"ours", "mcp_server", nil, hidden, ""},
}

// kubectlShell are lines that call kubectl, which says of no command what it
// does: everything is asked about.
var kubectlShell = []line{
	{"plain", "kubectl get pods", ask, ""},
	{"no command", "kubectl", ask, ""},
	{"arguments", "kubectl delete pod web --grace-period=0 --force", ask, ""},
	{"alias", "kubectl create deploy web --image=web", ask, ""},
	{"two groups deep", "kubectl create secret generic s --from-literal=a=b", ask, ""},
	{"flag first", "kubectl --namespace kube-system get pods", ask, ""},
	{"short flag first", "kubectl -n kube-system delete pod web", ask, ""},
	{"chained", "kubectl version --client && kubectl get pods", ask, ""},
	{"piped", "kubectl get pods | grep web", ask, ""},
	{"piped into", "echo '{}' | kubectl apply -f -", ask, ""},
	{"redirected", "kubectl config view > config.txt", ask, ""},
	{"environment", "KUBECONFIG=other kubectl get pods", ask, ""},
	{"by a path", "./kubectl version --client", ask, ""},
	{"through another program", "env kubectl version --client", ask, ""},
	{"quoted word", `kubectl "delete" pod web`, ask, ""},
	{"behind --", "kubectl exec web -- rm -rf /data", ask, ""},
	{"quoted program", `"kubectl" version --client`, allow, "Client Version"}, // no rule matches
}

var kubectlTools = []use{
	{"version", "version", map[string]any{"client": true}, ask, ""},
	{"get", "get", nil, ask, ""},
	{"delete", "delete", nil, ask, ""},
	{"apply", "apply", nil, ask, ""},
	{"exec", "exec", nil, ask, ""},
	{"below a group", "config_view", nil, ask, ""},
	{"two groups deep", "create_secret_generic", nil, ask, ""},
	{"beside its subcommands", "create", nil, ask, ""},
	{"description", "describe_command", map[string]any{"command": "get"}, allow, "get"},
	{"group", "config", nil, hidden, ""},
	{"ours", "mcp_server", nil, hidden, ""},
}

func TestOpenCodeTasks(t *testing.T) {
	client(t, "opencode")
	app := binary(t, "tasks")
	rules := printedRules(t, app)
	o := startOpenCode(t, setup{app: "tasks", binary: app, rules: rules})
	o.checkLines(t, tasksShell)
	o.checkUses(t, tasksTools)
	checkOffered(t, app, "tasks", rules, o.model.tools())
}

func TestOpenCodeTasksStrict(t *testing.T) {
	client(t, "opencode")
	app := binary(t, "tasks")
	o := startOpenCode(t, setup{app: "tasks", binary: app, rules: printedRules(t, app, "--strict")})
	o.checkLines(t, tasksStrict)
}

func TestOpenCodeKubectl(t *testing.T) {
	client(t, "opencode")
	app := binary(t, "kubectl")
	rules := printedRules(t, app)
	o := startOpenCode(t, setup{app: "kubectl", binary: app, rules: rules})
	o.checkLines(t, kubectlShell)
	o.checkUses(t, kubectlTools)
	checkOffered(t, app, "kubectl", rules, o.model.tools())
}

// Rules that were tampered with must change what OpenCode does, or the tests
// above would pass without any. It shows, too, that OpenCode hides a tool which
// the server offers and a rule denies.
func TestOpenCodeHeedsEveryKindOfRule(t *testing.T) {
	client(t, "opencode")
	app := binary(t, "tasks")
	rules := printedRules(t, app)
	rules = edited(t, rules, `"tasks list *": "allow"`, `"tasks list *": "deny"`)
	rules = edited(t, rules, `"tasks sync push *": "ask"`, `"tasks sync push *": "allow"`)
	rules = edited(t, rules, `"tasks purge *": "deny"`, `"tasks purge *": "ask"`)
	rules = edited(t, rules, `"tasks_list": "allow"`, `"tasks_list": "deny"`)
	rules = edited(t, rules, `"tasks_show": "allow"`, `"tasks_show": "ask"`)
	rules = edited(t, rules, `"tasks_sync_push": "ask"`, `"tasks_sync_push": "allow"`)
	o := startOpenCode(t, setup{app: "tasks", binary: app, rules: rules})
	o.checkLines(t, []line{
		{"allow to deny", "tasks list", deny, ""},
		{"ask to allow", "tasks sync push --help", allow, "Usage:"},
		{"deny to ask", "tasks purge --yes", ask, ""},
	})
	o.checkUses(t, []use{
		{"allow to deny", "list", nil, hidden, ""},
		{"allow to ask", "show", map[string]any{"id": 1}, ask, ""},
	})
	assert.NotContains(t, o.model.tools(), "tasks_list")
	assert.Contains(t, o.model.tools(), "tasks_show")
	r, err := o.do(call{"tasks_sync_push", map[string]any{"url": "http://127.0.0.1:9"}})
	require.NoError(t, err)
	assert.Empty(t, r.asked, "tool ask to allow")
	assert.Contains(t, r.text, "127.0.0.1:9", "the call was made, to nobody")
}

// OpenCode gives up on a call after a time that progress notifications renew.
func TestOpenCodeWaitsForALongCall(t *testing.T) {
	// The server sends progress every four seconds at the latest.
	const patience, takes = 8 * time.Second, 12 * time.Second
	client(t, "opencode")
	app := binary(t, "tasks")
	o := startOpenCode(t, setup{app: "tasks", binary: app, rules: printedRules(t, app), timeout: patience})
	began := time.Now()
	o.checkUses(t, []use{{"watch", "watch", map[string]any{"for": takes.String()}, allow, "watching"}})
	assert.GreaterOrEqual(t, time.Since(began), takes)
}

func (o *opencode) checkLines(t *testing.T, lines []line) {
	for _, l := range lines {
		c := call{"bash", map[string]any{"command": l.line, "description": l.name}}
		t.Run("shell "+l.name, func(t *testing.T) { o.check(t, c, l.want, l.says) })
	}
}

func (o *opencode) checkUses(t *testing.T, uses []use) {
	for _, u := range uses {
		c := call{o.app + "_" + u.tool, u.args}
		t.Run("tool "+u.name, func(t *testing.T) { o.check(t, c, u.want, u.says) })
	}
}

// check has the model make the call. Nothing in the tables may change the
// tasks: what would is asked about, denied or hidden.
func (o *opencode) check(t *testing.T, c call, want, says string) {
	t.Helper()
	r, err := o.do(c)
	require.NoError(t, err)
	what := fmt.Sprintf("%v\n%s", c, tail([]byte(r.text)))
	require.Equal(t, want, r.what, what)
	assert.Contains(t, r.text, says)
	for _, q := range r.asked {
		assert.Equal(t, c.Tool, q.Permission, what)
	}
	data, err := os.ReadFile(o.store)
	require.NoError(t, err)
	require.Equal(t, tasksFile, string(data), "something ran that must not: %v", c)
}
