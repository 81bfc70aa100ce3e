// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.fptoui over scalars, vectors and tensors.

func.func @fptoui_scalars(%a0: f16, %a1: bf16, %a2: f32, %a3: f64, %a4: f8E4M3FN, %a5: tf32, %a6: f80, %a7: f128, %a8: f16, %a9: bf16, %a10: f32, %a11: f64, %a12: f8E4M3FN, %a13: tf32, %a14: f80, %a15: f128, %a16: f16, %a17: bf16, %a18: f32, %a19: f64, %a20: f8E4M3FN, %a21: tf32, %a22: f80, %a23: f128, %a24: f16, %a25: bf16, %a26: f32, %a27: f64, %a28: f8E4M3FN, %a29: tf32, %a30: f80, %a31: f128, %a32: f16, %a33: bf16, %a34: f32, %a35: f64, %a36: f8E4M3FN, %a37: tf32, %a38: f80, %a39: f128) {
  %r0 = arith.fptoui %a0 : f16 to i1
  %r1 = arith.fptoui %a1 : bf16 to i1
  %r2 = arith.fptoui %a2 : f32 to i1
  %r3 = arith.fptoui %a3 : f64 to i1
  %r4 = arith.fptoui %a4 : f8E4M3FN to i1
  %r5 = arith.fptoui %a5 : tf32 to i1
  %r6 = arith.fptoui %a6 : f80 to i1
  %r7 = arith.fptoui %a7 : f128 to i1
  %r8 = arith.fptoui %a8 : f16 to i5
  %r9 = arith.fptoui %a9 : bf16 to i5
  %r10 = arith.fptoui %a10 : f32 to i5
  %r11 = arith.fptoui %a11 : f64 to i5
  %r12 = arith.fptoui %a12 : f8E4M3FN to i5
  %r13 = arith.fptoui %a13 : tf32 to i5
  %r14 = arith.fptoui %a14 : f80 to i5
  %r15 = arith.fptoui %a15 : f128 to i5
  %r16 = arith.fptoui %a16 : f16 to i32
  %r17 = arith.fptoui %a17 : bf16 to i32
  %r18 = arith.fptoui %a18 : f32 to i32
  %r19 = arith.fptoui %a19 : f64 to i32
  %r20 = arith.fptoui %a20 : f8E4M3FN to i32
  %r21 = arith.fptoui %a21 : tf32 to i32
  %r22 = arith.fptoui %a22 : f80 to i32
  %r23 = arith.fptoui %a23 : f128 to i32
  %r24 = arith.fptoui %a24 : f16 to i64
  %r25 = arith.fptoui %a25 : bf16 to i64
  %r26 = arith.fptoui %a26 : f32 to i64
  %r27 = arith.fptoui %a27 : f64 to i64
  %r28 = arith.fptoui %a28 : f8E4M3FN to i64
  %r29 = arith.fptoui %a29 : tf32 to i64
  %r30 = arith.fptoui %a30 : f80 to i64
  %r31 = arith.fptoui %a31 : f128 to i64
  %r32 = arith.fptoui %a32 : f16 to i128
  %r33 = arith.fptoui %a33 : bf16 to i128
  %r34 = arith.fptoui %a34 : f32 to i128
  %r35 = arith.fptoui %a35 : f64 to i128
  %r36 = arith.fptoui %a36 : f8E4M3FN to i128
  %r37 = arith.fptoui %a37 : tf32 to i128
  %r38 = arith.fptoui %a38 : f80 to i128
  %r39 = arith.fptoui %a39 : f128 to i128
  return
}

// -----

func.func @fptoui_vectors(%a0: vector<4xf32>, %a1: vector<2x[4]xf32>, %a2: vector<f32>) {
  %r0 = arith.fptoui %a0 : vector<4xf32> to vector<4xi32>
  %r1 = arith.fptoui %a1 : vector<2x[4]xf32> to vector<2x[4]xi32>
  %r2 = arith.fptoui %a2 : vector<f32> to vector<i32>
  return
}

// -----

func.func @fptoui_tensors(%a0: tensor<4xf32>, %a1: tensor<?x3xf32>, %a2: tensor<f32>, %a3: tensor<2xf32, "e">) {
  %r0 = arith.fptoui %a0 : tensor<4xf32> to tensor<4xi32>
  %r1 = arith.fptoui %a1 : tensor<?x3xf32> to tensor<?x3xi32>
  %r2 = arith.fptoui %a2 : tensor<f32> to tensor<i32>
  %r3 = arith.fptoui %a3 : tensor<2xf32, "e"> to tensor<2xi32, "e">
  return
}

// -----

func.func @discardable_attributes(%x: f32) {
  %0 = arith.fptoui %x {u.tag, n = 4 : index} : f32 to i32
  return
}

// -----

func.func @generic_form(%x: f32, %y: vector<[8]xf32>) {
  %0 = "arith.fptoui"(%x) : (f32) -> i32
  %1 = "arith.fptoui"(%y) {u.tag} : (vector<[8]xf32>) -> vector<[8]xi32>
  return
}
