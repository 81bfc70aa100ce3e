// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// dense_resource attributes: with and without a blob, quoted keys.

"u.a"() {a = dense_resource<none> : tensor<4xi32>} : () -> ()
"u.a"() {a = dense_resource<"quoted key"> : tensor<2xf32>} : () -> ()
"u.a"() {a = dense_resource<a.b> : vector<4xi8>} : () -> ()
"u.a"() {a = dense_resource<k> : tensor<4xf32, "e">} : () -> ()
