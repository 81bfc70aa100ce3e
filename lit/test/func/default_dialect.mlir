// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Inside a func.func, the dialect prefix of func may be left out, and is not printed. Regions of other operations need it again.

func.func private @f()
func.func @elided() {
  call @f() : () -> ()
  func.call @f() : () -> ()
  %0 = constant @f : () -> ()
  call_indirect %0() : () -> ()
  func.return
}

// -----

func.func private @f()
func.func @in_scf(%c: i1) {
  scf.if %c {
    func.call @f() : () -> ()
    %0 = func.constant @f : () -> ()
  }
  return
}

// -----

func.func private @f()
func.func @in_unregistered() {
  "u.region"() ({
    %g = "u.function"() : () -> (() -> ())
    func.call_indirect %g() : () -> ()
    "u.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @unregistered_region_inherits(%g: () -> ()) {
  "u.region"() ({
    call_indirect %g() : () -> ()
    "u.region"() ({
      call_indirect %g() : () -> ()
      func.call_indirect %g() : () -> ()
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

"u.region"() ({
  module {
    module {
    }
  }
  "u.region"() ({
    module @inner {
    }
  }) : () -> ()
}) : () -> ()

// -----

func.func @nested_module() {
  builtin.module {
    func.func @deep() {
      return
    }
  }
  return
}
