package fusion_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
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

func tensorOf(v *ir.Value) prim.Tensor {
	t, _ := prim.TensorOf(v.Type())
	return t
}

func ints(list []int64) (out []int) {
	for _, v := range list {
		out = append(out, int(v))
	}
	return out
}

// model reads a graph of benchmarks/torch/graphs as primitives, and makes small numbers for its arguments.
func model(t testing.TB, name string) (*ir.Operation, []*tensors.Tensor) {
	t.Helper()
	file, err := os.Open("../../../benchmarks/torch/graphs/" + name + ".json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
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
	var args []*tensors.Tensor
	for k, arg := range f.Region(0).Entry().Args() {
		typ := tensorOf(arg)
		list := make([]float64, prim.Numel(typ.Shape))
		for i := range list {
			list[i] = 0.2 * math.Sin(float64(i*7+k))
			if prim.DtypeOf(typ.Elem) != prim.Float {
				list[i] = float64((i*7 + k) % 11)
			} else if len(typ.Shape) < 2 {
				list[i] += 1
			}
		}
		x, err := tensors.Of(module.Context().F64(), list, ints(typ.Shape)...)
		if err == nil {
			x, err = x.To(typ.Elem)
		}
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, x)
	}
	return module, args
}

func TestFusedModelsComputeWhatTheirPrimitivesDo(t *testing.T) {
	for _, name := range []string{"mlp_small", "resnet18_small", "gpt_small", "gpt_step_small", "gpt_train_small"} {
		t.Run(name, func(t *testing.T) {
			module, args := model(t, name)
			f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
			want, err := tensors.Run(t.Context(), f, args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			program := tensors.NewProgram(fuse(t, module, "main"))
			for range 2 { // the second time in an arena that has been used
				got, err := program.Run(t.Context(), args, tensors.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for i, w := range want {
					if !bytes.Equal(got[i].Bytes(), w.Bytes()) {
						t.Fatalf("result %d is %v, want %v", i, got[i], w)
					}
				}
			}
		})
	}
}
