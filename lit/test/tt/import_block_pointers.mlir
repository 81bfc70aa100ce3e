// RUN: tile-opt %s --convert-tt-to-tile --split-input-file | filecheck %s

// A block pointer becomes an array and offsets. Loops, branches and calls carry these instead of the block pointer.

// CHECK: tile.kernel @loop(%[[P:.*]]: !tile.ptr<f16> {tile.may_overlap}, %[[N:.*]]: i64, %[[I:.*]]: i32)
// CHECK: %[[ROWS:.*]] = arith.trunci %[[N]] : i64 to i32
// CHECK: %[[COLS:.*]] = arith.trunci %[[N]] : i64 to i32
// CHECK: %[[A:.*]] = tile.make_array %[[P]] shape[%[[ROWS]], %[[COLS]]] strides[%[[N]], %[[N]]] : !tile.ptr<f16> -> !tile.array<?x?xf16>
// CHECK: scf.for {{.*}} iter_args(%[[B:.*]] = %[[A]], %[[X:.*]] = %[[I]], %[[Y:.*]] = %[[I]], %[[ACC:.*]] = %{{.*}}) -> (!tile.array<?x?xf16>, i32, i32, tensor<8x8xf16>)
// CHECK: %[[V:.*]] = tile.view %[[B]] : !tile.view<tile = [8, 8], steps = [1, 1], padding = nan, !tile.array<?x?xf16>>
// CHECK: %[[T:.*]] = tile.load_view %[[V]][%[[X]], %[[Y]]] anywhere
// CHECK: %[[NX:.*]] = arith.addi %[[X]], %[[I]] : i32
// CHECK: %[[NY:.*]] = arith.addi %[[Y]], %[[I]] : i32
// CHECK: scf.yield %[[B]], %[[NX]], %[[NY]],
tt.func public @loop(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf16>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<8x8xf16>>
  %1:2 = scf.for %k = %i to %i step %i iter_args(%b = %0, %acc = %zero) -> (!tt.ptr<tensor<8x8xf16>>, tensor<8x8xf16>) : i32 {
    %v = tt.load %b {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<8x8xf16>>
    %next = tt.advance %b, [%i, %i] : <tensor<8x8xf16>>
    %s = arith.addf %acc, %v : tensor<8x8xf16>
    scf.yield %next, %s : !tt.ptr<tensor<8x8xf16>>, tensor<8x8xf16>
  }
  tt.store %1#0, %1#1 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8x8xf16>>
  tt.return
}

// -----

// CHECK: tile.kernel @branches(%[[P:.*]]: !tile.ptr<f32>
// CHECK: %[[IF:.*]]:2 = scf.if %{{.*}} -> (!tile.array<?xf32>, i32) {
// CHECK: %[[CALL:.*]]:2 = func.call @moved(%[[IF]]#0, %[[IF]]#1, %{{.*}}) : (!tile.array<?xf32>, i32, i32) -> (!tile.array<?xf32>, i32)
// CHECK: cf.cond_br %{{.*}}, ^[[BB1:.*]](%[[CALL]]#0, %[[CALL]]#1, %{{.*}} : !tile.array<?xf32>, i32, f32), ^[[BB2:.*]](
// CHECK: ^[[BB1]](%[[A:.*]]: !tile.array<?xf32>, %[[O:.*]]: i32, %[[F:.*]]: f32):
// CHECK: %[[S:.*]] = tile.splat %[[F]]
// CHECK: tile.view %[[A]] : !tile.view<tile = [8], steps = [1], !tile.array<?xf32>>
// CHECK: func.func private @moved(%[[A:.*]]: !tile.array<?xf32>, %[[O:.*]]: i32, %[[BY:.*]]: i32 {tile.divisibility = 8 : i32}) -> (!tile.array<?xf32>, i32) attributes {no_inline}
// CHECK: %[[SUM:.*]] = arith.addi %[[O]], %[[BY]] : i32
// CHECK: return %[[A]], %[[SUM]] : !tile.array<?xf32>, i32
tt.func public @branches(%p: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1, %f: f32) {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  %1 = scf.if %c -> (!tt.ptr<tensor<8xf32>>) {
    %2 = tt.advance %0, [%i] : <tensor<8xf32>>
    scf.yield %2 : !tt.ptr<tensor<8xf32>>
  } else {
    scf.yield %0 : !tt.ptr<tensor<8xf32>>
  }
  %3 = tt.call @moved(%1, %i) : (!tt.ptr<tensor<8xf32>>, i32) -> !tt.ptr<tensor<8xf32>>
  cf.cond_br %c, ^bb1(%3, %f : !tt.ptr<tensor<8xf32>>, f32), ^bb2(%0 : !tt.ptr<tensor<8xf32>>)
^bb1(%a: !tt.ptr<tensor<8xf32>>, %g: f32):
  %4 = tt.splat %g : f32 -> tensor<8xf32>
  tt.store %a, %4 : !tt.ptr<tensor<8xf32>>
  tt.return
^bb2(%b: !tt.ptr<tensor<8xf32>>):
  tt.return
}

tt.func private @moved(%b: !tt.ptr<tensor<8xf32>>, %by: i32 {tt.divisibility = 8 : i32}) -> !tt.ptr<tensor<8xf32>> attributes {noinline = true} {
  %0 = tt.advance %b, [%by] : <tensor<8xf32>>
  tt.return %0 : !tt.ptr<tensor<8xf32>>
}

// -----

// A select of two block pointers into one array becomes a select of offsets; into different arrays, of the arrays' parts.

// CHECK: tile.kernel @choice(%[[P:.*]]: !tile.ptr<f32> {tile.may_overlap}, %[[Q:.*]]: !tile.ptr<f32> {tile.may_overlap}, %[[N:.*]]: i64, %[[I:.*]]: i32, %[[C:.*]]: i1)
// CHECK: %[[A:.*]] = tile.make_array %[[P]] shape[%[[M:.*]]] strides[%[[N]]]
// CHECK: %[[B:.*]] = tile.make_array %[[Q]] shape[%[[K:.*]]] strides[%[[N]]]
// CHECK: %[[SUM:.*]] = arith.addi %[[I]], %[[I]] : i32
// CHECK: %[[O:.*]] = arith.select %[[C]], %[[I]], %[[SUM]] : i32
// CHECK: %[[V:.*]] = tile.view %[[A]]
// CHECK: tile.load_view %[[V]][%[[O]]]
// CHECK: %[[R:.*]] = arith.select %[[C]], %[[P]], %[[Q]] : !tile.ptr<f32>
// CHECK: %[[S:.*]] = arith.select %[[C]], %[[M]], %[[K]] : i32
// CHECK: %[[W:.*]] = tile.make_array %[[R]] shape[%[[S]]] strides[%[[N]]]
// CHECK: %[[V2:.*]] = tile.view %[[W]]
// CHECK: tile.store_view %{{.*}}, %[[V2]][%[[I]]]
// CHECK: scf.for %{{.*}} iter_args(%[[X:.*]] = %[[A]], %{{.*}} = %{{.*}}, %[[Y:.*]] = %[[B]], %{{.*}} = %{{.*}})
// CHECK: tile.base %[[X]]
// CHECK: tile.make_array
tt.func public @choice(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  %1 = tt.make_tensor_ptr %q, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  %2 = tt.advance %0, [%i] : <tensor<8xf32>>
  %3 = arith.select %c, %0, %2 : !tt.ptr<tensor<8xf32>>
  %4 = tt.load %3 : !tt.ptr<tensor<8xf32>>
  %5 = arith.select %c, %0, %1 : !tt.ptr<tensor<8xf32>>
  tt.store %5, %4 : !tt.ptr<tensor<8xf32>>
  %lo = arith.constant 0 : i32
  %hi = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %6:2 = scf.for %k = %lo to %hi step %one iter_args(%x = %0, %y = %1) -> (!tt.ptr<tensor<8xf32>>, !tt.ptr<tensor<8xf32>>) : i32 {
    %7 = arith.select %c, %x, %y : !tt.ptr<tensor<8xf32>>
    scf.yield %y, %7 : !tt.ptr<tensor<8xf32>>, !tt.ptr<tensor<8xf32>>
  }
  tt.return
}
