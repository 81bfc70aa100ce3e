package views_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/views"
	"github.com/girih-ir/girih/pass"
)

// lower runs tile-lower-views on a module.
func lower(m *girih.Module) error {
	p := pass.Pipeline{Anchor: "builtin.module", Steps: []pass.Step{{Pass: views.Pass}}}
	return p.Run(context.Background(), m.Operation(), pass.RunOptions{Verify: true})
}

func array(t *testing.T, elem string, f func(i int) float64, shape ...int64) *interp.Array {
	t.Helper()
	a, err := interp.Filled(ir.NewContext().Float(elem), shape, f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPointersReadAndWriteWhatArraysDid(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "scale_add.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := girih.Parse("scale_add.mlir", source)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		t.Fatal(err)
	}
	const rows, columns = 40, 130
	x := array(t, "f16", func(i int) float64 { return float64(i % 2000) }, rows, columns)
	bias := array(t, "f32", func(i int) float64 { return float64(i) / 7 }, columns)
	want := array(t, "f32", func(int) float64 { return -1 }, rows, columns)
	got := array(t, "f32", func(int) float64 { return -1 }, rows, columns)
	grid := interp.Grid{2, 2, 1}
	if err := m.Execute(context.Background(), "scale_add", grid, x, bias, want); err != nil {
		t.Fatal(err)
	}
	if err := lower(m); err != nil {
		t.Fatal(err)
	}
	// An array is a pointer, its dynamic sizes and its dynamic strides: the inner strides are 1 by type.
	err = m.Execute(context.Background(), "scale_add", grid, x, rows, columns, columns, bias, columns, got, rows,
		columns, columns)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Len() {
		if want.Bits(i) != got.Bits(i) || want.Float64(i) == -1 {
			t.Fatalf("element %d is %v, want %v", i, got.Float64(i), want.Float64(i))
		}
	}
}

func TestPaddingFillsWhatLiesBeyondTheBounds(t *testing.T) {
	const source = `tile.kernel @k(%%x: !tile.array<?x?x%[1]s>, %%y: !tile.array<?x?x%[1]s>) {
  %%i = tile.program_id 0
  %%zero = arith.constant 0 : i32
  %%v = tile.load_view %%x[%%zero, %%i] padding %[2]s : !tile.array<?x?x%[1]s> -> tensor<4x4x%[1]s>
  tile.store_view %%v, %%y[%%zero, %%i] : tensor<4x4x%[1]s>, !tile.array<?x?x%[1]s>
  tile.return
}`
	for _, test := range []struct{ elem, padding, want string }{
		{"f32", "zero", "0"}, {"f32", "neg_zero", "-0"}, {"f32", "nan", "NaN"}, {"f32", "pos_inf", "+Inf"},
		{"bf16", "neg_inf", "-Inf"}, {"f8E5M2", "nan", "NaN"},
	} {
		t.Run(test.elem+" "+test.padding, func(t *testing.T) {
			m, err := girih.Parse("k.mlir", fmt.Appendf(nil, source, test.elem, test.padding))
			if err != nil {
				t.Fatal(err)
			}
			x := array(t, test.elem, func(i int) float64 { return float64(i % 8) }, 3, 6)
			grid := interp.Grid{2, 1, 1}
			byArray := array(t, test.elem, func(int) float64 { return 7 }, 4, 8)
			if err := m.Execute(context.Background(), "k", grid, x, byArray); err != nil {
				t.Fatal(err)
			}
			if err := lower(m); err != nil {
				t.Fatal(err)
			}
			byPointer := array(t, test.elem, func(int) float64 { return 7 }, 4, 8)
			if err := m.Execute(context.Background(), "k", grid, x, 3, 6, 6, 1, byPointer, 4, 8, 8, 1); err != nil {
				t.Fatal(err)
			}
			for i := range byArray.Len() {
				want := fmt.Sprint((i/8*6 + i%8) % 8)
				if i/8 >= 3 || i%8 >= 6 {
					want = test.want
				}
				if fmt.Sprint(byArray.Float64(i)) != want || byPointer.Bits(i) != byArray.Bits(i) {
					t.Fatalf("element %d is %v by array and %v by pointer, want %s", i, byArray.Float64(i), byPointer.Float64(i), want)
				}
			}
		})
	}
}

func TestArraysOfTheLooseLevelAreRefusedWithoutAChange(t *testing.T) {
	m, err := girih.Parse("k.mlir", []byte(`tile.kernel @k(%x: !tile.array<?xui8>) {
  %i = tile.program_id 0
  %v = tile.load_view %x[%i] : !tile.array<?xui8> -> tensor<4xui8>
  tile.return
}`))
	if err != nil {
		t.Fatal(err)
	}
	before := m.String()
	const want = "k.mlir:3:8: error: 'tile.load_view' op elements of type 'ui8' are of the loosely typed level"
	if err := lower(m); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	if m.String() != before {
		t.Errorf("the module changed:\n%s", m)
	}
}

func TestArraysThatChangeInLoopsAreRefused(t *testing.T) {
	m, err := girih.Parse("k.mlir", []byte(`tile.kernel @k(%x: !tile.array<?xf32>, %y: !tile.array<?xf32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %z:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %y) -> (!tile.array<?xf32>, !tile.array<?xf32>) : i32 {
    %v = tile.load_view %a[%i] : !tile.array<?xf32> -> tensor<4xf32>
    tile.store_view %v, %b[%i] : tensor<4xf32>, !tile.array<?xf32>
    scf.yield %b, %a : !tile.array<?xf32>, !tile.array<?xf32>
  }
  tile.return
}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = "k.mlir:4:10: error: 'scf.for' op loops and branches cannot carry an array that changes"
	if err := lower(m); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
