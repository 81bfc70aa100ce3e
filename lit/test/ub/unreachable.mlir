// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// ub.unreachable ends blocks.

func.func @f(%c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = ub.poison : i32
  return %0 : i32
^b:
  ub.unreachable {tag}
}

// -----

func.func @generic() {
  "ub.unreachable"() : () -> ()
}
