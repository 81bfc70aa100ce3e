// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Types as attributes.

"u.a"() {a = i32} : () -> ()
"u.a"() {a = f32} : () -> ()
"u.a"() {a = index} : () -> ()
"u.a"() {a = none} : () -> ()
"u.a"() {a = tensor<4xf32>} : () -> ()
"u.a"() {a = vector<[4]xi8>} : () -> ()
"u.a"() {a = memref<?xf32, 2>} : () -> ()
"u.a"() {a = tuple<i32>} : () -> ()
"u.a"() {a = complex<f32>} : () -> ()
"u.a"() {a = () -> ()} : () -> ()
"u.a"() {a = (i32) -> (i1, i2)} : () -> ()
"u.a"() {a = !u.t} : () -> ()
"u.a"() {a = !u.t<a>} : () -> ()
"u.a"() {a = si8} : () -> ()
"u.a"() {a = ui64} : () -> ()
"u.a"() {a = f8E5M2} : () -> ()
