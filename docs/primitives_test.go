package docs_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/lowering/tensors/references"
)

// Each program of the page gives the ones that follow it.
func TestProgramsOfThePrimitivesPageBecomeWhatItSays(t *testing.T) {
	shown := blocks(t, "primitives.md", "mlir")
	if len(shown) != 11 {
		t.Fatalf("%d programs, want 11", len(shown))
	}
	const promoted = "--torch-decompose --torch-promote"
	for _, c := range []struct {
		source, result int
		passes         string
	}{{0, 1, "--torch-decompose"}, {0, 2, promoted}, {3, 4, "--torch-gradient=function=f"}, {5, 6, promoted},
		{7, 8, "--tensor-fuse"},
		{9, 10, "--tensor-to-tile --canonicalize --cse"}} {
		file := filepath.Join(t.TempDir(), "x.mlir")
		if err := os.WriteFile(file, []byte(shown[c.source]), 0o644); err != nil {
			t.Fatal(err)
		}
		got := run(t, "", "tile-opt "+c.passes+" "+file)
		if strings.TrimSpace(got) != strings.TrimSpace(shown[c.result]) {
			t.Errorf("program %d after %s is\n%s", c.source, c.passes, got)
		}
	}
}

// The Go of the page is in an example that runs.
func TestGoOfThePrimitivesPageRuns(t *testing.T) {
	for i, file := range []string{"lowering/tensors/decompose", "lowering/tensors/gradients", "kernel/models"} {
		example, err := os.ReadFile("../" + file + "/example_test.go")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(blocks(t, "primitives.md", "go")[i]) {
			if !strings.Contains(string(example), strings.TrimSpace(line)) {
				t.Errorf("the example has no %s", line)
			}
		}
	}
}

// The page lists the operators that have references.
func TestReferencesAreListed(t *testing.T) {
	const page, begin, end = "primitives.md", "<!-- references -->\n", "<!-- end of references -->"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no %s...%s", page, begin, end)
	}
	list := referenceList()
	if *update {
		if err := os.WriteFile(page, []byte(head+begin+list+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != list {
		t.Errorf("%s has another list of references; run go test ./docs -run TestReferences -update", page)
	}
}

// referenceList returns the operators with references, those of each first letter in a row of a table.
func referenceList() string {
	overloads := map[string][]string{}
	for _, name := range references.Standard().Names() {
		base, overload, _ := strings.Cut(strings.TrimPrefix(name, "torch.aten."), ".")
		overloads[base] = append(overloads[base], overload)
	}
	rows := map[string][]string{}
	for _, base := range slices.Sorted(maps.Keys(overloads)) {
		text := base
		if list := overloads[base]; len(list) > 1 || list[0] != "" {
			text += "{" + strings.Join(list, ",") + "}"
		}
		first := base[:1]
		rows[first] = append(rows[first], "`"+text+"`")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d operators, %d with their overloads.\n\n| | |\n|---|---|\n", len(overloads),
		len(references.Standard()))
	for _, first := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(first, "_", "\\_"), strings.Join(rows[first], " "))
	}
	return b.String()
}
