// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Shapes only need to be compatible, as dynamic and static dimensions are. Only the generic form is checked: the custom form has one type.

func.func @add(%x: tensor<4x?xi32>, %y: tensor<?x8xi32>) {
  %0 = "arith.addi"(%x, %y) : (tensor<4x?xi32>, tensor<?x8xi32>) -> tensor<4x?xi32>
  %1 = "arith.addi"(%y, %x) : (tensor<?x8xi32>, tensor<4x?xi32>) -> tensor<?x8xi32>
  return
}

// -----

func.func @encoding(%x: tensor<4xf32>, %y: tensor<4xf32, "e">) {
  %0 = "arith.addf"(%x, %y) : (tensor<4xf32>, tensor<4xf32, "e">) -> tensor<4xf32>
  return
}
