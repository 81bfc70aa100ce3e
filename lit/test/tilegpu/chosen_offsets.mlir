// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=1},convert-tile-to-llvm)' | filecheck %s

// Two steps of a binary search: each element has a choice of its own, so the addresses have no part in common. LLVM does
// not look for one behind a freeze. The second step starts from the frozen offset.

// CHECK-LABEL: llvm.func @search
// CHECK: llvm.select
// CHECK: llvm.add
// CHECK: %[[AT:.*]] = llvm.freeze
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[AT]]]
// CHECK: %[[THEN:.*]] = llvm.add %[[AT]], %{{.*}}
// CHECK: %[[LAST:.*]] = llvm.freeze %[[THEN]]
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[LAST]]]
// CHECK-NOT: llvm.freeze
tile.kernel @search(%p: !tile.ptr<f32>) {
  %c0 = arith.constant dense<0> : tensor<32xi32>
  %c1 = arith.constant dense<1> : tensor<32xi32>
  %c64 = arith.constant dense<64> : tensor<32xi32>
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %i = tile.iota : tensor<32xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %v = tile.load %at : tensor<32x!tile.ptr<f32>>
  %above = arith.cmpf olt, %zero, %v : tensor<32xf32>
  %step = arith.select %above, %c64, %c0 : tensor<32xi1>, tensor<32xi32>
  %next = arith.addi %step, %c1 : tensor<32xi32>
  %from = tile.addptr %ps, %next : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %bound = tile.load %from : tensor<32x!tile.ptr<f32>>
  %again = arith.cmpf olt, %bound, %v : tensor<32xf32>
  %more = arith.select %again, %c1, %c0 : tensor<32xi1>, tensor<32xi32>
  %last = arith.addi %next, %more : tensor<32xi32>
  %from_last = tile.addptr %ps, %last : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %found = tile.load %from_last : tensor<32x!tile.ptr<f32>>
  tile.store %at, %found : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}

// -----

// In a branch, the freeze is the branch's own: it does not dominate what comes behind.

// CHECK-LABEL: llvm.func @in_a_branch
// CHECK: %[[SUM:.*]] = llvm.add
// CHECK: llvm.sitofp %[[SUM]]
// CHECK: %[[AT:.*]] = llvm.freeze %[[SUM]]
// CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[AT]]]
tile.kernel @in_a_branch(%p: !tile.ptr<f32>, %c: i1) {
  %c0 = arith.constant dense<0> : tensor<32xi32>
  %c1 = arith.constant dense<1> : tensor<32xi32>
  %c64 = arith.constant dense<64> : tensor<32xi32>
  %zero = arith.constant dense<0.0> : tensor<32xf32>
  %i = tile.iota : tensor<32xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %v = tile.load %at : tensor<32x!tile.ptr<f32>>
  %above = arith.cmpf olt, %zero, %v : tensor<32xf32>
  %step = arith.select %above, %c64, %c0 : tensor<32xi1>, tensor<32xi32>
  %next = arith.addi %step, %c1 : tensor<32xi32>
  scf.if %c {
    %from = tile.addptr %ps, %next : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
    %bound = tile.load %from : tensor<32x!tile.ptr<f32>>
    tile.store %from, %v : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  }
  %number = arith.sitofp %next : tensor<32xi32> to tensor<32xf32>
  tile.store %at, %number : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}

// -----

// All elements have one choice, and follow each other: their addresses have a part in common.

// CHECK-LABEL: llvm.func @one_choice
// CHECK: llvm.select
// CHECK-NOT: llvm.freeze
// CHECK: llvm.return
tile.kernel @one_choice(%p: !tile.ptr<f32>, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %i = tile.iota : tensor<32xi32>
  %start = arith.select %c, %c64, %c0 : i32
  %starts = tile.splat %start : i32 -> tensor<32xi32>
  %offsets = arith.addi %starts, %i : tensor<32xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %from = tile.addptr %ps, %offsets : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %x = tile.load %from : tensor<32x!tile.ptr<f32>>
  %to = tile.addptr %ps, %i : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  tile.store %to, %x : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}
