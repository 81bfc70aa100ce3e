// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.mului_extended: the low and the high half, over every kind of type it takes.

func.func @mului_extended_scalars(%a0: i1, %a1: i7, %a2: i8, %a3: i16, %a4: i32, %a5: i64, %a6: i128, %a7: i1000, %a8: index) {
  %r0, %o0 = arith.mului_extended %a0, %a0 : i1
  %r1, %o1 = arith.mului_extended %a1, %a1 : i7
  %r2, %o2 = arith.mului_extended %a2, %a2 : i8
  %r3, %o3 = arith.mului_extended %a3, %a3 : i16
  %r4, %o4 = arith.mului_extended %a4, %a4 : i32
  %r5, %o5 = arith.mului_extended %a5, %a5 : i64
  %r6, %o6 = arith.mului_extended %a6, %a6 : i128
  %r7, %o7 = arith.mului_extended %a7, %a7 : i1000
  %r8, %o8 = arith.mului_extended %a8, %a8 : index
  return
}

// -----

func.func @mului_extended_vectors(%a0: vector<4xi32>, %a1: vector<2x3xi1>, %a2: vector<[4]xi64>, %a3: vector<2x[8]x4xi8>, %a4: vector<i16>, %a5: vector<3xindex>) {
  %r0, %o0 = arith.mului_extended %a0, %a0 : vector<4xi32>
  %r1, %o1 = arith.mului_extended %a1, %a1 : vector<2x3xi1>
  %r2, %o2 = arith.mului_extended %a2, %a2 : vector<[4]xi64>
  %r3, %o3 = arith.mului_extended %a3, %a3 : vector<2x[8]x4xi8>
  %r4, %o4 = arith.mului_extended %a4, %a4 : vector<i16>
  %r5, %o5 = arith.mului_extended %a5, %a5 : vector<3xindex>
  return
}

// -----

func.func @mului_extended_tensors(%a0: tensor<4xi32>, %a1: tensor<?x8xi64>, %a2: tensor<*xi16>, %a3: tensor<i1>, %a4: tensor<0xindex>, %a5: tensor<2x4xi32, "rowmajor">, %a6: tensor<?xi5, {pad = 1 : i64}>) {
  %r0, %o0 = arith.mului_extended %a0, %a0 : tensor<4xi32>
  %r1, %o1 = arith.mului_extended %a1, %a1 : tensor<?x8xi64>
  %r2, %o2 = arith.mului_extended %a2, %a2 : tensor<*xi16>
  %r3, %o3 = arith.mului_extended %a3, %a3 : tensor<i1>
  %r4, %o4 = arith.mului_extended %a4, %a4 : tensor<0xindex>
  %r5, %o5 = arith.mului_extended %a5, %a5 : tensor<2x4xi32, "rowmajor">
  %r6, %o6 = arith.mului_extended %a6, %a6 : tensor<?xi5, {pad = 1 : i64}>
  return
}

// -----

func.func @result_pack(%x: i32) {
  %0:2 = arith.mului_extended %x, %x {u.tag} : i32
  %s = arith.addi %0#0, %0#1 : i32
  return
}

// -----

func.func @generic_form(%x: index) {
  %0:2 = "arith.mului_extended"(%x, %x) : (index, index) -> (index, index)
  return
}
