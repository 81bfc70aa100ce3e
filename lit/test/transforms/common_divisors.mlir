// RUN: tile-opt %s --pass-pipeline='builtin.module(nvvm-approximate)' | filecheck %s

// Two quotients that may be approximated divide by the same number: its reciprocal is computed once. As div.full.f32
// does it for each, very small and very large divisors are scaled by a power of two first, and so are the numerators.

// CHECK-LABEL: llvm.func @shares
// CHECK: %[[SIZE:.*]] = llvm.intr.fabs(%arg2)
// CHECK: llvm.fcmp "olt" %[[SIZE]]
// CHECK: llvm.fcmp "ogt" %[[SIZE]]
// CHECK: %[[SCALE:.*]] = llvm.select
// CHECK: %[[D:.*]] = llvm.fmul %arg2, %[[SCALE]] : f32
// CHECK: %[[R:.*]] = llvm.inline_asm "rcp.approx.ftz.f32 $0, $1;", "=f,f" %[[D]]
// CHECK: %[[X:.*]] = llvm.fmul %arg0, %[[SCALE]] : f32
// CHECK: llvm.fmul %[[X]], %[[R]] : f32
// CHECK: %[[Y:.*]] = llvm.fmul %arg1, %[[SCALE]] : f32
// CHECK: llvm.fmul %[[Y]], %[[R]] : f32
// CHECK-NOT: fdiv
llvm.func @shares(%x: f32, %y: f32, %d: f32) -> f32 {
  %0 = llvm.fdiv %x, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %1 = llvm.fdiv %y, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %2 = llvm.fsub %0, %1 : f32
  llvm.return %2 : f32
}

// One quotient, and quotients that must be exact, stay.

// CHECK-LABEL: llvm.func @stays
// CHECK-COUNT-3: llvm.fdiv
llvm.func @stays(%x: f32, %y: f32, %d: f32) -> f32 {
  %0 = llvm.fdiv %x, %d : f32
  %1 = llvm.fdiv %y, %d : f32
  %2 = llvm.fdiv %0, %y {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %3 = llvm.fsub %2, %1 : f32
  llvm.return %3 : f32
}

// A count is a positive number that is neither small nor large in each lane, and so is a choice among counts. Quotients
// take a multiplication each then. A quotient by the choice takes the reciprocal of the count that was chosen, and that
// of a constant is one.

// CHECK-LABEL: llvm.func @counts
// CHECK: %[[LEFT:.*]] = nvvm.shfl.sync
// CHECK: %[[BOTH:.*]] = llvm.fadd %[[LEFT]], %{{.*}} : f32
// CHECK-NOT: fcmp
// CHECK: %[[R:.*]] = llvm.inline_asm "rcp.approx.ftz.f32 $0, $1;", "=f,f" %[[BOTH]]
// CHECK-NEXT: llvm.fmul %arg0, %[[R]] : f32
// CHECK: %[[QUARTER:.*]] = llvm.mlir.constant(2.500000e-01 : f32) : f32
// CHECK-NEXT: %[[S:.*]] = llvm.select %arg2, %[[R]], %[[QUARTER]] : i1, f32
// CHECK-NEXT: llvm.fmul %arg1, %[[S]] : f32
// CHECK-NOT: fdiv
llvm.func @counts(%x: f32, %y: f32, %later: i1) -> f32 {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %four = llvm.mlir.constant(4.0 : f32) : f32
  %two = llvm.mlir.constant(2.0 : f32) : f32
  %mine = llvm.select %later, %four, %two : i1, f32
  %left = nvvm.shfl.sync up %all, %mine, %one, %zero : f32 -> f32
  %both = llvm.fadd %left, %four : f32
  %0 = llvm.fdiv %x, %both {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %n = llvm.select %later, %both, %four : i1, f32
  %1 = llvm.fdiv %y, %n {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %2 = llvm.fsub %0, %1 : f32
  llvm.return %2 : f32
}

// x * 0 + 4 is no constant, since x * 0 is not a number if x is infinite. 1e8 + 4 - 1e8 is one: it is 0, since f32
// rounds the sum to 1e8.

// CHECK-LABEL: llvm.func @computed
// CHECK: %[[R:.*]] = llvm.inline_asm "rcp.approx.ftz.f32 $0, $1;"
// CHECK-NEXT: llvm.fmul %arg1, %[[R]] : f32
// CHECK: %[[INF:.*]] = llvm.mlir.constant(0x7F800000 : f32) : f32
// CHECK-NEXT: llvm.fmul %arg1, %[[INF]] : f32
// CHECK: llvm.return
llvm.func @computed(%x: f32, %y: f32) -> f32 {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %step = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %four = llvm.mlir.constant(4.0 : f32) : f32
  %large = llvm.mlir.constant(1.0e8 : f32) : f32
  %nothing = llvm.fmul %x, %zero : f32
  %d = llvm.fadd %nothing, %four : f32
  %0 = llvm.fdiv %y, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %left = nvvm.shfl.sync up %all, %large, %step, %none : f32 -> f32
  %more = llvm.fadd %left, %four : f32
  %e = llvm.fsub %more, %large : f32
  %1 = llvm.fdiv %y, %e {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %2 = llvm.fsub %0, %1 : f32
  llvm.return %2 : f32
}
