// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The generic form: names, operands, results, attributes, types.

"u.nothing"() : () -> ()

// -----

%0 = "u.one"() : () -> i32
%1 = "u.two"(%0, %0) : (i32, i32) -> f32
%2, %3 = "u.three"(%0, %1) : (i32, f32) -> (i1, i2)

// -----

"no_dot"() : () -> ()
"a.b.c"() : () -> ()
"with blank"() : () -> ()
"u.ünicode"() : () -> ()
"u.quote\"d"() : () -> ()
"u.1"() : () -> ()

// -----

%0 = "u.f"() : () -> (() -> ())
%1 = "u.f"() : () -> (i32)
"u.g"() : () -> (i32)

// -----

"u.a"() {} : () -> ()
"u.a"() {x} : () -> ()
"u.a"() {x = 1, y = "two"} : () -> ()
