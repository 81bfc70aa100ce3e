// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// The unknown location.

"u.l"() : () -> () loc(unknown)

// -----

"u.l"() : () -> () loc(unknown)
"u.l"() : () -> () loc("x":1:1)

// -----

"u.a"() {a = loc(unknown)} : () -> ()
