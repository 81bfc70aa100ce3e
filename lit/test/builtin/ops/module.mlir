// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -

// builtin.module: names, attributes, nesting, the implicit module.

module {
}

// -----

module @name {
}

// -----

module attributes {u.a = 1 : i8, u.flag} {
}

// -----

module @named attributes {u.a} {
  "u.op"() : () -> ()
}

// -----

builtin.module @spelled_out {
}

// -----

module {
  module {
    module @deep {
    }
  }
  module @sibling {
  }
}

// -----

"u.one"() : () -> ()
"u.two"() : () -> ()

// -----

module {
}
module {
}

// -----

module @only {
} loc("x")

// -----

"builtin.module"() ({
^bb0:
}) : () -> ()
"builtin.module"() ({
  "u.x"() : () -> ()
}) {sym_name = "old", u.tag} : () -> ()

// -----

module attributes {u.d = {a = 1, b = [@x, "y"]}} {
}

// -----

module @vis attributes {sym_visibility = "private"} {
}
