package interp_test

import (
	"errors"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
)

func TestBuffersHoldWhatWasStored(t *testing.T) {
	const body = `%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%buf = tilegpu.shared_alloc : !tilegpu.shared<2x3xi32>
tilegpu.shared_store %a, %buf[%c1, %c0] : i32, !tilegpu.shared<2x3xi32>
tilegpu.shared_store %b, %buf[%c0, %c1] : i32, !tilegpu.shared<2x3xi32>
tilegpu.shared_store %c1, %buf[%c0, %c1] : i32, !tilegpu.shared<2x3xi32>
%x = tilegpu.shared_load %buf[%c1, %c0] : !tilegpu.shared<2x3xi32> -> i32
%y = tilegpu.shared_load %buf[%c0, %c1] : !tilegpu.shared<2x3xi32> -> i32
%r = arith.subi %x, %y : i32`
	out, err := eval(t, "i32", body, []string{"i32", "i32"}, 42, 7)
	if err != nil || out.Float64(0) != 41 {
		t.Errorf("%v, error %v", out, err)
	}
}

func TestBuffersAreUndefinedAtFirstAndBounded(t *testing.T) {
	for index, want := range map[int]error{0: interp.ErrUndefined, 1: nil, 2: interp.ErrOutOfBounds,
		-1: interp.ErrOutOfBounds} {
		const body = `%c1 = arith.constant 1 : i32
%buf = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<4xi32>>
%t = tile.splat %c1 : i32 -> tensor<4xi32>
tilegpu.shared_store %t, %buf[%c1] : tensor<4xi32>, !tilegpu.shared<2xtensor<4xi32>>
%l = tilegpu.shared_load %buf[%a] : !tilegpu.shared<2xtensor<4xi32>> -> tensor<4xi32>
%r = tile.reduce %l axis = 0 {
^bb0(%x: i32, %y: i32):
  %s = arith.addi %x, %y : i32
  tile.yield %s : i32
} : tensor<4xi32> -> i32`
		out, err := eval(t, "i32", body, []string{"i32"}, index)
		if !errors.Is(err, want) || want == nil && out.Float64(0) != 4 {
			t.Errorf("cell %d: %v, error %v, want %v", index, out, err, want)
		}
	}
}
