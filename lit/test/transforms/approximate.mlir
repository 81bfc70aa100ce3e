// RUN: tile-opt %s --nvvm-approximate | filecheck %s

// A denormal number becomes zero when it is added to 1 or converted to f16.
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

// Elsewhere the difference shows: by itself, in bf16, added to something small or unknown, in a product, or as a term.
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

// The dividend may be any number, and the divisor may be a sum of squares, products and magnitudes.
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

// Exact operations stay, and so do divisions by divisors that may be small, negative or unknown.
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

// A power of two and a sum with a constant. Instead of half of a 16-bit number, half of the sum is computed.
// CHECK-LABEL: @halves
llvm.func @halves(%h: f16, %x: f32, %y: f32) -> f32 {
  // CHECK: %[[V:.*]] = llvm.fpext %arg0
  // CHECK: %[[P:.*]] = llvm.mlir.constant(5.000000e-01 : f32) : f32
  // CHECK: %[[Q:.*]] = llvm.mlir.constant(5.000000e-01 : f32) : f32
  // CHECK: %[[S:.*]] = llvm.intr.fma(%arg1, %[[P]], %[[Q]])
  // CHECK: %[[A:.*]] = llvm.fmul %[[V]], %[[S]] : f32
  // CHECK: llvm.mlir.constant(-2.500000e-01 : f32) : f32
  // CHECK: %[[D:.*]] = llvm.intr.fma(%[[A]], %{{.*}}, %{{.*}})
  // CHECK-NEXT: llvm.fmul %[[D]], %[[V]] : f32
  // CHECK: llvm.mlir.constant(1.250000e-01 : f32) : f32
  // CHECK: %[[T:.*]] = llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}})
  // CHECK: llvm.intr.fma(%[[T]], %[[V]], %arg2)
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %quarter = llvm.mlir.constant(0.25 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %v = llvm.fpext %h : f16 to f32
  %0 = llvm.fmul %v, %half : f32
  %1 = llvm.fadd %x, %one : f32
  %2 = llvm.fmul %0, %1 : f32
  %3 = llvm.fmul %quarter, %v : f32
  %4 = llvm.fsub %one, %2 : f32
  %5 = llvm.fmul %4, %3 : f32
  %6 = llvm.fmul %quarter, %v : f32
  %7 = llvm.intr.fma(%half, %5, %one) : (f32, f32, f32) -> f32
  %8 = llvm.intr.fma(%7, %6, %y) : (f32, f32, f32) -> f32
  llvm.return %8 : f32
}

// The operations stay if a digit could be lost, if the sum or the product has other uses, or if there is no constant.
// Digits could be lost for f32 numbers, which may be denormal, for other factors, and for factors below 2^-16.
// CHECK-LABEL: @whole
// CHECK-COUNT-8: llvm.fadd
// CHECK-NOT: llvm.intr.fma
llvm.func @whole(%h: bf16, %x: f32, %y: f32) -> f32 {
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %two = llvm.mlir.constant(2.0 : f32) : f32
  %third = llvm.mlir.constant(0.375 : f32) : f32
  %small = llvm.mlir.constant(7.62939453125e-06 : f32) : f32
  %minus = llvm.mlir.constant(-0.5 : f32) : f32
  %tiny = llvm.mlir.constant(1.0e-20 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %v = llvm.fpext %h : bf16 to f32
  %p0 = llvm.fmul %x, %half : f32
  %s0 = llvm.fadd %y, %one : f32
  %0 = llvm.fmul %p0, %s0 : f32
  %p1 = llvm.fmul %v, %two : f32
  %s1 = llvm.fadd %0, %one : f32
  %1 = llvm.fmul %p1, %s1 : f32
  %p2 = llvm.fmul %v, %third : f32
  %s2 = llvm.fadd %1, %one : f32
  %2 = llvm.fmul %p2, %s2 : f32
  %p3 = llvm.fmul %v, %small : f32
  %s3 = llvm.fadd %2, %one : f32
  %3 = llvm.fmul %p3, %s3 : f32
  %p4 = llvm.fmul %v, %minus : f32
  %s4 = llvm.fadd %3, %one : f32
  %4 = llvm.fmul %p4, %s4 : f32
  %p5 = llvm.fmul %v, %half : f32
  %s5 = llvm.fadd %4, %tiny : f32
  %5 = llvm.fmul %p5, %s5 : f32
  %p6 = llvm.fmul %v, %half : f32
  %s6 = llvm.fadd %5, %y : f32
  %6 = llvm.fmul %p6, %s6 : f32
  %7 = llvm.fmul %6, %p6 : f32
  %p8 = llvm.fmul %v, %half : f32
  %s8 = llvm.fadd %7, %one : f32
  %8 = llvm.fmul %p8, %s8 : f32
  %9 = llvm.fmul %8, %s8 : f32
  llvm.return %9 : f32
}

// If divisors are divided by four, constants make up for it: in the dividend, in a factor of the quotient, or in the
// exponents that follow from the quotient.
// CHECK-LABEL: @silu
llvm.func @silu(%b: bf16, %y: f32) -> f32 {
  // CHECK: %[[V:.*]] = llvm.fpext %arg0
  // CHECK: %[[S:.*]] = llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}})
  // CHECK: %[[G:.*]] = llvm.fmul %[[V]], %[[S]] : f32
  // CHECK: %[[C:.*]] = llvm.mlir.constant(-5.770780e+00 : f32) : f32
  // CHECK: %[[X:.*]] = llvm.fmul %[[G]], %[[C]] : f32
  // CHECK: %[[E:.*]] = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %[[X]]
  // CHECK: %[[R:.*]] = llvm.inline_asm "rcp.approx.ftz.f32
  // CHECK-NEXT: %[[Q:.*]] = llvm.fmul %[[G]], %[[R]] : f32
  // CHECK: llvm.mlir.constant(1.250000e-01 : f32) : f32
  // CHECK: %[[H:.*]] = llvm.fmul %[[Q]], %{{.*}} : f32
  // CHECK: %[[I:.*]] = llvm.inline_asm "rcp.approx.ftz.f32
  // CHECK-NEXT: llvm.fmul %[[H]], %[[I]] : f32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %sign = llvm.mlir.constant(-2147483648 : i32) : i32
  %x = llvm.fpext %b : bf16 to f32
  %log2e = llvm.mlir.constant(1.44269502 : f32) : f32
  %w = llvm.intr.fabs(%y) : (f32) -> f32
  %nw = llvm.fneg %w : f32
  %c = llvm.intr.exp2(%nw) : (f32) -> f32
  %u = llvm.fsub %one, %c : f32
  %ub = llvm.bitcast %u : f32 to i32
  %yb = llvm.bitcast %y : f32 to i32
  %ys = llvm.and %yb, %sign : i32
  %us = llvm.or %ub, %ys : i32
  %v = llvm.bitcast %us : i32 to f32
  %s = llvm.intr.fma(%v, %half, %half) : (f32, f32, f32) -> f32
  %g = llvm.fmul %x, %s : f32
  %m = llvm.fsub %zero, %g : f32
  %l = llvm.fmul %m, %log2e : f32
  %e = llvm.intr.exp2(%l) : (f32) -> f32
  %d = llvm.fadd %e, %one : f32
  %r = llvm.fdiv %one, %d {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %q = llvm.fmul %g, %r : f32
  %h = llvm.fmul %q, %half : f32
  %a = llvm.intr.fabs(%x) : (f32) -> f32
  %k = llvm.fadd %a, %one : f32
  %n = llvm.fdiv %h, %k {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %n : f32
}

// The factor of a quarter stays if a product has other uses or could overflow, or if divisors may be below 1.
// CHECK-LABEL: @quarters
// CHECK: rcp.approx.ftz.f32
// CHECK-NEXT: llvm.mlir.constant(2.500000e-01 : f32)
// CHECK: rcp.approx.ftz.f32
// CHECK-NEXT: llvm.mlir.constant(2.500000e-01 : f32)
// CHECK: rcp.approx.ftz.f32
// CHECK-NEXT: llvm.mlir.constant(2.500000e-01 : f32)
llvm.func @quarters(%x: f32, %y: f32) -> f32 {
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %s = llvm.fadd %y, %one : f32
  %g = llvm.fmul %x, %s : f32
  %a = llvm.intr.fabs(%x) : (f32) -> f32
  %k = llvm.fadd %a, %one : f32
  %n = llvm.fdiv %g, %k {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %o = llvm.fadd %n, %g : f32
  %h = llvm.fmul %o, %half : f32
  %l = llvm.fadd %a, %half : f32
  %p = llvm.fdiv %h, %l {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %t = llvm.fadd %p, %one : f32
  %u = llvm.fmul %x, %t : f32
  %v = llvm.fdiv %u, %k {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %v : f32
}

// An exponential of an unknown number has no bound. A value from which it is subtracted has none either.
// CHECK-LABEL: @unbounded
// CHECK: rcp.approx.ftz.f32
// CHECK-NEXT: llvm.mlir.constant(2.500000e-01 : f32)
llvm.func @unbounded(%b: bf16, %y: f32) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %x = llvm.fpext %b : bf16 to f32
  %c = llvm.intr.exp2(%y) : (f32) -> f32
  %u = llvm.fsub %one, %c : f32
  %g = llvm.fmul %x, %u : f32
  %a = llvm.intr.fabs(%x) : (f32) -> f32
  %k = llvm.fadd %a, %one : f32
  %n = llvm.fdiv %g, %k {fastmathFlags = #llvm.fastmath<arcp>} : f32
  llvm.return %n : f32
}
