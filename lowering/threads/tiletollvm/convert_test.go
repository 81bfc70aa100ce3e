package tiletollvm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
)

// conversion is the text of a kernel that loads a matrix in layout #a, converts it to layout #b, and stores it.
const conversion = `#a = $A
#b = $B
tile.kernel @k(%x: !tile.ptr<$T> {tile.divisibility = 16 : i32}, %y: !tile.ptr<$T> {tile.divisibility = 16 : i32})
    attributes {tilegpu.num_warps = $W : i32} {
  %ai = tile.iota : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #a}>>
  %aj = tile.iota : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #a}>>
  %ar = tile.expand_dims %ai axis = 1 : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #a}>> -> tensor<$Mx1xi32, #a>
  %ac = tile.expand_dims %aj axis = 0 : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #a}>> -> tensor<1x$Nxi32, #a>
  %an = arith.constant dense<$N> : tensor<$Mx1xi32, #a>
  %as = arith.muli %ar, %an : tensor<$Mx1xi32, #a>
  %as2 = tile.broadcast %as : tensor<$Mx1xi32, #a> -> tensor<$SHAPExi32, #a>
  %ac2 = tile.broadcast %ac : tensor<1x$Nxi32, #a> -> tensor<$SHAPExi32, #a>
  %o = arith.addi %as2, %ac2 : tensor<$SHAPExi32, #a>
  %bi = tile.iota : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #b}>>
  %bj = tile.iota : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #b}>>
  %br = tile.expand_dims %bi axis = 1 : tensor<$Mxi32, #tilegpu.slice<{dim = 1, parent = #b}>> -> tensor<$Mx1xi32, #b>
  %bc = tile.expand_dims %bj axis = 0 : tensor<$Nxi32, #tilegpu.slice<{dim = 0, parent = #b}>> -> tensor<1x$Nxi32, #b>
  %bn = arith.constant dense<$N> : tensor<$Mx1xi32, #b>
  %bs = arith.muli %br, %bn : tensor<$Mx1xi32, #b>
  %bs2 = tile.broadcast %bs : tensor<$Mx1xi32, #b> -> tensor<$SHAPExi32, #b>
  %bc2 = tile.broadcast %bc : tensor<1x$Nxi32, #b> -> tensor<$SHAPExi32, #b>
  %p = arith.addi %bs2, %bc2 : tensor<$SHAPExi32, #b>
  %xp = tile.splat %x : !tile.ptr<$T> -> tensor<$SHAPEx!tile.ptr<$T>, #a>
  %xs = tile.addptr %xp, %o : tensor<$SHAPEx!tile.ptr<$T>, #a>, tensor<$SHAPExi32, #a> -> tensor<$SHAPEx!tile.ptr<$T>, #a>
  %v = tile.load %xs : tensor<$SHAPEx!tile.ptr<$T>, #a>
  %w = tilegpu.convert_layout %v : tensor<$SHAPEx$T, #a> -> tensor<$SHAPEx$T, #b>
  %yp = tile.splat %y : !tile.ptr<$T> -> tensor<$SHAPEx!tile.ptr<$T>, #b>
  %ys = tile.addptr %yp, %p : tensor<$SHAPEx!tile.ptr<$T>, #b>, tensor<$SHAPExi32, #b> -> tensor<$SHAPEx!tile.ptr<$T>, #b>
  tile.store %ys, %w : tensor<$SHAPEx!tile.ptr<$T>, #b>, tensor<$SHAPEx$T, #b>
  tile.return
}
`

// convert runs the kernel, checks that it copies the matrix, and returns the statistics. Blocks have no more shared
// memory than an exchange may take.
func convert(t *testing.T, a, b, elem string, shape []int, warps int) *simt.Stats {
	t.Helper()
	n := shape[0] * shape[1]
	source := strings.NewReplacer("$A", a, "$B", b, "$T", elem, "$W", fmt.Sprint(warps),
		"$SHAPE", fmt.Sprintf("%dx%d", shape[0], shape[1]), "$M", fmt.Sprint(shape[0]), "$N",
		fmt.Sprint(shape[1])).Replace(conversion)
	m := parse(t, "conversion", source)
	typ := m.Operation().Context().Float(elem)
	args := make([]any, 2)
	var arrays [2]*interp.Array
	for i := range arrays {
		array, err := interp.Filled(typ, []int64{int64(n)}, func(int) float64 { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		arrays[i], args[i] = array, array
	}
	for i := range n {
		arrays[0].SetBits(i, uint64(i))
	}
	if err := tiletollvm.Convert(m.Operation(), tiletollvm.Options{SM: tiletollvm.DefaultSM,
		SharedMemory: costs.SharedUnasked}); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	stats, err := simt.Run(context.Background(), m.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, source, m)
	}
	for i := range n {
		if arrays[0].Bits(i) != arrays[1].Bits(i) {
			t.Fatalf("element %d is %d, want %d\n%s", i, arrays[1].Bits(i), arrays[0].Bits(i), source)
		}
	}
	return stats
}

// blocked2 is the text of a blocked layout.
func blocked2(perThread, lanes, warps, order string) string {
	return fmt.Sprintf("#tilegpu.blocked<{sizePerThread = [%s], threadsPerWarp = [%s], warpsPerCTA = [%s], order = [%s]}>",
		perThread, lanes, warps, order)
}

// TestTranspositionsHaveNoBankConflicts transposes through shared memory. A pass accesses 128 bytes.
func TestTranspositionsHaveNoBankConflicts(t *testing.T) {
	for _, c := range []struct {
		elem, a, b string
		bytes      int64
	}{
		{"f32", blocked2("1, 4", "2, 16", "4, 1", "1, 0"), blocked2("4, 1", "16, 2", "1, 4", "0, 1"), 4},
		{"f32", blocked2("1, 1", "1, 32", "4, 1", "1, 0"), blocked2("1, 1", "32, 1", "1, 4", "0, 1"), 4},
		{"f16", blocked2("1, 8", "4, 8", "4, 1", "1, 0"), blocked2("8, 1", "8, 4", "1, 4", "0, 1"), 2},
		{"bf16", blocked2("1, 1", "1, 32", "4, 1", "1, 0"), blocked2("2, 1", "32, 1", "1, 4", "0, 1"), 2},
		{"f8E5M2", blocked2("1, 16", "8, 4", "4, 1", "1, 0"), blocked2("16, 1", "4, 8", "1, 4", "0, 1"), 1},
		{"f64", blocked2("1, 2", "1, 32", "4, 1", "1, 0"), blocked2("2, 1", "32, 1", "1, 4", "0, 1"), 8},
	} {
		stats := convert(t, c.a, c.b, c.elem, []int{64, 64}, 4)
		if stats.BankConflicts > 0 {
			t.Errorf("%s from %s to %s: %d conflicts in %d passes", c.elem, c.a, c.b, stats.BankConflicts,
				stats.SharedWavefronts)
		}
		if stats.SharedWavefronts == 0 || stats.Barriers != 1 {
			t.Errorf("%s from %s to %s: %d passes and %d barriers", c.elem, c.a, c.b, stats.SharedWavefronts, stats.Barriers)
		}
	}
}

// TestElementsTakeTheCheapestRoute checks that elements move by shuffles within a warp, and that nothing moves if
// threads hold their elements already.
func TestElementsTakeTheCheapestRoute(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		shuffles   bool
		shared     bool
	}{
		{"registers in another order", blocked2("1, 4", "4, 8", "2, 1", "1, 0"), blocked2("1, 4", "4, 8", "2, 1", "1, 0"),
			false, false},
		{"two lanes exchange a register", blocked2("1, 4", "4, 8", "2, 1", "1, 0"),
			blocked2("2, 2", "2, 16", "2, 1", "1, 0"), true, false},
		{"between warps", blocked2("1, 4", "4, 8", "2, 1", "1, 0"), blocked2("1, 4", "4, 8", "1, 2", "1, 0"), false, true},
	} {
		stats := convert(t, c.a, c.b, "f32", []int{8, 32}, 2)
		shuffles := int64(0)
		for _, op := range stats.Operations {
			if strings.Contains(op.Name, "shfl") {
				shuffles += op.WarpInstructions
			}
		}
		if (shuffles > 0) != c.shuffles || (stats.SharedWavefronts > 0) != c.shared {
			t.Errorf("%s: %d shuffles, %d passes over shared memory", c.name, shuffles, stats.SharedWavefronts)
		}
	}
}

// TestNarrowElementsTravelTogether checks that narrow elements that move between the same lanes share a shuffle.
func TestNarrowElementsTravelTogether(t *testing.T) {
	// Lanes exchange pairs of rows; the columns that a thread has stay together.
	a, b := blocked2("2, 4", "4, 8", "1, 1", "1, 0"), blocked2("1, 4", "4, 8", "1, 1", "1, 0")
	var counts []int64
	for _, elem := range []string{"f32", "f16", "f8E5M2"} {
		n := int64(0)
		for _, op := range convert(t, a, b, elem, []int{8, 32}, 1).Operations {
			if strings.Contains(op.Name, "shfl") {
				n += op.WarpInstructions
			}
		}
		counts = append(counts, n)
	}
	if counts[0] == 0 || counts[1] != counts[0]/2 || counts[2] != counts[0]/4 {
		t.Errorf("%d shuffles for elements of 32, 16 and 8 bits", counts)
	}
}

// TestAnyLayoutBecomesAnyOther converts between random layouts, for elements of all sizes.
func TestAnyLayoutBecomesAnyOther(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for range 150 {
		warps := 1 << r.IntN(4)
		elem := []string{"f8E5M2", "f16", "f32", "f64"}[r.IntN(4)]
		convert(t, randomLayout(r, warps), randomLayout(r, warps), elem, []int{1 << r.IntN(6), 1 << r.IntN(7)}, warps)
	}
}

// TestLargeTensorsAreConvertedInParts converts tensors that are larger than the static limit of shared memory.
func TestLargeTensorsAreConvertedInParts(t *testing.T) {
	a, b := blocked2("1, 4", "4, 8", "4, 1", "1, 0"), blocked2("4, 1", "8, 4", "1, 4", "0, 1")
	for _, shape := range [][]int{{128, 128}, {256, 64}, {64, 512}} {
		stats := convert(t, a, b, "f32", shape, 4)
		if stats.Barriers < 3 || stats.BankConflicts > 0 {
			t.Errorf("%v: %d barriers, %d conflicts", shape, stats.Barriers, stats.BankConflicts)
		}
	}
}

// TestExchangesHaveABound converts tensors of which no half is in the same registers in both layouts, so that threads
// read both halves, and choose. No conversion has more shared memory ([convert]).
func TestExchangesHaveABound(t *testing.T) {
	rows, columns := blocked2("1, 32", "32, 1", "8, 1", "1, 0"), blocked2("32, 1", "1, 32", "1, 8", "0, 1")
	for _, c := range []struct {
		elem  string
		shape []int
	}{
		{"f32", []int{256, 64}}, {"f32", []int{256, 128}}, {"f64", []int{256, 32}}, {"f64", []int{64, 256}},
		{"f16", []int{256, 128}}, {"f8E5M2", []int{256, 256}},
	} {
		convert(t, rows, columns, c.elem, c.shape, 8)
		convert(t, columns, rows, c.elem, c.shape, 8)
	}
}
