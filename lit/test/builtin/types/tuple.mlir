// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// tuple types.

%0 = "u.v"() : () -> tuple<>
%1 = "u.v"() : () -> tuple<i32>
%2 = "u.v"() : () -> tuple<i32, f32>
%3 = "u.v"() : () -> tuple<tuple<>, tuple<i1, tuple<f16>>>

// -----

%0 = "u.v"() : () -> tuple<tensor<*xf32>, vector<[4]xi1>, memref<?xi8, 2>, () -> ()>
%1 = "u.v"() : () -> tuple<index, none, complex<f32>, !u.x<"a">>
