// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.cmpi: every predicate, over every kind of type it takes.

func.func @predicates(%x: i32, %y: i32) {
  %0 = arith.cmpi eq, %x, %y : i32
  %1 = arith.cmpi ne, %x, %y : i32
  %2 = arith.cmpi slt, %x, %y : i32
  %3 = arith.cmpi sle, %x, %y : i32
  %4 = arith.cmpi sgt, %x, %y : i32
  %5 = arith.cmpi sge, %x, %y : i32
  %6 = arith.cmpi ult, %x, %y : i32
  %7 = arith.cmpi ule, %x, %y : i32
  %8 = arith.cmpi ugt, %x, %y : i32
  %9 = arith.cmpi uge, %x, %y : i32
  return
}

// -----

func.func @quoted_predicates(%x: i32, %y: i32) {
  %0 = arith.cmpi "eq", %x, %y : i32
  %1 = arith.cmpi "ne", %x, %y : i32
  %2 = arith.cmpi "slt", %x, %y : i32
  %3 = arith.cmpi "sle", %x, %y : i32
  %4 = arith.cmpi "sgt", %x, %y : i32
  %5 = arith.cmpi "sge", %x, %y : i32
  %6 = arith.cmpi "ult", %x, %y : i32
  %7 = arith.cmpi "ule", %x, %y : i32
  %8 = arith.cmpi "ugt", %x, %y : i32
  %9 = arith.cmpi "uge", %x, %y : i32
  return
}

// -----

func.func @cmpi_scalars(%a0: i1, %a1: i7, %a2: i8, %a3: i16, %a4: i32, %a5: i64, %a6: i128, %a7: i1000, %a8: index) {
  %r0 = arith.cmpi ult, %a0, %a0 : i1
  %r1 = arith.cmpi ult, %a1, %a1 : i7
  %r2 = arith.cmpi ult, %a2, %a2 : i8
  %r3 = arith.cmpi ult, %a3, %a3 : i16
  %r4 = arith.cmpi ult, %a4, %a4 : i32
  %r5 = arith.cmpi ult, %a5, %a5 : i64
  %r6 = arith.cmpi ult, %a6, %a6 : i128
  %r7 = arith.cmpi ult, %a7, %a7 : i1000
  %r8 = arith.cmpi ult, %a8, %a8 : index
  return
}

// -----

func.func @cmpi_vectors(%a0: vector<4xi32>, %a1: vector<2x3xi1>, %a2: vector<[4]xi64>, %a3: vector<2x[8]x4xi8>, %a4: vector<i16>, %a5: vector<3xindex>) {
  %r0 = arith.cmpi sge, %a0, %a0 : vector<4xi32>
  %r1 = arith.cmpi sge, %a1, %a1 : vector<2x3xi1>
  %r2 = arith.cmpi sge, %a2, %a2 : vector<[4]xi64>
  %r3 = arith.cmpi sge, %a3, %a3 : vector<2x[8]x4xi8>
  %r4 = arith.cmpi sge, %a4, %a4 : vector<i16>
  %r5 = arith.cmpi sge, %a5, %a5 : vector<3xindex>
  return
}

// -----

func.func @cmpi_tensors(%a0: tensor<4xi32>, %a1: tensor<?x8xi64>, %a2: tensor<*xi16>, %a3: tensor<i1>, %a4: tensor<0xindex>, %a5: tensor<2x4xi32, "rowmajor">, %a6: tensor<?xi5, {pad = 1 : i64}>) {
  %r0 = arith.cmpi ne, %a0, %a0 : tensor<4xi32>
  %r1 = arith.cmpi ne, %a1, %a1 : tensor<?x8xi64>
  %r2 = arith.cmpi ne, %a2, %a2 : tensor<*xi16>
  %r3 = arith.cmpi ne, %a3, %a3 : tensor<i1>
  %r4 = arith.cmpi ne, %a4, %a4 : tensor<0xindex>
  %r5 = arith.cmpi ne, %a5, %a5 : tensor<2x4xi32, "rowmajor">
  %r6 = arith.cmpi ne, %a6, %a6 : tensor<?xi5, {pad = 1 : i64}>
  return
}

// -----

func.func @discardable_attributes(%x: index) {
  %0 = arith.cmpi eq, %x, %x {u.tag} : index
  return
}

// -----

func.func @generic_form(%x: i32) {
  %0 = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %1 = "arith.cmpi"(%x, %x) <{predicate = 1 : i64}> : (i32, i32) -> i1
  %2 = "arith.cmpi"(%x, %x) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %3 = "arith.cmpi"(%x, %x) <{predicate = 3 : i64}> : (i32, i32) -> i1
  %4 = "arith.cmpi"(%x, %x) <{predicate = 4 : i64}> : (i32, i32) -> i1
  %5 = "arith.cmpi"(%x, %x) <{predicate = 5 : i64}> : (i32, i32) -> i1
  %6 = "arith.cmpi"(%x, %x) <{predicate = 6 : i64}> : (i32, i32) -> i1
  %7 = "arith.cmpi"(%x, %x) <{predicate = 7 : i64}> : (i32, i32) -> i1
  %8 = "arith.cmpi"(%x, %x) <{predicate = 8 : i64}> : (i32, i32) -> i1
  %9 = "arith.cmpi"(%x, %x) <{predicate = 9 : i64}> : (i32, i32) -> i1
  %10 = "arith.cmpi"(%x, %x) {predicate = 3 : i64, u.tag} : (i32, i32) -> i1
  return
}
