// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope < %s | diff %s.localscope -

// Distinct attributes: identity by number, renumbering, and the attributes inside them.

"u.a"() {a = distinct[0]<unit>, b = distinct[1]<unit>, c = distinct[0]<unit>} : () -> ()

// -----

"u.a"() {a = distinct[7]<unit>, b = distinct[3]<unit>, c = distinct[7]<unit>} : () -> ()

// -----

"u.a"() {a = distinct[0]<42 : i32>, b = distinct[1]<42 : i32>, c = distinct[2]<"text">, d = distinct[3]<[1, 2]>, e = distinct[4]<i32>} : () -> ()

// -----

#d = distinct[5]<unit>
#e = distinct[6]<{a = 1 : i8}>
"u.a"() {a = #d, b = #e, c = #d} : () -> ()

// -----

"u.a"() {a = distinct[0]<>, b = [distinct[1]<>, distinct[0]<>]} : () -> ()
