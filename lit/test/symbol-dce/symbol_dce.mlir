// RUN: tile-opt %s --symbol-dce --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-NOT: @unused
// CHECK-NOT: @recursive
func.func private @unused()
func.func private @recursive() {
  call @recursive() : () -> ()
  return
}
// CHECK: func.func private @used
func.func private @used()
// CHECK: func.func @public
func.func @public() {
  // CHECK: "test.use"() {callee = [{f = @used}]}
  "test.use"() {callee = [{f = @used}]} : () -> ()
  return
}

// -----

// A symbol in nested modules is live if its path is mentioned. The modules around a live symbol are live, too.

// CHECK-LABEL: module @outer
module @outer {
  // CHECK: module @inner
  module @inner {
    // CHECK: func.func nested @by_path
    func.func nested @by_path()
    // CHECK-NOT: @not_mentioned
    func.func nested @not_mentioned()
  }
  // CHECK-NOT: @gone
  module @gone attributes {sym_visibility = "private"} {
    func.func @public_inside_private() {
      return
    }
  }
  "test.use"() {ref = @inner::@by_path} : () -> ()
}
