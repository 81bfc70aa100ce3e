// RUN: tile-opt %s --tile-to-gpu='num-warps=4' | filecheck %s

// An update of the rows for which a condition holds: warps in which it holds for no row branch around the work.
// CHECK-LABEL: llvm.func @rows
// CHECK: %[[SOME:.*]] = nvvm.vote.sync any %{{.*}}, %{{.*}} -> i1
// CHECK-NEXT: llvm.cond_br %[[SOME]], ^[[WORK:.*]], ^[[ON:[^(]*]](
// CHECK-NEXT: ^[[WORK]]:
// CHECK-COUNT-32: llvm.fmul
// CHECK-COUNT-32: llvm.select
// CHECK-NEXT: llvm.br ^[[ON]](

// With a condition for each element, or if the new value is used elsewhere, there is no branch.
// CHECK-LABEL: llvm.func @elements
// CHECK-NOT: nvvm.vote.sync

// A flip along registers is no work: the new value has the registers of the old one.
// CHECK-LABEL: llvm.func @same
// CHECK-NOT: nvvm.vote.sync

// A condition that may be undefined decides on its row only, but a vote must not depend on it.
// CHECK-LABEL: llvm.func @undefined
// CHECK: %[[FIRST:.*]] = llvm.freeze
// CHECK: %[[OTHER:.*]] = llvm.freeze
// CHECK: llvm.or %[[FIRST]], %[[OTHER]] : i1
// CHECK: nvvm.vote.sync any
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @rows(%p: !tile.ptr<f32>, %x: f32) {
    %offsets = tile.iota : tensor<4096xi32>
    %places = tile.addptr %p, %offsets : !tile.ptr<f32>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
    %flat = tile.load %places : tensor<4096x!tile.ptr<f32>>
    %v = tile.reshape %flat : tensor<4096xf32> -> tensor<4x1024xf32>
    %rows = tile.iota : tensor<4xi32>
    %limit = tile.cast %x : f32 -> i32
    %grows = tile.cmp lt, %rows, %limit : tensor<4xi32>, i32 -> tensor<4xi1>
    %column = tile.expand_dims %grows axis = 1 : tensor<4xi1> -> tensor<4x1xi1>
    %scaled = tile.mul %v, %x : tensor<4x1024xf32>, f32 -> tensor<4x1024xf32>
    %new = tile.where %column, %scaled, %v : tensor<4x1xi1>, tensor<4x1024xf32>, tensor<4x1024xf32> -> tensor<4x1024xf32>
    %out = tile.reshape %new : tensor<4x1024xf32> -> tensor<4096xf32>
    tile.store %places, %out : tensor<4096x!tile.ptr<f32>>, tensor<4096xf32>
    tile.return
  }

  tile.kernel @elements(%p: !tile.ptr<f32>, %x: f32) {
    %offsets = tile.iota : tensor<4096xi32>
    %places = tile.addptr %p, %offsets : !tile.ptr<f32>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
    %v = tile.load %places : tensor<4096x!tile.ptr<f32>>
    %grows = tile.cmp lt, %v, %x : tensor<4096xf32>, f32 -> tensor<4096xi1>
    %scaled = tile.mul %v, %x : tensor<4096xf32>, f32 -> tensor<4096xf32>
    %new = tile.where %grows, %scaled, %v : tensor<4096xi1>, tensor<4096xf32>, tensor<4096xf32> -> tensor<4096xf32>
    %all = tile.cmp lt, %x, %x : f32, f32 -> i1
    %twice = tile.mul %new, %x : tensor<4096xf32>, f32 -> tensor<4096xf32>
    %next = tile.where %all, %twice, %new : i1, tensor<4096xf32>, tensor<4096xf32> -> tensor<4096xf32>
    %sum = tile.add %next, %twice : tensor<4096xf32>, tensor<4096xf32> -> tensor<4096xf32>
    tile.store %places, %sum : tensor<4096x!tile.ptr<f32>>, tensor<4096xf32>
    tile.return
  }

  tile.kernel @same(%p: !tile.ptr<i32>, %x: i32) {
    %offsets = tile.iota : tensor<4096xi32>
    %places = tile.addptr %p, %offsets : !tile.ptr<i32>, tensor<4096xi32> -> tensor<4096x!tile.ptr<i32>>
    %flat = tile.load %places : tensor<4096x!tile.ptr<i32>>
    %u = tile.reshape %flat : tensor<4096xi32> -> tensor<4x1024xi32>
    %v = tile.add %u, %x : tensor<4x1024xi32>, i32 -> tensor<4x1024xi32>
    %rows = tile.iota : tensor<4xi32>
    %grows = tile.cmp lt, %rows, %x : tensor<4xi32>, i32 -> tensor<4xi1>
    %column = tile.expand_dims %grows axis = 1 : tensor<4xi1> -> tensor<4x1xi1>

    %scaled = tile.flip %v axis = 0 : tensor<4x1024xi32>
    %new = tile.where %column, %scaled, %v : tensor<4x1xi1>, tensor<4x1024xi32>, tensor<4x1024xi32> -> tensor<4x1024xi32>
    %out = tile.reshape %new : tensor<4x1024xi32> -> tensor<4096xi32>
    tile.store %places, %out : tensor<4096x!tile.ptr<i32>>, tensor<4096xi32>
    tile.return
  }

  tile.kernel @undefined(%p: !tile.ptr<f32>, %x: f32) {
    %offsets = tile.iota : tensor<8192xi32>
    %places = tile.addptr %p, %offsets : !tile.ptr<f32>, tensor<8192xi32> -> tensor<8192x!tile.ptr<f32>>
    %flat = tile.load %places : tensor<8192x!tile.ptr<f32>>
    %v = tile.reshape %flat : tensor<8192xf32> -> tensor<8x1024xf32>
    %rows = tile.iota : tensor<8xi32>
    %of_rows = tile.addptr %p, %rows : !tile.ptr<f32>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
    %limit = tile.cast %x : f32 -> i32
    %exists = tile.cmp lt, %rows, %limit : tensor<8xi32>, i32 -> tensor<8xi1>
    %sizes = tile.load %of_rows, %exists : tensor<8x!tile.ptr<f32>>, tensor<8xi1>
    %grows = tile.cmp lt, %sizes, %x : tensor<8xf32>, f32 -> tensor<8xi1>
    %column = tile.expand_dims %grows axis = 1 : tensor<8xi1> -> tensor<8x1xi1>
    %scaled = tile.mul %v, %x : tensor<8x1024xf32>, f32 -> tensor<8x1024xf32>
    %new = tile.where %column, %scaled, %v : tensor<8x1xi1>, tensor<8x1024xf32>, tensor<8x1024xf32> -> tensor<8x1024xf32>
    %out = tile.reshape %new : tensor<8x1024xf32> -> tensor<8192xf32>
    tile.store %places, %out : tensor<8192x!tile.ptr<f32>>, tensor<8192xf32>
    tile.return
  }
}
