// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Call-site locations.

"u.l"() : () -> () loc(callsite("callee" at "caller"))
"u.l"() : () -> () loc(callsite("f":1:2 at "g":3:4))
"u.l"() : () -> () loc(callsite(unknown at "x"))

// -----

"u.l"() : () -> () loc(callsite("a" at callsite("b" at "c")))
"u.l"() : () -> () loc(callsite(callsite("a" at "b") at "c"))
"u.l"() : () -> () loc(callsite("n"("f":1:1) at fused["x", "y"]))
