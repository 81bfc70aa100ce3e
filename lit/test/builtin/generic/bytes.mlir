// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Strings hold any bytes, and every byte that is not printable ASCII is printed in hexadecimal.

"u.a"() {a = " é 日本", b = "tab	here"} : () -> ()
"u.é"() : () -> ()
func.func private @"é"()
