// RUN: tile-opt %s --inline=max-copies=32 --verify-diagnostics | filecheck %s
// Each function calls the one before it twice, so the code doubles with every function. Inlining reports where it stops.
func.func private @ext()
// CHECK-LABEL: func.func @f0
// CHECK-COUNT-1: call @ext
func.func @f0() {
  call @ext() : () -> ()
  return
}
// CHECK-LABEL: func.func @f3
// CHECK-COUNT-8: call @ext
func.func @f1() {
  call @f0() : () -> ()
  call @f0() : () -> ()
  return
}
func.func @f2() {
  call @f1() : () -> ()
  call @f1() : () -> ()
  return
}
func.func @f3() {
  call @f2() : () -> ()
  call @f2() : () -> ()
  return
}
// CHECK-LABEL: func.func @f4
// CHECK-COUNT-8: call @ext
// CHECK: call @f3
func.func @f4() {
  call @f3() : () -> ()
  // expected-warning @+1 {{is not inlined, and neither are later calls: inlining has copied 29 operations, and 9 more exceed the 32 of option max-copies; raise that, or mark functions no_inline}}
  call @f3() : () -> ()
  return
}
