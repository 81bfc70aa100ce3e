// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.fptosi over scalars, vectors and tensors.

func.func @fptosi_scalars(%a0: f16, %a1: bf16, %a2: f32, %a3: f64, %a4: f8E4M3FN, %a5: tf32, %a6: f80, %a7: f128, %a8: f16, %a9: bf16, %a10: f32, %a11: f64, %a12: f8E4M3FN, %a13: tf32, %a14: f80, %a15: f128, %a16: f16, %a17: bf16, %a18: f32, %a19: f64, %a20: f8E4M3FN, %a21: tf32, %a22: f80, %a23: f128, %a24: f16, %a25: bf16, %a26: f32, %a27: f64, %a28: f8E4M3FN, %a29: tf32, %a30: f80, %a31: f128, %a32: f16, %a33: bf16, %a34: f32, %a35: f64, %a36: f8E4M3FN, %a37: tf32, %a38: f80, %a39: f128) {
  %r0 = arith.fptosi %a0 : f16 to i1
  %r1 = arith.fptosi %a1 : bf16 to i1
  %r2 = arith.fptosi %a2 : f32 to i1
  %r3 = arith.fptosi %a3 : f64 to i1
  %r4 = arith.fptosi %a4 : f8E4M3FN to i1
  %r5 = arith.fptosi %a5 : tf32 to i1
  %r6 = arith.fptosi %a6 : f80 to i1
  %r7 = arith.fptosi %a7 : f128 to i1
  %r8 = arith.fptosi %a8 : f16 to i5
  %r9 = arith.fptosi %a9 : bf16 to i5
  %r10 = arith.fptosi %a10 : f32 to i5
  %r11 = arith.fptosi %a11 : f64 to i5
  %r12 = arith.fptosi %a12 : f8E4M3FN to i5
  %r13 = arith.fptosi %a13 : tf32 to i5
  %r14 = arith.fptosi %a14 : f80 to i5
  %r15 = arith.fptosi %a15 : f128 to i5
  %r16 = arith.fptosi %a16 : f16 to i32
  %r17 = arith.fptosi %a17 : bf16 to i32
  %r18 = arith.fptosi %a18 : f32 to i32
  %r19 = arith.fptosi %a19 : f64 to i32
  %r20 = arith.fptosi %a20 : f8E4M3FN to i32
  %r21 = arith.fptosi %a21 : tf32 to i32
  %r22 = arith.fptosi %a22 : f80 to i32
  %r23 = arith.fptosi %a23 : f128 to i32
  %r24 = arith.fptosi %a24 : f16 to i64
  %r25 = arith.fptosi %a25 : bf16 to i64
  %r26 = arith.fptosi %a26 : f32 to i64
  %r27 = arith.fptosi %a27 : f64 to i64
  %r28 = arith.fptosi %a28 : f8E4M3FN to i64
  %r29 = arith.fptosi %a29 : tf32 to i64
  %r30 = arith.fptosi %a30 : f80 to i64
  %r31 = arith.fptosi %a31 : f128 to i64
  %r32 = arith.fptosi %a32 : f16 to i128
  %r33 = arith.fptosi %a33 : bf16 to i128
  %r34 = arith.fptosi %a34 : f32 to i128
  %r35 = arith.fptosi %a35 : f64 to i128
  %r36 = arith.fptosi %a36 : f8E4M3FN to i128
  %r37 = arith.fptosi %a37 : tf32 to i128
  %r38 = arith.fptosi %a38 : f80 to i128
  %r39 = arith.fptosi %a39 : f128 to i128
  return
}

// -----

func.func @fptosi_vectors(%a0: vector<4xf64>, %a1: vector<2x[4]xf64>, %a2: vector<f64>) {
  %r0 = arith.fptosi %a0 : vector<4xf64> to vector<4xi8>
  %r1 = arith.fptosi %a1 : vector<2x[4]xf64> to vector<2x[4]xi8>
  %r2 = arith.fptosi %a2 : vector<f64> to vector<i8>
  return
}

// -----

func.func @fptosi_tensors(%a0: tensor<4xf64>, %a1: tensor<?x3xf64>, %a2: tensor<f64>, %a3: tensor<2xf64, "e">) {
  %r0 = arith.fptosi %a0 : tensor<4xf64> to tensor<4xi8>
  %r1 = arith.fptosi %a1 : tensor<?x3xf64> to tensor<?x3xi8>
  %r2 = arith.fptosi %a2 : tensor<f64> to tensor<i8>
  %r3 = arith.fptosi %a3 : tensor<2xf64, "e"> to tensor<2xi8, "e">
  return
}

// -----

func.func @discardable_attributes(%x: f64) {
  %0 = arith.fptosi %x {u.tag, n = 4 : index} : f64 to i8
  return
}

// -----

func.func @generic_form(%x: f64, %y: vector<[8]xf64>) {
  %0 = "arith.fptosi"(%x) : (f64) -> i8
  %1 = "arith.fptosi"(%y) {u.tag} : (vector<[8]xf64>) -> vector<[8]xi8>
  return
}
