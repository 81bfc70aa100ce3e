// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Affine maps, sets and distinct attributes are hoisted to aliases by the printer, in order of first need.

"u.a"() {a = affine_map<(d0) -> (d0)>, b = affine_set<(d0) : (d0 >= 0)>, c = affine_map<() -> (1)>, d = affine_map<(d0) -> (d0)>} : () -> ()

// -----

"u.z"() {m = affine_map<() -> (2)>} : () -> ()
"u.a"() {m = affine_map<() -> (1)>} : () -> ()

// -----

"u.a"() {x = [affine_map<() -> (1)>, {y = affine_map<() -> (2)>}], t = memref<4x4xf32, affine_map<(a, b) -> (b, a)>>} : () -> ()
%0 = "u.v"() : () -> memref<2x2xi8, affine_map<(a, b) -> (a + b)>>

// -----

"u.a"() {d = distinct[0]<affine_map<() -> (1)>>, m = affine_map<() -> (1)>, e = distinct[1]<unit>} : () -> ()

// -----

func.func @f(%a: memref<4x4xf32, affine_map<(a, b) -> (b, a)>> {u.m = affine_map<() -> (3)>}) attributes {u.s = affine_set<() : (1 == 0)>} {
  "u.r"() ({
    "u.e"() {m = affine_map<() -> (4)>} : () -> ()
  }) {n = affine_map<() -> (5)>} : () -> ()
  return
}

// -----

module attributes {u.m = affine_map<(d0) -> (d0 * 2)>} {
  module @inner attributes {u.n = affine_map<(d0) -> (d0 * 3)>} {
    "u.a"() {m = affine_map<(d0) -> (d0 * 2)>} : () -> ()
  }
}
