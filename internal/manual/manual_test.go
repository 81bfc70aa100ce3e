package manual_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

var update = flag.Bool("update", false, "write docs/dialects anew")

func read(t *testing.T) Examples {
	t.Helper()
	examples, err := readExamples(registry.NewContext(), exampleModules)
	if err != nil {
		t.Fatal(err)
	}
	return examples
}

func TestManualsInDocsAreUpToDate(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "dialects")
	examples := read(t)
	for _, d := range registry.All() {
		file := filepath.Join(dir, d.Name+".md")
		comments, err := readComments(os.DirFS(filepath.Join("..", "..", "dialects", d.Name)))
		if err != nil {
			t.Fatal(err)
		}
		got := dialectPage(d, examples, comments)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is out of date: run go test ./internal/manual -update", file)
		}
	}
}

func TestEveryOperationHasASummary(t *testing.T) {
	for _, d := range registry.All() {
		for _, op := range d.Definitions() {
			if strings.TrimSpace(op.Summary) == "" {
				t.Errorf("%s has no summary", op.Name)
			}
		}
	}
}

// The modules of examples verify, and print unchanged.
func TestExamplesVerifyAndPrintAsTheyAre(t *testing.T) {
	names, err := fs.Glob(exampleModules, "examples/*.mlir")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		source, err := fs.ReadFile(exampleModules, name)
		if err != nil {
			t.Fatal(err)
		}
		module, err := text.Parse(registry.NewContext(), &ir.Source{Name: name, Text: source}, text.ParseOptions{})
		if err != nil {
			t.Error(err)
			continue
		}
		if err := ir.Verify(module, nil); err != nil {
			t.Error(err)
		}
		if got := string(text.Print(module, text.Options{})); strings.TrimRight(got,
			"\n") != strings.TrimRight(string(source), "\n") {
			t.Errorf("%s prints\n%s", name, got)
		}
	}
}

// maxWithout bounds the number of operations without an example. It must only be lowered.
const maxWithout = 4

func TestOperationsHaveExamples(t *testing.T) {
	var without []string
	examples := read(t)
	for _, d := range registry.All() {
		for _, op := range d.Definitions() {
			if examples[op.Name] == "" {
				without = append(without, op.Name)
			}
		}
	}
	t.Logf("without an example: %q", without)
	if len(without) > maxWithout {
		t.Errorf("%d operations have no example, more than %d: add them to a module under examples", len(without), maxWithout)
	}
}

func TestAnExampleIsTheWholeOperation(t *testing.T) {
	examples := read(t)
	for name, want := range map[string]string{
		"tile.program_id": "%0 = tile.program_id 0",
		"func.return":     "return",
		"tile.kernel":     "tile.kernel @kernel(%arg0: !tile.ptr<f32>, %arg1: i32) {\n  tile.return\n}",
		"tile.reduce": "%7 = tile.reduce %6 axis = 0 {\n^bb0(%arg2: f32, %arg3: f32):\n  %9 = tile.max %arg2, %arg3 " +
			"propagate_nan : f32, f32 -> f32\n  tile.yield %9 : f32\n} : tensor<128xf32> -> f32",
	} {
		if examples[name] != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, examples[name], want)
		}
	}
}
