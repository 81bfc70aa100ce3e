// Effects on memory decide which operations may be erased, moved and reused: unused reads are erased, reads before and
// after a write are not merged, and writes stay.

// RUN: tile-opt %s --split-input-file --canonicalize | filecheck %s --check-prefix=DEAD
// RUN: tile-opt %s --split-input-file --cse | filecheck %s --check-prefix=CSE
// RUN: tile-opt %s --split-input-file --loop-invariant-code-motion | filecheck %s --check-prefix=LICM
// RUN: tile-opt %s --split-input-file --trivial-dce | filecheck %s --check-prefix=DEAD

// DEAD-LABEL: tile.kernel @pointers
// DEAD-COUNT-2: tile.load
// DEAD-NOT: tile.load
// DEAD-COUNT-2: tile.store
// DEAD: tile.load
// DEAD-NEXT: tile.store

// The second load gets the result of the first one. The third load follows a store, so it stays.
// CSE-LABEL: tile.kernel @pointers
// CSE: %[[A:.*]] = tile.load %{{.*}}
// CSE-NOT: tile.load
// CSE: tile.store %{{.*}}, %[[A]] :
// CSE: tile.store %{{.*}}, %[[A]] :
// CSE: %[[C:.*]] = tile.load %{{.*}}
// CSE: tile.store %{{.*}}, %[[C]] :
tile.kernel @pointers(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %dead = tile.load %y : !tile.ptr<f32>
  %a = tile.load %x : !tile.ptr<f32>
  %b = tile.load %x : !tile.ptr<f32>
  tile.store %y, %a : !tile.ptr<f32>, f32
  tile.store %y, %b : !tile.ptr<f32>, f32
  %c = tile.load %x : !tile.ptr<f32>
  tile.store %y, %c : !tile.ptr<f32>, f32
  tile.return
}

// -----

// DEAD-LABEL: tile.kernel @views
// DEAD-COUNT-2: tile.load_view
// DEAD-NOT: tile.load_view
// DEAD-COUNT-2: tile.store_view
// CSE-LABEL: tile.kernel @views
// CSE: %[[A:.*]] = tile.load_view
// CSE-NOT: tile.load_view
// CSE: tile.store_view %[[A]]
// CSE: tile.store_view %[[A]]
tile.kernel @views(%x: !tile.array<?xf32>, %i: i32) {
  %dead = tile.load_view %x[%i] : !tile.array<?xf32> -> tensor<8xf32>
  %a = tile.load_view %x[%i] : !tile.array<?xf32> -> tensor<8xf32>
  %b = tile.load_view %x[%i] : !tile.array<?xf32> -> tensor<8xf32>
  tile.store_view %a, %x[%i] : tensor<8xf32>, !tile.array<?xf32>
  tile.store_view %b, %x[%i] : tensor<8xf32>, !tile.array<?xf32>
  tile.return
}

// -----

// Neither a load, which may fault if the loop does not run, nor a store moves out of a loop. Arithmetic does.
// LICM-LABEL: tile.kernel @loop
// LICM: arith.mulf
// LICM-NEXT: scf.for
// LICM-NEXT: tile.load
// LICM-NEXT: tile.store
tile.kernel @loop(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %f: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %v = arith.mulf %f, %f : f32
    %a = tile.load %x : !tile.ptr<f32>
    tile.store %y, %v : !tile.ptr<f32>, f32
  }
  tile.return
}

// -----

// DEAD-LABEL: llvm.func @pointers
// DEAD-NEXT: llvm.load volatile %arg0
// DEAD-COUNT-2: llvm.load %arg0
// DEAD-NOT: llvm.load
// DEAD-COUNT-2: llvm.store %{{.*}}, %arg1
// DEAD: llvm.load
// CSE-LABEL: llvm.func @pointers
// CSE-NEXT: llvm.load volatile
// CSE-NEXT: %[[A:.*]] = llvm.load
// CSE-NEXT: llvm.store %[[A]]
// CSE-NEXT: llvm.store %[[A]]
// CSE-NEXT: %[[C:.*]] = llvm.load
// CSE-NEXT: llvm.return %[[C]]
llvm.func @pointers(%x: !llvm.ptr, %y: !llvm.ptr) -> f32 {
  %v = llvm.load volatile %x : !llvm.ptr -> f32
  %dead = llvm.load %y : !llvm.ptr -> f32
  %a = llvm.load %x : !llvm.ptr -> f32
  %b = llvm.load %x : !llvm.ptr -> f32
  llvm.store %a, %y : f32, !llvm.ptr
  llvm.store %b, %y : f32, !llvm.ptr
  %c = llvm.load %x : !llvm.ptr -> f32
  llvm.return %c : f32
}

// -----

// A call may have any effect.
// CSE-LABEL: llvm.func @caller
// CSE-NEXT: llvm.load
// CSE-NEXT: llvm.call @callee
// CSE-NEXT: llvm.call @callee
// CSE-NEXT: llvm.load
// DEAD-LABEL: llvm.func @caller
// DEAD-COUNT-2: llvm.call @callee
llvm.func @callee(!llvm.ptr) -> f32
llvm.func @caller(%x: !llvm.ptr) -> f32 {
  %a = llvm.load %x : !llvm.ptr -> f32
  %0 = llvm.call @callee(%x) : (!llvm.ptr) -> f32
  %1 = llvm.call @callee(%x) : (!llvm.ptr) -> f32
  %b = llvm.load %x : !llvm.ptr -> f32
  %s = llvm.fadd %a, %b : f32
  llvm.return %s : f32
}
