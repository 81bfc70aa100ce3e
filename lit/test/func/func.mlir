// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// func.func: declarations and definitions, signatures, visibility, attributes of functions, arguments and results.

func.func @empty() {
  return
}

// -----

func.func private @declaration()
func.func private @takes_and_gives(i32, f32) -> (i64, index)
func.func private @one_result(tensor<?xf32>) -> f16
func.func private @named_arguments(%a: i32, %b: f32) -> i1
func.func private @no_result(memref<4xf32>) -> ()

// -----

func.func public @public() {
  return
}
func.func private @private() {
  return
}
func.func nested @nested() {
  return
}
func.func nested @nested_declaration(i32)

// -----

func.func @identity(%x: i32) -> i32 {
  return %x : i32
}
func.func @swap(%x: i32, %y: f32) -> (f32, i32) {
  return %y, %x : f32, i32
}
func.func @parenthesised(%x: i32) -> (i32) {
  return %x : i32
}
func.func @returns_nothing() -> () {
  return
}

// -----

func.func @takes_function(%f: (i32) -> i32, %g: () -> (), %h: (i32, f32) -> (i1, i2)) -> ((i32) -> i32) {
  return %f : (i32) -> i32
}
func.func private @returns_function_of_function() -> ((i32) -> ((i32) -> (i1, i2)))
func.func private @returns_two_functions() -> ((i32) -> i32, () -> ())

// -----

func.func @argument_attributes(%a: i32 {u.first}, %b: f32 {u.second = 1 : i8, u.third = "x"}, %c: i64) {
  return
}
func.func private @declared_argument_attributes(i32 {u.first}, f32, i64 {u.last = dense<1> : tensor<2xi8>})
func.func private @empty_argument_attributes(i32 {}, f32 {})

// -----

func.func @result_attributes(%a: i32) -> (i32 {u.result}) {
  return %a : i32
}
func.func @some_result_attributes(%a: i32) -> (i32, i32 {u.result = [1, 2]}) {
  return %a, %a : i32, i32
}
func.func private @declared_result_attributes() -> (f32 {u.a, u.b = #u.c}, i1)
func.func private @both(i8 {u.in}) -> (i8 {u.out})

// -----

func.func @attributes() attributes {u.flag, note = "text", values = [1, 2.0, true]} {
  return
}
func.func private @declared_attributes() attributes {u.flag}
func.func @no_inline() attributes {no_inline} {
  return
}
func.func private @empty_attributes() attributes {}

// -----

func.func @"quoted name"() {
  return
}
func.func @"also.fine"() {
  return
}
func.func @_with$dollar.dot() {
  return
}
func.func private @"\C3\A9t\C3\A9"()
func.func private @_under()
func.func private @"0digit"()

// -----

func.func @blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^left, ^right(%x : i32)
^left:
  cf.br ^join(%x : i32)
^right(%y: i32):
  cf.br ^join(%y : i32)
^join(%z: i32):
  return %z : i32
}

// -----

func.func @reserved_words(%func: i32, %module: i32, %loc: i32, %true: i32) -> i32 {
  %i32 = arith.addi %func, %module : i32
  %return = arith.addi %loc, %true : i32
  return %return : i32
}

// -----

"func.func"() <{function_type = (i32) -> i32, sym_name = "generic"}> ({
^bb0(%x: i32):
  "func.return"(%x) : (i32) -> ()
}) : () -> ()
"func.func"() <{function_type = () -> (), sym_name = "generic_declaration", sym_visibility = "private"}> ({
}) : () -> ()
"func.func"() <{arg_attrs = [{u.a}, {}], function_type = (i32, f32) -> (i1), no_inline, res_attrs = [{u.r = 1 : i1}], sym_name = "generic_attributes", sym_visibility = "private"}> ({
}) {u.discardable} : () -> ()
"func.func"() ({
^bb0:
  "func.return"() : () -> ()
}) {function_type = () -> (), sym_name = "old_style", u.tag} : () -> ()

// -----

func.func @many_arguments(%arg9: i1, %arg8: i2, %arg7: i3, %arg6: i4, %arg5: i5, %arg4: i6, %arg3: i7, %arg2: i8, %arg1: i9, %arg0: i10, %a: i11, %b: i12) -> (i1, i12, i10) {
  return %arg9, %b, %arg0 : i1, i12, i10
}
