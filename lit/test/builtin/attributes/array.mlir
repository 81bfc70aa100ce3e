// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Array attributes, and which element types are printed inside them.

"u.a"() {a = []} : () -> ()
"u.a"() {a = [1]} : () -> ()
"u.a"() {a = [1, 2, 3]} : () -> ()
"u.a"() {a = [1 : i8, 2.0, 3.0 : f32, "s", true, unit]} : () -> ()
"u.a"() {a = [[], [[]], [1, [2]]]} : () -> ()
"u.a"() {a = [i32, f32, (i32) -> ()]} : () -> ()
"u.a"() {a = [{a = 1}, {}, {b}]} : () -> ()

// -----

"u.a"() {a = [@a, @b::@c]} : () -> ()
"u.a"() {a = [#u.x, !u.t]} : () -> ()
"u.a"() {a = [dense<1> : tensor<2xi32>, array<i8: 1>]} : () -> ()
"u.a"() {a = [1 : index, 1 : si8, 1.0 : f64, 1 : i64]} : () -> ()
"u.a"() {a = [affine_map<(d0) -> (d0)>]} : () -> ()
"u.a"() {a = [loc(unknown)]} : () -> ()
"u.a"() {a = [ 1 , 2 ]} : () -> ()
