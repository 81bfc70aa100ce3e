// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Attributes whose type is printed, and attributes whose type is implied.

"u.a"() {i = 1, f = 1.0, b = true, x = 1 : index, n = 1 : i32, s = "s" : i8} : () -> ()

// -----

"u.a"() {a = [1, 1.0, true, 1 : index, 1 : i32, 1.0 : f32, "s" : i8]} : () -> ()

// -----

"u.a"() {d = {i = 1, f = 1.0, l = [1, 1.0]}} : () -> ()
