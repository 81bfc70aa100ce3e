package models_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nlpodyssey/safetensors"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/hostdata"
	"github.com/girih-ir/girih/kernel/models"
)

// TestWeightsThatDoNotFitAreErrors checks files that are truncated, lack weights, or have others. The errors are
// located at the model.
func TestWeightsThatDoNotFitAreErrors(t *testing.T) {
	f := parse(t, `func.func @main(%w: tensor<2xf32> {torch.parameter = "w"}, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = prim.add %w, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
} loc("model.py":3:0)`)
	stored := func(name string, dtype safetensors.DType, bytes int, shape ...uint64) []byte {
		v, err := safetensors.NewTensorView(dtype, shape, make([]byte, bytes))
		if err != nil {
			t.Fatal(err)
		}
		file, err := safetensors.Serialize(map[string]safetensors.TensorView{name: v}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	whole := stored("w", safetensors.F32, 8, 2)
	if args, err := models.Weights(f, whole); err != nil || args[0] == nil || args[1] != nil {
		t.Fatalf("%v, error %v", args, err)
	}
	for _, c := range []struct {
		file   []byte
		want   string
		damage bool
	}{
		{whole[:len(whole)-3], "its tensors take 8 bytes, but it has only 5", true},
		{stored("v", safetensors.F32, 8, 2), "the file has no w; it has v", false},
		{stored("w", safetensors.F64, 16, 2), "has shape [2] and elements of type f64 in the file", false},
		{stored("w", safetensors.F32, 12, 3), "but the model takes 'tensor<2xf32>'", false},
	} {
		args, err := models.Weights(f, c.file)
		d := (*ir.Diagnostic)(nil)
		if args != nil || !errors.Is(err, models.ErrWeights) || errors.Is(err, hostdata.ErrFile) != c.damage ||
			!strings.Contains(err.Error(), c.want) || !errors.As(err, &d) || ir.FileLocation(d.Loc).File != "model.py" {
			t.Errorf("%v, error %v, want %s", args, err, c.want)
		}
	}
}

// TestArraysOfOtherTypesAreErrors checks that arrays on the device get only tensors of their type and shape, and that
// results go only to arrays of theirs: nothing is half-written.
func TestArraysOfOtherTypesAreErrors(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = prim.exp %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	f32, i64 := f.Context().F32(), f.Context().I(64)
	x, err := device.Upload(tensors.New(f32, 2))
	if err != nil {
		t.Fatal(err)
	}
	e, err := models.New(f, device, models.Options{}).Bind(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Launch(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, elem := range []ir.Type{i64, f32} {
		want, err := tensors.Of(f.Context().F64(), []float64{3, 4, 5, 6}, 4)
		if err == nil {
			want, err = want.To(elem)
		}
		if err != nil {
			t.Fatal(err)
		}
		out, err := device.Upload(want)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.CopyResult(0, out); !errors.Is(err, models.ErrArguments) {
			t.Errorf("result into %s: error %v", elem, err)
		}
		if err := out.Upload(tensors.New(f32, 2)); !errors.Is(err, models.ErrArguments) {
			t.Errorf("tensor into %s: error %v", elem, err)
		}
		got, err := out.Download()
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
