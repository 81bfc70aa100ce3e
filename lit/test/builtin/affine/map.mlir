// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Affine maps: dimensions, symbols, results, names that are not kept.

"u.a"() {a = affine_map<() -> ()>} : () -> ()
"u.a"() {a = affine_map<() -> (0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (d1, d0)>} : () -> ()
"u.a"() {a = affine_map<(i, j)[n, m] -> (i, j, n, m)>} : () -> ()
"u.a"() {a = affine_map<()[s0] -> (s0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> ()>} : () -> ()

// -----

"u.a"() {a = affine_map<(d0)[] -> (d0)>} : () -> ()
"u.a"() {a = affine_map<(x)[y] -> (x + y)>} : () -> ()
"u.a"() {a = affine_map<(d1, d0) -> (d1)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1, d2) -> (d0, d0, d0)>} : () -> ()
"u.a"() {a = affine_map<(i) -> (-5, 7, 0)>} : () -> ()
