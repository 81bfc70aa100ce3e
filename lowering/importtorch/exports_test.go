package importtorch_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtorch"
)

// export is a model that benchmarks/torch/exports.py exported, several tuples of inputs, and what PyTorch computes.
type export struct {
	Exported, Core  json.RawMessage
	Signature       json.RawMessage
	CoreSignature   json.RawMessage `json:"core_signature"`
	Constants       map[string]exportedTensor
	Inputs, Outputs [][]exportedTensor
}

// exportedTensor is a tensor: numbers that export.py generates if there is a seed.
type exportedTensor struct {
	Shape  []int
	Dtype  string
	Seed   int
	Values []any
}

func (e *exportedTensor) tensor(t *testing.T, ctx *ir.Context) *tensors.Tensor {
	t.Helper()
	if e.Seed != 0 {
		n := 1
		for _, size := range e.Shape {
			n *= size
		}
		return must(tensors.Of(ctx.F32(), weights(n, e.Seed, 2), e.Shape...))(t)
	}
	elem := map[string]ir.Type{"f32": ctx.F32(), "i64": ctx.I(64), "i1": ctx.I(1)}[e.Dtype]
	return must(must(tensors.Of(ctx.F64(), e.floats(), e.Shape...))(t).To(elem))(t)
}

func (e *exportedTensor) floats() []float64 {
	list := make([]float64, len(e.Values))
	for i, v := range e.Values {
		switch v := v.(type) {
		case float64:
			list[i] = v
		case bool:
			list[i] = map[bool]float64{true: 1}[v]
		}
	}
	return list
}

// Programs as torch.export writes them, whole and decomposed, compute what PyTorch does, also with other sizes than
// those that they were exported with.
func TestExportsComputeWhatPyTorchDoes(t *testing.T) {
	var all struct{ Models map[string]export }
	if err := json.Unmarshal(read(t, "exports"), &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(all.Models)) {
		e := all.Models[name]
		for form, graph := range map[string][2]json.RawMessage{"whole": {e.Exported, e.Signature},
			"decomposed": {e.Core, e.CoreSignature}} {
			if name == "images" && form == "decomposed" {
				continue // the decomposition of resizing computes floats from sizes
			}
			t.Run(name+"/"+form, func(t *testing.T) {
				data := must(json.Marshal(map[string]json.RawMessage{"exported": graph[0], "signature": graph[1]}))(t)
				f, ctx := primitives(t, data)
				weights := parameters(t, f, ctx)
				for k, name := range importtorch.Parameters(f) {
					if c, ok := e.Constants[name]; ok {
						weights[k] = c.tensor(t, ctx)
					}
				}
				for run, inputs := range e.Inputs {
					var further []*tensors.Tensor
					for _, in := range inputs {
						further = append(further, in.tensor(t, ctx))
					}
					for i, got := range call(t, f, weights, further) {
						want := e.Outputs[run][i]
						if !slices.Equal(squeezed(got.Shape()), squeezed(want.Shape)) {
							t.Errorf("run %d, result %d has shape %v, want %v", run, i, got.Shape(), want.Shape)
						}
						compare(t, name, got.Floats(), want.floats())
					}
				}
			})
		}
	}
}

// squeezed returns a shape without ones: torch.export gives the last states of an LSTM one that eager PyTorch does not.
func squeezed(shape []int) []int {
	return slices.DeleteFunc(slices.Clone(shape), func(n int) bool { return n == 1 })
}
