// RUN: tile-opt %s --split-input-file --verify-diagnostics
// The operands of calls through pointers are a pointer and then the arguments.
llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{expected indirect call to have 2 trailing types}}
  %2 = llvm.call %p(%a) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{indirect call expects a pointer as callee: 'i32'}}
  %2 = llvm.call %a(%a) : i32, (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{expected indirect call to have 2 trailing types}}
  %2 = llvm.call %p(%a) : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{expected direct call to have 1 trailing types}}
  %2 = llvm.call @f(%a) : !llvm.ptr, (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{result #0 must be LLVM dialect-compatible type, but got 'index'}}
  %2 = llvm.call %p() : !llvm.ptr, () -> index
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{must have either a `callee` attribute or at least an operand}}
  "llvm.call"() <{op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32, %x: f64, %p: !llvm.ptr) {
  // expected-error @+1 {{indirect call expects a pointer as callee: 'i32'}}
  "llvm.call"(%a) <{op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
  llvm.return
}

// -----

llvm.func @variadic(i32, ...)
llvm.func @f(%a: i32) {
  // expected-error @+1 {{missing var_callee_type attribute for vararg call}}
  llvm.call @variadic(%a) : (i32) -> ()
  llvm.return
}
