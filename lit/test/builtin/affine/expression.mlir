// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Affine expressions: operators, precedence, parentheses, folding at construction.

"u.a"() {a = affine_map<(d0) -> (d0 + 1)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 - 1)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (-d0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (2 * d0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * 2)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * -3)>} : () -> ()
"u.a"() {a = affine_map<(d0)[s0] -> (d0 * s0)>} : () -> ()
"u.a"() {a = affine_map<(d0)[s0] -> (s0 * d0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 floordiv 4)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 ceildiv 4)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 mod 8)>} : () -> ()

// -----

"u.a"() {a = affine_map<(d0, d1) -> (d0 + d1 * 2)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> ((d0 + d1) * 2)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (d0 - d1)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (d0 - (d1 - d0))>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (-(d0 + d1))>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (-d0 ceildiv 4)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (-(d0 ceildiv 4))>} : () -> ()
"u.a"() {a = affine_map<(d0) -> ((d0 floordiv 2) mod 3)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 floordiv 2 mod 3)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> ((d0 mod 3) floordiv 2)>} : () -> ()

// -----

"u.a"() {a = affine_map<() -> (1 + 2)>} : () -> ()
"u.a"() {a = affine_map<() -> (2 * 3 - 4)>} : () -> ()
"u.a"() {a = affine_map<() -> (7 floordiv 2, -7 floordiv 2, 7 ceildiv 2, -7 ceildiv 2, -7 mod 3)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 + 0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * 1)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * 0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 + 1 + 2)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (1 + d0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 - d0)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 + d0)>} : () -> ()

// -----

"u.a"() {a = affine_map<(d0) -> (d0 * 2 * 3)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * 4 floordiv 2)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 * 4 mod 2)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 floordiv 1, d0 ceildiv 1, d0 mod 1)>} : () -> ()
"u.a"() {a = affine_map<(d0)[s0] -> (d0 + s0 - d0)>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (d0 * 2 + d1 + d0 * 3)>} : () -> ()
"u.a"() {a = affine_map<(d0)[s0] -> (d0 floordiv s0, d0 ceildiv s0, d0 mod s0)>} : () -> ()
"u.a"() {a = affine_map<()[s0, s1] -> (s0 * s1, s0 floordiv s1)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>} : () -> ()

// -----

"u.a"() {a = affine_map<(d0) -> (((d0)))>} : () -> ()
"u.a"() {a = affine_map<(d0)->(d0+1)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 + (-1))>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (d0 - -1)>} : () -> ()
"u.a"() {a = affine_map<(d0)[s0] -> (d0 * (s0 + 1))>} : () -> ()
"u.a"() {a = affine_map<(d0, d1) -> (d0 * -1 + d1 * -2 - 3)>} : () -> ()
"u.a"() {a = affine_map<(d0) -> (9223372036854775807)>} : () -> ()

// -----

"u.a"() {a = affine_map<(d0, d1)[s0] -> ((d0 * 8 + d1) floordiv 32, (d0 * 8 + d1) mod 32 + s0)>} : () -> ()
"u.a"() {a = affine_map<(i, j, k) -> (i * 16 + j * 4 + k, (i + j) ceildiv 2, (k mod 4) * 2 - 1)>} : () -> ()
