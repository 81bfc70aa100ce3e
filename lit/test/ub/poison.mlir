// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// ub.poison. Its value is printed only in the generic form.

func.func @types() -> (i32, index, vector<4xf32>, tensor<?xi1>, memref<2xi8>, !u.type) {
  %0 = ub.poison : i32
  %1 = ub.poison : index
  %2 = ub.poison : vector<4xf32>
  %3 = ub.poison : tensor<?xi1>
  %4 = ub.poison : memref<2xi8>
  %5 = ub.poison : !u.type
  return %0, %1, %2, %3, %4, %5 : i32, index, vector<4xf32>, tensor<?xi1>, memref<2xi8>, !u.type
}

// -----

func.func @value() {
  %0 = ub.poison <#ub.poison> : i32
  %1 = ub.poison {tag} : i32
  %2 = ub.poison {tag = #ub.poison} <#ub.poison> : i32
  return
}

// -----

func.func @generic() {
  %0 = "ub.poison"() : () -> i32
  %1 = "ub.poison"() <{value = #ub.poison}> {tag} : () -> f32
  return
}

// -----

func.func @attribute() attributes {a = #ub.poison, b = [#ub.poison]} {
  return
}
