package docs_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/internal/kernelsteps"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/pass"
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
func TestReferencesAreListed(t *testing.T) { listed(t, "references", referenceList()) }

// The page says how many kernels the exported graphs take.
func TestLaunchesAreCounted(t *testing.T) {
	var b strings.Builder
	b.WriteString("| graph | operators | primitives | launches |\n|---|---|---|---|\n")
	for _, g := range []struct{ name, what string }{{"gpt", "a pass over 12 layers"},
		{"gpt_step", "one token with a cache"}, {"resnet18", "one image"},
		{"gpt_train_small", "forward, backward and AdamW, 2 layers"},
		{"gpt_train", "forward, backward and AdamW, 12 layers"}} {
		operators, primitives, launches := launchesOf(t, filepath.Join("../benchmarks/torch/graphs", g.name+".json.gz"))
		fmt.Fprintf(&b, "| `%s`, %s | %d | %d | %d |\n", g.name, g.what, operators, primitives, launches)
	}
	listed(t, "launches", b.String())
}

// launchesOf returns how many operators of PyTorch a graph has, how many primitives compute what they do, and how many
// launches of kernels the fused primitives take.
func launchesOf(t *testing.T, file string) (operators, primitives, launches int) {
	t.Helper()
	graph, err := torchmodels.Import(file)
	if err != nil {
		t.Fatal(err)
	}
	for op := range graph.Entry().Ops() {
		if op.Next() != nil {
			operators++
		}
	}
	p := pass.NewPipeline("builtin.module", decompose.Pass, promote.Pass, cse.Pass, dce.Pass)
	if err := p.Run(t.Context(), graph.Parent(), pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for op := range graph.Entry().Ops() {
		if op.Next() != nil && !op.Is(&prim.Fill) && (prim.IsElementwise(op) || !prim.IsView(op)) {
			primitives++
		}
	}
	m, err := torchmodels.LoadFor(t.Context(), "gpu", file)
	if err != nil {
		t.Fatal(err)
	}
	var args []*tensors.Tensor
	for i := range m.Names {
		args = append(args, tensors.Like(ir.ElementOrSelf(m.Function.Entry().Arg(i).Type()), m.Shape(i)...))
	}
	outline, err := tensors.NewOutline(m.Function, args, func(*tensors.Step) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range outline.Steps {
		c, err := kernels.Build(kernelsteps.Of(s))
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		launches += len(c.Launches)
	}
	return operators, primitives, launches
}

// listed compares the part of the page between two comments with what it should be, or updates it.
func listed(t *testing.T, what, list string) {
	t.Helper()
	page, begin, end := "primitives.md", "<!-- "+what+" -->\n", "<!-- end of "+what+" -->"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no %s...%s", page, begin, end)
	}
	if *update {
		if err := os.WriteFile(page, []byte(head+begin+list+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != list {
		t.Errorf("the %s in %s are others now; run go test ./docs -run %s -update:\n%s", what, page, t.Name(), list)
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
