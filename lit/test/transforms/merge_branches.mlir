// RUN: tile-opt %s --llvm-merge-branches | filecheck %s

// Addresses are computed before both loads. Conditions may be true when the block is not to be entered.
// CHECK-LABEL: @loads
// CHECK-SAME: %arg0: i1
// CHECK: %[[P:.*]] = llvm.getelementptr %arg2
// CHECK: llvm.cond_br %arg0, ^[[NEXT:.*]](%arg1, %arg1 : f32, f32), ^[[SIDE:.*]]
// CHECK: ^[[SIDE]]:
// CHECK-NEXT: %[[V:.*]] = llvm.load %arg2
// CHECK-NEXT: %[[W:.*]] = llvm.load %[[P]]
// CHECK-NEXT: llvm.br ^[[NEXT]](%[[V]], %[[W]] : f32, f32)
// CHECK: ^[[NEXT]](
// CHECK-NEXT: llvm.fadd
llvm.func @loads(%c: i1, %x: f32, %p: !llvm.ptr<1>) -> f32 {
  llvm.cond_br %c, ^bb2(%x : f32), ^bb1
^bb1:
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb2(%v : f32)
^bb2(%a: f32):
  %q = llvm.getelementptr %p[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  llvm.cond_br %c, ^bb4(%x : f32), ^bb3
^bb3:
  %w = llvm.load %q : !llvm.ptr<1> -> f32
  llvm.br ^bb4(%w : f32)
^bb4(%b: f32):
  %s = llvm.fadd %a, %b : f32
  llvm.return %s : f32
}

// Operations that take a word apart come after both loads.
// CHECK-LABEL: @words
// CHECK: llvm.cond_br
// CHECK: llvm.load
// CHECK-NEXT: llvm.load
// CHECK-NEXT: llvm.br
// CHECK: ^{{.*}}(%[[A:.*]]: i32, %[[B:.*]]: i16):
// CHECK-NEXT: %[[T:.*]] = llvm.trunc %[[A]]
// CHECK-NEXT: llvm.add %[[T]], %[[B]]
llvm.func @words(%c: i1, %i: i32, %j: i16, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) -> i16 {
  llvm.cond_br %c, ^bb1, ^bb2(%i : i32)
^bb1:
  %v = llvm.load %p : !llvm.ptr<1> -> i32
  llvm.br ^bb2(%v : i32)
^bb2(%a: i32):
  %t = llvm.trunc %a : i32 to i16
  llvm.cond_br %c, ^bb3, ^bb4(%j : i16)
^bb3:
  %w = llvm.load %q : !llvm.ptr<1> -> i16
  llvm.br ^bb4(%w : i16)
^bb4(%b: i16):
  %s = llvm.add %t, %b : i16
  llvm.return %s : i16
}

// Stores under one condition are in one block if nothing is computed between them.
// CHECK-LABEL: @stored
// CHECK-SAME: %arg0: i1, %arg1: f32
// CHECK: llvm.cond_br %arg0
// CHECK: llvm.store %arg1, %arg2
// CHECK-NEXT: llvm.store %arg1, %arg3
// CHECK-NEXT: llvm.br
// CHECK: llvm.fadd
// CHECK-NEXT: llvm.cond_br %arg0
// CHECK: llvm.store
llvm.func @stored(%c: i1, %x: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.br ^bb2
^bb2:
  llvm.cond_br %c, ^bb3, ^bb4
^bb3:
  llvm.store %x, %q : f32, !llvm.ptr<1>
  llvm.br ^bb4
^bb4:
  %y = llvm.fadd %x, %x : f32
  llvm.cond_br %c, ^bb5, ^bb6
^bb5:
  llvm.store %y, %p : f32, !llvm.ptr<1>
  llvm.br ^bb6
^bb6:
  llvm.return
}

// Blocks stay separate if the first load gives an address, if conditions or senses differ, or after an effect.
// CHECK-LABEL: @address
// CHECK-COUNT-2: llvm.cond_br
llvm.func @address(%c: i1, %i: i32, %p: !llvm.ptr<1>) -> f32 {
  %x = llvm.mlir.constant(0.0 : f32) : f32
  llvm.cond_br %c, ^bb1, ^bb2(%i : i32)
^bb1:
  %v = llvm.load %p : !llvm.ptr<1> -> i32
  llvm.br ^bb2(%v : i32)
^bb2(%a: i32):
  %q = llvm.getelementptr %p[%a] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.cond_br %c, ^bb3, ^bb4(%x : f32)
^bb3:
  %w = llvm.load %q : !llvm.ptr<1> -> f32
  llvm.br ^bb4(%w : f32)
^bb4(%b: f32):
  llvm.return %b : f32
}
// CHECK-LABEL: @conditions
// CHECK-COUNT-3: llvm.cond_br
llvm.func @conditions(%c: i1, %d: i1, %p: !llvm.ptr<1>) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v0 = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb2
^bb2:
  llvm.cond_br %d, ^bb3, ^bb4
^bb3:
  %v1 = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb4
^bb4:
  llvm.cond_br %d, ^bb6, ^bb5
^bb5:
  %v2 = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb6
^bb6:
  llvm.return
}
// CHECK-LABEL: @barrier
// CHECK: llvm.cond_br
// CHECK: nvvm.barrier0
// CHECK: llvm.cond_br
llvm.func @barrier(%c: i1, %p: !llvm.ptr<1>) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v3 = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb2
^bb2:
  nvvm.barrier0
  llvm.cond_br %c, ^bb3, ^bb4
^bb3:
  %v4 = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.br ^bb4
^bb4:
  llvm.return
}

// Blocks with stores stay separate.
// CHECK-LABEL: @stores
// CHECK: llvm.cond_br
// CHECK: llvm.fmul
// CHECK: llvm.cond_br
llvm.func @stores(%c: i1, %x: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.br ^bb2
^bb2:
  %y = llvm.fmul %x, %x : f32
  llvm.cond_br %c, ^bb3, ^bb4
^bb3:
  llvm.store %y, %q : f32, !llvm.ptr<1>
  llvm.br ^bb4
^bb4:
  llvm.return
}
