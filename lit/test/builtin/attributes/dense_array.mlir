// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Dense array attributes of every element type.

"u.a"() {a = array<i1>} : () -> ()
"u.a"() {a = array<i8>} : () -> ()
"u.a"() {a = array<i16>} : () -> ()
"u.a"() {a = array<i32>} : () -> ()
"u.a"() {a = array<i64>} : () -> ()
"u.a"() {a = array<f32>} : () -> ()
"u.a"() {a = array<f64>} : () -> ()

// -----

"u.a"() {a = array<i1: true, false>} : () -> ()
"u.a"() {a = array<i8: 1, -1, 127, -128>} : () -> ()
"u.a"() {a = array<i16: 1, -1>} : () -> ()
"u.a"() {a = array<i32: 0, 1, 2>} : () -> ()
"u.a"() {a = array<i64: 9223372036854775807, -9223372036854775808>} : () -> ()

// -----

"u.a"() {a = array<f32: 1.0, -0.0, 0.1>} : () -> ()
"u.a"() {a = array<f64: 1.0, 1.0e300>} : () -> ()
"u.a"() {a = array<f16: 1.5>} : () -> ()
"u.a"() {a = array<bf16: 2.0, 3.0>} : () -> ()
"u.a"() {a = array<f32: 0x7FC00000, 0x7F800000>} : () -> ()
"u.a"() {a = array<f8E4M3FN: 1.0, 448.0>} : () -> ()

// -----

"u.a"() {a = array<i32:1,2>} : () -> ()
"u.a"() {a = array< i32 : 1 >} : () -> ()
"u.a"() {a = array<i32: - 1>} : () -> ()
"u.a"() {a = array<i8: 0x10>} : () -> ()
"u.a"() {a = [array<i32: 1>, array<i64>]} : () -> ()
"u.a"() {a = array<i8: 5>} : () -> ()
