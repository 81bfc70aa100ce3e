// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.addui_extended: the sum and the carry, over every kind of type it takes.

func.func @addui_extended_scalars(%a0: i1, %a1: i7, %a2: i8, %a3: i16, %a4: i32, %a5: i64, %a6: i128, %a7: i1000, %a8: index) {
  %r0, %o0 = arith.addui_extended %a0, %a0 : i1, i1
  %r1, %o1 = arith.addui_extended %a1, %a1 : i7, i1
  %r2, %o2 = arith.addui_extended %a2, %a2 : i8, i1
  %r3, %o3 = arith.addui_extended %a3, %a3 : i16, i1
  %r4, %o4 = arith.addui_extended %a4, %a4 : i32, i1
  %r5, %o5 = arith.addui_extended %a5, %a5 : i64, i1
  %r6, %o6 = arith.addui_extended %a6, %a6 : i128, i1
  %r7, %o7 = arith.addui_extended %a7, %a7 : i1000, i1
  %r8, %o8 = arith.addui_extended %a8, %a8 : index, i1
  return
}

// -----

func.func @addui_extended_vectors(%a0: vector<4xi32>, %a1: vector<2x3xi1>, %a2: vector<[4]xi64>, %a3: vector<2x[8]x4xi8>, %a4: vector<i16>, %a5: vector<3xindex>) {
  %r0, %o0 = arith.addui_extended %a0, %a0 : vector<4xi32>, vector<4xi1>
  %r1, %o1 = arith.addui_extended %a1, %a1 : vector<2x3xi1>, vector<2x3xi1>
  %r2, %o2 = arith.addui_extended %a2, %a2 : vector<[4]xi64>, vector<[4]xi1>
  %r3, %o3 = arith.addui_extended %a3, %a3 : vector<2x[8]x4xi8>, vector<2x[8]x4xi1>
  %r4, %o4 = arith.addui_extended %a4, %a4 : vector<i16>, vector<i1>
  %r5, %o5 = arith.addui_extended %a5, %a5 : vector<3xindex>, vector<3xi1>
  return
}

// -----

func.func @addui_extended_tensors(%a0: tensor<4xi32>, %a1: tensor<?x8xi64>, %a2: tensor<*xi16>, %a3: tensor<i1>, %a4: tensor<0xindex>, %a5: tensor<2x4xi32, "rowmajor">, %a6: tensor<?xi5, {pad = 1 : i64}>) {
  %r0, %o0 = arith.addui_extended %a0, %a0 : tensor<4xi32>, tensor<4xi1>
  %r1, %o1 = arith.addui_extended %a1, %a1 : tensor<?x8xi64>, tensor<?x8xi1>
  %r2, %o2 = arith.addui_extended %a2, %a2 : tensor<*xi16>, tensor<*xi1>
  %r3, %o3 = arith.addui_extended %a3, %a3 : tensor<i1>, tensor<i1>
  %r4, %o4 = arith.addui_extended %a4, %a4 : tensor<0xindex>, tensor<0xi1>
  %r5, %o5 = arith.addui_extended %a5, %a5 : tensor<2x4xi32, "rowmajor">, tensor<2x4xi1, "rowmajor">
  %r6, %o6 = arith.addui_extended %a6, %a6 : tensor<?xi5, {pad = 1 : i64}>, tensor<?xi1, {pad = 1 : i64}>
  return
}

// -----

func.func @result_pack(%x: i32) {
  %0:2 = arith.addui_extended %x, %x {u.tag} : i32, i1
  %s = arith.addi %0#0, %x : i32
  %c = arith.xori %0#1, %0#1 : i1
  return
}

// -----

func.func @generic_form(%x: vector<[2]xi8>) {
  %0:2 = "arith.addui_extended"(%x, %x) : (vector<[2]xi8>, vector<[2]xi8>) -> (vector<[2]xi8>, vector<[2]xi1>)
  return
}
