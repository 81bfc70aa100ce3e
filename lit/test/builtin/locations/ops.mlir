// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Trailing locations after operations of every form.

module @m attributes {u.a} {
} loc("m")

// -----

func.func private @d(i32) loc("d")
func.func @f(%c: i1) -> i32 {
  %0 = arith.constant 1 : i32 loc("const")
  %1:2 = "u.two"() : () -> (i32, i32) loc("two")
  cf.cond_br %c, ^a, ^b loc("branch")
^a:
  cf.assert %c, "x" loc("assert")
  return %0 : i32 loc("r1")
^b:
  %2 = scf.if %c -> (i32) {
    scf.yield %1#0 : i32 loc("y1")
  } else {
    scf.yield %1#1 : i32 loc("y2")
  } loc("if")
  return %2 : i32 loc("r2")
} loc("f")
