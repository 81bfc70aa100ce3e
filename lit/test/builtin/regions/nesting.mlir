// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// Regions inside regions, several regions, and scopes of names.

"u.r"() ({
  "u.r"() ({
    "u.r"() ({
      "u.e"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

"u.r"() ({
  "u.a"() : () -> ()
}, {
}, {
^bb0(%x: i1):
  "u.b"(%x) : (i1) -> ()
}) : () -> ()

// -----

%x = "u.v"() : () -> i32
"u.r"() ({
  %y = "u.v"(%x) : (i32) -> i32
  "u.r"() ({
    %z = "u.v"(%y, %x) : (i32, i32) -> i32
  }) : () -> ()
}, {
  %y = "u.v"(%x) : (i32) -> i32
}) : () -> ()

// -----

%0 = "u.r"() ({
  %1 = "u.v"() : () -> i32
  %2 = "u.r"() ({
    %3 = "u.v"() : () -> i32
  }, {
    %4 = "u.v"() : () -> i32
    %5 = "u.v"() : () -> i32
  }) : () -> i32
  %6 = "u.v"() : () -> i32
}, {
  %7 = "u.v"() : () -> i32
}) : () -> i32
%8 = "u.v"(%0) : (i32) -> i32

// -----

"u.r"() ({
^bb0(%a: i32, %b: i32):
  "u.r"() ({
  ^bb0(%c: i32):
    "u.e"(%a, %b, %c) : (i32, i32, i32) -> ()
  }, {
  ^bb0(%d: i32, %e: i32):
    "u.e"(%d, %e, %a) : (i32, i32, i32) -> ()
  }) : () -> ()
  "u.e"(%b)[^bb1] : (i32) -> ()
^bb1(%f: i32):
  "u.e"(%f) : (i32) -> ()
}, {
^bb0(%g: i32):
  "u.e"(%g) : (i32) -> ()
}) : () -> ()
