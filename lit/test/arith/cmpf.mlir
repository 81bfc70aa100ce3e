// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.cmpf: every predicate, over every kind of type it takes, with fast-math flags.

func.func @predicates(%x: f32, %y: f32) {
  %0 = arith.cmpf false, %x, %y : f32
  %1 = arith.cmpf oeq, %x, %y : f32
  %2 = arith.cmpf ogt, %x, %y : f32
  %3 = arith.cmpf oge, %x, %y : f32
  %4 = arith.cmpf olt, %x, %y : f32
  %5 = arith.cmpf ole, %x, %y : f32
  %6 = arith.cmpf one, %x, %y : f32
  %7 = arith.cmpf ord, %x, %y : f32
  %8 = arith.cmpf ueq, %x, %y : f32
  %9 = arith.cmpf ugt, %x, %y : f32
  %10 = arith.cmpf uge, %x, %y : f32
  %11 = arith.cmpf ult, %x, %y : f32
  %12 = arith.cmpf ule, %x, %y : f32
  %13 = arith.cmpf une, %x, %y : f32
  %14 = arith.cmpf uno, %x, %y : f32
  %15 = arith.cmpf true, %x, %y : f32
  return
}

// -----

func.func @cmpf_scalars(%a0: f16, %a1: bf16, %a2: tf32, %a3: f32, %a4: f64, %a5: f80, %a6: f128, %a7: f8E5M2, %a8: f8E4M3, %a9: f8E4M3FN, %a10: f8E5M2FNUZ, %a11: f8E4M3FNUZ, %a12: f8E4M3B11FNUZ, %a13: f8E3M4, %a14: f8E8M0FNU, %a15: f6E3M2FN, %a16: f6E2M3FN, %a17: f4E2M1FN) {
  %r0 = arith.cmpf olt, %a0, %a0 : f16
  %r1 = arith.cmpf olt, %a1, %a1 : bf16
  %r2 = arith.cmpf olt, %a2, %a2 : tf32
  %r3 = arith.cmpf olt, %a3, %a3 : f32
  %r4 = arith.cmpf olt, %a4, %a4 : f64
  %r5 = arith.cmpf olt, %a5, %a5 : f80
  %r6 = arith.cmpf olt, %a6, %a6 : f128
  %r7 = arith.cmpf olt, %a7, %a7 : f8E5M2
  %r8 = arith.cmpf olt, %a8, %a8 : f8E4M3
  %r9 = arith.cmpf olt, %a9, %a9 : f8E4M3FN
  %r10 = arith.cmpf olt, %a10, %a10 : f8E5M2FNUZ
  %r11 = arith.cmpf olt, %a11, %a11 : f8E4M3FNUZ
  %r12 = arith.cmpf olt, %a12, %a12 : f8E4M3B11FNUZ
  %r13 = arith.cmpf olt, %a13, %a13 : f8E3M4
  %r14 = arith.cmpf olt, %a14, %a14 : f8E8M0FNU
  %r15 = arith.cmpf olt, %a15, %a15 : f6E3M2FN
  %r16 = arith.cmpf olt, %a16, %a16 : f6E2M3FN
  %r17 = arith.cmpf olt, %a17, %a17 : f4E2M1FN
  return
}

// -----

func.func @cmpf_vectors(%a0: vector<4xf32>, %a1: vector<2x3xbf16>, %a2: vector<[4]xf64>, %a3: vector<2x[8]x4xf8E5M2>, %a4: vector<f16>) {
  %r0 = arith.cmpf une, %a0, %a0 : vector<4xf32>
  %r1 = arith.cmpf une, %a1, %a1 : vector<2x3xbf16>
  %r2 = arith.cmpf une, %a2, %a2 : vector<[4]xf64>
  %r3 = arith.cmpf une, %a3, %a3 : vector<2x[8]x4xf8E5M2>
  %r4 = arith.cmpf une, %a4, %a4 : vector<f16>
  return
}

// -----

func.func @cmpf_tensors(%a0: tensor<4xf32>, %a1: tensor<?x8xf16>, %a2: tensor<*xbf16>, %a3: tensor<f64>, %a4: tensor<0xf32>, %a5: tensor<2x4xf8E4M3FN, "rowmajor">, %a6: tensor<?xf4E2M1FN, {pad = 1 : i64}>) {
  %r0 = arith.cmpf true, %a0, %a0 : tensor<4xf32>
  %r1 = arith.cmpf true, %a1, %a1 : tensor<?x8xf16>
  %r2 = arith.cmpf true, %a2, %a2 : tensor<*xbf16>
  %r3 = arith.cmpf true, %a3, %a3 : tensor<f64>
  %r4 = arith.cmpf true, %a4, %a4 : tensor<0xf32>
  %r5 = arith.cmpf true, %a5, %a5 : tensor<2x4xf8E4M3FN, "rowmajor">
  %r6 = arith.cmpf true, %a6, %a6 : tensor<?xf4E2M1FN, {pad = 1 : i64}>
  return
}

// -----

func.func @fastmath(%x: f32) {
  %0 = arith.cmpf oeq, %x, %x fastmath<none> : f32
  %1 = arith.cmpf oeq, %x, %x fastmath<nnan> : f32
  %2 = arith.cmpf oeq, %x, %x fastmath<fast> : f32
  %3 = arith.cmpf oeq, %x, %x fastmath<reassoc,contract> : f32
  %9 = arith.cmpf uno, %x, %x fastmath<nnan> {u.tag} : f32
  return
}

// -----

func.func @generic_form(%x: f64) {
  %0 = "arith.cmpf"(%x, %x) <{predicate = 0 : i64}> : (f64, f64) -> i1
  %1 = "arith.cmpf"(%x, %x) <{predicate = 1 : i64}> : (f64, f64) -> i1
  %2 = "arith.cmpf"(%x, %x) <{predicate = 2 : i64}> : (f64, f64) -> i1
  %3 = "arith.cmpf"(%x, %x) <{predicate = 3 : i64}> : (f64, f64) -> i1
  %4 = "arith.cmpf"(%x, %x) <{predicate = 4 : i64}> : (f64, f64) -> i1
  %5 = "arith.cmpf"(%x, %x) <{predicate = 5 : i64}> : (f64, f64) -> i1
  %6 = "arith.cmpf"(%x, %x) <{predicate = 6 : i64}> : (f64, f64) -> i1
  %7 = "arith.cmpf"(%x, %x) <{predicate = 7 : i64}> : (f64, f64) -> i1
  %8 = "arith.cmpf"(%x, %x) <{predicate = 8 : i64}> : (f64, f64) -> i1
  %9 = "arith.cmpf"(%x, %x) <{predicate = 9 : i64}> : (f64, f64) -> i1
  %10 = "arith.cmpf"(%x, %x) <{predicate = 10 : i64}> : (f64, f64) -> i1
  %11 = "arith.cmpf"(%x, %x) <{predicate = 11 : i64}> : (f64, f64) -> i1
  %12 = "arith.cmpf"(%x, %x) <{predicate = 12 : i64}> : (f64, f64) -> i1
  %13 = "arith.cmpf"(%x, %x) <{predicate = 13 : i64}> : (f64, f64) -> i1
  %14 = "arith.cmpf"(%x, %x) <{predicate = 14 : i64}> : (f64, f64) -> i1
  %15 = "arith.cmpf"(%x, %x) <{predicate = 15 : i64}> : (f64, f64) -> i1
  %16 = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<fast>, predicate = 1 : i64}> : (f64, f64) -> i1
  %17 = "arith.cmpf"(%x, %x) {fastmath = #arith.fastmath<nsz>, predicate = 1 : i64, u.tag} : (f64, f64) -> i1
  return
}
