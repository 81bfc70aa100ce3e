// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.truncf over scalars, vectors and tensors.

func.func @truncf_scalars(%a0: f6E3M2FN, %a1: f8E4M3, %a2: f16, %a3: bf16, %a4: f32, %a5: tf32, %a6: f32, %a7: f32, %a8: f64, %a9: f64, %a10: f80, %a11: f128, %a12: f128) {
  %r0 = arith.truncf %a0 : f6E3M2FN to f4E2M1FN
  %r1 = arith.truncf %a1 : f8E4M3 to f6E2M3FN
  %r2 = arith.truncf %a2 : f16 to f8E5M2
  %r3 = arith.truncf %a3 : bf16 to f8E4M3FN
  %r4 = arith.truncf %a4 : f32 to f8E8M0FNU
  %r5 = arith.truncf %a5 : tf32 to f16
  %r6 = arith.truncf %a6 : f32 to bf16
  %r7 = arith.truncf %a7 : f32 to tf32
  %r8 = arith.truncf %a8 : f64 to f16
  %r9 = arith.truncf %a9 : f64 to f32
  %r10 = arith.truncf %a10 : f80 to f64
  %r11 = arith.truncf %a11 : f128 to f80
  %r12 = arith.truncf %a12 : f128 to f16
  return
}

// -----

func.func @truncf_vectors(%a0: vector<4xf32>, %a1: vector<2x[4]xf32>, %a2: vector<f32>) {
  %r0 = arith.truncf %a0 : vector<4xf32> to vector<4xf16>
  %r1 = arith.truncf %a1 : vector<2x[4]xf32> to vector<2x[4]xf16>
  %r2 = arith.truncf %a2 : vector<f32> to vector<f16>
  return
}

// -----

func.func @truncf_tensors(%a0: tensor<4xf32>, %a1: tensor<?x3xf32>, %a2: tensor<f32>, %a3: tensor<2xf32, "e">) {
  %r0 = arith.truncf %a0 : tensor<4xf32> to tensor<4xf16>
  %r1 = arith.truncf %a1 : tensor<?x3xf32> to tensor<?x3xf16>
  %r2 = arith.truncf %a2 : tensor<f32> to tensor<f16>
  %r3 = arith.truncf %a3 : tensor<2xf32, "e"> to tensor<2xf16, "e">
  return
}

// -----

func.func @discardable_attributes(%x: f32) {
  %0 = arith.truncf %x {u.tag, n = 4 : index} : f32 to f16
  return
}

// -----

func.func @generic_form(%x: f32, %y: vector<[8]xf32>) {
  %0 = "arith.truncf"(%x) : (f32) -> f16
  %1 = "arith.truncf"(%y) {u.tag} : (vector<[8]xf32>) -> vector<[8]xf16>
  return
}

// -----

func.func @rounding_modes(%x: f64, %v: vector<4xf32>) {
  %f0 = arith.truncf %x to_nearest_even : f64 to f32
  %f1 = arith.truncf %x downward : f64 to f32
  %f2 = arith.truncf %x upward : f64 to f32
  %f3 = arith.truncf %x toward_zero : f64 to f32
  %f4 = arith.truncf %x to_nearest_away : f64 to f32
  %g = arith.truncf %v upward {u.tag} : vector<4xf32> to vector<4xbf16>
  return
}

// -----

func.func @fastmath(%x: f64) {
  %f0 = arith.truncf %x fastmath<none> : f64 to f32
  %f1 = arith.truncf %x fastmath<nnan> : f64 to f32
  %f2 = arith.truncf %x fastmath<fast> : f64 to f32
  %f3 = arith.truncf %x fastmath<reassoc,contract> : f64 to f32
  %g = arith.truncf %x toward_zero fastmath<nnan> {u.tag} : f64 to f16
  return
}

// -----

func.func @inherent_attributes(%x: f64) {
  %p0 = "arith.truncf"(%x) <{fastmath = #arith.fastmath<none>}> : (f64) -> f32
  %p1 = "arith.truncf"(%x) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f64) -> f32
  %p2 = "arith.truncf"(%x) <{fastmath = #arith.fastmath<fast>}> : (f64) -> f32
  %p3 = "arith.truncf"(%x) <{roundingmode = 0 : i32}> : (f64) -> f32
  %p4 = "arith.truncf"(%x) <{roundingmode = 1 : i32}> : (f64) -> f32
  %p5 = "arith.truncf"(%x) <{roundingmode = 2 : i32}> : (f64) -> f32
  %p6 = "arith.truncf"(%x) <{roundingmode = 3 : i32}> : (f64) -> f32
  %p7 = "arith.truncf"(%x) <{roundingmode = 4 : i32}> : (f64) -> f32
  %p8 = "arith.truncf"(%x) <{fastmath = #arith.fastmath<fast>, roundingmode = 2 : i32}> : (f64) -> f32
  %q0 = "arith.truncf"(%x) {fastmath = #arith.fastmath<none>, u.tag} : (f64) -> f32
  %q1 = "arith.truncf"(%x) {fastmath = #arith.fastmath<nnan,ninf>, u.tag} : (f64) -> f32
  %q2 = "arith.truncf"(%x) {fastmath = #arith.fastmath<fast>, u.tag} : (f64) -> f32
  %q3 = "arith.truncf"(%x) {roundingmode = 0 : i32, u.tag} : (f64) -> f32
  %q4 = "arith.truncf"(%x) {roundingmode = 1 : i32, u.tag} : (f64) -> f32
  %q5 = "arith.truncf"(%x) {roundingmode = 2 : i32, u.tag} : (f64) -> f32
  %q6 = "arith.truncf"(%x) {roundingmode = 3 : i32, u.tag} : (f64) -> f32
  %q7 = "arith.truncf"(%x) {roundingmode = 4 : i32, u.tag} : (f64) -> f32
  %q8 = "arith.truncf"(%x) {fastmath = #arith.fastmath<fast>, roundingmode = 2 : i32, u.tag} : (f64) -> f32
  return
}
