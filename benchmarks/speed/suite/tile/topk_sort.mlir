// out has the 16 greatest elements of each row of x, the greatest first.
//
// configurations: warps 1 2 4 8
// grid: x[0]

!matrix = !tile.array<?x1024xf32, strides = [1024, 1]>
!best = !tile.array<?x16xf32, strides = [16, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @topk_sort(%x: !matrix {tile.divisibility = 16 : i32},
                         %out: !best {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] : !matrix -> tensor<1x1024xf32>
    %groups = tile.reshape %v : tensor<1x1024xf32> -> tensor<64x16xf32>
    // The best 16 of two sorted lists are the greater of one and of the other backwards, element by element.
    %s64 = tile.sort %groups axis = 1 descending : tensor<64x16xf32> -> tensor<64x16xf32>
    %p64 = tile.reshape %s64 : tensor<64x16xf32> -> tensor<32x2x16xf32>
    %q64 = tile.permute %p64 [0, 2, 1] : tensor<32x2x16xf32> -> tensor<32x16x2xf32>
    %a64, %b64 = tile.split %q64 : tensor<32x16x2xf32> -> tensor<32x16xf32>
    %r64 = tile.flip %b64 axis = 1 : tensor<32x16xf32>
    %m64 = tile.max %a64, %r64 : tensor<32x16xf32>, tensor<32x16xf32> -> tensor<32x16xf32>
    %s32 = tile.sort %m64 axis = 1 descending : tensor<32x16xf32> -> tensor<32x16xf32>
    %p32 = tile.reshape %s32 : tensor<32x16xf32> -> tensor<16x2x16xf32>
    %q32 = tile.permute %p32 [0, 2, 1] : tensor<16x2x16xf32> -> tensor<16x16x2xf32>
    %a32, %b32 = tile.split %q32 : tensor<16x16x2xf32> -> tensor<16x16xf32>
    %r32 = tile.flip %b32 axis = 1 : tensor<16x16xf32>
    %m32 = tile.max %a32, %r32 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
    %s16 = tile.sort %m32 axis = 1 descending : tensor<16x16xf32> -> tensor<16x16xf32>
    %p16 = tile.reshape %s16 : tensor<16x16xf32> -> tensor<8x2x16xf32>
    %q16 = tile.permute %p16 [0, 2, 1] : tensor<8x2x16xf32> -> tensor<8x16x2xf32>
    %a16, %b16 = tile.split %q16 : tensor<8x16x2xf32> -> tensor<8x16xf32>
    %r16 = tile.flip %b16 axis = 1 : tensor<8x16xf32>
    %m16 = tile.max %a16, %r16 : tensor<8x16xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
    %s8 = tile.sort %m16 axis = 1 descending : tensor<8x16xf32> -> tensor<8x16xf32>
    %p8 = tile.reshape %s8 : tensor<8x16xf32> -> tensor<4x2x16xf32>
    %q8 = tile.permute %p8 [0, 2, 1] : tensor<4x2x16xf32> -> tensor<4x16x2xf32>
    %a8, %b8 = tile.split %q8 : tensor<4x16x2xf32> -> tensor<4x16xf32>
    %r8 = tile.flip %b8 axis = 1 : tensor<4x16xf32>
    %m8 = tile.max %a8, %r8 : tensor<4x16xf32>, tensor<4x16xf32> -> tensor<4x16xf32>
    %s4 = tile.sort %m8 axis = 1 descending : tensor<4x16xf32> -> tensor<4x16xf32>
    %p4 = tile.reshape %s4 : tensor<4x16xf32> -> tensor<2x2x16xf32>
    %q4 = tile.permute %p4 [0, 2, 1] : tensor<2x2x16xf32> -> tensor<2x16x2xf32>
    %a4, %b4 = tile.split %q4 : tensor<2x16x2xf32> -> tensor<2x16xf32>
    %r4 = tile.flip %b4 axis = 1 : tensor<2x16xf32>
    %m4 = tile.max %a4, %r4 : tensor<2x16xf32>, tensor<2x16xf32> -> tensor<2x16xf32>
    %s2 = tile.sort %m4 axis = 1 descending : tensor<2x16xf32> -> tensor<2x16xf32>
    %p2 = tile.reshape %s2 : tensor<2x16xf32> -> tensor<1x2x16xf32>
    %q2 = tile.permute %p2 [0, 2, 1] : tensor<1x2x16xf32> -> tensor<1x16x2xf32>
    %a2, %b2 = tile.split %q2 : tensor<1x16x2xf32> -> tensor<1x16xf32>
    %r2 = tile.flip %b2 axis = 1 : tensor<1x16xf32>
    %m2 = tile.max %a2, %r2 : tensor<1x16xf32>, tensor<1x16xf32> -> tensor<1x16xf32>
    %s1 = tile.sort %m2 axis = 1 descending : tensor<1x16xf32> -> tensor<1x16xf32>
    tile.store_view %s1, %out[%i, %first] : tensor<1x16xf32>, !best
    tile.return
  }
}
