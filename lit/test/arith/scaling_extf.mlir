// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.scaling_extf, the upcast of OCP microscaling blocks.

func.func @scalars(%x: f8E4M3FN, %s: f8E8M0FNU, %y: f4E2M1FN, %t: f16) {
  %0 = arith.scaling_extf %x, %s : f8E4M3FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %y, %s : f4E2M1FN, f8E8M0FNU to bf16
  %2 = arith.scaling_extf %x, %t : f8E4M3FN, f16 to f64
  return
}

// -----

func.func @vectors(%x: vector<32xf8E5M2>, %s: vector<32xf8E8M0FNU>, %y: vector<[16]xf6E3M2FN>, %t: vector<[16]xf8E8M0FNU>) {
  %0 = arith.scaling_extf %x, %s : vector<32xf8E5M2>, vector<32xf8E8M0FNU> to vector<32xf32>
  %1 = arith.scaling_extf %y, %t : vector<[16]xf6E3M2FN>, vector<[16]xf8E8M0FNU> to vector<[16]xf16>
  return
}

// -----

func.func @tensors(%x: tensor<2x32xf8E5M2>, %s: tensor<2x32xf8E8M0FNU>) {
  %0 = arith.scaling_extf %x, %s : tensor<2x32xf8E5M2>, tensor<2x32xf8E8M0FNU> to tensor<2x32xf32>
  return
}

// -----

func.func @fastmath(%x: f8E4M3FN, %s: f8E8M0FNU) {
  %0 = arith.scaling_extf %x, %s fastmath<none> : f8E4M3FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %x, %s fastmath<nnan> : f8E4M3FN, f8E8M0FNU to f32
  %2 = arith.scaling_extf %x, %s fastmath<fast> : f8E4M3FN, f8E8M0FNU to f32
  %3 = arith.scaling_extf %x, %s fastmath<reassoc,contract> : f8E4M3FN, f8E8M0FNU to f32
  %9 = arith.scaling_extf %x, %s fastmath<nnan> {u.tag} : f8E4M3FN, f8E8M0FNU to f32
  return
}

// -----

func.func @generic_form(%x: f8E4M3FN, %s: f8E8M0FNU) {
  %0 = "arith.scaling_extf"(%x, %s) : (f8E4M3FN, f8E8M0FNU) -> f32
  %1 = "arith.scaling_extf"(%x, %s) <{fastmath = #arith.fastmath<fast>}> {u.tag} : (f8E4M3FN, f8E8M0FNU) -> f32
  return
}
