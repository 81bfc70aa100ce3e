// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// sparse attributes.

"u.a"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()
"u.a"() {a = sparse<[[0, 0]], 1.0> : tensor<2x2xf32>} : () -> ()
"u.a"() {a = sparse<0, 7> : tensor<4xi32>} : () -> ()
"u.a"() {a = sparse<[[0], [2]], [1.0, 2.0]> : tensor<4xf16>} : () -> ()
"u.a"() {a = sparse<[[0, 1, 2], [2, 1, 0]], -1> : tensor<3x3x3xi8>} : () -> ()

// -----

"u.a"() {a = sparse<[[1], [3]], ["a", "b"]> : tensor<4x!u.str>} : () -> ()
"u.a"() {a = sparse<[[0, 0]], (1.0, 2.0)> : tensor<1x1xcomplex<f32>>} : () -> ()
"u.a"() {a = sparse<[[0, 0]], true> : tensor<1x1xi1>} : () -> ()
"u.a"() {a = sparse<> : tensor<4xi32>} : () -> ()
"u.a"() {a = sparse<[[1]], 1> : vector<4xi32>} : () -> ()
