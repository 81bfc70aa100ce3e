// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Regions without terminators, with unregistered ones, and with successors across blocks.

"u.r"() ({
  "u.not_a_terminator"() : () -> ()
}) : () -> ()

// -----

func.func @f() {
  "u.terminator"() : () -> ()
}
func.func @g() {
  "u.terminator"()[^bb1] : () -> ()
^bb1:
  "u.terminator"() : () -> ()
}

// -----

func.func @f() -> i32 {
  "u.terminator"() : () -> ()
}
