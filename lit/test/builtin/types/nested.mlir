// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Types inside types inside types.

%0 = "u.v"() : () -> tensor<2xvector<4xi8>>
%1 = "u.v"() : () -> memref<?xvector<[4]xf32>, 3>
%2 = "u.v"() : () -> tuple<tensor<*xcomplex<f64>>, memref<2xmemref<2xindex, 1>, 2>>
%3 = "u.v"() : () -> !u.box<tensor<4x!u.elem>>

// -----

"u.t"() {t = (tuple<(i1) -> (), tensor<?xf32, (i1) -> ()>>) -> tuple<>} : () -> ()
"u.t"() {t = tensor<2xf32, tensor<3xf32, tensor<4xf32>>>} : () -> ()
