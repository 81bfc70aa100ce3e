// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Integer sets: constraints, normalisation, and the empty ones.

"u.a"() {a = affine_set<() : ()>} : () -> ()
"u.a"() {a = affine_set<(d0) : ()>} : () -> ()
"u.a"() {a = affine_set<(d0) : (d0 >= 0)>} : () -> ()
"u.a"() {a = affine_set<(d0) : (d0 == 0)>} : () -> ()
"u.a"() {a = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 >= 0)>} : () -> ()
"u.a"() {a = affine_set<(i, j)[n] : (i - j == 0, n - 1 >= 0)>} : () -> ()

// -----

"u.a"() {a = affine_set<(d0) : (d0 <= 4)>} : () -> ()
"u.a"() {a = affine_set<(d0, d1) : (d0 >= d1)>} : () -> ()
"u.a"() {a = affine_set<(d0, d1) : (d0 == d1)>} : () -> ()
"u.a"() {a = affine_set<(d0) : (d0 * 2 - 1 >= 7)>} : () -> ()
"u.a"() {a = affine_set<() : (1 == 0)>} : () -> ()
"u.a"() {a = affine_set<() : (0 >= 0)>} : () -> ()
"u.a"() {a = affine_set<(d0) : (d0 mod 2 == 0, d0 floordiv 4 >= 1)>} : () -> ()

// -----

#set = affine_set<(d0) : (d0 - 10 >= 0)>
"u.a"() {a = #set, b = affine_set<(x) : (x - 10 >= 0)>} : () -> ()
