// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -

// Operations of unknown dialects with everything at once.

%0:2 = "u.all"() ({}) {a} : () -> (i32, f32)

// -----

func.func @f(%x: i32) {
  "u.term"(%x, %x)[^bb1, ^bb2, ^bb1] <{p = array<i32: 1, 1>}> ({
    "u.inner"() : () -> ()
  }, {
  ^bb0(%y: f32):
    "u.inner"(%y) : (f32) -> ()
  }) {a = 1 : i8} : (i32, i32) -> () loc("l")
^bb1:
  return
^bb2:
  return
}

// -----

%r = "u.a"(%r) : (i32) -> i32
