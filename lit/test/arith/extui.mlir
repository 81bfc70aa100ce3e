// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.extui over scalars, vectors and tensors.

func.func @extui_scalars(%a0: i1, %a1: i1, %a2: i1, %a3: i1, %a4: i1, %a5: i1, %a6: i3, %a7: i3, %a8: i3, %a9: i3, %a10: i3, %a11: i8, %a12: i8, %a13: i8, %a14: i8, %a15: i16, %a16: i16, %a17: i16, %a18: i32, %a19: i32, %a20: i64) {
  %r0 = arith.extui %a0 : i1 to i3
  %r1 = arith.extui %a1 : i1 to i8
  %r2 = arith.extui %a2 : i1 to i16
  %r3 = arith.extui %a3 : i1 to i32
  %r4 = arith.extui %a4 : i1 to i64
  %r5 = arith.extui %a5 : i1 to i128
  %r6 = arith.extui %a6 : i3 to i8
  %r7 = arith.extui %a7 : i3 to i16
  %r8 = arith.extui %a8 : i3 to i32
  %r9 = arith.extui %a9 : i3 to i64
  %r10 = arith.extui %a10 : i3 to i128
  %r11 = arith.extui %a11 : i8 to i16
  %r12 = arith.extui %a12 : i8 to i32
  %r13 = arith.extui %a13 : i8 to i64
  %r14 = arith.extui %a14 : i8 to i128
  %r15 = arith.extui %a15 : i16 to i32
  %r16 = arith.extui %a16 : i16 to i64
  %r17 = arith.extui %a17 : i16 to i128
  %r18 = arith.extui %a18 : i32 to i64
  %r19 = arith.extui %a19 : i32 to i128
  %r20 = arith.extui %a20 : i64 to i128
  return
}

// -----

func.func @extui_vectors(%a0: vector<4xi8>, %a1: vector<2x[4]xi8>, %a2: vector<i8>) {
  %r0 = arith.extui %a0 : vector<4xi8> to vector<4xi32>
  %r1 = arith.extui %a1 : vector<2x[4]xi8> to vector<2x[4]xi32>
  %r2 = arith.extui %a2 : vector<i8> to vector<i32>
  return
}

// -----

func.func @extui_tensors(%a0: tensor<4xi8>, %a1: tensor<?x3xi8>, %a2: tensor<i8>, %a3: tensor<2xi8, "e">) {
  %r0 = arith.extui %a0 : tensor<4xi8> to tensor<4xi32>
  %r1 = arith.extui %a1 : tensor<?x3xi8> to tensor<?x3xi32>
  %r2 = arith.extui %a2 : tensor<i8> to tensor<i32>
  %r3 = arith.extui %a3 : tensor<2xi8, "e"> to tensor<2xi32, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i8) {
  %0 = arith.extui %x {u.tag, n = 4 : index} : i8 to i32
  return
}

// -----

func.func @generic_form(%x: i8, %y: vector<[8]xi8>) {
  %0 = "arith.extui"(%x) : (i8) -> i32
  %1 = "arith.extui"(%y) {u.tag} : (vector<[8]xi8>) -> vector<[8]xi32>
  return
}
