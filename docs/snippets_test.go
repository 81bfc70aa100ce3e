// Package docs_test runs what the pages show: commands, IR and Go. The tutorial and the walk through the packages have
// tests of their own, in examples/tutorial and lowering/pipeline.
package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/tools/lit"
)

var (
	block   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	command = regexp.MustCompile(`^(?:go run \./tools/)?(tile-(?:opt|run|compile|translate)) `)
	word    = regexp.MustCompile(`'[^']*'|\S+`)
)

// blocks returns the blocks of code of a page in a language, which has to have some.
func blocks(t *testing.T, page, language string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if m[1] == language {
			out = append(out, m[2])
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no %s", page, language)
	}
	return out
}

// workplace returns a directory with the project's examples, for commands that write files.
func workplace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	examples, err := filepath.Abs("../examples")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(examples, filepath.Join(dir, "examples")); err != nil {
		t.Skip(err)
	}
	return dir
}

// run runs a tool of the project in this process.
func run(t *testing.T, dir, line string) string {
	t.Helper()
	var args []string
	for _, w := range word.FindAllString(line, -1) {
		args = append(args, strings.ReplaceAll(w, "'", ""))
	}
	var out, errs bytes.Buffer
	inv := program.Invocation{Args: args[1:], Dir: dir, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
	if code := lit.Programs()[args[0]](t.Context(), inv); code != 0 {
		t.Errorf("%s\n%s", line, &errs)
	}
	return out.String()
}

func TestCommandsOfThePagesRun(t *testing.T) {
	for _, page := range []string{"../README.md", "launching.md"} {
		dir := workplace(t)
		for _, b := range blocks(t, page, "sh") {
			for line := range strings.Lines(strings.ReplaceAll(b, "\\\n", " ")) {
				m := command.FindStringSubmatch(line)
				if m == nil || strings.Contains(line, "--device=cuda") {
					continue
				}
				if m[1] == "tile-compile" {
					needsCompiler(t)
				}
				run(t, dir, m[1]+" "+line[len(m[0]):])
			}
		}
	}
}

// needsCompiler skips a test on a machine that can make no PTX.
func needsCompiler(t *testing.T) {
	t.Helper()
	target, err := nvptx.ParseTarget("sm_90")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nvptx.FindCompiler(t.Context(), target); err != nil {
		t.Skip(err)
	}
}

func TestLiteralsOfThePromotionPageFoldAsItSays(t *testing.T) {
	example := blocks(t, "promotion.md", "mlir")[1]
	_, want, _ := strings.Cut(strings.TrimSpace(example), "// ")
	file := filepath.Join(t.TempDir(), "x.mlir")
	source := "module attributes {tile.semantics = #tile.semantics<triton>} {\nfunc.func @f() -> !tile.literal<int> {\n" +
		example + "return %c : !tile.literal<int>\n}\n}"
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "tile-opt --canonicalize "+file); !strings.Contains(got, "tile.literal "+want+"\n") {
		t.Errorf("the page says %s, but it folds to\n%s", want, got)
	}
}

// A module of a user has the Go of the pages, with declarations of what the pages do not show.
func TestGoOfThePagesCompilesAndItsTestsPass(t *testing.T) {
	longtest.Only(t, "compiles the project as a dependency")
	needsCompiler(t)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	rows := blocks(t, "kernels-in-go.md", "go")
	files := map[string]string{
		"go.sum": string(sums),
		"go.mod": strings.Replace(string(mod), "module github.com/girih-ir/girih", "module example.com/user", 1) +
			"\nrequire github.com/girih-ir/girih v0.0.0\nreplace github.com/girih-ir/girih => " + root + "\n",
		"rows/rows.go": rows[0],
		"rows/main.go": "package rows\nimport (\n\"context\"\n\"embed\"\n\"fmt\"\n\"log\"\n" +
			"\"github.com/girih-ir/girih/kernel\"\n)\n" + rows[1],
		"rows/rows_test.go": "package rows\nimport (\n\"testing\"\n\"github.com/girih-ir/girih/kernel\"\n)\n" + rows[2],
		"suite/suite_test.go": "package suite\nimport (\n\"testing\"\n\"github.com/girih-ir/girih/lit/program\"\n" +
			"\"github.com/girih-ir/girih/lit/runner\"\n\"github.com/girih-ir/girih/lit/suite\"\n)\n" +
			"var myOpt, fileCheck program.Func\n" + blocks(t, "tile-lit.md", "go")[0],
		"launch/launch.go": "package launch\nimport (\n\"example.com/user/out\"\n" +
			"\"github.com/girih-ir/girih/backend/cuda\"\n)\n" +
			"func launch(halves []uint16, rows, columns int64, abias, aout *cuda.Array) error {\n" +
			blocks(t, "launching.md", "go")[0] + "return err\n}\n",
	}
	dir := workplace(t)
	for _, b := range blocks(t, "launching.md", "sh") {
		if strings.HasPrefix(b, "tile-compile") { // which writes the package that is launched
			run(t, dir, strings.TrimSpace(b))
		}
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	goCommand(t, dir, "vet", "./rows", "./suite", "./launch")
	goCommand(t, dir, "test", "./rows")
}

func goCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
