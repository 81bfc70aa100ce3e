package rings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// narrowed adds up products of f32 with precision tf32, of matrices in row-major or column-major order.
const narrowed = `
!a = !tile.array<?x?xf32, strides = $ASTRIDES>
!b = !tile.array<?x?xf32, strides = $BSTRIDES>
!c = !tile.array<?x?xf32, strides = [?, 1]>
tile.kernel @narrowed(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $AFACTS>},
                      %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $BFACTS>}, %c: !c) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %depth = tile.dim %a, 1 : !a
  %tile_k = arith.constant $K : i32
  %steps = arith.ceildivsi %depth, %tile_k : i32
  %start = arith.constant dense<$START> : $SUM
  %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %start) -> ($SUM) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !a -> tensor<$Mx$Kxf32>
    %y = tile.load_view %b[%k, %c0] padding zero : !b -> tensor<$Kx$Nxf32>
    $BODY
    scf.yield %next : $SUM
  }
  tile.store_view %sum, %c[%c0, %c0] : $SUM, !c
  tile.return
}
`

// plain is the body that only adds up products.
const plain = `%next = tile.dot %x, %y, %acc precision tf32 : tensor<$Mx$Kxf32>, tensor<$Kx$Nxf32> -> $SUM`

// wgmma does not take a right factor of f32 with contiguous rows. Such products are computed as their transposes, with
// left factors that threads read from slots. Elements are small integers, so that sums are exact.
func TestProductsOfRowMajorMatricesOfF32AreTransposed(t *testing.T) {
	for n, c := range []struct {
		name                     string
		m, n, k, warps           int
		aTransposed, bTransposed bool
		start, body              string
		rings                    bool
	}{
		{"as instructions take them", 64, 64, 32, 4, false, true, "0.0", plain, true},
		{"b in row-major order", 64, 64, 32, 4, false, false, "0.0", plain, true},
		{"several blocks of rows", 128, 128, 32, 4, false, false, "0.0", plain, true},
		{"two warp groups", 64, 128, 16, 8, false, false, "0.0", plain, true},
		{"warp groups beside each other", 128, 64, 64, 8, false, false, "0.0", plain, true},
		{"a transposed", 64, 64, 32, 4, true, true, "0.0", plain, true},
		{"neither as instructions take them", 64, 64, 32, 4, true, false, "0.0", plain, false},
		{"a sum that starts elsewhere", 64, 64, 32, 4, false, false, "3.0", plain, true},
		{"a sum that is used besides", 64, 64, 32, 4, false, false, "1.0", strings.Replace(plain, "%next", "%part", 1) + `
    %next = arith.maximumf %part, %acc : $SUM`, true},
		{"a sum of its own", 64, 64, 32, 4, false, false, "1.0", strings.Replace(strings.Replace(plain, "%next", "%part", 1),
			"%acc", "%zero", 1) + `
    %next = arith.addf %part, %acc : $SUM`, true},
	} {
		body := c.body
		if strings.Contains(body, "%zero") {
			body = "%zero = arith.constant dense<0.0> : $SUM\n    " + body
		}
		strides, facts := [2]string{"[?, 1]", "[?, 1]"}, [2]string{"4, 1", "4, 1"}
		for i, transposed := range []bool{c.aTransposed, c.bTransposed} {
			if transposed {
				strides[i], facts[i] = "[1, ?]", "1, 4"
			}
		}
		source := strings.NewReplacer("$BODY", body).Replace(narrowed)
		source = strings.NewReplacer("$SUM", fmt.Sprintf("tensor<%dx%dxf32>", c.m, c.n)).Replace(source)
		source = strings.NewReplacer("$ASTRIDES", strides[0], "$BSTRIDES", strides[1], "$AFACTS", facts[0], "$BFACTS",
			facts[1], "$START", c.start, "$M", fmt.Sprint(c.m), "$N", fmt.Sprint(c.n), "$K", fmt.Sprint(c.k)).Replace(source)
		for i, depth := range []int{0, 4, 9*c.k - 4} {
			for j, options := range []girih.CompileOptions{{}, {Turns: "always"}, {RotateProducts: true, Turns: "always"}} {
				if !longtest.Includes(n+3*i+j, 5) {
					continue
				}
				options.NumWarps = c.warps
				rings, err := compareNarrowed(source, [3]int{c.m, c.n, depth}, [2]bool{c.aTransposed, c.bTransposed}, options)
				if err != nil {
					t.Errorf("%s, depth %d: %v", c.name, depth, err)
				} else if rings != c.rings {
					t.Errorf("%s: through rings: %v, want %v", c.name, rings, c.rings)
				}
			}
		}
	}
}

// compareNarrowed compares the simulator with the reference executor, and reports whether the kernel has rings.
func compareNarrowed(source string, size [3]int, transposed [2]bool, options girih.CompileOptions) (bool, error) {
	program, err := compared(source, "narrowed", options, func(types *ir.Context) (args []any, err error) {
		for i, s := range [][2]int{{size[0], size[2]}, {size[2], size[1]}, {size[0], size[1]}} {
			room := [2]int{max(4, s[0]), max(4, s[1])}
			one, err := interp.Filled(types.F32(), []int64{int64(room[0] * room[1])}, func(at int) float64 {
				return float64((at*7+at/3+i)%5 - 2)
			})
			if err != nil {
				return nil, err
			}
			row := room[1]
			if i < 2 && transposed[i] {
				row = room[0]
			}
			args = append(args, one, int64(s[0]), int64(s[1]), int64(row))
		}
		return args, nil
	})
	if err != nil {
		return false, err
	}
	return strings.Contains(program.String(), "nvvm.cp.async.bulk.tensor.shared"), nil
}
