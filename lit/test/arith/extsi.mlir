// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.extsi over scalars, vectors and tensors.

func.func @extsi_scalars(%a0: i1, %a1: i1, %a2: i1, %a3: i1, %a4: i1, %a5: i1, %a6: i3, %a7: i3, %a8: i3, %a9: i3, %a10: i3, %a11: i8, %a12: i8, %a13: i8, %a14: i8, %a15: i16, %a16: i16, %a17: i16, %a18: i32, %a19: i32, %a20: i64) {
  %r0 = arith.extsi %a0 : i1 to i3
  %r1 = arith.extsi %a1 : i1 to i8
  %r2 = arith.extsi %a2 : i1 to i16
  %r3 = arith.extsi %a3 : i1 to i32
  %r4 = arith.extsi %a4 : i1 to i64
  %r5 = arith.extsi %a5 : i1 to i128
  %r6 = arith.extsi %a6 : i3 to i8
  %r7 = arith.extsi %a7 : i3 to i16
  %r8 = arith.extsi %a8 : i3 to i32
  %r9 = arith.extsi %a9 : i3 to i64
  %r10 = arith.extsi %a10 : i3 to i128
  %r11 = arith.extsi %a11 : i8 to i16
  %r12 = arith.extsi %a12 : i8 to i32
  %r13 = arith.extsi %a13 : i8 to i64
  %r14 = arith.extsi %a14 : i8 to i128
  %r15 = arith.extsi %a15 : i16 to i32
  %r16 = arith.extsi %a16 : i16 to i64
  %r17 = arith.extsi %a17 : i16 to i128
  %r18 = arith.extsi %a18 : i32 to i64
  %r19 = arith.extsi %a19 : i32 to i128
  %r20 = arith.extsi %a20 : i64 to i128
  return
}

// -----

func.func @extsi_vectors(%a0: vector<4xi1>, %a1: vector<2x[4]xi1>, %a2: vector<i1>) {
  %r0 = arith.extsi %a0 : vector<4xi1> to vector<4xi64>
  %r1 = arith.extsi %a1 : vector<2x[4]xi1> to vector<2x[4]xi64>
  %r2 = arith.extsi %a2 : vector<i1> to vector<i64>
  return
}

// -----

func.func @extsi_tensors(%a0: tensor<4xi1>, %a1: tensor<?x3xi1>, %a2: tensor<i1>, %a3: tensor<2xi1, "e">) {
  %r0 = arith.extsi %a0 : tensor<4xi1> to tensor<4xi64>
  %r1 = arith.extsi %a1 : tensor<?x3xi1> to tensor<?x3xi64>
  %r2 = arith.extsi %a2 : tensor<i1> to tensor<i64>
  %r3 = arith.extsi %a3 : tensor<2xi1, "e"> to tensor<2xi64, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i1) {
  %0 = arith.extsi %x {u.tag, n = 4 : index} : i1 to i64
  return
}

// -----

func.func @generic_form(%x: i1, %y: vector<[8]xi1>) {
  %0 = "arith.extsi"(%x) : (i1) -> i64
  %1 = "arith.extsi"(%y) {u.tag} : (vector<[8]xi1>) -> vector<[8]xi64>
  return
}
