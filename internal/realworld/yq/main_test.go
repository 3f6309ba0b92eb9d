package main

import (
	"testing"

	"github.com/nurucobra/nuru/internal/realworld"
)

func TestMain(m *testing.M) { realworld.Main(m, "github.com/mikefarah/yq/v4", nil) }

var yq = realworld.Program{Name: "yq"}

var files = realworld.Files{
	"a.yaml":        "# head\nname: Zoë\nn: 9007199254740993\nlist: [1, -2, 3]\nempty: \"\"\nnested: {key with space: \"a, b\"}\n",
	"b.yaml":        "name: bob\nextra: true\n---\nname: second\n",
	"-dash.yaml":    "dash: leading\n",
	"sp ace.yaml":   "space: in name\n",
	"d,e.yaml":      "comma: in name\n",
	"ü.yaml":        "umlaut: in name\n",
	"data.json":     `{"a": {"b": [true, null, "\"q\""]}, "big": 12345678901234567890}`,
	"data.csv":      "name,note\nann,\"a, \"\"b\"\"\"\nbob,{x: 1}\n",
	"data.xml":      `<r xml:id="7"><item k="v">text</item><!-- c --></r>`,
	"data.props":    "a.b = c\nlist.0 = x\n",
	"data.toml":     "[t]\nk = 1\n",
	"post.md":       "---\ntitle: old\n---\nbody: not yaml: at all\n",
	"expr.yq":       ".name + \"!\"\n",
	"eval":          "word: eval\n",
	"export-schema": "word: ours\n",
}

// What yq reads, and how expressions reach it.
func TestExpressions(t *testing.T) {
	realworld.Compare(t, yq, files, []realworld.Call{
		{Tool: "eval", Arguments: `{"expressionArg": ".name", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".name", "a.yaml"}, Want: "Zoë\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".n", "yamlFile1": ["a.yaml"]}`, Shell: []string{".n", "a.yaml"}, Want: "9007199254740993"},
		{Tool: "eval", Arguments: `{"expressionArg": ".big", "yamlFile1": ["data.json"]}`, Shell: []string{"e", ".big", "data.json"}, Want: "12345678901234567000"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name", "yamlFile1": ["a.yaml", "b.yaml"]}`, Shell: []string{"e", ".name", "a.yaml", "b.yaml"}, Want: "second"},
		{Tool: "eval_all", Arguments: `{"expressionArg": "select(fi == 0) * select(fi == 1)", "yamlFile1": ["a.yaml", "b.yaml"]}`, Shell: []string{"ea", "select(fi == 0) * select(fi == 1)", "a.yaml", "b.yaml"}, Want: "extra: true"},
		{Tool: "eval_all", Arguments: `{"expressionArg": "[.name]", "yamlFile1": ["b.yaml"], "globals": ["--output-format=json", "--indent=0"]}`, Shell: []string{"eval-all", "[.name]", "b.yaml", "-o", "json", "-I", "0"}, Want: `["bob","second"]`},
		// What a shell needs quotes for.
		{Tool: "eval", Arguments: `{"expressionArg": ".nested[\"key with space\"]", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", `.nested["key with space"]`, "a.yaml"}, Want: "a, b\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name = \"it's \\\"so\\\", $HOME ` + "`id`" + ` \\\\\"", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", `.name = "it's \"so\", $HOME ` + "`id`" + ` \\"`, "a.yaml"}, Want: "$HOME `id`"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name = \"two\nlines\" |\n .name", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".name = \"two\nlines\" |\n .name", "a.yaml"}, Want: "two\nlines\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name = \"日本 🎉 é e\u0301\" | .name", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".name = \"日本 🎉 é e\u0301\" | .name", "a.yaml"}, Want: "日本 🎉 é e\u0301"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name = \"\tx\" | .name | length", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".name = \"\tx\" | .name | length", "a.yaml"}, Want: "2\n"},
		{Tool: "eval", Arguments: `{"expressionArg": "", "yamlFile1": ["b.yaml"]}`, Shell: []string{"eval", "", "b.yaml"}, Want: "extra: true"},
		{Tool: "eval", Arguments: `{"expressionArg": "-5", "globals": ["--null-input"]}`, Shell: []string{"eval", "-n", "--", "-5"}, Want: "-5\n"},
		{Tool: "eval", Arguments: `{"expressionArg": "--help", "globals": ["--null-input=true"]}`, Shell: []string{"eval", "-n", "--", "--help"}, Exit: 1, Want: "Error"},
		{Tool: "eval", Arguments: `{"expressionArg": ".list[1]", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".list[1]", "a.yaml"}, Want: "-2\n"},
		{Tool: "eval", Arguments: `{"expressionArg": "eval-all", "yamlFile1": []}`, Shell: []string{"eval", "--", "eval-all"}, Want: "yq eval [expression]"},
		{Tool: "eval", Arguments: `{"expressionArg": ".empty", "yamlFile1": ["a.yaml"], "globals": ["--unwrapScalar=false"]}`, Shell: []string{"eval", ".empty", "-r=false", "a.yaml"}, Want: `""`},
		{Tool: "eval", Arguments: `{"expressionArg": ".nope", "yamlFile1": ["a.yaml"], "globals": ["--exit-status=true"]}`, Shell: []string{"eval", ".nope", "a.yaml", "-e"}, Exit: 1, Want: "no matches found"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a |", "yamlFile1": ["a.yaml"]}`, Shell: []string{"eval", ".a |", "a.yaml"}, Exit: 1, Want: "Error"},
		{Tool: "eval", Arguments: `{"expressionArg": "strenv(HOME) == \"/\"", "globals": ["--null-input=true"]}`, Shell: []string{"eval", "-n", `strenv(HOME) == "/"`}, Want: "false"},
	})
}

// Names of files that a command line mistakes for something else, and the
// formats.
func TestFilesAndFormats(t *testing.T) {
	realworld.Compare(t, yq, files, []realworld.Call{
		{Tool: "eval", Arguments: `{"expressionArg": ".dash", "yamlFile1": ["-dash.yaml"]}`, Shell: []string{"eval", "--", ".dash", "-dash.yaml"}, Want: "leading"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["sp ace.yaml", "d,e.yaml", "ü.yaml"]}`, Shell: []string{"eval", ".", "sp ace.yaml", "d,e.yaml", "ü.yaml"}, Want: "umlaut: in name"},
		{Tool: "eval", Arguments: `{"expressionArg": ".word", "yamlFile1": ["eval", "export-schema"]}`, Shell: []string{"eval", ".word", "eval", "export-schema"}, Want: "ours"},
		{Tool: "eval", Arguments: `{"expressionArg": "eval"}`, Shell: []string{"eval", "eval"}, Want: "word: eval"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["--version"]}`, Shell: []string{"eval", "--", ".a", "--version"}, Exit: 1, Want: "open --version"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["no such\nfile"]}`, Shell: []string{"eval", ".a", "no such\nfile"}, Exit: 1, Want: "no such\nfile"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["a.yaml", ""]}`, Shell: []string{"eval", ".a", "a.yaml", ""}, Exit: 1, Want: "Error"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--output-format=json"]}`, Shell: []string{"eval", ".", "a.yaml", "-o=json"}, Want: "9007199254740993"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.json"], "globals": ["--output-format=yaml", "--prettyPrint=true"]}`, Shell: []string{"eval", "-P", "-oy", ".", "data.json"}, Want: "- null"},
		{Tool: "eval", Arguments: `{"expressionArg": ".[0:1]", "yamlFile1": ["data.csv"], "globals": ["--output-format=csv"]}`, Shell: []string{".[0:1]", "data.csv", "-o", "csv"}, Want: `ann,"a, ""b"""`},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.csv"], "globals": ["--output-format=json", "--csv-auto-parse=false"]}`, Shell: []string{".", "data.csv", "-o=json", "--csv-auto-parse=false"}, Want: `"{x: 1}"`},
		{Tool: "eval", Arguments: `{"expressionArg": "[[\"a;b\", \"c\"]]", "globals": ["--null-input", "--output-format=csv", "--csv-separator=;"]}`, Shell: []string{"-n", "-o=csv", "--csv-separator", ";", `[["a;b", "c"]]`}, Want: `"a;b";c`},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.xml"]}`, Shell: []string{".", "data.xml"}, Want: "xml:id"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.xml"], "globals": ["--xml-keep-namespace=false", "--xml-raw-token=false", "--xml-attribute-prefix=", "--output-format=json"]}`, Shell: []string{".", "data.xml", "--xml-keep-namespace=false", "--xml-raw-token=false", "--xml-attribute-prefix=", "-o", "json"}, Want: `"id": "7"`},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.xml"], "globals": ["--xml-attribute-prefix=--x=", "--output-format=yaml"]}`, Shell: []string{".", "data.xml", "--xml-attribute-prefix", "--x=", "-o", "yaml"}, Want: "--x=k"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["data.props"]}`, Shell: []string{".", "data.props"}, Want: "b = c"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--output-format=props", "--properties-separator= : ", "--properties-array-brackets=true"]}`, Shell: []string{".", "a.yaml", "-o=props", "--properties-separator", " : ", "--properties-array-brackets"}, Want: "list[1] : -2"},
		{Tool: "eval", Arguments: `{"expressionArg": ".t.k", "yamlFile1": ["data.toml"]}`, Shell: []string{".t.k", "data.toml"}, Want: "1\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--output-format=lua", "--lua-prefix=x = \n", "--lua-suffix=", "--lua-unquoted"]}`, Shell: []string{".", "a.yaml", "-o", "lua", "--lua-prefix", "x = \n", "--lua-suffix", "", "--lua-unquoted"}, Want: "x = \n{"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--output-format=shell", "--shell-key-separator=__"]}`, Shell: []string{".", "a.yaml", "-o", "shell", "--shell-key-separator=__"}, Want: "list__1='-2'"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["b.yaml"], "globals": ["--no-doc=true"]}`, Shell: []string{".", "b.yaml", "-N"}, Want: "extra: true\nname: second"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name", "yamlFile1": ["b.yaml"], "globals": ["--nul-output"]}`, Shell: []string{".name", "b.yaml", "-0"}, Want: "bob\x00"},
		{Tool: "eval", Arguments: `{"expressionArg": "\"\\(1 + 1)\"", "globals": ["--null-input", "--string-interpolation=false"]}`, Shell: []string{"-n", `"\(1 + 1)"`, "--string-interpolation=false"}, Want: `(1 + 1)`},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--header-preprocess=false"]}`, Shell: []string{".", "a.yaml", "--header-preprocess=false"}, Want: "# head"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["a.yaml"], "globals": ["--output-format=nonsense"]}`, Shell: []string{".", "a.yaml", "-o", "nonsense"}, Exit: 1, Want: "nonsense"},
		{Tool: "eval", Arguments: `{"expressionArg": "b.yaml", "globals": ["--from-file=expr.yq"]}`, Shell: []string{"--from-file", "expr.yq", "b.yaml"}, Want: "bob!"},
		{Tool: "eval", Arguments: `{"expressionArg": "a.yaml", "globals": ["--expression=.name"]}`, Shell: []string{"--expression", ".name", "a.yaml"}, Want: "Zoë"},
	})
}

// Standard input, and files that are written.
func TestStdinAndInPlace(t *testing.T) {
	realworld.Compare(t, yq, files, []realworld.Call{
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["-"], "stdin": "a: 1\n"}`, Shell: []string{"eval", ".a", "-"}, Stdin: "a: 1\n", Want: "1\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "stdin": "a: from stdin\n"}`, Shell: []string{".a"}, Stdin: "a: from stdin\n", Want: "from stdin\n"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["-"], "stdin": "a: \"é, \\\"q\\\"\\n\"\n---\na: -1\n"}`, Shell: []string{".a", "-"}, Stdin: "a: \"é, \\\"q\\\"\\n\"\n---\na: -1\n", Want: `é, "q"`},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["-"], "stdin": "{\"a\": 1e300, \"b\": -0}", "globals": ["--input-format=json", "--output-format=json", "--indent=1"]}`, Shell: []string{"-p", "json", "-o", "json", "-I1", ".", "-"}, Stdin: `{"a": 1e300, "b": -0}`, Want: "1e+300"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["b.yaml", "-"], "stdin": "last: 1"}`, Shell: []string{".", "b.yaml", "-"}, Stdin: "last: 1", Want: "last: 1"},
		{Tool: "eval_all", Arguments: `{"expressionArg": ". as $i ireduce ({}; . * $i)", "yamlFile1": ["-", "b.yaml"], "stdin": "first: 1\n"}`, Shell: []string{"ea", ". as $i ireduce ({}; . * $i)", "-", "b.yaml"}, Stdin: "first: 1\n", Want: "first: 1"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": ["-"], "stdin": "a: [\n"}`, Shell: []string{".a", "-"}, Stdin: "a: [\n", Exit: 1, Want: "Error"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name", "yamlFile1": ["-"]}`, Shell: []string{".name", "-", "--unwrapScalar=true"}, Want: "null"},

		{Tool: "eval", Arguments: `{"expressionArg": ".name = \"new, \\\"v\\\"\"", "yamlFile1": ["a.yaml"], "globals": ["--inplace=true"]}`, Shell: []string{"-i", `.name = "new, \"v\""`, "a.yaml"}, Want: `new, "v"`},
		{Tool: "eval", Arguments: `{"expressionArg": ".dash = -9223372036854775807", "yamlFile1": ["-dash.yaml"], "globals": ["--inplace"]}`, Shell: []string{"eval", "-i", "--", ".dash = -9223372036854775807", "-dash.yaml"}, Want: "dash: -9223372036854775807"},
		{Tool: "eval", Arguments: `{"expressionArg": ".b.c = [\"--x\", \"\", \"a\nb\"]", "yamlFile1": ["sp ace.yaml"], "globals": ["--inplace=true", "--indent=4"]}`, Shell: []string{"-i", "-I", "4", ".b.c = [\"--x\", \"\", \"a\nb\"]", "sp ace.yaml"}, Want: "        - --x"},
		{Tool: "eval", Arguments: `{"expressionArg": ".name", "yamlFile1": ["b.yaml"], "globals": ["--inplace=false"]}`, Shell: []string{"--inplace=false", ".name", "b.yaml"}, Want: "second"},
		{Tool: "eval", Arguments: `{"expressionArg": ".title = \"new\"", "yamlFile1": ["post.md"], "globals": ["--front-matter=process", "--inplace=true"]}`, Shell: []string{"-i", "-f", "process", `.title = "new"`, "post.md"}, Want: "title: new"},
		{Tool: "eval", Arguments: `{"expressionArg": ".", "yamlFile1": ["b.yaml"], "globals": ["--split-exp=\"out/\" + .name + \", \" + $index"]}`, Shell: []string{"-s", `"out/" + .name + ", " + $index`, ".", "b.yaml"}, Want: "name: second"},
		{Tool: "eval", Arguments: `{"expressionArg": ".x = 1", "yamlFile1": ["gone.yaml"], "globals": ["--inplace=true"]}`, Shell: []string{"-i", ".x = 1", "gone.yaml"}, Exit: 1, Want: "gone.yaml"},
		{Tool: "eval", Arguments: `{"expressionArg": ".big += 1", "yamlFile1": ["data.json"], "globals": ["--inplace=true"]}`, Shell: []string{"-i", ".big += 1", "data.json"}, Want: "big"},

		{Tool: "yq", Arguments: `{"nullInput": true, "expression": ".a.b = \"c, d\""}`, Shell: []string{"-n", "--expression", `.a.b = "c, d"`}, Want: "b: c, d"},
		{Tool: "yq", Arguments: `{"nullInput": true, "expression": "[\"\", -1, 9223372036854775807]", "outputFormat": "json", "indent": 0}`, Shell: []string{"-n", "--expression", `["", -1, 9223372036854775807]`, "-o=json", "-I=0"}, Want: `["",-1,9223372036854775807]`},
		{Tool: "yq", Arguments: `{"version": true}`, Shell: []string{"-V"}, Want: "version"},
	})
}

func TestRefusals(t *testing.T) {
	realworld.Refused(t, yq, files, []realworld.Refusal{
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "globals": ["--no-such=1"]}`, Says: "names no global flag"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "globals": ["a.yaml"]}`, Says: "globals"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "globals": ["--indent=many"]}`, Says: "indent"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "inplace": true}`, Says: "inplace"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a\u0000", "yamlFile1": ["a.yaml"]}`, Says: "expressionArg"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "yamlFile1": "a.yaml"}`, Says: "yamlFile1"},
		{Tool: "eval", Arguments: `{"expressionArg": ".a", "expressionArg": ".b"}`, Says: "expressionArg"},
		{Tool: "yq", Arguments: `{"indent": 99999999999999999999}`, Says: "indent"},
		{Tool: "yq", Arguments: `{"tojson": true}`, Says: "tojson"},
	})
}

func TestTools(t *testing.T) { realworld.Tools(t, yq, 3) }

func TestSameEverywhere(t *testing.T) {
	realworld.SameEverywhere(t, yq, "YQ_TOKEN", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "OUTPUT_FORMAT", "EXPRESSION", "NO_PROXY")
}

func TestUnchanged(t *testing.T) {
	realworld.Unchanged(
		t, yq, files,
		[]string{"--help"},
		[]string{"eval", "--help"},
		[]string{"help", "eval-all"},
		[]string{"--version"},
		[]string{"completion", "bash"},
		[]string{"__complete", "eval", "--out"},
		[]string{"__complete", "eval", "--output-format", ""},
		[]string{".name", "a.yaml"},
		[]string{"a.yaml"},
		[]string{"eval", ".a |", "a.yaml"},
		[]string{"--no-such-flag"},
		[]string{"eval", "--indent=x"},
		[]string{"gone.yaml"},
		[]string{"-e", ".nope", "a.yaml"},
	)
}
