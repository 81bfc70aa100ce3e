// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Discardable attributes whose prefix is a registered dialect that does not object.

module attributes {arith.note} {
}

// -----

func.func private @f(i32 {arith.note = 1}) -> (f32 {scf.note}) attributes {cf.note = "x"}

// -----

func.func @g(%x: i32) {
  %0 = arith.addi %x, %x {math.note, func.note = [1, 2]} : i32
  return
}

// -----

"u.r"() ({
  func.func private @same()
  func.func private @same()
}) : () -> ()
