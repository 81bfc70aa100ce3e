// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.index_castui over scalars, vectors and tensors.

func.func @index_castui_scalars(%a0: i1, %a1: index, %a2: i32, %a3: index, %a4: index, %a5: i7) {
  %r0 = arith.index_castui %a0 : i1 to index
  %r1 = arith.index_castui %a1 : index to i1
  %r2 = arith.index_castui %a2 : i32 to index
  %r3 = arith.index_castui %a3 : index to i64
  %r4 = arith.index_castui %a4 : index to i128
  %r5 = arith.index_castui %a5 : i7 to index
  return
}

// -----

func.func @index_castui_vectors(%a0: vector<4xi32>, %a1: vector<2x[4]xi32>, %a2: vector<i32>) {
  %r0 = arith.index_castui %a0 : vector<4xi32> to vector<4xindex>
  %r1 = arith.index_castui %a1 : vector<2x[4]xi32> to vector<2x[4]xindex>
  %r2 = arith.index_castui %a2 : vector<i32> to vector<index>
  return
}

// -----

func.func @index_castui_tensors(%a0: tensor<4xi32>, %a1: tensor<?x3xi32>, %a2: tensor<i32>, %a3: tensor<2xi32, "e">) {
  %r0 = arith.index_castui %a0 : tensor<4xi32> to tensor<4xindex>
  %r1 = arith.index_castui %a1 : tensor<?x3xi32> to tensor<?x3xindex>
  %r2 = arith.index_castui %a2 : tensor<i32> to tensor<index>
  %r3 = arith.index_castui %a3 : tensor<2xi32, "e"> to tensor<2xindex, "e">
  return
}

// -----

func.func @discardable_attributes(%x: i32) {
  %0 = arith.index_castui %x {u.tag, n = 4 : index} : i32 to index
  return
}

// -----

func.func @generic_form(%x: i32, %y: vector<[8]xi32>) {
  %0 = "arith.index_castui"(%x) : (i32) -> index
  %1 = "arith.index_castui"(%y) {u.tag} : (vector<[8]xi32>) -> vector<[8]xindex>
  return
}

// -----

func.func @index_castui_from_index(%a0: vector<3xindex>, %a1: tensor<?xindex>) {
  %r0 = arith.index_castui %a0 : vector<3xindex> to vector<3xi64>
  %r1 = arith.index_castui %a1 : tensor<?xindex> to tensor<?xi8>
  return
}

// -----

func.func @index_castui_memrefs(%a0: memref<4xi32>, %a1: memref<?x2xindex, 3>) {
  %r0 = arith.index_castui %a0 : memref<4xi32> to memref<4xindex>
  %r1 = arith.index_castui %a1 : memref<?x2xindex, 3> to memref<?x2xi64, 3>
  return
}
