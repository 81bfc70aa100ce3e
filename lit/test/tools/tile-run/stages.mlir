// RUN: tile-run --level=llvm --target=sm_90a --stages=always --remarks --compare --grid=2 --arg randint:1x64x9x18xf16:low=-3:high=4 --arg randint:32x64x2x3xf16:low=-3:high=4 --arg zeros:1x32x8x16xf16 %s 2>&1 | filecheck %s

// A launch copies both operands, and then computes the convolution. The reference executor does all in one kernel.

// CHECK: another kernel first copies lhs to the order n(h+r)(w+s)c
// CHECK: compare y: 4096 elements {{equal|within tolerance}}

!x = !tile.array<1x64x9x18xf16, strides = [10368, 162, 18, 1]>
!w = !tile.array<32x64x2x3xf16, strides = [384, 6, 3, 1]>
!y = !tile.array<1x32x8x16xf16, strides = [4096, 128, 16, 1]>
tile.kernel @convolution(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  tile.contract "nc(h+r)(w+s),kcrs->nkhw" %x, %w into %y : !x, !w, !y
  tile.return
}
