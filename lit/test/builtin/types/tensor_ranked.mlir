// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Ranked tensor types: static, dynamic and zero dimensions, encodings, element types.

%0 = "u.v"() : () -> tensor<f32>
%1 = "u.v"() : () -> tensor<4xf32>
%2 = "u.v"() : () -> tensor<?xf32>
%3 = "u.v"() : () -> tensor<4x?x8xf32>
%4 = "u.v"() : () -> tensor<?x?x?x?xi1>
%5 = "u.v"() : () -> tensor<0xf32>
%6 = "u.v"() : () -> tensor<2x0x3xf32>
%7 = "u.v"() : () -> tensor<9223372036854775807xi8>

// -----

%0 = "u.v"() : () -> tensor<4xf32, "layout">
%1 = "u.v"() : () -> tensor<?xf32, 5>
%2 = "u.v"() : () -> tensor<2xi1, {a, b = 1 : i8}>
%3 = "u.v"() : () -> tensor<3xi8, #u.encoding<a, b>>
%4 = "u.v"() : () -> tensor<3xi8, #u.plain>
%5 = "u.v"() : () -> tensor<4xf32, affine_map<(d0) -> (d0)>>
%6 = "u.v"() : () -> tensor<1xi1, [1, "x"]>
%7 = "u.v"() : () -> tensor<1xi1, unit>
%8 = "u.v"() : () -> tensor<1xi1, @symbol>
%9 = "u.v"() : () -> tensor<1xi1, f32>
%10 = "u.v"() : () -> tensor<2xi1, 1.5 : f16>

// -----

%0 = "u.v"() : () -> tensor<4xindex>
%1 = "u.v"() : () -> tensor<4xsi8>
%2 = "u.v"() : () -> tensor<4xvector<2xf32>>
%3 = "u.v"() : () -> tensor<4xvector<[2]xf32>>
%4 = "u.v"() : () -> tensor<2xcomplex<f64>>
%5 = "u.v"() : () -> tensor<2x!u.str>
%6 = "u.v"() : () -> tensor<2x!u.param<1, "x">>

// -----

%0 = "u.v"() : () -> tensor<4 x f32>
%1 = "u.v"() : () -> tensor< ? x 4 x f32 >
%2 = "u.v"() : () -> tensor<4x8 xf32>

// -----

%0 = "u.v"() : () -> tensor<4xf32, "">
%1 = "u.v"() : () -> tensor<4xf32, "quote \" inside">
