package stripmine_test

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
)

// division is a kernel @k, and the function that divides its tensors.
type division struct {
	name      string
	module    *girih.Module
	divide    func(tile.Kernel)
	arguments func() []any // returns new arguments, with the same contents, in every call
	warps     int          // the number of warps for the execution in the simulator; 0 to skip it
}

// usual returns the division by [stripmine.Divide] for a number of warps.
func usual(warps int) func(tile.Kernel) {
	return func(k tile.Kernel) { stripmine.Divide(k, stripmine.Options{NumWarps: warps}) }
}

// test divides the kernel and returns the number of loops that this makes. The divided kernel must compute and print
// the same as before, in the reference executor and in the simulator. Lines of output may come in another order.
func (d *division) test(t *testing.T) (loops int) {
	t.Helper()
	before := d.module.String()
	want, wantText := d.arguments(), new(bytes.Buffer)
	if err := d.module.Execute(interp.WithOutput(context.Background(), wantText), "k", interp.Grid{1, 1, 1},
		want...); err != nil {
		t.Fatalf("%s: %v\n%s", d.name, err, before)
	}
	loops = -countLoops(d.module)
	d.divide(kernelOf(d.module))
	loops += countLoops(d.module)
	after := before + d.module.String()
	if err := ir.Verify(d.module.Operation(), nil); err != nil {
		t.Fatalf("%s: %v\n%s", d.name, err, after)
	}
	check := func(run func(ctx context.Context, args []any) error) {
		t.Helper()
		got, text := d.arguments(), new(bytes.Buffer)
		if err := run(interp.WithOutput(context.Background(), text), got); err != nil {
			t.Fatalf("%s: %v\n%s", d.name, err, after)
		}
		sameArrays(t, d.name, after, want, got)
		if sortedLines(text.String()) != sortedLines(wantText.String()) {
			t.Fatalf("%s: output is\n%swant\n%s%s", d.name, text, wantText, after)
		}
	}
	check(func(ctx context.Context, args []any) error {
		return d.module.Execute(ctx, "k", interp.Grid{1, 1, 1}, args...)
	})
	if d.warps > 0 {
		check(func(ctx context.Context, args []any) error {
			program, err := d.module.Compile(ctx, girih.CompileOptions{NumWarps: d.warps})
			if err == nil {
				_, err = simt.Run(ctx, program.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
			}
			return err
		})
	}
	return loops
}

func sortedLines(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// sameArrays compares arguments after two executions of a kernel.
func sameArrays(t *testing.T, name, text string, want, got []any) {
	t.Helper()
	for i := range want {
		w, isArray := want[i].(*interp.Array)
		if !isArray {
			continue
		}
		g := got[i].(*interp.Array)
		for j := range w.Len() {
			if g.Defined(j) != w.Defined(j) || g.Bits(j) != w.Bits(j) &&
				!(math.IsNaN(w.Float64(j)) && math.IsNaN(g.Float64(j))) {
				t.Fatalf("%s: element %d of argument %d is %v, want %v\n%s", name, j, i, g.Float64(j), w.Float64(j), text)
			}
		}
	}
}

func kernelOf(m *girih.Module) tile.Kernel {
	k, _ := tile.AsKernel(m.Operation().Region(0).Entry().First())
	return k
}

func countLoops(m *girih.Module) int { return count(m, &scf.ForOp) }

// count returns how many operations of a kind a module has.
func count(m *girih.Module, def *ir.OpDef) (n int) {
	m.Operation().Walk(func(op *ir.Operation) bool {
		if op.Is(def) {
			n++
		}
		return true
	})
	return n
}

// lines returns how many lines of LLVM IR a module takes.
func lines(m *girih.Module, warps int) (int, error) {
	program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
	if err != nil {
		return 0, err
	}
	text, err := program.LLVMIR(llvmir.Opaque)
	return strings.Count(text, "\n"), err
}
