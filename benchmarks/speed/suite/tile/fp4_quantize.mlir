// packed has the groups of 32 numbers of x as f4E2M1FN, ties toward zero, two in a byte, the first in the lower bits. The scale of a
// group is the power of two with which its greatest magnitude is at most 8; scales has its exponent, biased by 127.
//
// configurations: warps 2 4 8, GROUPS 16 32 64 128
// grid: x[0] / {GROUPS}

!groups = !tile.array<?x32xf32, strides = [32, 1]>
!packed = !tile.array<?x16xui8, strides = [16, 1]>
!scales = !tile.array<?xui8, strides = [1]>
!block = tensor<{GROUPS}x32xf32>
!codes = tensor<{GROUPS}x32xi32>
!ints = tensor<{GROUPS}xi32>
!floats = tensor<{GROUPS}xf32>
!pairs = tensor<{GROUPS}x16x2xi32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @fp4_quantize(%x: !groups {tile.divisibility = 16 : i32},
                            %packed: !packed {tile.divisibility = 16 : i32},
                            %scales: !scales {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding zero : !groups -> !block
    %size = tile.abs %v
    %top = tile.reduce max %size axis = 1
    %bits = tile.bitcast %top : !floats -> !ints
    %fraction = tile.literal 23
    %exponent = tile.shr %bits, %fraction
    %one = tile.literal 1
    %two = tile.literal 2
    %lower = tile.sub %exponent, %two
    %power = tile.max %lower, %one
    %mirror = tile.literal 254
    %inverse = tile.sub %mirror, %power
    %factor_bits = tile.shl %inverse, %fraction
    %factor = tile.bitcast %factor_bits : !ints -> !floats
    %column = tile.expand_dims %factor axis = 1
    %a = tile.mul %size, %column
    %b0 = arith.constant 0.25 : f32
    %b1 = arith.constant 0.75 : f32
    %b2 = arith.constant 1.25 : f32
    %b3 = arith.constant 1.75 : f32
    %b4 = arith.constant 2.5 : f32
    %b5 = arith.constant 3.5 : f32
    %b6 = arith.constant 5.0 : f32
    %none = arith.constant dense<0> : !codes
    %q0 = func.call @count(%none, %a, %b0) : (!codes, !block, f32) -> !codes
    %q1 = func.call @count(%q0, %a, %b1) : (!codes, !block, f32) -> !codes
    %q2 = func.call @count(%q1, %a, %b2) : (!codes, !block, f32) -> !codes
    %q3 = func.call @count(%q2, %a, %b3) : (!codes, !block, f32) -> !codes
    %q4 = func.call @count(%q3, %a, %b4) : (!codes, !block, f32) -> !codes
    %q5 = func.call @count(%q4, %a, %b5) : (!codes, !block, f32) -> !codes
    %q6 = func.call @count(%q5, %a, %b6) : (!codes, !block, f32) -> !codes
    %zero = tile.literal 0
    %eight = tile.literal 8
    %negative = tile.cmp lt, %v, %zero
    %sign = tile.where %negative, %eight, %zero
    %code = tile.or %q6, %sign
    %pairs = tile.reshape %code : !codes -> !pairs
    %low, %high = tile.split %pairs
    %four = tile.literal 4
    %shifted = tile.shl %high, %four
    %byte = tile.or %low, %shifted
    tile.store_view %byte, %packed[%i, %first]
    tile.store_view %power, %scales[%i]
    tile.return
  }

  // Counts the bound where a is above it.
  func.func private @count(%so_far: !codes, %a: !block, %bound: f32) -> !codes {
    %above = tile.cmp gt, %a, %bound
    %more = tile.add %so_far, %above
    func.return %more : !codes
  }
}
