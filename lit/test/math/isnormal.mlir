// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.isnormal over every kind of type it takes. In its custom form, fast-math flags can only be in the dictionary.

func.func @isnormal_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = math.isnormal %a0 : f16
  %r1 = math.isnormal %a1 : bf16
  %r2 = math.isnormal %a2 : tf32
  %r3 = math.isnormal %a3 : f32
  %r4 = math.isnormal %a4 : f64
  %r5 = math.isnormal %a5 : f80
  %r6 = math.isnormal %a6 : f128
  %r7 = math.isnormal %a7 : f8E5M2
  %r8 = math.isnormal %a8 : f8E4M3
  %r9 = math.isnormal %a9 : f8E4M3FN
  %r10 = math.isnormal %a10 : f8E5M2FNUZ
  %r11 = math.isnormal %a11 : f8E4M3FNUZ
  %r12 = math.isnormal %a12 : f8E4M3B11FNUZ
  %r13 = math.isnormal %a13 : f8E3M4
  %r14 = math.isnormal %a14 : f8E8M0FNU
  %r15 = math.isnormal %a15 : f6E3M2FN
  %r16 = math.isnormal %a16 : f6E2M3FN
  %r17 = math.isnormal %a17 : f4E2M1FN
  return
}

// -----

func.func @isnormal_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = math.isnormal %a0 : vector<4xf32>
  %r1 = math.isnormal %a1 : vector<2x3xbf16>
  %r2 = math.isnormal %a2 : vector<[4]xf64>
  %r3 = math.isnormal %a3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.isnormal %a4 : vector<f16>
  return
}

// -----

func.func @isnormal_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.isnormal %a0 : tensor<4xf32>
  %r1 = math.isnormal %a1 : tensor<?x8xf16>
  %r2 = math.isnormal %a2 : tensor<*xbf16>
  %r3 = math.isnormal %a3 : tensor<f64>
  %r4 = math.isnormal %a4 : tensor<0xf32>
  %r5 = math.isnormal %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.isnormal %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @discardable_attributes(%x: f64) {
  %0 = math.isnormal %x {note = "kept", u.flag} : f64
  return
}

// -----

func.func @fastmath_in_dictionary(%x: f32) {
  %0 = math.isnormal %x {fastmath = #arith.fastmath<fast>} : f32
  %1 = math.isnormal %x {fastmath = #arith.fastmath<nnan,ninf>, u.tag} : f32
  %2 = math.isnormal %x {fastmath = #arith.fastmath<none>} : f32
  return
}

// -----

func.func @generic_form(%x: f32, %v: vector<[4]xf16>) {
  %0 = "math.isnormal"(%x) : (f32) -> i1
  %1 = "math.isnormal"(%v) <{fastmath = #arith.fastmath<nnan>}> {u.tag} : (vector<[4]xf16>) -> vector<[4]xi1>
  return
}
