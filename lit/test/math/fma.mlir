// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.fma over every kind of type it takes, with fast-math flags.

func.func @fma_scalars(%a0: f16, %b0: f16, %c0: f16, %a1: bf16, %b1: bf16, %c1: bf16, %a2: tf32, %b2: tf32, %c2: tf32, %a3: f32, %b3: f32, %c3: f32, %a4: f64, %b4: f64, %c4: f64, %a5: f80, %b5: f80, %c5: f80, %a6: f128, %b6: f128, %c6: f128, %a7: f8E5M2, %b7: f8E5M2, %c7: f8E5M2, %a8: f8E4M3, %b8: f8E4M3, %c8: f8E4M3, %a9: f8E4M3FN, %b9: f8E4M3FN, %c9: f8E4M3FN, %a10: f8E5M2FNUZ, %b10: f8E5M2FNUZ, %c10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %b11: f8E4M3FNUZ, %c11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %b12: f8E4M3B11FNUZ, %c12: f8E4M3B11FNUZ, %a13: f8E3M4, %b13: f8E3M4, %c13: f8E3M4, %a14: f8E8M0FNU, %b14: f8E8M0FNU, %c14: f8E8M0FNU, %a15: f6E3M2FN, %b15: f6E3M2FN, %c15: f6E3M2FN, %a16: f6E2M3FN, %b16: f6E2M3FN, %c16: f6E2M3FN, %a17: f4E2M1FN, %b17: f4E2M1FN, %c17: f4E2M1FN) {
  %r0 = math.fma %a0, %b0, %c0 : f16
  %r1 = math.fma %a1, %b1, %c1 : bf16
  %r2 = math.fma %a2, %b2, %c2 : tf32
  %r3 = math.fma %a3, %b3, %c3 : f32
  %r4 = math.fma %a4, %b4, %c4 : f64
  %r5 = math.fma %a5, %b5, %c5 : f80
  %r6 = math.fma %a6, %b6, %c6 : f128
  %r7 = math.fma %a7, %b7, %c7 : f8E5M2
  %r8 = math.fma %a8, %b8, %c8 : f8E4M3
  %r9 = math.fma %a9, %b9, %c9 : f8E4M3FN
  %r10 = math.fma %a10, %b10, %c10 : f8E5M2FNUZ
  %r11 = math.fma %a11, %b11, %c11 : f8E4M3FNUZ
  %r12 = math.fma %a12, %b12, %c12 : f8E4M3B11FNUZ
  %r13 = math.fma %a13, %b13, %c13 : f8E3M4
  %r14 = math.fma %a14, %b14, %c14 : f8E8M0FNU
  %r15 = math.fma %a15, %b15, %c15 : f6E3M2FN
  %r16 = math.fma %a16, %b16, %c16 : f6E2M3FN
  %r17 = math.fma %a17, %b17, %c17 : f4E2M1FN
  return
}

// -----

func.func @fma_vectors(%a0: vector<4xf32>, %b0: vector<4xf32>, %c0: vector<4xf32>, %a1: vector<2x3xbf16>, %b1: vector<2x3xbf16>, %c1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %b2: vector<[4]xf64>, %c2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %b3: vector<2x[8]x4xf8E5M2>, %c3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>, %b4: vector<f16>, %c4: vector<f16>) {
  %r0 = math.fma %a0, %b0, %c0 : vector<4xf32>
  %r1 = math.fma %a1, %b1, %c1 : vector<2x3xbf16>
  %r2 = math.fma %a2, %b2, %c2 : vector<[4]xf64>
  %r3 = math.fma %a3, %b3, %c3 : vector<2x[8]x4xf8E5M2>
  %r4 = math.fma %a4, %b4, %c4 : vector<f16>
  return
}

// -----

func.func @fma_tensors(%a0: tensor<4xf32>, %b0: tensor<4xf32>, %c0: tensor<4xf32>, %a1: tensor<?x8xf16>, %b1: tensor<?x8xf16>, %c1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %b2: tensor<*xbf16>, %c2: tensor<*xbf16>, %a3: tensor<f64>, %b3: tensor<f64>, %c3: tensor<f64>, %a4: tensor<0xf32>, %b4: tensor<0xf32>, %c4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %b5: tensor<2x4xf8E4M3FN, "rowmajor">, %c5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>, %b6: tensor<?xf4E2M1FN, {pad = 1 : i64}>, %c6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = math.fma %a0, %b0, %c0 : tensor<4xf32>
  %r1 = math.fma %a1, %b1, %c1 : tensor<?x8xf16>
  %r2 = math.fma %a2, %b2, %c2 : tensor<*xbf16>
  %r3 = math.fma %a3, %b3, %c3 : tensor<f64>
  %r4 = math.fma %a4, %b4, %c4 : tensor<0xf32>
  %r5 = math.fma %a5, %b5, %c5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = math.fma %a6, %b6, %c6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32, %y: f32, %z: f32) {
  %f0 = math.fma %x, %y, %z fastmath<none> : f32
  %f1 = math.fma %x, %y, %z fastmath<reassoc> : f32
  %f2 = math.fma %x, %y, %z fastmath<nnan> : f32
  %f3 = math.fma %x, %y, %z fastmath<ninf> : f32
  %f4 = math.fma %x, %y, %z fastmath<nsz> : f32
  %f5 = math.fma %x, %y, %z fastmath<arcp> : f32
  %f6 = math.fma %x, %y, %z fastmath<contract> : f32
  %f7 = math.fma %x, %y, %z fastmath<afn> : f32
  %f8 = math.fma %x, %y, %z fastmath<fast> : f32
  %f9 = math.fma %x, %y, %z fastmath<nnan,ninf> : f32
  %f10 = math.fma %x, %y, %z fastmath<reassoc, contract> : f32
  %f11 = math.fma %x, %y, %z fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %f12 = math.fma %x, %y, %z fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %f13 = math.fma %x, %y, %z fastmath<afn,reassoc> : f32
  %g = math.fma %x, %y, %z fastmath<nnan> {u.tag = "t"} : f32
  return
}

// -----

func.func @discardable_attributes(%x: f64, %y: f64, %z: f64) {
  %0 = math.fma %x, %y, %z {note = "kept", u.flag} : f64
  return
}

// -----

func.func @generic_form(%x: f16, %y: f16, %z: f16) {
  %0 = "math.fma"(%x, %y, %z) : (f16, f16, f16) -> f16
  %p1 = "math.fma"(%x, %y, %z) <{fastmath = #arith.fastmath<none>}> : (f16, f16, f16) -> f16
  %p2 = "math.fma"(%x, %y, %z) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f16, f16, f16) -> f16
  %p3 = "math.fma"(%x, %y, %z) <{fastmath = #arith.fastmath<fast>}> : (f16, f16, f16) -> f16
  %q4 = "math.fma"(%x, %y, %z) {fastmath = #arith.fastmath<nnan,ninf>, u.tag = 1 : i8} : (f16, f16, f16) -> f16
  return
}
