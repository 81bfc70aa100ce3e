// RUN: tile-opt %s --llvm-delay-past-stores | filecheck %s

// What only the second store needs comes after the first one, and what both need before it; loads stay.
// CHECK-LABEL: @vectors
// CHECK: llvm.load
// CHECK: llvm.load
// CHECK: %[[A:.*]] = llvm.fmul
// CHECK: llvm.cond_br
// CHECK: llvm.store %[[A]], %arg2
// CHECK: llvm.br
// CHECK: %[[B:.*]] = llvm.fmul
// CHECK: %[[C:.*]] = llvm.fadd %[[B]]
// CHECK: llvm.cond_br
// CHECK: llvm.store %[[C]], %arg3
llvm.func @vectors(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %s: !llvm.ptr<1>, %c: i1, %d: i1) {
  %0 = llvm.load %p : !llvm.ptr<1> -> f32
  %1 = llvm.load %q : !llvm.ptr<1> -> f32
  %2 = llvm.fmul %0, %0 : f32
  %3 = llvm.fmul %1, %1 : f32
  %4 = llvm.fadd %3, %2 : f32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %2, %r : f32, !llvm.ptr<1>
  llvm.br ^bb2
^bb2:
  llvm.cond_br %d, ^bb3, ^bb4
^bb3:
  llvm.store %4, %s : f32, !llvm.ptr<1>
  llvm.br ^bb4
^bb4:
  llvm.return
}

// So does it in one block. Stores to shared memory delay nothing.
// CHECK-LABEL: @straight
// CHECK: llvm.fadd
// CHECK-NEXT: llvm.store %{{.*}}, %arg2
// CHECK-NEXT: llvm.store %{{.*}}, %arg1
// CHECK-NEXT: llvm.fsub
// CHECK-NEXT: llvm.store %{{.*}}, %arg1
llvm.func @straight(%x: f32, %p: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  %0 = llvm.fsub %x, %x : f32
  %1 = llvm.fadd %x, %x : f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.store %1, %p : f32, !llvm.ptr<1>
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}

// Nothing moves into a loop.
// CHECK-LABEL: @elsewhere
// CHECK-NEXT: llvm.store
// CHECK-NEXT: llvm.fmul
// CHECK-NEXT: llvm.br ^bb1
// CHECK-NEXT: ^bb1:
llvm.func @elsewhere(%x: f32, %p: !llvm.ptr<1>, %c: i1) {
  %0 = llvm.fmul %x, %x : f32
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.br ^bb1
^bb1:
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.cond_br %c, ^bb1, ^bb2
^bb2:
  llvm.return
}

// What nothing needs is left out: it would keep what it uses where it is.
// CHECK-LABEL: @dead
// CHECK-NEXT: llvm.store %arg0, %arg1
// CHECK-NEXT: llvm.fmul
// CHECK-NEXT: llvm.store
// CHECK-NEXT: llvm.return
llvm.func @dead(%x: f32, %p: !llvm.ptr<1>) {
  %0 = llvm.fmul %x, %x : f32
  %1 = llvm.fadd %0, %x : f32
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.store %0, %p : f32, !llvm.ptr<1>
  llvm.return
}
