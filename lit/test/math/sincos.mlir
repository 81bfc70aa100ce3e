// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.sincos over every kind of type it takes, with fast-math flags.

func.func @sincos_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %s0, %c0 = math.sincos %a0 : f16
  %s1, %c1 = math.sincos %a1 : bf16
  %s2, %c2 = math.sincos %a2 : tf32
  %s3, %c3 = math.sincos %a3 : f32
  %s4, %c4 = math.sincos %a4 : f64
  %s5, %c5 = math.sincos %a5 : f80
  %s6, %c6 = math.sincos %a6 : f128
  %s7, %c7 = math.sincos %a7 : f8E5M2
  %s8, %c8 = math.sincos %a8 : f8E4M3
  %s9, %c9 = math.sincos %a9 : f8E4M3FN
  %s10, %c10 = math.sincos %a10 : f8E5M2FNUZ
  %s11, %c11 = math.sincos %a11 : f8E4M3FNUZ
  %s12, %c12 = math.sincos %a12 : f8E4M3B11FNUZ
  %s13, %c13 = math.sincos %a13 : f8E3M4
  %s14, %c14 = math.sincos %a14 : f8E8M0FNU
  %s15, %c15 = math.sincos %a15 : f6E3M2FN
  %s16, %c16 = math.sincos %a16 : f6E2M3FN
  %s17, %c17 = math.sincos %a17 : f4E2M1FN
  return
}

// -----

func.func @sincos_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %s0, %c0 = math.sincos %a0 : vector<4xf32>
  %s1, %c1 = math.sincos %a1 : vector<2x3xbf16>
  %s2, %c2 = math.sincos %a2 : vector<[4]xf64>
  %s3, %c3 = math.sincos %a3 : vector<2x[8]x4xf8E5M2>
  %s4, %c4 = math.sincos %a4 : vector<f16>
  return
}

// -----

func.func @sincos_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %s0, %c0 = math.sincos %a0 : tensor<4xf32>
  %s1, %c1 = math.sincos %a1 : tensor<?x8xf16>
  %s2, %c2 = math.sincos %a2 : tensor<*xbf16>
  %s3, %c3 = math.sincos %a3 : tensor<f64>
  %s4, %c4 = math.sincos %a4 : tensor<0xf32>
  %s5, %c5 = math.sincos %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %s6, %c6 = math.sincos %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32) {
  %s0:2 = math.sincos %x fastmath<none> : f32
  %s1:2 = math.sincos %x fastmath<reassoc> : f32
  %s2:2 = math.sincos %x fastmath<nnan> : f32
  %s3:2 = math.sincos %x fastmath<ninf> : f32
  %s4:2 = math.sincos %x fastmath<nsz> : f32
  %s5:2 = math.sincos %x fastmath<arcp> : f32
  %s6:2 = math.sincos %x fastmath<contract> : f32
  %s7:2 = math.sincos %x fastmath<afn> : f32
  %s8:2 = math.sincos %x fastmath<fast> : f32
  %s9:2 = math.sincos %x fastmath<nnan,ninf> : f32
  %s10:2 = math.sincos %x fastmath<reassoc, contract> : f32
  %s11:2 = math.sincos %x fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32
  %s12:2 = math.sincos %x fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %s13:2 = math.sincos %x fastmath<afn,reassoc> : f32
  return
}

// -----

func.func @result_pack(%x: f32) {
  %0:2 = math.sincos %x {u.tag} : f32
  %1 = arith.addf %0#0, %0#1 : f32
  return
}

// -----

func.func @generic_form(%x: f32) {
  %0:2 = "math.sincos"(%x) : (f32) -> (f32, f32)
  %1:2 = "math.sincos"(%x) <{fastmath = #arith.fastmath<contract>}> {u.tag} : (f32) -> (f32, f32)
  return
}
