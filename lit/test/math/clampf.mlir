// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.clampf over every kind of type it takes, with fast-math flags.

func.func @clampf_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = math.clampf %a0 to [%a0, %a0] : f16
  %r1 = math.clampf %a1 to [%a1, %a1] : bf16
  %r2 = math.clampf %a2 to [%a2, %a2] : tf32
  %r3 = math.clampf %a3 to [%a3, %a3] : f32
  %r4 = math.clampf %a4 to [%a4, %a4] : f64
  %r5 = math.clampf %a5 to [%a5, %a5] : f80
  %r6 = math.clampf %a6 to [%a6, %a6] : f128
  %r7 = math.clampf %a7 to [%a7, %a7] : f8E5M2
  %r8 = math.clampf %a8 to [%a8, %a8] : f8E4M3
  %r9 = math.clampf %a9 to [%a9, %a9] : f8E4M3FN
  %r10 = math.clampf %a10 to [%a10, %a10] : f8E5M2FNUZ
  %r11 = math.clampf %a11 to [%a11, %a11] : f8E4M3FNUZ
  %r12 = math.clampf %a12 to [%a12, %a12] : f8E4M3B11FNUZ
  %r13 = math.clampf %a13 to [%a13, %a13] : f8E3M4
  %r14 = math.clampf %a14 to [%a14, %a14] : f8E8M0FNU
  %r15 = math.clampf %a15 to [%a15, %a15] : f6E3M2FN
  %r16 = math.clampf %a16 to [%a16, %a16] : f6E2M3FN
  %r17 = math.clampf %a17 to [%a17, %a17] : f4E2M1FN
  return
}

// -----

func.func @clampf_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = math.clampf %a0 to [%a0, %a0] : vector<4xf32>
  %r1 = math.clampf %a1 to [%a1, %a1] : vector<2x3xbf16>
  %r2 = math.clampf %a2 to [%a2, %a2] : vector<[4]xf64>
  %r3 = math.clampf %a3 to [%a3, %a3] : vector<2x[8]x4xf8E5M2>
  %r4 = math.clampf %a4 to [%a4, %a4] : vector<f16>
  return
}

// -----

func.func @clampf_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.clampf %a0 to [%a0, %a0] : tensor<4xf32>
  %r1 = math.clampf %a1 to [%a1, %a1] : tensor<?x8xf16>
  %r2 = math.clampf %a2 to [%a2, %a2] : tensor<*xbf16>
  %r3 = math.clampf %a3 to [%a3, %a3] : tensor<f64>
  %r4 = math.clampf %a4 to [%a4, %a4] : tensor<0xf32>
  %r5 = math.clampf %a5 to [%a5, %a5] : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.clampf %a6 to [%a6, %a6] : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32, %lo: f32, %hi: f32) {
  %0 = math.clampf %x to [%lo, %hi] fastmath<none> : f32
  %1 = math.clampf %x to [%lo, %hi] fastmath<reassoc> : f32
  %2 = math.clampf %x to [%lo, %hi] fastmath<nnan> : f32
  %3 = math.clampf %x to [%lo, %hi] fastmath<ninf> : f32
  %4 = math.clampf %x to [%lo, %hi] fastmath<nsz> : f32
  %5 = math.clampf %x to [%lo, %hi] fastmath<arcp> : f32
  %6 = math.clampf %x to [%lo, %hi] fastmath<contract> : f32
  %7 = math.clampf %x to [%lo, %hi] fastmath<afn> : f32
  %8 = math.clampf %x to [%lo, %hi] fastmath<fast> : f32
  %9 = math.clampf %x to [%lo, %hi] fastmath<nnan,ninf> : f32
  %10 = math.clampf %x to [%lo, %hi] fastmath<reassoc, contract> : f32
  %11 = math.clampf %x to [%lo, %hi] fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %12 = math.clampf %x to [%lo, %hi] fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %13 = math.clampf %x to [%lo, %hi] fastmath<afn,reassoc> : f32
  return
}

// -----

func.func @discardable_attributes(%x: f32) {
  %0 = math.clampf %x to [%x, %x] {u.tag} : f32
  %1 = math.clampf %x to [%x, %x] fastmath<nsz> {u.tag} : f32
  return
}

// -----

func.func @generic_form(%x: f32, %y: f32, %z: f32) {
  %0 = "math.clampf"(%x, %y, %z) : (f32, f32, f32) -> f32
  %p1 = "math.clampf"(%x, %y, %z) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
  %p2 = "math.clampf"(%x, %y, %z) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f32, f32, f32) -> f32
  %p3 = "math.clampf"(%x, %y, %z) <{fastmath = #arith.fastmath<fast>}> : (f32, f32, f32) -> f32
  %q4 = "math.clampf"(%x, %y, %z) {fastmath = #arith.fastmath<nnan,ninf>, u.tag = 1 : i8} : (f32, f32, f32) -> f32
  return
}
