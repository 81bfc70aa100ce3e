package overlap_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// pair returns a kernel with two tiles of 4x8 elements, at %n plus a constant, with two strides each.
const pair = `tile.kernel @f(%%x: !tile.ptr<f32>, %%n: i32) {
  %%r = tile.iota : tensor<4xi32>
  %%r1 = tile.expand_dims %%r axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
  %%i = tile.broadcast %%r1 : tensor<4x1xi32> -> tensor<4x8xi32>
  %%c = tile.iota : tensor<8xi32>
  %%c1 = tile.expand_dims %%c axis = 0 : tensor<8xi32> -> tensor<1x8xi32>
  %%j = tile.broadcast %%c1 : tensor<1x8xi32> -> tensor<4x8xi32>
  %%xs = tile.splat %%x : !tile.ptr<f32> -> tensor<4x8x!tile.ptr<f32>>
  %%ns = tile.splat %%n : i32 -> tensor<4x8xi32>
%s
%s
  tile.return
}`

// tileText is the text of one tile: its origin and its strides.
func tileText(name string, g [3]int64) string {
	constant := func(what string, n int64) string {
		return fmt.Sprintf("  %%%s%s = arith.constant dense<%d> : tensor<4x8xi32>\n", name, what, n)
	}
	return constant("o", g[0]) + constant("s", g[1]) + constant("t", g[2]) + fmt.Sprintf(`
  %%%[1]si = arith.muli %%i, %%%[1]ss : tensor<4x8xi32>
  %%%[1]sj = arith.muli %%j, %%%[1]st : tensor<4x8xi32>
  %%%[1]sk = arith.addi %%%[1]si, %%%[1]sj : tensor<4x8xi32>
  %%%[1]sl = arith.addi %%%[1]sk, %%%[1]so : tensor<4x8xi32>
  %%%[1]sm = arith.addi %%%[1]sl, %%ns : tensor<4x8xi32>
  %%%[1]sp = tile.addptr %%xs, %%%[1]sm : tensor<4x8x!tile.ptr<f32>>, tensor<4x8xi32> -> tensor<4x8x!tile.ptr<f32>>
  %%%[1]sv = tile.load %%%[1]sp : tensor<4x8x!tile.ptr<f32>>`, name)
}

func elements(g [3]int64) map[int64]bool {
	out := map[int64]bool{}
	for i := range int64(4) {
		for j := range int64(8) {
			out[g[0]+i*g[1]+j*g[2]] = true
		}
	}
	return out
}

// pointers returns an analysis, and the pointers of two tiles.
func pointers(t *testing.T, a, b [3]int64) (ad *overlap.Addresses, p, q *ir.Value) {
	t.Helper()
	module, err := text.ParseString(dialects.NewContext(), fmt.Sprintf(pair, tileText("a", a), tileText("b", b)))
	if err != nil {
		t.Fatal(err)
	}
	loads := module.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Load) })
	return overlap.NewAddresses(), loads[0].Operand(0), loads[1].Operand(0)
}

func apart(t *testing.T, a, b [3]int64) bool {
	t.Helper()
	ad, p, q := pointers(t, a, b)
	return ad.Apart(p, q)
}

// The elements of a tile of 4x8 elements have different addresses if its rows do not overlap, nor its columns.
func TestElementsAreDistinct(t *testing.T) {
	known := 0
	for _, row := range []int64{-64, -8, -7, -1, 0, 1, 4, 7, 8, 9, 16} {
		for _, column := range []int64{-5, -4, -1, 0, 1, 3, 4, 8} {
			g := [3]int64{7, row, column}
			ad, p, _ := pointers(t, g, [3]int64{})
			distinct := ad.Distinct(p)
			if distinct && len(elements(g)) < 32 {
				t.Errorf("strides %d and %d: the elements are not distinct", row, column)
			}
			if rows := max(row, -row) > 7*max(column, -column); rows && column != 0 && !distinct {
				t.Errorf("strides %d and %d: the elements are distinct", row, column)
			}
			if distinct {
				known++
			}
		}
	}
	if known == 0 {
		t.Error("no elements are distinct")
	}
}

func TestTilesAreApart(t *testing.T) {
	for _, c := range []struct {
		a, b [3]int64
		want bool
	}{
		{[3]int64{0, 8, 1}, [3]int64{32, 8, 1}, true},
		{[3]int64{0, 8, 1}, [3]int64{31, 8, 1}, false},
		{[3]int64{-32, 8, 1}, [3]int64{31, -8, -1}, true},
		{[3]int64{0, 16, 2}, [3]int64{1, 16, 2}, true},
		{[3]int64{0, 16, 2}, [3]int64{2, 16, 2}, false},
		{[3]int64{5, 0, 0}, [3]int64{5, 0, 0}, false},
		{[3]int64{5, 0, 0}, [3]int64{6, 0, 0}, true},
	} {
		if got := apart(t, c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
}

func TestGeneratedTilesThatAreApartHaveNoElementInCommon(t *testing.T) {
	random, found := rand.New(rand.NewPCG(1, 2)), 0
	anywhere := func() [3]int64 {
		strides := []int64{-8, -1, 0, 1, 2, 4, 6, 8, 16}
		return [3]int64{random.Int64N(80) - 40, strides[random.IntN(9)], strides[random.IntN(9)]}
	}
	for range 300 {
		a, b := anywhere(), anywhere()
		if !apart(t, a, b) {
			continue
		}
		found++
		for at := range elements(a) {
			if elements(b)[at] {
				t.Fatalf("%v and %v have %d in common", a, b, at)
			}
		}
	}
	if found < 50 {
		t.Errorf("found %d pairs", found)
	}
}

func TestTilesOfOtherArraysAreNotKnown(t *testing.T) {
	module, err := text.ParseString(dialects.NewContext(), `tile.kernel @f(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %p = tile.addptr %x, %n : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %q = tile.addptr %y, %n : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %a = tile.load %p : !tile.ptr<f32>
  %b = tile.load %q : !tile.ptr<f32>
  %c = tile.load %x : !tile.ptr<f32>
  tile.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	loads := module.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Load) })
	for i, other := range loads[1:] {
		if overlap.NewAddresses().Apart(loads[0].Operand(0), other.Operand(0)) {
			t.Errorf("load %d is apart from x[n]", i+1)
		}
	}
}

// Sums that have wrapped around are known up to multiples of 2^32: here, all addresses are x.
func TestElementsWhoseAddressesWrapAroundAreNotKnown(t *testing.T) {
	for name, offset := range map[string]string{
		"a number's lower half": `
  %i = arith.extsi %r : tensor<8xi32> to tensor<8xi64>
  %c = arith.constant dense<4294967296> : tensor<8xi64>
  %far = arith.muli %i, %c : tensor<8xi64>
  %at = arith.trunci %far : tensor<8xi64> to tensor<8xi32>`,
		"twice a number of 31 bits": `
  %c = arith.constant dense<-2147483648> : tensor<8xi32>
  %far = arith.muli %r, %c : tensor<8xi32>
  %at = arith.addi %far, %far : tensor<8xi32>`,
	} {
		module, err := text.ParseString(dialects.NewContext(), `
tile.kernel @f(%x: !tile.ptr<f32>) {
  %r = tile.iota : tensor<8xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>`+offset+`
  %p = tile.addptr %xs, %at : tensor<8x!tile.ptr<f32>>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
  %b = tile.load %p : tensor<8x!tile.ptr<f32>>
  tile.return
}`)
		if err != nil {
			t.Fatal(err)
		}
		p := module.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Load) })[0].Operand(0)
		if overlap.NewAddresses().Distinct(p) {
			t.Errorf("%s: the elements are distinct", name)
		}
	}
}
