// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// memref types with affine layouts; identity maps vanish.

%0 = "u.v"() : () -> memref<4x8xf32, affine_map<(d0, d1) -> (d0, d1)>>
%1 = "u.v"() : () -> memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
%2 = "u.v"() : () -> memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>

// -----

%0 = "u.v"() : () -> memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s1 + s0)>>
%1 = "u.v"() : () -> memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>, 3>
%2 = "u.v"() : () -> memref<4xf32, affine_map<(i) -> (i)>, "space">

// -----

#layout = affine_map<(i, j) -> (j, i)>
%0 = "u.v"() : () -> memref<4x8xf32, #layout>
%1 = "u.v"() : () -> memref<?x?xi8, #layout, 1>
"u.same"() {m = #layout, n = affine_map<(a, b) -> (b, a)>} : () -> ()
