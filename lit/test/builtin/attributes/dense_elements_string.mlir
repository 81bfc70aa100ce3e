// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// dense attributes of strings, for element types of dialects.

"u.a"() {a = dense<"splat"> : tensor<2x!u.str>} : () -> ()
"u.a"() {a = dense<["a", "b"]> : tensor<2x!u.str>} : () -> ()
"u.a"() {a = dense<[["a", "b"], ["c", "d"]]> : tensor<2x2x!u.str>} : () -> ()
"u.a"() {a = dense<""> : tensor<1x!u.str>} : () -> ()
"u.a"() {a = dense<["quote \" and \\ and \0A", "\C3\A9"]> : tensor<2x!u.str<1>>} : () -> ()

// -----

"u.a"() {a = dense<["a", "a"]> : tensor<2x!u.str>} : () -> ()
"u.a"() {a = dense<"x"> : tensor<!u.str>} : () -> ()
