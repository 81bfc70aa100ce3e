// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic --mlir-print-debuginfo < %s | diff %s.generic-debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// File locations: one position, and ranges of columns, lines and both.

"u.l"() : () -> () loc("a.mlir":1:2)
"u.l"() : () -> () loc("a.mlir":1:2)
"u.l"() : () -> () loc("dir/b.c":100:1)
"u.l"() : () -> () loc("a.mlir":0:0)
"u.l"() : () -> () loc("":0:0)
"u.l"() : () -> () loc("with \"quote\" and blank":7:8)

// -----

"u.l"() : () -> () loc("a.mlir":1:2 to :5)
"u.l"() : () -> () loc("a.mlir":1:2 to 3:5)
"u.l"() : () -> () loc("a.mlir":1:2 to :2)
"u.l"() : () -> () loc("a.mlir":1:2 to 1:2)
"u.l"() : () -> () loc("a.mlir":1:2 to 1:9)
"u.l"() : () -> () loc("a.mlir":4:0 to 4:0)

// -----

"u.l"() : () -> () loc("a.mlir":4294967295:1)
"u.l"() : () -> () loc("a.mlir":1:65536)

// -----

"u.l"() : () -> () loc("a.mlir":3:4)
