// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -

// Isolated operations: names start anew, outer names of siblings may be reused.

func.func @f() {
  %x = arith.constant 1 : i32
  return
}
func.func @g() {
  %x = arith.constant 2 : i32
  return
}

// -----

module {
  %a = "u.v"() : () -> i32
  func.func @f(%b: i32) {
    %c = arith.addi %b, %b : i32
    return
  }
  %d = "u.v"(%a) : (i32) -> i32
}

// -----

"u.r"() ({
  %a = "u.v"() : () -> i32
  builtin.module {
    %b = "u.v"() : () -> i32
    builtin.module {
      %c = "u.v"() : () -> i32
    }
  }
  %d = "u.v"() : () -> i32
}) : () -> ()

// -----

func.func @f(%a: i32) {
  "u.r"() ({
    builtin.module {
      func.func @g(%b: i32, %c: i32) {
        return
      }
    }
  }) : () -> ()
  return
}
