// RUN: tile-opt %s --tile-to-gpu='num-warps=1' | filecheck %s

// LLVM would add the constant where each number is loaded, in a branch, so that the second load waits for the first one.
// Behind a freeze, arithmetic stays behind all loads.
// CHECK-LABEL: llvm.func @constant
// CHECK: llvm.load
// CHECK: ^[[AFTER:.*]](%[[A0:.*]]: i64, %[[A1:.*]]: i64):
// CHECK-NOT: llvm.freeze
// CHECK: llvm.load
// CHECK: ^{{.*}}(%[[B0:.*]]: i64, %[[B1:.*]]: i64):
// CHECK: %[[F0:.*]] = llvm.freeze %[[A0]] : i64
// CHECK: %[[F1:.*]] = llvm.freeze %[[A1]] : i64
// CHECK: %[[F2:.*]] = llvm.freeze %[[B0]] : i64
// CHECK: %[[F3:.*]] = llvm.freeze %[[B1]] : i64
// CHECK: llvm.add %[[F0]],
// CHECK: llvm.add %[[F3]],

// A number with another use stays where it is, and so does one that meets no constant.
// CHECK-LABEL: llvm.func @used_twice
// CHECK-NOT: llvm.freeze

// A single load of a thread, or one without a mask, keeps no other one waiting.
// CHECK-LABEL: llvm.func @one
// CHECK-NOT: llvm.freeze
// CHECK-LABEL: llvm.func @unmasked
// CHECK-NOT: llvm.freeze
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @constant(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %i = tile.iota : tensor<128xi32>
    %at = tile.addptr %p, %i : !tile.ptr<i64>, tensor<128xi32> -> tensor<128x!tile.ptr<i64>>
    %inside = tile.cmp lt, %i, %n : tensor<128xi32>, i32 -> tensor<128xi1>
    %v = tile.load %at, %inside : tensor<128x!tile.ptr<i64>>, tensor<128xi1>
    %seven = arith.constant dense<7> : tensor<128xi64>
    %w = arith.addi %v, %seven : tensor<128xi64>
    tile.store %at, %w, %inside : tensor<128x!tile.ptr<i64>>, tensor<128xi64>, tensor<128xi1>
    tile.return
  }

  tile.kernel @used_twice(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %i = tile.iota : tensor<128xi32>
    %at = tile.addptr %p, %i : !tile.ptr<i64>, tensor<128xi32> -> tensor<128x!tile.ptr<i64>>
    %inside = tile.cmp lt, %i, %n : tensor<128xi32>, i32 -> tensor<128xi1>
    %v = tile.load %at, %inside : tensor<128x!tile.ptr<i64>>, tensor<128xi1>
    %w = arith.addi %v, %v : tensor<128xi64>
    tile.store %at, %w, %inside : tensor<128x!tile.ptr<i64>>, tensor<128xi64>, tensor<128xi1>
    tile.return
  }

  tile.kernel @one(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %i = tile.iota : tensor<64xi32>
    %at = tile.addptr %p, %i : !tile.ptr<i64>, tensor<64xi32> -> tensor<64x!tile.ptr<i64>>
    %inside = tile.cmp lt, %i, %n : tensor<64xi32>, i32 -> tensor<64xi1>
    %v = tile.load %at, %inside : tensor<64x!tile.ptr<i64>>, tensor<64xi1>
    %seven = arith.constant dense<7> : tensor<64xi64>
    %w = arith.addi %v, %seven : tensor<64xi64>
    tile.store %at, %w, %inside : tensor<64x!tile.ptr<i64>>, tensor<64xi64>, tensor<64xi1>
    tile.return
  }

  tile.kernel @unmasked(%p: !tile.ptr<i64> {tile.divisibility = 16 : i32}) {
    %i = tile.iota : tensor<128xi32>
    %at = tile.addptr %p, %i : !tile.ptr<i64>, tensor<128xi32> -> tensor<128x!tile.ptr<i64>>
    %v = tile.load %at : tensor<128x!tile.ptr<i64>>
    %seven = arith.constant dense<7> : tensor<128xi64>
    %w = arith.addi %v, %seven : tensor<128xi64>
    tile.store %at, %w : tensor<128x!tile.ptr<i64>>, tensor<128xi64>
    tile.return
  }
}
