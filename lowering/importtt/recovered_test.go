package importtt_test

import (
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// Kernels that differ slightly from a product of arrays compute the same as in the reference executor. Some still load
// tiles of arrays; in others, loads through an array would not be equivalent.
func TestOnlyTilesOfArraysAreCopiedInBulk(t *testing.T) {
	const (
		maskA  = "%a_45 = arith.cmpi slt, %a_ptrs_17, %a_44 : tensor<1x64xi32>"
		loadA  = "%a_47 = tt.load %a_ptrs_40, %a_46, %cstAz : tensor<64x64x!tt.ptr<f16>>"
		loadB  = "%b_50 = tt.load %b_ptrs_41, %b_49, %cstBz : tensor<64x64x!tt.ptr<f16>>"
		dot    = "%accumulator_51 = tt.dot %a_47"
		stored = "%10 = arith.andi %8, %9 : tensor<64x64xi1>"
		zeros  = "%cstAz = arith.constant dense<0.0>"
		start  = "%offs_am = arith.muli %pid_m_5, %cM : i32"
		sub    = "%a_43 = arith.subi %K, %a : i32"
	)
	loads := [...]int{0, 5, 8} // bulk copies for 0, 1 and 2 rings, before and in the loop
	for i, c := range []struct {
		name  string
		tiles int // how many of the two tiles bulk copies load
		text  []string
	}{
		{"as it is", 2, nil},
		{"rows that wrap are stored", 1, []string{stored, "%10 = arith.andi %9, %9 : tensor<64x64xi1>"}},
		{"rows are stored up to another size", 1, []string{"%4 = tt.splat %M : i32", "%4 = tt.splat %K : i32"}},
		{"rows are stored up to and with the size", 1, []string{
			"%5 = arith.cmpi slt, %c_ptrs", "%5 = arith.cmpi sle, %c_ptrs"}},
		{"rows wrap at another size", 1, []string{"%offs_am_9 = tt.splat %M", "%offs_am_9 = tt.splat %N"}},
		{"rows do not wrap", 2, []string{"%offs_am_10 = arith.remsi %offs_am_8, %offs_am_9 : tensor<64xi32>",
			"%offs_am_10 = arith.minsi %offs_am_8, %offs_am_8 : tensor<64xi32>", "%offs_am_10 {axis", "%offs_am_8 {axis"}},
		{"ones beyond the array", 1, []string{zeros, "%cstAz = arith.constant dense<1.0>"}},
		{"the mask is of another iteration", 0, []string{
			sub, "%a1 = arith.addi %a, %cK1 : i32\n      %a_43 = arith.subi %K, %a1 : i32"}},
		{"the mask compares the other way round", 2, []string{maskA,
			"%a_45 = arith.cmpi sgt, %a_44, %a_ptrs_17 : tensor<1x64xi32>"}},
		{"the mask is unsigned", 1, []string{maskA, "%a_45 = arith.cmpi ult, %a_ptrs_17, %a_44 : tensor<1x64xi32>"}},
		{"the mask has the last one, too", 1, []string{
			maskA, "%a_45 = arith.cmpi sle, %a_ptrs_17, %a_44 : tensor<1x64xi32>"}},
		{"tiles are added up to something else", 0, []string{
			dot, "%both = arith.addf %a_47, %b_50 : tensor<64x64xf16>\n      %accumulator_51 = tt.dot %both"}},
		{"tiles begin elsewhere", 2, []string{
			start, "%offs_am0 = arith.muli %pid_m_5, %cM : i32\n    %offs_am = arith.addi %offs_am0, %c2_i32 : i32"}},
		{"each tile is half of the one before", 1, []string{
			"%cstA = arith.constant dense<64>", "%cstA = arith.constant dense<32>"}},
		{"volatile", 0, []string{
			loadA, "%a_47 = tt.load %a_ptrs_40, %a_46, %cstAz {isVolatile = true} : tensor<64x64x!tt.ptr<f16>>",
			loadB, "%b_50 = tt.load %b_ptrs_41, %b_49, %cstBz {isVolatile = true} : tensor<64x64x!tt.ptr<f16>>"}},
		{"rows that may begin anywhere", 0, []string{"%stride_bk: i32 {tt.divisibility = 16 : i32}", "%stride_bk: i32"}},
		{"a base that may be anywhere", 0, []string{
			"%b_ptr: !tt.ptr<f16> {tt.divisibility = 16 : i32}", "%b_ptr: !tt.ptr<f16>"}},
	} {
		if !longtest.Includes(i, 3) {
			continue
		}
		if !longtest.Includes(i, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := products[len(products)-1]
			p.replace = c.text
			program, counts := forWarpGroups(t, imported(t, p.file, c.text...), bulkLoad)
			if want := loads[c.tiles]; counts[0] != want {
				t.Errorf("%d bulk loads, want %d", counts[0], want)
			}
			p.compare(t, program, [3]int64{70, 75, 150}, dense)
		})
	}
}
