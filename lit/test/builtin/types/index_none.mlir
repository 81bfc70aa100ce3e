// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The types index and none.

%0 = "u.v"() : () -> index
%1 = "u.v"() : () -> none

// -----

"u.t"() {t = index} : () -> ()
"u.t"() {t = none} : () -> ()

// -----

%0 = "u.v"() : () -> vector<4xindex>
%1 = "u.v"() : () -> tensor<2xindex>
%2 = "u.v"() : () -> memref<index>
%3 = "u.v"() : () -> tuple<index, none>
