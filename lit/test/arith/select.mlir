// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// arith.select: a scalar condition with any type, and conditions of matching shape.

func.func @scalar_condition(%c: i1, %i: i32, %f: bf16, %v: vector<[4]xf32>, %t: tensor<?x2xi8, "e">, %m: memref<4xf32, 1>, %n: none, %z: complex<f32>, %p: tuple<i32, f32>, %o: !u.opaque<"x">, %fn: () -> (), %x: index, %s: si8) {
  %0 = arith.select %c, %i, %i : i32
  %1 = arith.select %c, %f, %f : bf16
  %2 = arith.select %c, %v, %v : vector<[4]xf32>
  %3 = arith.select %c, %t, %t : tensor<?x2xi8, "e">
  %4 = arith.select %c, %m, %m : memref<4xf32, 1>
  %5 = arith.select %c, %n, %n : none
  %6 = arith.select %c, %z, %z : complex<f32>
  %7 = arith.select %c, %p, %p : tuple<i32, f32>
  %8 = arith.select %c, %o, %o : !u.opaque<"x">
  %9 = arith.select %c, %fn, %fn : () -> ()
  %10 = arith.select %c, %x, %x : index
  %11 = arith.select %c, %s, %s : si8
  return
}

// -----

func.func @vector_condition(%c: vector<4xi1>, %v: vector<4xi32>, %d: vector<2x[2]xi1>, %w: vector<2x[2]xf64>, %e: vector<i1>, %z: vector<index>) {
  %0 = arith.select %c, %v, %v : vector<4xi1>, vector<4xi32>
  %1 = arith.select %d, %w, %w : vector<2x[2]xi1>, vector<2x[2]xf64>
  %2 = arith.select %e, %z, %z : vector<i1>, vector<index>
  return
}

// -----

func.func @tensor_condition(%c: tensor<4xi1>, %v: tensor<4xi32>, %d: tensor<?x2xi1>, %w: tensor<?x2xf16>, %u: tensor<*xi1>, %y: tensor<*xf32>) {
  %0 = arith.select %c, %v, %v : tensor<4xi1>, tensor<4xi32>
  %1 = arith.select %d, %w, %w : tensor<?x2xi1>, tensor<?x2xf16>
  %2 = arith.select %u, %y, %y : tensor<*xi1>, tensor<*xf32>
  return
}

// -----

func.func @boolean_values(%c: i1, %d: vector<2xi1>) {
  %0 = arith.select %c, %c, %c : i1
  %1 = arith.select %d, %d, %d : vector<2xi1>, vector<2xi1>
  return
}

// -----

func.func @discardable_attributes(%c: i1, %x: i32, %d: tensor<3xi1>, %t: tensor<3xi8>) {
  %0 = arith.select %c, %x, %x {u.tag = [1, 2]} : i32
  %1 = arith.select %d, %t, %t {u.tag} : tensor<3xi1>, tensor<3xi8>
  return
}

// -----

func.func @generic_form(%c: i1, %x: i32, %d: tensor<3xi1>, %t: tensor<3xi8>) {
  %0 = "arith.select"(%c, %x, %x) : (i1, i32, i32) -> i32
  %1 = "arith.select"(%d, %t, %t) {u.tag} : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  return
}
