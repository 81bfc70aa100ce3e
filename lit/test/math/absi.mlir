// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// math.absi over every kind of type it takes.

func.func @absi_scalars(%a0: i1, %a1: i7, %a2: i8, %a3: i16, %a4: i32, %a5: i64, %a6: i128, %a7: i1000, %a8: index) {
  %r0 = math.absi %a0 : i1
  %r1 = math.absi %a1 : i7
  %r2 = math.absi %a2 : i8
  %r3 = math.absi %a3 : i16
  %r4 = math.absi %a4 : i32
  %r5 = math.absi %a5 : i64
  %r6 = math.absi %a6 : i128
  %r7 = math.absi %a7 : i1000
  %r8 = math.absi %a8 : index
  return
}

// -----

func.func @absi_vectors(%a0: vector<4xi32>, %a1: vector<2x3xi1>, %a2: vector<[4]xi64>, %a3: vector<2x[8]x4xi8>, %a4: vector<i16>, %a5: vector<3xindex>) {
  %r0 = math.absi %a0 : vector<4xi32>
  %r1 = math.absi %a1 : vector<2x3xi1>
  %r2 = math.absi %a2 : vector<[4]xi64>
  %r3 = math.absi %a3 : vector<2x[8]x4xi8>
  %r4 = math.absi %a4 : vector<i16>
  %r5 = math.absi %a5 : vector<3xindex>
  return
}

// -----

func.func @absi_tensors(%a0: tensor<4xi32>, %a1: tensor<?x8xi64>, %a2: tensor<*xi16>, %a3: tensor<i1>, %a4: tensor<0xindex>, %a5: tensor<2x4xi32, "rowmajor">, %a6: tensor<?xi5, {pad = 1 : i64}>) {
  %r0 = math.absi %a0 : tensor<4xi32>
  %r1 = math.absi %a1 : tensor<?x8xi64>
  %r2 = math.absi %a2 : tensor<*xi16>
  %r3 = math.absi %a3 : tensor<i1>
  %r4 = math.absi %a4 : tensor<0xindex>
  %r5 = math.absi %a5 : tensor<2x4xi32, "rowmajor">
  %r6 = math.absi %a6 : tensor<?xi5, {pad = 1 : i64}>
  return
}

// -----

func.func @discardable_attributes(%x: i64) {
  %0 = math.absi %x {note = "kept", u.flag} : i64
  return
}

// -----

func.func @generic_form(%x: vector<[2]xi8>) {
  %0 = "math.absi"(%x) : (vector<[2]xi8>) -> vector<[2]xi8>
  return
}
