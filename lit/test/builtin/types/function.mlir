// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Function types, and where their results need parentheses.

"u.t"() {t = () -> ()} : () -> ()
"u.t"() {t = (i32) -> i32} : () -> ()
"u.t"() {t = (i32) -> (i32)} : () -> ()
"u.t"() {t = () -> i32} : () -> ()
"u.t"() {t = (i32, f32) -> ()} : () -> ()
"u.t"() {t = (i32, f32) -> (i1, i2)} : () -> ()

// -----

"u.t"() {t = (i32) -> ((i32) -> i32)} : () -> ()
"u.t"() {t = ((i32) -> i32) -> i32} : () -> ()
"u.t"() {t = () -> (() -> ())} : () -> ()
"u.t"() {t = () -> (() -> (), () -> ())} : () -> ()
"u.t"() {t = () -> (() -> (() -> (i32)))} : () -> ()

// -----

%0 = "u.f"() : () -> (() -> ())
%1:2 = "u.f"() : () -> (() -> (), i32)
"u.g"(%0, %1#0) : (() -> (), () -> ()) -> ()

// -----

"u.t"() {t = (tensor<?xf32>, vector<[4]xi8>) -> memref<*xf16>} : () -> ()
"u.t"() {t = (!u.a, !u.b<c>) -> !u.d} : () -> ()
