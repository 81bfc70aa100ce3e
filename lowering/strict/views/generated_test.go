package views_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// accesses returns a kernel that reads a two-dimensional array through random slices and views, and by index, and
// stores each tile that it reads.
func accesses(r *rand.Rand) string {
	var b strings.Builder
	const array = "!tile.array<?x?xi32, strides = [?, 1]>"
	b.WriteString(`module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: ` + array + `, %y: !tile.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %w = tile.dim %x, 1 : ` + array + `
  %h = tile.dim %x, 0 : ` + array + `
  %s = tile.stride %x, 0 : ` + array + `
  %s64 = arith.extsi %s : i32 to i64
  %p = tile.base %x : ` + array + `
  %made = tile.make_array %p shape[%h, %w] strides[%s64] : !tile.ptr<i32> -> ` + array + `
  %part = tile.slice %made axis = 0 from %c1 to %h : ` + array + ` -> ` + array + `
  %inner = tile.slice %part axis = 1 from %c3 to %w : ` + array + ` -> ` + array + "\n")
	names := []string{"%x", "%made", "%part", "%inner"}
	indices := []string{"%c0", "%c1", "%c3", "%minus"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	for i := range 6 {
		tile := [2]int{1 << r.IntN(3), 1 << r.IntN(3)}
		settings := ""
		if r.IntN(2) == 0 {
			settings += ", order = [1, 0]"
		}
		if r.IntN(2) == 0 {
			settings += fmt.Sprintf(", steps = [%d, %d]", 1+r.IntN(4), 1+r.IntN(4))
		}
		view := fmt.Sprintf("!tile.view<tile = [%d, %d]%s, padding = zero, %s>", tile[0], tile[1], settings, array)
		size := tile[0] * tile[1]
		at := 16 * i
		fmt.Fprintf(&b, `  %%v%[1]d = tile.view %[2]s : %[3]s
  %%n%[1]d = tile.num_tiles %%v%[1]d, %[9]d : %[3]s
  %%t%[1]d = tile.load_view %%v%[1]d[%[4]s, %[5]s] anywhere : %[3]s -> tensor<%[6]dx%[7]dxi32>
  %%u%[1]d = tile.add %%t%[1]d, %%n%[1]d : tensor<%[6]dx%[7]dxi32>, i32 -> tensor<%[6]dx%[7]dxi32>
  %%r%[1]d = tile.reshape %%u%[1]d : tensor<%[6]dx%[7]dxi32> -> tensor<%[8]dxi32>
  %%i%[1]d = tile.iota : tensor<%[8]dxi32>
  %%in%[1]d = tile.in_bounds %[2]s[%%i%[1]d, %[4]s] : %[10]s, tensor<%[8]dxi32>, i32 -> tensor<%[8]dxi1>
  %%e%[1]d = tile.element_ptr %[2]s[%%i%[1]d, %[4]s] : %[10]s, tensor<%[8]dxi32>, i32 -> tensor<%[8]dx!tile.ptr<i32>>
  %%g%[1]d = tile.load %%e%[1]d, %%in%[1]d, %%c1 : tensor<%[8]dx!tile.ptr<i32>>, tensor<%[8]dxi1>, i32
  %%z%[1]d = tile.add %%g%[1]d, %%r%[1]d : tensor<%[8]dxi32>, tensor<%[8]dxi32> -> tensor<%[8]dxi32>
  %%a%[1]d = arith.constant %[11]d : i32
  %%o%[1]d = tile.add %%i%[1]d, %%a%[1]d : tensor<%[8]dxi32>, i32 -> tensor<%[8]dxi32>
  %%q%[1]d = tile.addptr %%y, %%o%[1]d : !tile.ptr<i32>, tensor<%[8]dxi32> -> tensor<%[8]dx!tile.ptr<i32>>
  tile.store %%q%[1]d, %%z%[1]d : tensor<%[8]dx!tile.ptr<i32>>, tensor<%[8]dxi32>
`, i, pick(names), view, pick(indices), pick(indices), tile[0], tile[1], size, r.IntN(2), array, at)
	}
	b.WriteString("  tile.return\n}\n}\n")
	return b.String()
}

func TestGeneratedAccessesReadTheSameThroughPointers(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		source := accesses(r)
		m, err := girih.Parse("generated.mlir", []byte(source))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		h, w := int64(3+r.IntN(8)), int64(4+r.IntN(8))
		i32 := ir.NewContext().I(32)
		number := func(i int) float64 { return float64(100 + i) }
		x, err := interp.Filled(i32, []int64{h, w}, number)
		if err != nil {
			t.Fatal(err)
		}
		run := func(args ...any) *interp.Array {
			y, err := interp.NewArray(i32, 96)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, append(args, y)...); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, m)
			}
			return y
		}
		want := run(x)
		if err := m.Lower(context.Background(), girih.Strict); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		if err := lower(m); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, m)
		}
		got := run(x, h, w, w)
		for i := range want.Len() {
			if want.Defined(i) != got.Defined(i) || want.Bits(i) != got.Bits(i) {
				t.Fatalf("seed %d: element %d is %v, want %v\n%s", seed, i, got.Float64(i), want.Float64(i), source)
			}
		}
	}
}
