// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.scaling_truncf, the downcast to OCP microscaling blocks.

func.func @scalars(%x: f32, %s: f8E8M0FNU, %y: bf16) {
  %0 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f8E4M3FN
  %1 = arith.scaling_truncf %y, %s : bf16, f8E8M0FNU to f4E2M1FN
  %2 = arith.scaling_truncf %x, %y : f32, bf16 to f6E2M3FN
  return
}

// -----

func.func @vectors(%x: vector<32xf32>, %s: vector<32xf8E8M0FNU>) {
  %0 = arith.scaling_truncf %x, %s : vector<32xf32>, vector<32xf8E8M0FNU> to vector<32xf8E5M2>
  return
}

// -----

func.func @tensors(%x: tensor<?xf16>, %s: tensor<?xf8E8M0FNU>) {
  %0 = arith.scaling_truncf %x, %s : tensor<?xf16>, tensor<?xf8E8M0FNU> to tensor<?xf4E2M1FN>
  return
}

// -----

func.func @flags(%x: f32, %s: f8E8M0FNU) {
  %0 = arith.scaling_truncf %x, %s to_nearest_even : f32, f8E8M0FNU to f8E5M2
  %1 = arith.scaling_truncf %x, %s downward : f32, f8E8M0FNU to f8E5M2
  %2 = arith.scaling_truncf %x, %s upward : f32, f8E8M0FNU to f8E5M2
  %3 = arith.scaling_truncf %x, %s toward_zero : f32, f8E8M0FNU to f8E5M2
  %4 = arith.scaling_truncf %x, %s to_nearest_away : f32, f8E8M0FNU to f8E5M2
  %7 = arith.scaling_truncf %x, %s fastmath<fast> : f32, f8E8M0FNU to f8E5M2
  %8 = arith.scaling_truncf %x, %s downward fastmath<nnan,nsz> {u.tag} : f32, f8E8M0FNU to f8E5M2
  return
}

// -----

func.func @generic_form(%x: f32, %s: f8E8M0FNU) {
  %0 = "arith.scaling_truncf"(%x, %s) : (f32, f8E8M0FNU) -> f8E5M2
  %1 = "arith.scaling_truncf"(%x, %s) <{fastmath = #arith.fastmath<none>, roundingmode = 3 : i32}> {u.tag} : (f32, f8E8M0FNU) -> f8E5M2
  return
}
