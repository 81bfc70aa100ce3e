// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Locations of block arguments and of function arguments, and places where they are left out.

func.func @f(%a: i32 loc("a"), %b: f32 loc("f":1:2), %c: i1) {
  return loc("ret")
} loc("fn")

// -----

func.func @f(%a: i32 {u.x} loc("a")) -> (i32 {u.y}) {
  cf.br ^bb1(%a, %a : i32, i32)
^bb1(%b: i32 loc("b"), %c: i32):
  return %b : i32
}

// -----

"u.r"() ({
^bb0(%x: i32 loc("x"), %y: tensor<?xf32> loc(unknown)):
  "u.e"() [^bb1] : () -> () loc("e")
^bb1:
  "u.e"() : () -> ()
^bb2(%z: i1 loc(fused["p", "q"])):
  "u.e"() : () -> ()
}) : () -> () loc("r")

// -----

func.func @loops(%n: index loc("n"), %x: f32 loc("x")) {
  %r = scf.for %i = %n to %n step %n iter_args(%acc = %x) -> (f32) {
    scf.yield %acc : f32 loc("yield")
  } loc("loop")
  %w = scf.while (%p = %x) : (f32) -> f32 {
    %c = "u.c"() : () -> i1 loc("c")
    scf.condition(%c) %p : f32
  } do {
  ^bb0(%q: f32 loc("q")):
    scf.yield %q : f32
  } loc("while")
  return
}
