// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// Blocks: labels, arguments, the entry label, and predecessor comments.

"u.r"() ({
}) : () -> ()
"u.r"() ({
^bb0:
}) : () -> ()
"u.r"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

"u.r"() ({
^entry:
  "u.e"() : () -> ()
}) : () -> ()

// -----

"u.r"() ({
  "u.e"() [^a] : () -> ()
^a:
  "u.e"() [^b, ^a] : () -> ()
^b:
  "u.e"() [^a, ^b, ^c] : () -> ()
^c:
  "u.e"() : () -> ()
^unreachable:
  "u.e"() [^c] : () -> ()
}) : () -> ()

// -----

"u.r"() ({
^bb0(%a: i32, %b: tensor<?xf32>):
  "u.e"(%a)[^bb1] : (i32) -> ()
^bb1(%c: i32):
  "u.e"(%c, %b) : (i32, tensor<?xf32>) -> ()
}) : () -> ()

// -----

"u.r"() ({
  "u.e"() [^x] : () -> ()
^y():
  "u.e"() [^y] : () -> ()
^x:
  "u.e"() [^y] : () -> ()
}) : () -> ()

// -----

"u.r"() ({
  "u.e"()[^a, ^a, ^a] : () -> ()
^a:
  "u.e"() : () -> ()
}) : () -> ()
