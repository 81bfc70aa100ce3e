// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Name locations with and without a child.

"u.l"() : () -> () loc("n")
"u.l"() : () -> () loc("name with blanks")
"u.l"() : () -> () loc("q\"uote")
"u.l"() : () -> () loc("\C3\A9")

// -----

"u.l"() : () -> () loc("n"("f":3:4))
"u.l"() : () -> () loc("n"("m"("f":1:1)))
"u.l"() : () -> () loc("n"(unknown))
"u.l"() : () -> () loc("n"(callsite("a" at "b")))
"u.l"() : () -> () loc("n"(fused["a", "b"]))
