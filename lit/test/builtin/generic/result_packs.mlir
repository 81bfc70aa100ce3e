// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Result packs: one name for several results, several packs for one operation, element access.

%a:2 = "u.two"() : () -> (i32, f32)
"u.use"(%a#0, %a#1) : (i32, f32) -> ()

// -----

%a, %b:3, %c = "u.five"() : () -> (i1, i2, i3, i4, i5)
"u.use"(%b#2, %a, %c, %b#0, %b, %b#1) : (i4, i1, i5, i2, i2, i3) -> ()

// -----

%a:1 = "u.one"() : () -> i32
"u.use"(%a, %a#0) : (i32, i32) -> ()

// -----

"u.two"() : () -> (i32, f32)
%0:2 = "u.two"() : () -> (i32, f32)
"u.use"(%0#1) : (f32) -> ()

// -----

%long_name_1:12 = "u.many"() : () -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i2)
"u.use"(%long_name_1#11, %long_name_1#0) : (i2, i1) -> ()
