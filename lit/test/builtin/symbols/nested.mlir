// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Nested symbol tables and references into them.

module @outer {
  module @inner {
    func.func private @f()
  }
  "u.use"() {r = @inner::@f, s = @inner} : () -> ()
}
"u.use"() {r = @outer::@inner::@f} : () -> ()

// -----

module @same {
  module @same {
    func.func private @same()
  }
}
