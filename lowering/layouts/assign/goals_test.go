package assign_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/layouts/accumulate"
	"github.com/girih-ir/girih/lowering/layouts/assign"
)

// assigned returns a kernel of testdata with layouts over a number of warps.
func assigned(t *testing.T, file string, warps int) tile.Kernel {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse(file, source)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(m.Operation().Region(0).Entry().First())
	accumulate.Loops(kernel, warps)
	if err := assign.Assign(kernel, assign.Options{NumWarps: warps}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m.Operation(), nil); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	return kernel
}

// exchanged lists the types of tensors whose elements move between threads in conversions.
func exchanged(t *testing.T, kernel tile.Kernel) (out []string) {
	t.Helper()
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.ConvertLayout) {
			from, err1 := tilegpu.LinearOf(op.Operand(0).Type())
			to, err2 := tilegpu.LinearOf(op.Result(0).Type())
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if layout.RouteBetween(from, to) > layout.WithinThread {
				typ := op.Result(0).Type().(*ir.TensorType)
				out = append(out, op.Context().TensorType(typ.Shape(), typ.ElementType(), nil).String())
			}
		}
		return true
	})
	return out
}

// In typical kernels that are bound by memory, each access moves as many bits at once as it can and touches no more
// sectors than it needs. Elements move between threads only in kernels that transpose or permute.
func TestTypicalKernelsCoalesce(t *testing.T) {
	for _, c := range []struct {
		kernel, widths string // bits of each access
		exchanges      string
	}{
		{"copy", "128 128", ""},
		{"add", "128 128 128", ""},
		{"mixed", "64 128 128", ""},
		{"chain", "128 128", ""},
		{"unaligned", "32 32", ""},
		{"softmax", "128 128", ""},
		{"softmax_rows", "128 128", ""},
		{"saxpy_broadcast", "128 128 128", ""},
		{"transpose", "128 128", "tensor<64x64xf32>"},
		{"permute", "128 128", "tensor<64x64xf16>"},
		{"row_sum", "128", ""},
		{"column_sum", "128 128", ""},
		{"layer_norm", "128 128 128 128", ""},
		{"argmax", "128 32", ""},
		{"embedding", "32 128 128", ""},
		{"scatter_add", "128 128 32", ""},
		{"cumsum", "128 128", ""},
		{"quantize", "128 64 32", ""},
	} {
		for _, warps := range []int{2, 4} {
			kernel := assigned(t, filepath.Join("testdata", c.kernel+".mlir"), warps)
			report, err := accesses.Report(kernel)
			if err != nil {
				t.Fatal(err)
			}
			var widths []string
			for _, a := range report {
				widths = append(widths, fmt.Sprint(a.VectorBits))
				if a.VectorBits >= 64 && a.Sectors > a.LeastSectors {
					t.Errorf("%s with %d warps: %s", c.kernel, warps, a)
				}
			}
			if got := strings.Join(widths, " "); got != c.widths {
				t.Errorf("%s with %d warps: accesses of %s bits, want %s", c.kernel, warps, got, c.widths)
			}
			if got := strings.Join(exchanged(t, kernel), " "); got != c.exchanges {
				t.Errorf("%s with %d warps: exchanges of %s, want %s", c.kernel, warps, got, c.exchanges)
			}
		}
	}
}

// Each row that is reduced is held by one warp, if there are enough rows.
func TestReducedRowsStayInAWarp(t *testing.T) {
	for _, name := range []string{"softmax_rows", "argmax", "quantize"} {
		assigned(t, filepath.Join("testdata", name+".mlir"), 4).Walk(func(op *ir.Operation) bool {
			if op.Is(&tile.Reduce) {
				l, err := tilegpu.LinearOf(op.Operand(0).Type())
				if err != nil {
					t.Fatal(err)
				}
				for _, basis := range l.Bases(layout.Warp) {
					if basis[tile.Axis(op)] != 0 {
						t.Errorf("%s: %v", name, l)
					}
				}
			}
			return true
		})
	}
}

// Reductions in loops combine only elements of the same thread, so that threads do not exchange anything.
func TestLoopsReduceWithinThreads(t *testing.T) {
	for _, name := range []string{"row_sum", "column_sum"} {
		for _, warps := range []int{1, 4, 8} {
			assigned(t, filepath.Join("testdata", name+".mlir"), warps).Walk(func(op *ir.Operation) bool {
				if op.Is(&tile.Reduce) && op.Parent().Is(&scf.ForOp) {
					l, err := tilegpu.LinearOf(op.Operand(0).Type())
					if err != nil {
						t.Fatal(err)
					}
					for _, in := range []string{layout.Lane, layout.Warp} {
						for _, basis := range l.Bases(in) {
							if basis[tile.Axis(op)] != 0 {
								t.Errorf("%s with %d warps reduces between threads: %v", name, warps, l)
							}
						}
					}
				}
				return true
			})
		}
	}
}
