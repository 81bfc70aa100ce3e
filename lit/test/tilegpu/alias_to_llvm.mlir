// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Arrays of different arguments do not overlap, even if pointers to them are selected or moved. Loads of arrays that are
// only read are marked so, and no thread waits for stores to other arrays. The reversed elements belong to other threads.

// CHECK-LABEL: llvm.func @moved
// CHECK-SAME: (%{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i32)
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.kernel @moved(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>, %n: i32) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<64xi32, #v1>
  %c63 = arith.constant dense<63> : tensor<64xi32, #v1>
  %r = arith.subi %c63, %i : tensor<64xi32, #v1>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = arith.cmpi eq, %n, %c0 : i32
  %either = arith.select %b, %x, %y : !tile.ptr<f32>
  %ps = tile.splat %either : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %qs = tile.splat %z : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %to = tile.addptr %qs, %i : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %from = tile.addptr %ps, %r : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %one = arith.constant dense<1.0> : tensor<64xf32, #v1>
  tile.store %to, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  %last:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %from, %a = %one) -> (tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>) : i32 {
    %v = tile.load %p : tensor<64x!tile.ptr<f32>, #v1>
    %s = arith.addf %a, %v : tensor<64xf32, #v1>
    %next = tile.addptr %p, %c63 : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
    scf.yield %next, %s : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  }
  tile.store %to, %last#1 : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Arguments that may point to the same memory get no attribute. Threads wait before they load what others may have
// stored. No argument points to the same memory as %y.

// CHECK-LABEL: llvm.func @may_overlap
// CHECK-SAME: (%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr<1>)
// CHECK: llvm.store
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.load
// CHECK: nvvm.barrier0
// CHECK: llvm.load
tile.kernel @may_overlap(%x: !tile.ptr<f32> {tile.may_overlap}, %y: !tile.ptr<f32>, %z: !tile.ptr<f32> {tile.may_overlap}) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<64xi32, #v1>
  %c63 = arith.constant dense<63> : tensor<64xi32, #v1>
  %r = arith.subi %c63, %i : tensor<64xi32, #v1>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %zs = tile.splat %z : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %to = tile.addptr %zs, %i : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %from = tile.addptr %xs, %r : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %other = tile.addptr %ys, %r : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %one = arith.constant dense<1.0> : tensor<64xf32, #v1>
  tile.store %to, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  %b = tile.load %other : tensor<64x!tile.ptr<f32>, #v1>
  %a = tile.load %from : tensor<64x!tile.ptr<f32>, #v1>
  %s = arith.addf %a, %b : tensor<64xf32, #v1>
  tile.store %to, %s : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// A pointer that may point to either array conflicts with both.

// CHECK-LABEL: llvm.func @either
// CHECK-SAME: (%{{.*}}: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i32)
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.load
tile.kernel @either(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<64xi32, #v1>
  %c63 = arith.constant dense<63> : tensor<64xi32, #v1>
  %r = arith.subi %c63, %i : tensor<64xi32, #v1>
  %c0 = arith.constant 0 : i32
  %one = arith.constant dense<1.0> : tensor<64xf32, #v1>
  %b = arith.cmpi eq, %n, %c0 : i32
  %p = arith.select %b, %x, %y : !tile.ptr<f32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %to = tile.addptr %ps, %i : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  tile.store %to, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %from = tile.addptr %ys, %r : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %v = tile.load %from : tensor<64x!tile.ptr<f32>, #v1>
  tile.store %from, %v : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// A store to an address computed from a number may write anything. Output is not memory.

// CHECK-LABEL: llvm.func @numbers(%{{.*}}: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64)
tile.kernel @numbers(%x: !tile.ptr<f32>, %a: i64) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.load %x : !tile.ptr<f32>
  %p = tile.int_to_ptr %a : i64 -> !tile.ptr<f32>
  tile.store %p, %v : !tile.ptr<f32>, f32
  tile.return
}

// CHECK-LABEL: llvm.func @prints(%{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly})
tile.kernel @prints(%x: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.load %x : !tile.ptr<f32>
  tile.print " v: " %v : f32
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Two adjacent tiles have no common element, and neither have the even and the odd elements: no thread waits. A tile
// that overlaps both has common elements.

// CHECK-LABEL: llvm.func @apart
// CHECK-NOT: nvvm.barrier0
// CHECK-COUNT-4: llvm.store
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.store
// CHECK: llvm.return
tile.kernel @apart(%x: !tile.ptr<f32> {tile.may_overlap}, %n: i32) attributes {tilegpu.num_warps = 2 : i32} {
  %c64 = arith.constant dense<64> : tensor<64xi32, #v1>
  %c32 = arith.constant dense<32> : tensor<64xi32, #v1>
  %c2 = arith.constant dense<2> : tensor<64xi32, #v1>
  %c513 = arith.constant dense<513> : tensor<64xi32, #v1>
  %c512 = arith.constant dense<512> : tensor<64xi32, #v1>
  %iota = tile.iota : tensor<64xi32, #v1>
  %first = tile.splat %n : i32 -> tensor<64xi32, #v1>
  %i = arith.addi %first, %iota : tensor<64xi32, #v1>
  %next = arith.addi %i, %c64 : tensor<64xi32, #v1>
  %middle = arith.addi %i, %c32 : tensor<64xi32, #v1>
  %twice = arith.muli %iota, %c2 : tensor<64xi32, #v1>
  %from = arith.addi %first, %twice : tensor<64xi32, #v1>
  %even = arith.addi %from, %c512 : tensor<64xi32, #v1>
  %odd = arith.addi %from, %c513 : tensor<64xi32, #v1>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>, #v1>
  %p = tile.addptr %xs, %i : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %q = tile.addptr %xs, %next : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %r = tile.addptr %xs, %even : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %s = tile.addptr %xs, %odd : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %t = tile.addptr %xs, %middle : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xi32, #v1> -> tensor<64x!tile.ptr<f32>, #v1>
  %one = arith.constant dense<1.0> : tensor<64xf32, #v1>
  tile.store %p, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.store %q, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.store %r, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.store %s, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.store %t, %one : tensor<64x!tile.ptr<f32>, #v1>, tensor<64xf32, #v1>
  tile.return
}
