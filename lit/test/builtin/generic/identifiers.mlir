// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Names of values, blocks and symbols.

%0 = "u.v"() : () -> i32
%1 = "u.v"() : () -> i32
%42 = "u.v"() : () -> i32
"u.use"(%42, %1, %0) : (i32, i32, i32) -> ()

// -----

%a = "u.v"() : () -> i32
%A = "u.v"() : () -> i32
%a_b = "u.v"() : () -> i32
%a.b = "u.v"() : () -> i32
%a-b = "u.v"() : () -> i32
%a$b = "u.v"() : () -> i32
%$ = "u.v"() : () -> i32
%_ = "u.v"() : () -> i32
%- = "u.v"() : () -> i32
%. = "u.v"() : () -> i32
"u.use"(%a, %A, %a_b, %a.b, %a-b, %a$b, %$, %_, %-, %.) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()

// -----

"u.r"() ({
^0:
  "u.e"() [^a-b.c] : () -> ()
^a-b.c:
  "u.e"() [^1] : () -> ()
^1:
  "u.e"() [^$] : () -> ()
^$:
  "u.e"() : () -> ()
}) : () -> ()

// -----

%00 = "u.v"() : () -> i32
%007 = "u.v"() : () -> i32
"u.use"(%00, %007) : (i32, i32) -> ()
