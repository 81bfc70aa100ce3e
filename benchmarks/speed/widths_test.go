package main

import (
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// eachAccess compiles a module and calls f with each access to tensors, with its layout.
func eachAccess(t *testing.T, m *girih.Module, warps int, f func(accesses.Access)) {
	t.Helper()
	seen := false
	report := func(op *ir.Operation) bool {
		k, ok := tile.AsKernel(op)
		if !ok {
			return true
		}
		list, err := accesses.Report(k)
		if err != nil {
			t.Error(err)
		}
		for _, a := range list {
			seen = true
			f(a)
		}
		return true
	}
	_, err := m.CompileBy(t.Context(), pipeline.New(pipeline.Threads, pipeline.Options{NumWarps: warps, SM: 90}),
		pass.RunOptions{Verify: true, Observers: []pass.Observer{func(e *pass.Event) func(error) {
			return func(failed error) {
				if e.Pass == assign.Pass && failed == nil {
					e.Op.Walk(report)
				}
			}
		}}})
	if err != nil {
		t.Fatal(err)
	}
	if !seen {
		t.Error("the kernel has no accesses")
	}
}

// narrow gives, by benchmark, the reason why some of its accesses cannot be wide.
var narrow = map[string]string{
	"stencil_2d": "neighbors of aligned elements are not aligned", "stencil_3d": "as in two dimensions",
	"median_3x3": "as in a stencil", "upsample_bilinear": "its places are rounded", "rgb_to_gray": "each third byte",
	"spmv_csr": "a vector's elements anywhere, rows that begin anywhere", "spmv_ell": "a vector's elements anywhere",
	"jagged_softmax": "rows begin anywhere", "huber_gradient": "each element decides where it is stored",
	"bilateral_3x3": "as in a stencil",
}

// With the promises about the arrays, every access is as wide as the number of elements, the kind of access and the
// order of its elements allow. Triton's kernels with the same promises have accesses of the same width.
func TestNoTextHasNarrowAccesses(t *testing.T) {
	for i, k := range texts(t) {
		if !longtest.Includes(i, 8) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for at, v := range variantsOf(t, k) {
				if !longtest.Includes(at, 4) {
					continue
				}
				m, err := girih.Parse(v.Name, []byte(v.Text))
				if err != nil {
					t.Fatal(err)
				}
				eachAccess(t, m, v.Warps, func(a accesses.Access) {
					elements, _ := ir.NumElements(a.Op.Operand(0).Type().(ir.ShapedType))
					if elements <= int64(32*v.Warps) || narrow[k.Benchmark] != "" ||
						k.Benchmark == "scatter_add" && a.Op.Is(&tile.AtomicRMW) {
						return // at most one element per thread, or elements at arbitrary places
					}
					for _, l := range a.Limits {
						if l.Cause != accesses.Elements && l.Cause != accesses.Layout {
							t.Errorf("%s: %s has %d bits, for its %s", v.Name, a.Op.Name(), a.VectorBits, l.Cause)
						}
					}
				})
			}
		})
	}
}
