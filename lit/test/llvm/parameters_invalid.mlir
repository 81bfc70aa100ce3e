// RUN: tile-opt %s --split-input-file --verify-diagnostics
// Attributes of parameters and results must have the kind, and be on the types, that LLVM requires.
// expected-error @+1 {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
func.func @f(%a: i32 {llvm.noalias}) { return }

// -----

// expected-error @+1 {{"llvm.signext" attribute attached to non-integer LLVM type}}
func.func @f(%a: index {llvm.noalias}, %b: tensor<4xf32> {llvm.signext}, %c: memref<4xf32> {llvm.noalias, llvm.align = 4 : i32}, %d: vector<4xi32> {llvm.signext}) { return }

// -----

// expected-error @+1 {{"llvm.noalias" should be a unit attribute}}
func.func @f(%a: memref<4xi32> {llvm.noalias = 3}) { return }

// -----

// expected-error @+1 {{"llvm.noalias" should be a unit attribute}}
func.func @f(%a: index {llvm.noalias = 3}) { return }

// -----

// expected-error @+1 {{"llvm.byval" is not a valid result attribute}}
func.func @f() -> (i32 {llvm.byval = i32}) { %c = arith.constant 1 : i32  return %c : i32 }

// -----

// expected-error @+1 {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
llvm.func @f(%a: vector<4x!llvm.ptr> {llvm.noalias}) { llvm.return }

// -----

// expected-error @+1 {{"llvm.zeroext" attribute attached to non-integer LLVM type}}
llvm.func @f(%a: vector<4xi32> {llvm.zeroext}) { llvm.return }

// -----

// expected-error @+1 {{"llvm.byval" should be a type attribute}}
llvm.func @f(%a: !llvm.ptr {llvm.byval}) { llvm.return }

// -----

// expected-error @+1 {{"llvm.sret" should be a type attribute}}
llvm.func @f(%a: !llvm.ptr {llvm.sret = 3}) { llvm.return }

// -----

// expected-error @+1 {{"llvm.readnone" attribute attached to non-pointer LLVM type}}
llvm.func @f(%a: f32 {llvm.readnone}) { llvm.return }

// -----

// expected-error @+1 {{"llvm.nonnull" attribute attached to non-pointer LLVM type}}
llvm.func @f() -> (i32 {llvm.nonnull})

// -----

// expected-error @+1 {{"llvm.dereferenceable" attribute attached to non-pointer LLVM type}}
llvm.func @f() -> (i32 {llvm.dereferenceable = 4 : i32})

// -----

// expected-error @+1 {{"llvm.returned" is not a valid result attribute}}
llvm.func @f() -> (f32 {llvm.inreg, llvm.returned})

// -----

// expected-error @+1 {{"llvm.returned" is not a valid result attribute}}
llvm.func @f() -> (!llvm.ptr {llvm.returned})

// -----

// expected-error @+1 {{'builtin.module' op expected 'llvm.data_layout' to be a string attributes}}
module attributes {llvm.data_layout = 3} {}

// -----

// expected-error @+1 {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
func.func @f(%a: !llvm.struct<(i32)> {llvm.noalias}) { return }

// -----

// expected-error @+1 {{"llvm.elementtype" should be a type attribute}}
llvm.func @f(%a: !llvm.ptr {llvm.elementtype = 3}) { llvm.return }
