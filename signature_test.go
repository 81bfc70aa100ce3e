package girih_test

import (
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/manifest"
)

func TestManifestKnowsTheArraysOfTheSource(t *testing.T) {
	source, err := os.ReadFile("examples/scale_add.mlir")
	if err != nil {
		t.Fatal(err)
	}
	got := describe(t, "scale_add.mlir", source).Kernels[0]
	const dynamic = manifest.Dynamic
	want := []manifest.Parameter{
		{Name: "x", Kind: manifest.Array, Type: "f16", Sizes: []int64{dynamic, dynamic}, Strides: []int64{dynamic, 1}},
		{Name: "bias", Kind: manifest.Array, Type: "f32", First: 4, Sizes: []int64{dynamic}, Strides: []int64{1}},
		{Name: "out", Kind: manifest.Array, Type: "f32", First: 6, Sizes: []int64{dynamic, dynamic},
			Strides: []int64{dynamic, 1}},
	}
	if !reflect.DeepEqual(got.Parameters, want) {
		t.Errorf("got %+v", got.Parameters)
	}
	if !reflect.DeepEqual(got.Grid.Axes, []int{0, 1}) {
		t.Errorf("axes %v", got.Grid.Axes)
	}
}

// describe compiles a module and returns its manifest.
func describe(t *testing.T, name string, source []byte) *manifest.Manifest {
	t.Helper()
	m, err := girih.Parse(name, source)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestPromisesAndNumbersAreInTheManifest(t *testing.T) {
	got := describe(t, "k.mlir", []byte(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 8 : i32}, %s: f32,
      %v: !tile.array<8x?xi32, strides = [?, 1]> {tile.stride_divisibility = array<i64: 4, 1>}, %0: i64, %tiny: f8E5M2) {
    tile.return
  }
}`))
	want := []manifest.Parameter{
		{Name: "a", Kind: manifest.Pointer, Type: "bf16", Divisor: 16},
		{Name: "n", Kind: manifest.Integer, Type: "i32", First: 1, Divisor: 8},
		{Name: "s", Kind: manifest.Float, Type: "f32", First: 2},
		{Name: "v", Kind: manifest.Array, Type: "i32", First: 3, Sizes: []int64{8, manifest.Dynamic},
			Strides: []int64{manifest.Dynamic, 1}, StrideDivisors: []int64{4, 1}},
		{Name: "arg4", Kind: manifest.Integer, Type: "i64", First: 6},
		{Name: "tiny", Kind: manifest.Integer, Type: "f8E5M2", First: 7},
	}
	if !reflect.DeepEqual(got.Kernels[0].Parameters, want) {
		t.Errorf("got %+v", got.Kernels[0].Parameters)
	}
}
