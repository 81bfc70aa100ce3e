// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Locations taken from the position of the operation in the input.

"u.l"() : () -> ()
  "u.l"() : () -> ()
%0 = "u.l"() : () -> i32 "u.l"(%0) : (i32) -> ()

// -----

func.func @f(%a: i32,
             %b: i32) -> i32 {
  %c = arith.addi %a,
    %b : i32
  cf.br ^bb1(%c : i32)
^bb1(%d: i32):
  return %d : i32
}

// -----

module @m {
  "u.r"() ({
  ^bb0(%x: i32):
    "u.e"(%x) : (i32) -> ()
  }) : () -> ()
}
