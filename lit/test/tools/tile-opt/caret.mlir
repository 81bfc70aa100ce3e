// A diagnostic shows the line of source, with a caret below the place.
// RUN: not tile-opt %s 2>&1 | filecheck %s --strict-whitespace --match-full-lines
//      CHECK:{{.*}}caret.mlir:7:11: error: use of undeclared SSA value name
// CHECK-NEXT:  call @g(%x) : (i32) -> ()
// CHECK-NEXT:          ^
func.func @f() {
  call @g(%x) : (i32) -> ()
  return
}
