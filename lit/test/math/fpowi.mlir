// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.fpowi: a float base and an integer exponent of the same shape.

func.func @fpowi_scalars(%a0: f16, %b0: i32, %a1: f32, %b1: i8, %a2: f64, %b2: index, %a3: bf16, %b3: i64, %a4: f128, %b4: i1) {
  %r0 = math.fpowi %a0, %b0 : f16, i32
  %r1 = math.fpowi %a1, %b1 : f32, i8
  %r2 = math.fpowi %a2, %b2 : f64, index
  %r3 = math.fpowi %a3, %b3 : bf16, i64
  %r4 = math.fpowi %a4, %b4 : f128, i1
  return
}

// -----

func.func @fpowi_vectors(%a0: vector<4xf32>, %b0: vector<4xi32>, %a1: vector<[4]xf64>, %b1: vector<[4]xindex>, %a2: vector<f16>, %b2: vector<i3>) {
  %r0 = math.fpowi %a0, %b0 : vector<4xf32>, vector<4xi32>
  %r1 = math.fpowi %a1, %b1 : vector<[4]xf64>, vector<[4]xindex>
  %r2 = math.fpowi %a2, %b2 : vector<f16>, vector<i3>
  return
}

// -----

func.func @fpowi_tensors(%a0: tensor<4xf32>, %b0: tensor<4xi32>, %a1: tensor<?xf16>, %b1: tensor<?xi64>, %a2: tensor<*xf32>, %b2: tensor<*xi8>, %a3: tensor<?xf32>, %b3: tensor<4xi32>) {
  %r0 = math.fpowi %a0, %b0 : tensor<4xf32>, tensor<4xi32>
  %r1 = math.fpowi %a1, %b1 : tensor<?xf16>, tensor<?xi64>
  %r2 = math.fpowi %a2, %b2 : tensor<*xf32>, tensor<*xi8>
  %r3 = math.fpowi %a3, %b3 : tensor<?xf32>, tensor<4xi32>
  return
}

// -----

func.func @fastmath(%x: f32, %n: i32) {
  %0 = math.fpowi %x, %n fastmath<none> : f32, i32
  %1 = math.fpowi %x, %n fastmath<reassoc> : f32, i32
  %2 = math.fpowi %x, %n fastmath<nnan> : f32, i32
  %3 = math.fpowi %x, %n fastmath<ninf> : f32, i32
  %4 = math.fpowi %x, %n fastmath<nsz> : f32, i32
  %5 = math.fpowi %x, %n fastmath<arcp> : f32, i32
  %6 = math.fpowi %x, %n fastmath<contract> : f32, i32
  %7 = math.fpowi %x, %n fastmath<afn> : f32, i32
  %8 = math.fpowi %x, %n fastmath<fast> : f32, i32
  %9 = math.fpowi %x, %n fastmath<nnan,ninf> : f32, i32
  %10 = math.fpowi %x, %n fastmath<reassoc, contract> : f32, i32
  %11 = math.fpowi %x, %n fastmath<nnan, ninf, nsz, arcp, contract, afn> : f32, i32
  %12 = math.fpowi %x, %n fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32, i32
  %13 = math.fpowi %x, %n fastmath<afn,reassoc> : f32, i32
  %20 = math.fpowi %x, %n {u.tag} : f32, i32
  %21 = math.fpowi %x, %n fastmath<fast> {u.tag} : f32, i32
  return
}

// -----

func.func @generic_form(%x: f32, %n: i32) {
  %0 = "math.fpowi"(%x, %n) : (f32, i32) -> f32
  %1 = "math.fpowi"(%x, %n) <{fastmath = #arith.fastmath<contract>}> {u.tag} : (f32, i32) -> f32
  return
}
