// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.uitofp over scalars, vectors and tensors.

func.func @uitofp_scalars(%a0: i1, %a1: i1, %a2: i1, %a3: i1, %a4: i1, %a5: i1, %a6: i1, %a7: i1, %a8: i5, %a9: i5, %a10: i5, %a11: i5, %a12: i5, %a13: i5, %a14: i5, %a15: i5, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i64, %a25: i64, %a26: i64, %a27: i64, %a28: i64, %a29: i64, %a30: i64, %a31: i64, %a32: i128, %a33: i128, %a34: i128, %a35: i128, %a36: i128, %a37: i128, %a38: i128, %a39: i128) {
  %r0 = arith.uitofp %a0 : i1 to f16
  %r1 = arith.uitofp %a1 : i1 to bf16
  %r2 = arith.uitofp %a2 : i1 to f32
  %r3 = arith.uitofp %a3 : i1 to f64
  %r4 = arith.uitofp %a4 : i1 to f8E4M3FN
  %r5 = arith.uitofp %a5 : i1 to tf32
  %r6 = arith.uitofp %a6 : i1 to f80
  %r7 = arith.uitofp %a7 : i1 to f128
  %r8 = arith.uitofp %a8 : i5 to f16
  %r9 = arith.uitofp %a9 : i5 to bf16
  %r10 = arith.uitofp %a10 : i5 to f32
  %r11 = arith.uitofp %a11 : i5 to f64
  %r12 = arith.uitofp %a12 : i5 to f8E4M3FN
  %r13 = arith.uitofp %a13 : i5 to tf32
  %r14 = arith.uitofp %a14 : i5 to f80
  %r15 = arith.uitofp %a15 : i5 to f128
  %r16 = arith.uitofp %a16 : i32 to f16
  %r17 = arith.uitofp %a17 : i32 to bf16
  %r18 = arith.uitofp %a18 : i32 to f32
  %r19 = arith.uitofp %a19 : i32 to f64
  %r20 = arith.uitofp %a20 : i32 to f8E4M3FN
  %r21 = arith.uitofp %a21 : i32 to tf32
  %r22 = arith.uitofp %a22 : i32 to f80
  %r23 = arith.uitofp %a23 : i32 to f128
  %r24 = arith.uitofp %a24 : i64 to f16
  %r25 = arith.uitofp %a25 : i64 to bf16
  %r26 = arith.uitofp %a26 : i64 to f32
  %r27 = arith.uitofp %a27 : i64 to f64
  %r28 = arith.uitofp %a28 : i64 to f8E4M3FN
  %r29 = arith.uitofp %a29 : i64 to tf32
  %r30 = arith.uitofp %a30 : i64 to f80
  %r31 = arith.uitofp %a31 : i64 to f128
  %r32 = arith.uitofp %a32 : i128 to f16
  %r33 = arith.uitofp %a33 : i128 to bf16
  %r34 = arith.uitofp %a34 : i128 to f32
  %r35 = arith.uitofp %a35 : i128 to f64
  %r36 = arith.uitofp %a36 : i128 to f8E4M3FN
  %r37 = arith.uitofp %a37 : i128 to tf32
  %r38 = arith.uitofp %a38 : i128 to f80
  %r39 = arith.uitofp %a39 : i128 to f128
  return
}

// -----

func.func @uitofp_vectors(%a0: vector<4xi32>, %a1: vector<2x[4]xi32>, %a2: vector<i32>) {
  %r0 = arith.uitofp %a0 : vector<4xi32> to vector<4xf32>
  %r1 = arith.uitofp %a1 : vector<2x[4]xi32> to vector<2x[4]xf32>
  %r2 = arith.uitofp %a2 : vector<i32> to vector<f32>
  return
}

// -----

func.func @uitofp_tensors(%a0: tensor<4xi32>, %a1: tensor<?x3xi32>, %a2: tensor<i32>, %a3: tensor<2xi32, "e">) {
  %r0 = arith.uitofp %a0 : tensor<4xi32> to tensor<4xf32>
  %r1 = arith.uitofp %a1 : tensor<?x3xi32> to tensor<?x3xf32>
  %r2 = arith.uitofp %a2 : tensor<i32> to tensor<f32>
  %r3 = arith.uitofp %a3 : tensor<2xi32, "e"> to tensor<2xf32, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i32) {
  %0 = arith.uitofp %x {u.tag, n = 4 : index} : i32 to f32
  return
}

// -----

func.func @generic_form(%x: i32, %y: vector<[8]xi32>) {
  %0 = "arith.uitofp"(%x) : (i32) -> f32
  %1 = "arith.uitofp"(%y) {u.tag} : (vector<[8]xi32>) -> vector<[8]xf32>
  return
}
