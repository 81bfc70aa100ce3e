// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Locations as attributes.

"u.a"() {a = loc(unknown)} : () -> ()
"u.a"() {a = loc("file.mlir":1:2)} : () -> ()
"u.a"() {a = loc("name")} : () -> ()
"u.a"() {a = loc("name"("file":3:4))} : () -> ()
"u.a"() {a = loc(callsite("a" at "b"))} : () -> ()
"u.a"() {a = loc(fused["a", "b"])} : () -> ()
"u.a"() {a = loc(fused<"meta">["a", "b"])} : () -> ()

// -----

"u.a"() {a = [loc("x"), loc("y":1:1)]} : () -> ()
"u.a"() {a = {l = loc("z")}} : () -> ()
