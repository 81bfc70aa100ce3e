// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// memref types: shapes, memory spaces of every kind, unranked.

%0 = "u.v"() : () -> memref<f32>
%1 = "u.v"() : () -> memref<4xf32>
%2 = "u.v"() : () -> memref<?xf32>
%3 = "u.v"() : () -> memref<4x?x8xf32>
%4 = "u.v"() : () -> memref<0xi8>
%5 = "u.v"() : () -> memref<?x?xindex>

// -----

%0 = "u.v"() : () -> memref<4xf32, 0>
%1 = "u.v"() : () -> memref<4xf32, 1>
%2 = "u.v"() : () -> memref<4xf32, 3 : i32>
%3 = "u.v"() : () -> memref<4xf32, "shared">
%4 = "u.v"() : () -> memref<4xf32, 7 : i64>
%5 = "u.v"() : () -> memref<4xf32, {kind = "x"}>
%6 = "u.v"() : () -> memref<4xf32, 5 : index>

// -----

%0 = "u.v"() : () -> memref<*xf32>
%1 = "u.v"() : () -> memref<*xf32, 2>
%2 = "u.v"() : () -> memref<*xi8, "shared">
%3 = "u.v"() : () -> memref<*xf32, 0>

// -----

%0 = "u.v"() : () -> memref<4xvector<4xf32>>
%1 = "u.v"() : () -> memref<2xcomplex<f32>>
%2 = "u.v"() : () -> memref<?xmemref<4xi8>>
%3 = "u.v"() : () -> memref<2xmemref<*xf32>>
%4 = "u.v"() : () -> memref<4xsi16>
%5 = "u.v"() : () -> memref<4xf8E4M3FN>

// -----

%0 = "u.v"() : () -> memref<4x8xf32, 1>
%1 = "u.v"() : () -> memref<4 x ? x f32>
