// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Symbol visibility on functions, modules and unregistered operations.

func.func private @a()
func.func public @b() {
  return
}
func.func nested @c() {
  return
}
func.func @d() {
  return
}

// -----

module @a attributes {sym_visibility = "private"} {
}
module @b attributes {sym_visibility = "nested"} {
}
module @c attributes {sym_visibility = "public"} {
}

// -----

"u.symbol"() {sym_name = "x", sym_visibility = "private"} : () -> ()
"u.symbol"() {sym_name = "y"} : () -> ()
