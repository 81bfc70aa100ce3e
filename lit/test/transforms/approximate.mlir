// RUN: tile-opt %s --nvvm-approximate | filecheck %s

// A denormal added to 1, or converted to f16, is zero.
// CHECK-LABEL: @hidden
llvm.func @hidden(%x: f32, %y: f32) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %two = llvm.mlir.constant(2.0 : f32) : f32
  // CHECK: llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %arg0 : (f32) -> f32
  %0 = llvm.intr.exp2(%x) : (f32) -> f32
  %1 = llvm.fadd %0, %one : f32
  %2 = llvm.fsub %one, %0 : f32
  %3 = llvm.intr.fma(%0, %two, %one) : (f32, f32, f32) -> f32
  %4 = llvm.fadd %1, %2 : f32
  %5 = llvm.fadd %4, %3 : f32
  // CHECK: llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %arg1 : (f32) -> f32
  %6 = llvm.intr.exp2(%y) : (f32) -> f32
  %7 = llvm.fptrunc %6 : f32 to f16
  %8 = llvm.fpext %7 : f16 to f32
  %9 = llvm.fadd %5, %8 : f32
  llvm.return %9 : f32
}

// Elsewhere it shows: as a number, in bf16, beside something small or unknown, times something large, as the term of a sum.
// CHECK-LABEL: @seen
// CHECK-NOT: ftz
llvm.func @seen(%x: f32, %d: f64) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %tiny = llvm.mlir.constant(1.0e-31 : f32) : f32
  %huge = llvm.mlir.constant(1.0e+31 : f32) : f32
  %0 = llvm.intr.exp2(%x) : (f32) -> f32
  %1 = llvm.fadd %0, %one : f32
  %2 = llvm.fmul %0, %1 : f32
  %3 = llvm.intr.exp2(%2) : (f32) -> f32
  %4 = llvm.fptrunc %3 : f32 to bf16
  %5 = llvm.intr.exp2(%1) : (f32) -> f32
  %6 = llvm.fadd %5, %tiny : f32
  %7 = llvm.intr.exp2(%6) : (f32) -> f32
  %8 = llvm.fadd %7, %x : f32
  %9 = llvm.intr.exp2(%8) : (f32) -> f32
  %10 = llvm.intr.fma(%9, %huge, %one) : (f32, f32, f32) -> f32
  %11 = llvm.intr.exp2(%10) : (f32) -> f32
  %12 = llvm.intr.fma(%one, %x, %11) : (f32, f32, f32) -> f32
  %13 = llvm.intr.exp2(%d) : (f64) -> f64
  llvm.return %12 : f32
}

// The logistic function: five instructions.
// CHECK-LABEL: @logistic
llvm.func @logistic(%x: f32) -> f32 {
  // CHECK-NOT: llvm.fsub
  // CHECK: %[[C:.*]] = llvm.mlir.constant(-1.44269502 : f32) : f32
  // CHECK: %[[P:.*]] = llvm.fmul %arg0, %[[C]] : f32
  // CHECK: %[[E:.*]] = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %[[P]] : (f32) -> f32
  // CHECK-NOT: llvm.fadd
  // CHECK: %[[D:.*]] = llvm.intr.fma(%[[E]], %[[Q:.*]], %{{.*}}) : (f32, f32, f32) -> f32
  // CHECK: %[[R:.*]] = llvm.inline_asm "rcp.approx.ftz.f32 $0, $1;", "=f,f" %[[D]] : (f32) -> f32
  // CHECK: %[[S:.*]] = llvm.fmul %[[R]], %{{.*}} : f32
  // CHECK-NOT: llvm.fdiv
  // CHECK: llvm.return %[[S]]
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %log2e = llvm.mlir.constant(1.44269502 : f32) : f32
  %0 = llvm.fsub %zero, %x : f32
  %1 = llvm.fmul %0, %log2e : f32
  %2 = llvm.intr.exp2(%1) : (f32) -> f32
  %3 = llvm.fadd %2, %one : f32
  %4 = llvm.fdiv %one, %3 {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %4 : f32
}

// Any number may be divided, and the divisor be a sum of squares, products and magnitudes.
// CHECK-LABEL: @divisors
llvm.func @divisors(%x: f32, %y: f32) -> f32 {
  // CHECK-COUNT-4: rcp.approx.ftz.f32
  // CHECK-NOT: llvm.fdiv
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %sq = llvm.intr.fma(%x, %x, %one) : (f32, f32, f32) -> f32
  %0 = llvm.fdiv %y, %sq {fastmathFlags = #llvm.fastmath<afn>} : f32
  %abs = llvm.intr.fabs(%x) : (f32) -> f32
  %soft = llvm.fadd %one, %abs : f32
  %1 = llvm.fdiv %0, %soft {fastmathFlags = #llvm.fastmath<fast>} : f32
  %root = llvm.intr.sqrt(%x) : (f32) -> f32
  %p = llvm.fmul %root, %abs : f32
  %s = llvm.fadd %p, %abs : f32
  %d = llvm.fadd %s, %one : f32
  %2 = llvm.fdiv %1, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %c = llvm.fcmp "olt" %x, %y : f32
  %e = llvm.select %c, %abs, %zero : i1, f32
  %f = llvm.fadd %e, %one : f32
  %3 = llvm.fdiv %2, %f {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %3 : f32
}

// What must be exact stays, and so do divisors that may be small, negative or unknown.
// CHECK-LABEL: @quotients
// CHECK-NOT: rcp
// CHECK-COUNT-6: llvm.fdiv
llvm.func @quotients(%x: f32, %y: f32) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %minus = llvm.mlir.constant(-1.0 : f32) : f32
  %tiny = llvm.mlir.constant(1.0e-31 : f32) : f32
  %abs = llvm.intr.fabs(%x) : (f32) -> f32
  %d = llvm.fadd %one, %abs : f32
  %0 = llvm.fdiv %one, %d : f32
  %1 = llvm.fdiv %0, %y {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %e = llvm.fadd %one, %x : f32
  %2 = llvm.fdiv %1, %e {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %f = llvm.fadd %minus, %abs : f32
  %3 = llvm.fdiv %2, %f {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %g = llvm.fadd %tiny, %abs : f32
  %4 = llvm.fdiv %3, %g {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %h = llvm.intr.fma(%x, %y, %one) : (f32, f32, f32) -> f32
  %5 = llvm.fdiv %4, %h {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %5 : f32
}
