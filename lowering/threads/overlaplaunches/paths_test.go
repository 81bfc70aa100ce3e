package overlaplaunches_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Kernels of any blocks and branches, with loops and returns: each path waits ahead of all uses, and of its end.
func TestKernelsWaitOnEachPathOfAnyGraph(t *testing.T) {
	for seed := range uint64(500) {
		source := generated(rand.New(rand.NewPCG(seed, 1)))
		got := run(t, source)
		module, err := text.ParseString(registry.NewContext(), got)
		if err != nil {
			t.Fatal(err)
		}
		for op := range module.Region(0).Entry().Ops() {
			if ir.SymbolNameOf(op) != "use" {
				continue
			}
			if fault := walk(op.Region(0).Entry(), false, map[visit]bool{}); fault != "" {
				t.Fatalf("seed %d: %s in\n%s", seed, fault, got)
			}
		}
	}
}

// generated returns a launch of a kernel that writes, and one that has blocks with and without uses of memory.
func generated(random *rand.Rand) string {
	ops := []string{"%%v%d = llvm.add %%x, %%x : i32", "nvvm.barrier0 // %d", "nvvm.fence.mbarrier.init // %d",
		"llvm.store %%x, %%p : i32, !llvm.ptr<1> // %d", "%%v%d = llvm.load %%p : !llvm.ptr<1> -> i32",
		"nvvm.mbarrier.init %%bar, %%x : !llvm.ptr<3>, i32 // %d", "%%v%d = llvm.load %%bar : !llvm.ptr<3> -> i32"}
	var body strings.Builder
	blocks := 2 + random.IntN(8)
	for b := range blocks {
		if b > 0 {
			fmt.Fprintf(&body, "^b%d:\n", b)
		}
		for i := range random.IntN(3) {
			fmt.Fprintf(&body, "  "+ops[random.IntN(len(ops))]+"\n", 10*b+i)
		}
		to := func() int { return 1 + random.IntN(blocks-1) }
		switch n := random.IntN(6); {
		case n == 0 && b > 0:
			body.WriteString("  llvm.return\n")
		case n < 3:
			fmt.Fprintf(&body, "  llvm.br ^b%d\n", to())
		default:
			fmt.Fprintf(&body, "  llvm.cond_br %%c, ^b%d, ^b%d\n", to(), to())
		}
	}
	return `
llvm.func @fill(%p: !llvm.ptr<1>, %bar: !llvm.ptr<3>, %x: i32, %c: i1) attributes {nvvm.kernel} {
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
}
llvm.func @use(%p: !llvm.ptr<1>, %bar: !llvm.ptr<3>, %x: i32, %c: i1) attributes {nvvm.kernel, tile.before = [@fill]} {
` + body.String() + "}"
}

type visit struct {
	block  *ir.Block
	waited bool
}

// walk follows all paths from a block, and returns what is wrong with one of them.
func walk(block *ir.Block, waited bool, seen map[visit]bool) string {
	at := visit{block, waited}
	if seen[at] {
		return ""
	}
	seen[at] = true
	for op := range block.Ops() {
		switch {
		case nvvm.IsGridDependency(op, nvvm.WaitForGrids):
			waited = true
		case !waited && (op.Is(&llvm.Load) || op.Is(&llvm.Store) || op.Is(&llvm.Return)):
			return "a path does not wait ahead of " + op.Name()
		}
	}
	last := block.Last()
	for i := range last.NumSuccessors() {
		if fault := walk(last.Successor(i), waited, seen); fault != "" {
			return fault
		}
	}
	return ""
}

// What a kernel writes through a tensor map only, is the array of another argument. The next kernel has as many
// arguments, since launchers also pass the size of its grid.
func TestKernelsWaitForWritesThroughTensorMaps(t *testing.T) {
	for base, first := range map[string]bool{"0": true, "1": false} {
		got := run(t, strings.Replace(`
llvm.func @fill(%w: !llvm.ptr<1> {llvm.noalias}, %v: !llvm.ptr<1> {llvm.noalias}, %x: i32, %from: !llvm.ptr<3>,
    %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant,
    tilegpu.tensor_map = {base = BASE : i64}}) attributes {nvvm.kernel} {
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%x] : !llvm.ptr, !llvm.ptr<3>
  llvm.return
}
llvm.func @use(%w: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %v: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %x: i32,
    %from: !llvm.ptr<3>, %grid: i32) attributes {nvvm.kernel, tile.before = [@fill]} {
  %0 = llvm.load %w : !llvm.ptr<1> -> f32
  llvm.return
}`, "BASE", base, 1))
		if strings.Contains(got, "wait\n    %0 = llvm.load") != first {
			t.Errorf("a kernel waits first for a bulk store to argument %s, want %v:\n%s", base, first, got)
		}
	}
}

// A kernel of two launches would have to wait for kernels of both.
func TestKernelsOfSeveralLaunchesAreLeftAlone(t *testing.T) {
	kernel := func(name, attributes, body string) string {
		return "llvm.func @" + name + "(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %v: f32) attributes {nvvm.kernel" +
			attributes + "} {\n" + body + "  llvm.return\n}\n"
	}
	const load, store = "  %0 = llvm.load %x : !llvm.ptr<1> -> f32\n", "  llvm.store %v, %x : f32, !llvm.ptr<1>\n"
	for _, c := range []string{
		kernel("a", "", store) + kernel("b", "", load) + kernel("main", ", tile.before = [@b]", "") +
			kernel("other", ", tile.before = [@a, @b]", load),
		kernel("a", "", store) + kernel("main", ", tile.before = [@a, @a]", load),
		kernel("a", "", store) + kernel("b", ", tile.before = [@c]", load) + kernel("c", "", "") +
			kernel("main", ", tile.before = [@a, @b]", load),
	} {
		if got := run(t, c); strings.Contains(got, "griddepcontrol  wait\n    %0") {
			t.Errorf("a kernel of several launches, or its launch, waits in\n%s", got)
		}
	}
}
