// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Unranked tensor types.

%0 = "u.v"() : () -> tensor<*xf32>
%1 = "u.v"() : () -> tensor<*xi1>
%2 = "u.v"() : () -> tensor<*xindex>
%3 = "u.v"() : () -> tensor<*xcomplex<f32>>
%4 = "u.v"() : () -> tensor<*x!u.str>
%5 = "u.v"() : () -> tensor<* x f32>
%6 = "u.v"() : () -> tensor<*xvector<4xi8>>
