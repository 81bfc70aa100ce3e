// RUN: tile-opt %s --llvm-contract | filecheck %s

// CHECK-LABEL: @sums
llvm.func @sums(%x: f32, %y: f32, %z: f16, %d: f64) {
  // CHECK: %[[A:.*]] = llvm.intr.fma(%arg0, %arg1, %arg0) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32, f32) -> f32
  %p0 = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %0 = llvm.fadd %p0, %x {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  // CHECK: llvm.intr.fma(%arg1, %arg1, %[[A]]) : (f32, f32, f32) -> f32
  %p1 = llvm.fmul %y, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %1 = llvm.fadd %0, %p1 {fastmathFlags = #llvm.fastmath<contract>} : f32
  // CHECK: %[[NX:.*]] = llvm.fneg %arg0 : f32
  // CHECK: llvm.intr.fma(%arg0, %arg1, %[[NX]])
  %p2 = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %2 = llvm.fsub %p2, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  // CHECK: %[[NY:.*]] = llvm.fneg %arg1 : f32
  // CHECK: llvm.intr.fma(%[[NY]], %arg0, %arg0)
  %p3 = llvm.fmul %y, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  %3 = llvm.fsub %x, %p3 {fastmathFlags = #llvm.fastmath<contract>} : f32
  // CHECK: llvm.intr.fma(%arg2, %arg2, %arg2) : (f16, f16, f16) -> f16
  %p4 = llvm.fmul %z, %z {fastmathFlags = #llvm.fastmath<contract>} : f16
  %4 = llvm.fadd %p4, %z {fastmathFlags = #llvm.fastmath<contract>} : f16
  // The first of two products is fused, and only one.
  // CHECK: %[[SECOND:.*]] = llvm.fmul %arg3, %arg3 : f64
  // CHECK: llvm.intr.fma(%arg3, %arg3, %[[SECOND]]) : (f64, f64, f64) -> f64
  %p5 = llvm.fmul %d, %d {fastmathFlags = #llvm.fastmath<contract>} : f64
  %p6 = llvm.fmul %d, %d {fastmathFlags = #llvm.fastmath<contract>} : f64
  %5 = llvm.fadd %p5, %p6 {fastmathFlags = #llvm.fastmath<contract>} : f64
  // CHECK-NOT: llvm.fmul
  llvm.return
}

// The factors may be infinity and 0. Their product is NaN, not an infinity.
// CHECK-LABEL: @infinite
// CHECK: llvm.intr.fma(%arg0, %arg1, %arg0) {fastmathFlags = #llvm.fastmath<nsz>}
// CHECK: llvm.intr.fma(%arg0, %arg1, %arg0) {fastmathFlags = #llvm.fastmath<ninf>}
llvm.func @infinite(%x: f32, %y: f32) {
  %p0 = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<contract>} : f32
  %0 = llvm.fadd %p0, %x {fastmathFlags = #llvm.fastmath<ninf, nsz, contract>} : f32
  %p1 = llvm.fmul %x, %y {fastmathFlags = #llvm.fastmath<ninf, contract>} : f32
  %1 = llvm.fadd %p1, %x {fastmathFlags = #llvm.fastmath<ninf, contract>} : f32
  llvm.return
}

// Operations stay if one of the two does not permit contraction, if the product has other uses, or if there is no
// instruction. No flag remains by which later passes could contract.
// CHECK-LABEL: @kept
// CHECK-NOT: llvm.intr.fma
// CHECK-NOT: contract
llvm.func @kept(%x: f32, %b: bf16) -> f32 {
  %p0 = llvm.fmul %x, %x : f32
  %0 = llvm.fadd %p0, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  %p1 = llvm.fmul %x, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  %1 = llvm.fadd %p1, %0 : f32
  %p2 = llvm.fmul %x, %1 {fastmathFlags = #llvm.fastmath<contract>} : f32
  %2 = llvm.fadd %p2, %x {fastmathFlags = #llvm.fastmath<contract>} : f32
  %3 = llvm.fadd %p2, %2 {fastmathFlags = #llvm.fastmath<contract>} : f32
  %p3 = llvm.fmul %b, %b {fastmathFlags = #llvm.fastmath<contract>} : bf16
  %4 = llvm.fadd %p3, %b {fastmathFlags = #llvm.fastmath<contract>} : bf16
  llvm.return %3 : f32
}
