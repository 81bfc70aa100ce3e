// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-assign-layouts,convert-tile-to-llvm)' | filecheck %s

// Numbers that share a word are frozen before they are put into it, if they may be undefined. What a loop computes of
// defined numbers is defined.

// CHECK-LABEL: llvm.func @defined
// CHECK-NOT: llvm.freeze
tile.kernel @defined(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %half = arith.constant dense<0.0> : tensor<64x64xf16>
  %all = tile.iota : tensor<4096xi32>
  %at = tile.reshape %all : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %q = tile.addptr %ps, %at : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %half) -> (tensor<64x64xf16>) : i32 {
    %x = tile.load %q : tensor<64x64x!tile.ptr<f16>>
    %y = arith.addf %acc, %x : tensor<64x64xf16>
    scf.yield %y : tensor<64x64xf16>
  }
  %turned = tile.permute %sum [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  tile.store %q, %turned : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xf16>
  tile.return
}

// -----

// Here some of them are not loaded.

// CHECK-LABEL: llvm.func @undefined
// CHECK: llvm.freeze
tile.kernel @undefined(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %half = arith.constant dense<0.0> : tensor<64x64xf16>
  %all = tile.iota : tensor<4096xi32>
  %at = tile.reshape %all : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %q = tile.addptr %ps, %at : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
  %ns = tile.splat %n : i32 -> tensor<64x64xi32>
  %m = arith.cmpi slt, %at, %ns : tensor<64x64xi32>
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %half) -> (tensor<64x64xf16>) : i32 {
    %x = tile.load %q, %m : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi1>
    %y = arith.addf %acc, %x : tensor<64x64xf16>
    scf.yield %y : tensor<64x64xf16>
  }
  %turned = tile.permute %sum [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  tile.store %q, %turned : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xf16>
  tile.return
}

// -----

// A function may return numbers that it has not loaded.

func.func private @part(%p: !tile.ptr<f16>, %n: i32) -> tensor<64x64xf16> attributes {noinline} {
  %all = tile.iota : tensor<4096xi32>
  %at = tile.reshape %all : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %q = tile.addptr %ps, %at : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
  %ns = tile.splat %n : i32 -> tensor<64x64xi32>
  %m = arith.cmpi slt, %at, %ns : tensor<64x64xi32>
  %x = tile.load %q, %m : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi1>
  return %x : tensor<64x64xf16>
}

// CHECK-LABEL: llvm.func @called
// CHECK: llvm.freeze
tile.kernel @called(%p: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32) {
  %all = tile.iota : tensor<4096xi32>
  %at = tile.reshape %all : tensor<4096xi32> -> tensor<64x64xi32>
  %ps = tile.splat %p : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>>
  %q = tile.addptr %ps, %at : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f16>>
  %x = func.call @part(%p, %n) : (!tile.ptr<f16>, i32) -> tensor<64x64xf16>
  %turned = tile.permute %x [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  tile.store %q, %turned : tensor<64x64x!tile.ptr<f16>>, tensor<64x64xf16>
  tile.return
}
