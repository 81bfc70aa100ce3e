package splitproducts_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
)

const size = 64

const product = `
!m = !tile.array<64x64xf32, strides = [64, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @product(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                       %c: !m {tile.divisibility = 16 : i32}) {
    %zero = arith.constant 0 : i32
    %x = tile.load_view %a[%zero, %zero] : !m -> tensor<64x64xf32>
    %y = tile.load_view %b[%zero, %zero] : !m -> tensor<64x64xf32>
    %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
    %d = tile.dot %x, %y, %nothing precision PRECISION : tensor<64x64xf32>, tensor<64x64xf32> -> tensor<64x64xf32>
    tile.store_view %d, %c[%zero, %zero] : tensor<64x64xf32>, !m
    tile.return
  }
}`

// The error of each precision is within its bounds, on tensor cores of warps and of warp groups.
func TestProductsAreAsPreciseAsTheySay(t *testing.T) {
	for _, target := range []girih.CompileOptions{{SM: 80}, {SM: 90, ArchSpecific: true}} {
		for _, c := range []struct {
			precision   string
			least, most float64 // of the largest error, relative to the sum of magnitudes
			products    int
		}{
			{"tf32", 1e-5, 1e-3, 1}, {"tf32x3", 0, 2e-7, 3}, {"bf16x3", 2e-7, 1e-5, 3}, {"bf16x6", 0, 2e-7, 6},
		} {
			target.Remarks = true
			program, worst := run(t, strings.Replace(product, "PRECISION", c.precision, 1), target)
			if worst < c.least || worst > c.most {
				t.Errorf("%s for sm_%d: an error of %g, want one from %g to %g", c.precision, target.SM, worst, c.least, c.most)
			}
			products := 0
			for _, d := range program.Remarks() {
				if strings.Contains(d.Message, "wgmma") || strings.Contains(d.Message, "mma.sync") {
					products++
				}
			}
			if products != c.products {
				t.Errorf("%s for sm_%d: %d products on tensor cores, want %d: %v", c.precision, target.SM, products, c.products,
					program.Remarks())
			}
		}
	}
}

// For targets whose tensor cores lack these types, the product is computed in f32.
func TestEarlierTargetsMultiplyAsItIs(t *testing.T) {
	_, worst := run(t, strings.Replace(product, "PRECISION", "bf16x3", 1), girih.CompileOptions{SM: 75})
	if worst > 1e-6 {
		t.Errorf("an error of %g", worst)
	}
}

// run returns the largest error of the product of two random matrices, relative to the sum of magnitudes.
func run(t *testing.T, source string, target girih.CompileOptions) (program *girih.Program, worst float64) {
	t.Helper()
	module, err := girih.Parse("product.mlir", []byte(source))
	if err == nil {
		program, err = module.Compile(t.Context(), target)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 6))
	f32 := program.Operation().Context().F32()
	random := func() (list []float64, array *interp.Array) {
		for range size * size {
			list = append(list, float64(float32(r.NormFloat64())))
		}
		array, err := interp.Filled(f32, []int64{size * size}, func(i int) float64 { return list[i] })
		if err != nil {
			t.Fatal(err)
		}
		return list, array
	}
	a, first := random()
	b, second := random()
	out, err := interp.NewArray(f32, size*size)
	if err != nil {
		t.Fatal(err)
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}}
	if _, err := program.Execute(t.Context(), "product", launch, first, second, out); err != nil {
		t.Fatal(err)
	}
	for i := range size {
		for j := range size {
			sum, magnitude := 0.0, 0.0
			for k := range size {
				sum += a[i*size+k] * b[k*size+j]
				magnitude += math.Abs(a[i*size+k] * b[k*size+j])
			}
			worst = max(worst, math.Abs(out.Float64(i*size+j)-sum)/magnitude)
		}
	}
	return program, worst
}
