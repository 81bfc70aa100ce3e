// RUN: tile-opt %s --tile-split-rows=parts=8 | FileCheck %s
// RUN: tile-opt %s --tile-split-rows | FileCheck %s --check-prefix=WHOLE

// WHOLE-NOT: tilegpu.split

// The logarithm of a sum of exponentials. Each part finds its maximum and its sum over all threads. Parts other than
// the first begin with the least finite number. A sum is rescaled to the maximum of both parts.
// CHECK-LABEL: tile.kernel @log_sum_exp
// CHECK: %[[BOTH:.*]]:2 = tilegpu.split 8 used %{{.*}} {
// CHECK: %[[LEAST:.*]] = arith.constant dense<-3.40282347E+38>
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[LEAST]]
// CHECK: scf.for
// CHECK: scf.yield
// CHECK: %[[TOP:.*]] = tile.reduce
// CHECK: math.exp
// CHECK: %[[SUM:.*]] = tile.reduce
// CHECK: tile.yield %[[TOP]], %[[SUM]] : f32, f32
// CHECK: } combine {
// CHECK-NEXT: ^bb0(%[[M:.*]]: f32, %[[S:.*]]: f32, %[[N:.*]]: f32, %[[T:.*]]: f32):
// CHECK-NEXT: %[[MOST:.*]] = arith.maximumf %[[M]], %[[N]] : f32
// CHECK-NEXT: %[[DOWN:.*]] = arith.subf %[[M]], %[[MOST]] : f32
// CHECK-NEXT: %[[SCALE:.*]] = math.exp %[[DOWN]] : f32
// CHECK-NEXT: arith.mulf %[[S]], %[[SCALE]] : f32
// CHECK: tile.yield %[[MOST]], %{{.*}} : f32, f32
// CHECK: math.log %[[BOTH]]#1
tile.kernel @log_sum_exp(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %inf = arith.constant dense<0xFF800000> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %i = tile.iota : tensor<64xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %all:2 = scf.for %k = %c0 to %n step %c64 iter_args(%m = %inf, %s = %zero) -> (tensor<64xf32>, tensor<64xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<64xi32>
    %at = arith.addi %ks, %i : tensor<64xi32>
    %p = tile.addptr %xs, %at : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
    %v = tile.load %p : tensor<64x!tile.ptr<f32>>
    %top = arith.maximumf %m, %v : tensor<64xf32>
    %down = arith.subf %m, %top : tensor<64xf32>
    %scale = math.exp %down : tensor<64xf32>
    %old = arith.mulf %s, %scale : tensor<64xf32>
    %d = arith.subf %v, %top : tensor<64xf32>
    %e = math.exp %d : tensor<64xf32>
    %sum = arith.addf %old, %e : tensor<64xf32>
    scf.yield %top, %sum : tensor<64xf32>, tensor<64xf32>
  }
  %top = tile.reduce %all#0 axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tile.yield %c : f32
  } : tensor<64xf32> -> f32
  %tops = tile.splat %top : f32 -> tensor<64xf32>
  %down = arith.subf %all#0, %tops : tensor<64xf32>
  %scale = math.exp %down : tensor<64xf32>
  %sums = arith.mulf %all#1, %scale : tensor<64xf32>
  %sum = tile.reduce %sums axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<64xf32> -> f32
  %log = math.log %sum : f32
  %r = arith.addf %top, %log : f32
  tile.store %out, %r : !tile.ptr<f32>, f32
  tile.return
}

// In each part, moving pointers begin where the loop would have them. Values of each thread are needed after the loop,
// so the parts yield all of them. Assumptions hold in every block.
// CHECK-LABEL: tile.kernel @moving_pointer
// CHECK: %[[SUMS:.*]] = tilegpu.split 8
// CHECK: %[[STEP:.*]] = arith.extsi %c64_i32{{.*}} : i32 to i64
// CHECK: %[[MOVED:.*]] = arith.muli %{{.*}}, %[[STEP]] : i64
// CHECK-NEXT: %[[START:.*]] = tile.addptr %{{.*}}, %[[MOVED]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[START]], %{{.*}} = %{{.*}})
// CHECK: } combine {
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<64xf32>
// CHECK: } : tensor<64xf32>
// CHECK: tile.store %{{.*}}, %[[SUMS]]
tile.kernel @moving_pointer(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i = tile.iota : tensor<64xi32>
  %some = arith.cmpi sgt, %n, %c0 : i32
  tile.assume %some : i1
  %all:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %s = %zero) -> (!tile.ptr<f32>, tensor<64xf32>) : i32 {
    %xs = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
    %ps = tile.addptr %xs, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
    %v = tile.load %ps : tensor<64x!tile.ptr<f32>>
    %sum = arith.addf %s, %v : tensor<64xf32>
    %next = tile.addptr %p, %c64 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    scf.yield %next, %sum : !tile.ptr<f32>, tensor<64xf32>
  }
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %to = tile.addptr %outs, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
  tile.store %to, %all#1 : tensor<64x!tile.ptr<f32>>, tensor<64xf32>
  tile.return
}
