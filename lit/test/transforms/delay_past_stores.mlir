// RUN: tile-opt %s --llvm-delay-past-stores | filecheck %s

// Operations for only the second store move after the first. Operations for both, and loads, stay before it.
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

// The same happens in one block. Stores to shared memory delay nothing.
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

// Unused operations are removed: otherwise their operands could not move.
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

// The operations for the arguments of special functions come exactly one store earlier than the functions. Other
// operations that are combined with the functions' results stay with them.
// CHECK-LABEL: @special
// CHECK-NEXT: %[[A0:.*]] = llvm.fmul %arg0, %arg0
// CHECK-NEXT: %[[P0:.*]] = llvm.intr.exp2(%[[A0]])
// CHECK-NEXT: %[[A1:.*]] = llvm.fmul %arg1, %arg1
// CHECK-NEXT: llvm.store %[[P0]]
// CHECK-NEXT: %[[A2:.*]] = llvm.fmul %arg2, %arg2
// CHECK-NEXT: %[[S1:.*]] = llvm.fadd %arg1, %arg1
// CHECK-NEXT: %[[P1:.*]] = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %[[A1]]
// CHECK-NEXT: %[[R1:.*]] = llvm.fmul %[[P1]], %[[S1]]
// CHECK-NEXT: llvm.store %[[R1]]
// CHECK-NEXT: %[[P2:.*]] = llvm.intr.exp2(%[[A2]])
// CHECK-NEXT: %[[B2:.*]] = llvm.fmul %[[P2]], %[[P2]]
// CHECK-NEXT: %[[R2:.*]] = llvm.intr.sqrt(%[[B2]])
// CHECK-NEXT: llvm.store %[[R2]]
llvm.func @special(%x: f32, %y: f32, %z: f32, %p: !llvm.ptr<1>) {
  %a0 = llvm.fmul %x, %x : f32
  %a2 = llvm.fmul %z, %z : f32
  %p0 = llvm.intr.exp2(%a0) : (f32) -> f32
  %p2 = llvm.intr.exp2(%a2) : (f32) -> f32
  %b2 = llvm.fmul %p2, %p2 : f32
  %r2 = llvm.intr.sqrt(%b2) : (f32) -> f32
  %a1 = llvm.fmul %y, %y : f32
  %s1 = llvm.fadd %y, %y : f32
  %p1 = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %a1 : (f32) -> f32
  %r1 = llvm.fmul %p1, %s1 : f32
  llvm.store %p0, %p : f32, !llvm.ptr<1>
  llvm.store %r1, %p : f32, !llvm.ptr<1>
  llvm.store %r2, %p : f32, !llvm.ptr<1>
  llvm.return
}

// A divisor counts as the argument of a special function. A dividend does not, nor does an argument of other assembly.
// CHECK-LABEL: @operands
// CHECK-NEXT: %[[D:.*]] = llvm.fmul %arg1, %arg1
// CHECK-NEXT: llvm.store %arg0
// CHECK-NEXT: %[[N:.*]] = llvm.fmul %arg0, %arg0
// CHECK-NEXT: %[[A:.*]] = llvm.fadd %arg0, %arg1
// CHECK-NEXT: llvm.fdiv %[[N]], %[[D]]
// CHECK-NEXT: llvm.inline_asm "min.NaN.f32 $0, $1, $1;", "=f,f" %[[A]]
llvm.func @operands(%x: f32, %y: f32, %p: !llvm.ptr<1>) {
  %n = llvm.fmul %x, %x : f32
  %d = llvm.fmul %y, %y : f32
  %a = llvm.fadd %x, %y : f32
  %q = llvm.fdiv %n, %d : f32
  %m = llvm.inline_asm "min.NaN.f32 $0, $1, $1;", "=f,f" %a : (f32) -> f32
  %r = llvm.fadd %q, %m : f32
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}
