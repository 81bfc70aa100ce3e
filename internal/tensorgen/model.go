package tensorgen

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// graphs returns the folder with the graphs of PyTorch's models, in the module of the test.
func graphs(t testing.TB) string {
	t.Helper()
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "benchmarks/torch/graphs")
		}
		if at, err := filepath.Abs(dir); err != nil || at == filepath.Dir(at) {
			t.Fatal("there is no go.mod above the test")
		}
	}
}

// Model reads a graph of benchmarks/torch/graphs as primitives, and generates small numbers as arguments.
func Model(t testing.TB, name string) (*ir.Operation, []*tensors.Tensor) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(graphs(t), name+".json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	module, err := importtorch.Import(registry.NewContext(), data)
	if err != nil {
		t.Fatal(err)
	}
	p := pass.NewPipeline("builtin.module", decompose.Pass, promote.Pass)
	if err := p.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	return module, Arguments(t, f)
}

// Arguments generates small numbers as arguments of a function of tensors. Integers are less than 11. Unknown sizes are
// 19.
func Arguments(t testing.TB, f fn.Func) (args []*tensors.Tensor) {
	t.Helper()
	for k, arg := range f.Region(0).Entry().Args() {
		typ := tensorOf(arg)
		shape := slices.Clone(typ.Shape)
		for d, n := range shape {
			if n == ir.Dynamic {
				shape[d] = 19
			}
		}
		list := make([]float64, prim.Numel(shape))
		for i := range list {
			list[i] = 0.2 * math.Sin(float64(i*7+k))
			if prim.DtypeOf(typ.Elem) != prim.Float {
				list[i] = float64((i*7 + k) % 11)
			} else if len(typ.Shape) < 2 {
				list[i] += 1
			}
		}
		x, err := tensors.Of(f.Context().F64(), list, ints(shape)...)
		if err == nil {
			x, err = x.To(typ.Elem)
		}
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, x)
	}
	return args
}
