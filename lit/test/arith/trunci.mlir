// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.trunci over scalars, vectors and tensors.

func.func @trunci_scalars(%a0: i3, %a1: i8, %a2: i16, %a3: i32, %a4: i64, %a5: i128, %a6: i8, %a7: i16, %a8: i32, %a9: i64, %a10: i128, %a11: i16, %a12: i32, %a13: i64, %a14: i128, %a15: i32, %a16: i64, %a17: i128, %a18: i64, %a19: i128, %a20: i128) {
  %r0 = arith.trunci %a0 : i3 to i1
  %r1 = arith.trunci %a1 : i8 to i1
  %r2 = arith.trunci %a2 : i16 to i1
  %r3 = arith.trunci %a3 : i32 to i1
  %r4 = arith.trunci %a4 : i64 to i1
  %r5 = arith.trunci %a5 : i128 to i1
  %r6 = arith.trunci %a6 : i8 to i3
  %r7 = arith.trunci %a7 : i16 to i3
  %r8 = arith.trunci %a8 : i32 to i3
  %r9 = arith.trunci %a9 : i64 to i3
  %r10 = arith.trunci %a10 : i128 to i3
  %r11 = arith.trunci %a11 : i16 to i8
  %r12 = arith.trunci %a12 : i32 to i8
  %r13 = arith.trunci %a13 : i64 to i8
  %r14 = arith.trunci %a14 : i128 to i8
  %r15 = arith.trunci %a15 : i32 to i16
  %r16 = arith.trunci %a16 : i64 to i16
  %r17 = arith.trunci %a17 : i128 to i16
  %r18 = arith.trunci %a18 : i64 to i32
  %r19 = arith.trunci %a19 : i128 to i32
  %r20 = arith.trunci %a20 : i128 to i64
  return
}

// -----

func.func @trunci_vectors(%a0: vector<4xi64>, %a1: vector<2x[4]xi64>, %a2: vector<i64>) {
  %r0 = arith.trunci %a0 : vector<4xi64> to vector<4xi8>
  %r1 = arith.trunci %a1 : vector<2x[4]xi64> to vector<2x[4]xi8>
  %r2 = arith.trunci %a2 : vector<i64> to vector<i8>
  return
}

// -----

func.func @trunci_tensors(%a0: tensor<4xi64>, %a1: tensor<?x3xi64>, %a2: tensor<i64>, %a3: tensor<2xi64, "e">) {
  %r0 = arith.trunci %a0 : tensor<4xi64> to tensor<4xi8>
  %r1 = arith.trunci %a1 : tensor<?x3xi64> to tensor<?x3xi8>
  %r2 = arith.trunci %a2 : tensor<i64> to tensor<i8>
  %r3 = arith.trunci %a3 : tensor<2xi64, "e"> to tensor<2xi8, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i64) {
  %0 = arith.trunci %x {u.tag, n = 4 : index} : i64 to i8
  return
}

// -----

func.func @generic_form(%x: i64, %y: vector<[8]xi64>) {
  %0 = "arith.trunci"(%x) : (i64) -> i8
  %1 = "arith.trunci"(%y) {u.tag} : (vector<[8]xi64>) -> vector<[8]xi8>
  return
}

// -----

func.func @overflow(%x: i64, %v: tensor<?xi32>) {
  %f0 = arith.trunci %x overflow<nsw> : i64 to i8
  %f1 = arith.trunci %x overflow<nuw> : i64 to i8
  %f2 = arith.trunci %x overflow<nsw, nuw> : i64 to i8
  %f3 = arith.trunci %x overflow<nuw, nsw> : i64 to i8
  %f4 = arith.trunci %x overflow<none> : i64 to i8
  %g = arith.trunci %v overflow<nuw> {u.tag} : tensor<?xi32> to tensor<?xi1>
  return
}

// -----

func.func @inherent_attributes(%x: i64) {
  %p0 = "arith.trunci"(%x) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
  %p1 = "arith.trunci"(%x) <{overflowFlags = #arith.overflow<nsw>}> : (i64) -> i32
  %p2 = "arith.trunci"(%x) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i64) -> i32
  %q0 = "arith.trunci"(%x) {overflowFlags = #arith.overflow<none>, u.tag} : (i64) -> i32
  %q1 = "arith.trunci"(%x) {overflowFlags = #arith.overflow<nsw>, u.tag} : (i64) -> i32
  %q2 = "arith.trunci"(%x) {overflowFlags = #arith.overflow<nsw, nuw>, u.tag} : (i64) -> i32
  return
}
