// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.bitcast over scalars, vectors and tensors.

func.func @bitcast_scalars(%a0: i16, %a1: bf16, %a2: f32, %a3: i64, %a4: f8E5M2, %a5: f16, %a6: f128, %a7: i4, %a8: f80, %a9: i32) {
  %r0 = arith.bitcast %a0 : i16 to f16
  %r1 = arith.bitcast %a1 : bf16 to i16
  %r2 = arith.bitcast %a2 : f32 to i32
  %r3 = arith.bitcast %a3 : i64 to f64
  %r4 = arith.bitcast %a4 : f8E5M2 to i8
  %r5 = arith.bitcast %a5 : f16 to bf16
  %r6 = arith.bitcast %a6 : f128 to i128
  %r7 = arith.bitcast %a7 : i4 to f4E2M1FN
  %r8 = arith.bitcast %a8 : f80 to i80
  %r9 = arith.bitcast %a9 : i32 to i32
  return
}

// -----

func.func @bitcast_vectors(%a0: vector<4xi32>, %a1: vector<2x[4]xi32>, %a2: vector<i32>) {
  %r0 = arith.bitcast %a0 : vector<4xi32> to vector<4xf32>
  %r1 = arith.bitcast %a1 : vector<2x[4]xi32> to vector<2x[4]xf32>
  %r2 = arith.bitcast %a2 : vector<i32> to vector<f32>
  return
}

// -----

func.func @bitcast_tensors(%a0: tensor<4xi32>, %a1: tensor<?x3xi32>, %a2: tensor<i32>, %a3: tensor<2xi32, "e">) {
  %r0 = arith.bitcast %a0 : tensor<4xi32> to tensor<4xf32>
  %r1 = arith.bitcast %a1 : tensor<?x3xi32> to tensor<?x3xf32>
  %r2 = arith.bitcast %a2 : tensor<i32> to tensor<f32>
  %r3 = arith.bitcast %a3 : tensor<2xi32, "e"> to tensor<2xf32, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i32) {
  %0 = arith.bitcast %x {u.tag, n = 4 : index} : i32 to f32
  return
}

// -----

func.func @generic_form(%x: i32, %y: vector<[8]xi32>) {
  %0 = "arith.bitcast"(%x) : (i32) -> f32
  %1 = "arith.bitcast"(%y) {u.tag} : (vector<[8]xi32>) -> vector<[8]xf32>
  return
}

// -----

func.func @bitcast_memrefs(%a0: memref<4xi32>, %a1: memref<?xf16, strided<[2]>>) {
  %r0 = arith.bitcast %a0 : memref<4xi32> to memref<4xf32>
  %r1 = arith.bitcast %a1 : memref<?xf16, strided<[2]>> to memref<?xi16, strided<[2]>>
  return
}
