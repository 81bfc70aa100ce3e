// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// memref types with strided layouts: static, dynamic and negative strides and offsets, and what canonicalises away.

%0 = "u.v"() : () -> memref<4xf32, strided<[1]>>
%1 = "u.v"() : () -> memref<4xf32, strided<[2]>>
%2 = "u.v"() : () -> memref<4x8xf32, strided<[8, 1]>>
%3 = "u.v"() : () -> memref<4x8xf32, strided<[16, 2], offset: 5>>

// -----

%0 = "u.v"() : () -> memref<?x?xf32, strided<[?, ?], offset: ?>>
%1 = "u.v"() : () -> memref<?x4xf32, strided<[?, 1]>>
%2 = "u.v"() : () -> memref<4xf32, strided<[1], offset: ?>>

// -----

%0 = "u.v"() : () -> memref<4xf32, strided<[-1], offset: -5>>
%1 = "u.v"() : () -> memref<4xf32, strided<[1], offset: 0>>
%2 = "u.v"() : () -> memref<4x4xf32, strided<[4, 1], offset: 0>>
%3 = "u.v"() : () -> memref<4xf32, strided<[0]>>

// -----

%0 = "u.v"() : () -> memref<f32, strided<[]>>
%1 = "u.v"() : () -> memref<f32, strided<[], offset: 3>>
%2 = "u.v"() : () -> memref<4xf32, strided<[1], offset: 2>, 3>
%3 = "u.v"() : () -> memref<4xf32, strided<[1]>, "space">

// -----

"u.a"() {a = strided<[1, 2, ?], offset: 3>} : () -> ()
"u.a"() {a = strided<[]>} : () -> ()
"u.a"() {a = strided<[?], offset: ?>} : () -> ()
