// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// Spellings that upstream accepts although the language reference does not mention them.

"u.a"() <1> : () -> ()
"u.b"() <"text"> {a} : () -> ()
"u.c"() <[1, 2]> : () -> ()

// -----

%0 = "u.v"() : () -> tensor<4xf32,>

// -----

"u.l"() : () -> () loc("f":1)

// -----

%0 = "u.v"() : () -> memref<4xf32, strided<[1]>, strided<[2]>>

// -----

"u.a"() {a = dense<(1.0, 2.0)> : tensor<2xf32>} : () -> ()
