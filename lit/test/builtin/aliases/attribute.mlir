// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Attribute aliases: use in attributes, types and other aliases; their names are lost.

#a = 1 : i32
#b = [#a, "x"]
#c = {k = #b}
"u.a"() {a = #a, b = #b, c = #c} : () -> ()

// -----

#map = affine_map<(d0) -> (d0 + 1)>
"u.a"() {m = #map, n = [#map, #map]} : () -> ()

// -----

#enc = #u.encoding<x>
%0 = "u.v"() : () -> tensor<4xf32, #enc>
#shape = dense<[1, 2]> : tensor<2xi32>
"u.a"(%0) {s = #shape} : (tensor<4xf32, #enc>) -> ()

// -----

#with_underscore1 = unit
#dollar$ = 2 : i8
"u.a"() {a = #with_underscore1, b = #dollar$} : () -> ()

// -----

#unused = "never printed"
"u.a"() : () -> ()

// -----

#dict = {a = 1, b}
"u.a"() {d = #dict} : () -> ()
#loc1 = loc("user"("x":1:1))
"u.b"() : () -> () loc(#loc1)
