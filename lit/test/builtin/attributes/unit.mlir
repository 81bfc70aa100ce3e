// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The unit attribute, spelled and implied.

"u.a"() {a, b = unit, c} : () -> ()

// -----

"u.a"() {a = [unit]} : () -> ()
"u.a"() {a = {x}} : () -> ()
"u.a"() {a = {x = unit}} : () -> ()
