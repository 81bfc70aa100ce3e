// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.ipowi over every kind of type it takes.

func.func @ipowi_scalars(%a0: i1, %b0: i1, %a1: i7, %b1: i7, %a2: i8, %b2: i8, %a3: i16, %b3: i16, %a4: i32, %b4: i32, %a5: i64, %b5: i64, %a6: i128, %b6: i128, %a7: i1000, %b7: i1000, %a8: index, %b8: index) {
  %r0 = math.ipowi %a0, %b0 : i1
  %r1 = math.ipowi %a1, %b1 : i7
  %r2 = math.ipowi %a2, %b2 : i8
  %r3 = math.ipowi %a3, %b3 : i16
  %r4 = math.ipowi %a4, %b4 : i32
  %r5 = math.ipowi %a5, %b5 : i64
  %r6 = math.ipowi %a6, %b6 : i128
  %r7 = math.ipowi %a7, %b7 : i1000
  %r8 = math.ipowi %a8, %b8 : index
  return
}

// -----

func.func @ipowi_vectors(%a0: vector<4xi32>, %b0: vector<4xi32>, %a1: vector<2x3xi1>, %b1: vector<2x3xi1>, %a2: vector<[4]xi64>, %b2: vector<[4]xi64>, %a3: vector<2x[8]x4xi8>, %b3: vector<2x[8]x4xi8>, %a4: vector<i16>, %b4: vector<i16>, %a5: vector<3xindex>, %b5: vector<3xindex>) {
  %r0 = math.ipowi %a0, %b0 : vector<4xi32>
  %r1 = math.ipowi %a1, %b1 : vector<2x3xi1>
  %r2 = math.ipowi %a2, %b2 : vector<[4]xi64>
  %r3 = math.ipowi %a3, %b3 : vector<2x[8]x4xi8>
  %r4 = math.ipowi %a4, %b4 : vector<i16>
  %r5 = math.ipowi %a5, %b5 : vector<3xindex>
  return
}

// -----

func.func @ipowi_tensors(%a0: tensor<4xi32>, %b0: tensor<4xi32>, %a1: tensor<?x8xi64>, %b1: tensor<?x8xi64>, %a2: tensor<*xi16>, %b2: tensor<*xi16>, %a3: tensor<i1>, %b3: tensor<i1>, %a4: tensor<0xindex>, %b4: tensor<0xindex>, %a5: tensor<2x4xi32, "rowmajor">, %b5: tensor<2x4xi32, "rowmajor">, %a6: tensor<?xi5, {pad = 1 : i64}>, %b6: tensor<?xi5, {pad = 1 : i64}>) {
  %r0 = math.ipowi %a0, %b0 : tensor<4xi32>
  %r1 = math.ipowi %a1, %b1 : tensor<?x8xi64>
  %r2 = math.ipowi %a2, %b2 : tensor<*xi16>
  %r3 = math.ipowi %a3, %b3 : tensor<i1>
  %r4 = math.ipowi %a4, %b4 : tensor<0xindex>
  %r5 = math.ipowi %a5, %b5 : tensor<2x4xi32, "rowmajor">
  %r6 = math.ipowi %a6, %b6 : tensor<?xi5, {pad = 1 : i64}>
  return
}

// -----

func.func @discardable_attributes(%x: i64, %y: i64) {
  %0 = math.ipowi %x, %y {note = "kept", u.flag} : i64
  return
}

// -----

func.func @generic_form(%x: index, %y: index) {
  %0 = "math.ipowi"(%x, %y) : (index, index) -> index
  return
}
