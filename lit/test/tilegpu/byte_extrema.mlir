// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=1},convert-tile-to-llvm{sm=90},trivial-dce)' | filecheck %s

// Four bytes of a word are compared as two pairs of 16-bit numbers. One instruction combines them again.

// CHECK-LABEL: llvm.func @bytes
// CHECK: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK: %[[Y:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK: llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4140;", "=r,r,r" %[[X]]
// CHECK: llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4140;", "=r,r,r" %[[Y]]
// CHECK: %[[LOW:.*]] = llvm.inline_asm "min.u16x2 $0, $1, $2;"
// CHECK: llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4342;", "=r,r,r" %[[X]]
// CHECK: llvm.inline_asm "prmt.b32 $0, $1, $2, 0x4342;", "=r,r,r" %[[Y]]
// CHECK: %[[HIGH:.*]] = llvm.inline_asm "min.u16x2 $0, $1, $2;"
// CHECK: %[[OUT:.*]] = llvm.inline_asm "prmt.b32 $0, $1, $2, 0x6420;", "=r,r,r" %[[LOW]], %[[HIGH]]
// CHECK: llvm.store %[[OUT]]
tile.kernel @bytes(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i8> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<128x!tile.ptr<i8>>
  %ys = tile.splat %y : !tile.ptr<i8> -> tensor<128x!tile.ptr<i8>>
  %p = tile.addptr %xs, %i : tensor<128x!tile.ptr<i8>>, tensor<128xi32> -> tensor<128x!tile.ptr<i8>>
  %q = tile.addptr %ys, %i : tensor<128x!tile.ptr<i8>>, tensor<128xi32> -> tensor<128x!tile.ptr<i8>>
  %a = tile.load %p : tensor<128x!tile.ptr<i8>>
  %b = tile.load %q : tensor<128x!tile.ptr<i8>>
  %r = arith.minui %a, %b : tensor<128xi8>
  tile.store %q, %r : tensor<128x!tile.ptr<i8>>, tensor<128xi8>
  tile.return
}

// -----

// 16-bit numbers are in the order that the instructions need. The moves extend their signs.

// CHECK-LABEL: llvm.func @halves
// CHECK: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK: %[[Y:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK-NOT: prmt
// CHECK: llvm.inline_asm "max.s16x2 $0, $1, $2;", "=r,r,r" %[[X]], %[[Y]]
// CHECK-NOT: prmt
// CHECK: llvm.return
tile.kernel @halves(%x: !tile.ptr<i16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i16> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<64xi32>
  %xs = tile.splat %x : !tile.ptr<i16> -> tensor<64x!tile.ptr<i16>>
  %ys = tile.splat %y : !tile.ptr<i16> -> tensor<64x!tile.ptr<i16>>
  %p = tile.addptr %xs, %i : tensor<64x!tile.ptr<i16>>, tensor<64xi32> -> tensor<64x!tile.ptr<i16>>
  %q = tile.addptr %ys, %i : tensor<64x!tile.ptr<i16>>, tensor<64xi32> -> tensor<64x!tile.ptr<i16>>
  %a = tile.load %p : tensor<64x!tile.ptr<i16>>
  %b = tile.load %q : tensor<64x!tile.ptr<i16>>
  %r = arith.maxsi %a, %b : tensor<64xi16>
  tile.store %q, %r : tensor<64x!tile.ptr<i16>>, tensor<64xi16>
  tile.return
}
