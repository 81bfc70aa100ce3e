// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.sitofp over scalars, vectors and tensors.

func.func @sitofp_scalars(%a0: i1, %a1: i1, %a2: i1, %a3: i1, %a4: i1, %a5: i1, %a6: i1, %a7: i1, %a8: i5, %a9: i5, %a10: i5, %a11: i5, %a12: i5, %a13: i5, %a14: i5, %a15: i5, %a16: i32, %a17: i32, %a18: i32, %a19: i32, %a20: i32, %a21: i32, %a22: i32, %a23: i32, %a24: i64, %a25: i64, %a26: i64, %a27: i64, %a28: i64, %a29: i64, %a30: i64, %a31: i64, %a32: i128, %a33: i128, %a34: i128, %a35: i128, %a36: i128, %a37: i128, %a38: i128, %a39: i128) {
  %r0 = arith.sitofp %a0 : i1 to f16
  %r1 = arith.sitofp %a1 : i1 to bf16
  %r2 = arith.sitofp %a2 : i1 to f32
  %r3 = arith.sitofp %a3 : i1 to f64
  %r4 = arith.sitofp %a4 : i1 to f8E4M3FN
  %r5 = arith.sitofp %a5 : i1 to tf32
  %r6 = arith.sitofp %a6 : i1 to f80
  %r7 = arith.sitofp %a7 : i1 to f128
  %r8 = arith.sitofp %a8 : i5 to f16
  %r9 = arith.sitofp %a9 : i5 to bf16
  %r10 = arith.sitofp %a10 : i5 to f32
  %r11 = arith.sitofp %a11 : i5 to f64
  %r12 = arith.sitofp %a12 : i5 to f8E4M3FN
  %r13 = arith.sitofp %a13 : i5 to tf32
  %r14 = arith.sitofp %a14 : i5 to f80
  %r15 = arith.sitofp %a15 : i5 to f128
  %r16 = arith.sitofp %a16 : i32 to f16
  %r17 = arith.sitofp %a17 : i32 to bf16
  %r18 = arith.sitofp %a18 : i32 to f32
  %r19 = arith.sitofp %a19 : i32 to f64
  %r20 = arith.sitofp %a20 : i32 to f8E4M3FN
  %r21 = arith.sitofp %a21 : i32 to tf32
  %r22 = arith.sitofp %a22 : i32 to f80
  %r23 = arith.sitofp %a23 : i32 to f128
  %r24 = arith.sitofp %a24 : i64 to f16
  %r25 = arith.sitofp %a25 : i64 to bf16
  %r26 = arith.sitofp %a26 : i64 to f32
  %r27 = arith.sitofp %a27 : i64 to f64
  %r28 = arith.sitofp %a28 : i64 to f8E4M3FN
  %r29 = arith.sitofp %a29 : i64 to tf32
  %r30 = arith.sitofp %a30 : i64 to f80
  %r31 = arith.sitofp %a31 : i64 to f128
  %r32 = arith.sitofp %a32 : i128 to f16
  %r33 = arith.sitofp %a33 : i128 to bf16
  %r34 = arith.sitofp %a34 : i128 to f32
  %r35 = arith.sitofp %a35 : i128 to f64
  %r36 = arith.sitofp %a36 : i128 to f8E4M3FN
  %r37 = arith.sitofp %a37 : i128 to tf32
  %r38 = arith.sitofp %a38 : i128 to f80
  %r39 = arith.sitofp %a39 : i128 to f128
  return
}

// -----

func.func @sitofp_vectors(%a0: vector<4xi16>, %a1: vector<2x[4]xi16>, %a2: vector<i16>) {
  %r0 = arith.sitofp %a0 : vector<4xi16> to vector<4xbf16>
  %r1 = arith.sitofp %a1 : vector<2x[4]xi16> to vector<2x[4]xbf16>
  %r2 = arith.sitofp %a2 : vector<i16> to vector<bf16>
  return
}

// -----

func.func @sitofp_tensors(%a0: tensor<4xi16>, %a1: tensor<?x3xi16>, %a2: tensor<i16>, %a3: tensor<2xi16, "e">) {
  %r0 = arith.sitofp %a0 : tensor<4xi16> to tensor<4xbf16>
  %r1 = arith.sitofp %a1 : tensor<?x3xi16> to tensor<?x3xbf16>
  %r2 = arith.sitofp %a2 : tensor<i16> to tensor<bf16>
  %r3 = arith.sitofp %a3 : tensor<2xi16, "e"> to tensor<2xbf16, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i16) {
  %0 = arith.sitofp %x {u.tag, n = 4 : index} : i16 to bf16
  return
}

// -----

func.func @generic_form(%x: i16, %y: vector<[8]xi16>) {
  %0 = "arith.sitofp"(%x) : (i16) -> bf16
  %1 = "arith.sitofp"(%y) {u.tag} : (vector<[8]xi16>) -> vector<[8]xbf16>
  return
}
