// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// Operations of dialect llvm that mlir-opt rejects.
llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.bitcast' op can only cast pointers from and to pointers}}
  %0 = llvm.bitcast %p : !llvm.ptr to i64
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr<1>) {
  // expected-error @+1 {{'llvm.bitcast' op cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead}}
  %0 = llvm.bitcast %p : !llvm.ptr<1> to !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%p: vector<4x!llvm.ptr>) {
  // expected-error @+1 {{'llvm.bitcast' op cannot cast vector of pointers to pointer}}
  %0 = llvm.bitcast %p : vector<4x!llvm.ptr> to !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%x: vector<2xi32>) {
  // expected-error @+1 {{input type is a vector but output type is an integer}}
  %0 = llvm.zext %x : vector<2xi32> to i64
  llvm.return
}

// -----

llvm.func @f(%x: vector<2xi32>) {
  // expected-error @+1 {{input and output vectors are of incompatible shape}}
  %0 = llvm.zext %x : vector<2xi32> to vector<4xi64>
  llvm.return
}

// -----

llvm.func @g(i32, ...)
llvm.func @f(%x: i64) {
  // expected-error @+1 {{'llvm.call' op var_callee_type parameter type mismatch: 'i32' != 'i64'}}
  llvm.call @g(%x) vararg(!llvm.func<void (i32, ...)>) : (i64) -> ()
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f(%x: i32) {
  // expected-error @+1 {{'llvm.call' op expected var_callee_type to be a variadic function type}}
  llvm.call @g(%x) vararg(!llvm.func<void (i32)>) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'llvm.call' op expected var_callee_type to have at most 1 parameters}}
  llvm.call %p(%x) vararg(!llvm.func<void (i32, i32, ...)>) : !llvm.ptr, (i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'llvm.call' op expected var_callee_type to return void}}
  llvm.call %p(%x) vararg(!llvm.func<i8 (i32, ...)>) : !llvm.ptr, (i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %x: i32) {
  // expected-error @+1 {{'llvm.call' op var_callee_type return type mismatch: 'i8' != 'i32'}}
  %0 = llvm.call %p(%x) vararg(!llvm.func<i8 (i32, ...)>) : !llvm.ptr, (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{custom op 'llvm.call' expected a non-void result type}}
  llvm.call %p() : !llvm.ptr, () -> !llvm.void
  llvm.return
}

// -----

// expected-error @+1 {{no_inline and always_inline attributes are incompatible}}
llvm.func @f() attributes {always_inline, no_inline} {
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op with optimize_none must also be no_inline}}
llvm.func @f() attributes {optimize_none} {
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op expected syncscope to be null for non-atomic access}}
  %0 = llvm.load %p {syncscope = "block"} : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @f(%n: i32) {
  // expected-error @+1 {{custom op 'llvm.alloca' expected integer alignment}}
  %0 = llvm.alloca %n x i32 {alignment = "x"} : (i32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%n: i32) {
  // expected-error @+1 {{custom op 'llvm.alloca' expected trailing function type with one argument and one result}}
  %0 = llvm.alloca %n x i32 : () -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%n: i32) {
  // expected-error @+1 {{custom op 'llvm.icmp' invalid kind of attribute specified}}
  %0 = llvm.icmp 4 %n, %n : i32
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @a(1.0 : f32) : f32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @a([0, 1]) : !llvm.array<2 x i32>

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected array type for 'appending' linkage}}
llvm.mlir.global appending @a(0.0 : f32) : f32

// -----

// expected-error @+1 {{'builtin.module' op expected 'llvm.data_layout' to be a string attributes}}
module attributes {llvm.data_layout = 3} {}

// -----

// expected-error @+1 {{invalid function result type: '!llvm.func<void ()>'}}
"a.b"() : () -> !llvm.func<func<void ()> ()>

// -----

// expected-error @+1 {{invalid function argument type: '!llvm.void'}}
"a.b"() : () -> !llvm.func<void (void)>

// -----

// expected-error @+1 {{unknown LLVM type: nosuch}}
"a.b"() : () -> !llvm.nosuch
