// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --tile-to-gpu="sm=90" | FileCheck %s --check-prefix=THREADS

// CHECK-LABEL: tile.kernel @most
// CHECK: %[[MOST:.*]] = tilegpu.split 4 used %{{.*}} {
// CHECK-NEXT: ^bb0(%[[PART:.*]]: i32):
// CHECK: tile.yield %{{.*}} : tensor<128xf32>
// CHECK: } combine {
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<128xf32>, %[[Y:.*]]: tensor<128xf32>):
// CHECK-NEXT: %[[Z:.*]] = arith.maximumf %[[X]], %[[Y]]
// CHECK-NEXT: tile.yield %[[Z]] : tensor<128xf32>
// CHECK-NEXT: } : tensor<128xf32>

// A program is a cluster. Each thread stores its values. The first block reads the values of the other blocks before
// these end, and combines them in order.
// THREADS-LABEL: llvm.func @most
// THREADS-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
// THREADS-SAME: tilegpu.cluster_program
// THREADS: nvvm.read.ptx.sreg.clusterid.x
// THREADS: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank range <i32, 0, 4>
// THREADS: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
// THREADS-NEXT: llvm.store %[[OWN:.*]], %[[PLACE]]
// THREADS-NEXT: nvvm.cluster.arrive {aligned}
// THREADS-NEXT: nvvm.cluster.wait {aligned}
// THREADS: llvm.cond_br %{{.*}}, ^[[FIRST:.*]], ^[[OTHERS:bb[0-9]+]]
// THREADS-COUNT-3: nvvm.mapa %[[PLACE]]
// THREADS: %[[ONE:.*]] = llvm.intr.maximum(%[[OWN]]
// THREADS: llvm.select %{{.*}}, %[[ONE]], %[[OWN]]
// THREADS: nvvm.cluster.arrive
// THREADS: llvm.store {{.*}} !llvm.ptr<1>
// THREADS: llvm.return
tile.kernel @most(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %c128 = arith.constant 128 : i32
  %i = tile.iota : tensor<128xi32>
  %p = tile.program_id 0
  %row = arith.muli %p, %c128 : i32
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %most = tilegpu.split 4 used %n {
  ^bb0(%part: i32):
    %from = arith.muli %part, %row : i32
    %at = tile.splat %from : i32 -> tensor<128xi32>
    %is = arith.addi %at, %i : tensor<128xi32>
    %ps = tile.addptr %xs, %is : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %v = tile.load %ps : tensor<128x!tile.ptr<f32>>
    tile.yield %v : tensor<128xf32>
  } combine {
  ^bb0(%a: tensor<128xf32>, %b: tensor<128xf32>):
    %c = arith.maximumf %a, %b : tensor<128xf32>
    tile.yield %c : tensor<128xf32>
  } : tensor<128xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %ys, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %to, %most : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// Each thread has eight numbers. It stores and reads four at a time.
// THREADS-LABEL: llvm.func @several
// THREADS: nvvm.read.ptx.sreg.cluster.ctarank
// THREADS-COUNT-2: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// THREADS: nvvm.cluster.wait {aligned}
// THREADS: nvvm.mapa
// THREADS-NEXT: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
// THREADS: nvvm.mapa
// THREADS-NEXT: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
// THREADS-NOT: nvvm.mapa
// THREADS: llvm.return
tile.kernel @several(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ps = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %sum = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    %v = tile.load %ps : tensor<1024x!tile.ptr<f32>>
    tile.yield %v : tensor<1024xf32>
  } combine {
  ^bb0(%a: tensor<1024xf32>, %b: tensor<1024xf32>):
    %c = arith.addf %a, %b : tensor<1024xf32>
    tile.yield %c : tensor<1024xf32>
  } : tensor<1024xf32>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %to = tile.addptr %ys, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  tile.store %to, %sum : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}
