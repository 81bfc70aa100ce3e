// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Attributes of unregistered dialects, with bodies kept byte for byte and optional types.

"u.a"() {a = #u.a} : () -> ()
"u.a"() {a = #u.a.b} : () -> ()
"u.a"() {a = #u.a<b>} : () -> ()
"u.a"() {a = #u.a<>} : () -> ()
"u.a"() {a = #u.a<1, [2], {3}, (4), "5">} : () -> ()
"u.a"() {a = #u.a<x -> y>} : () -> ()
"u.a"() {a = #u.a<->>} : () -> ()

// -----

"u.a"() {a = #u<foo>} : () -> ()
"u.a"() {a = #u<foo<bar>>} : () -> ()
"u.a"() {a = #u<"quoted">} : () -> ()
"u.a"() {a = #u<foo bar>} : () -> ()
"u.a"() {a = #u<[1]>} : () -> ()

// -----

"u.a"() {a = #u.a : i32} : () -> ()
"u.a"() {a = #u.a<b> : tensor<2xf32>} : () -> ()
"u.a"() {a = #u<foo> : !u.t} : () -> ()
"u.a"() {a = [#u.a : i8, #u.b]} : () -> ()

// -----

"u.a"() {a = #u.a<!u.t<i32>, #u.b<affine_map<(d0) -> (d0)>>>} : () -> ()
"u.a"() {a = #u.a<  kept   blanks >} : () -> ()
"u.a"() {a = #u.a<"> \" <">} : () -> ()
