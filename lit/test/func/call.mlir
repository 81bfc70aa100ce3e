// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// func.call with every shape of signature, attributes, and the generic form.

func.func private @nothing()
func.func private @one(i32) -> i32
func.func private @two(i32, f32) -> (f32, i32)
func.func private @no_result(tensor<?xf32>)

func.func @calls(%a: i32, %b: f32, %t: tensor<?xf32>) {
  call @nothing() : () -> ()
  func.call @nothing() : () -> ()
  %0 = call @one(%a) : (i32) -> i32
  %1:2 = call @two(%0, %b) : (i32, f32) -> (f32, i32)
  %2, %3 = call @two(%1#1, %1#0) : (i32, f32) -> (f32, i32)
  call @no_result(%t) : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

// -----

func.func private @"a name with blanks"(i1) -> i1
func.func @quoted(%a: i1) -> i1 {
  %0 = call @"a name with blanks"(%a) : (i1) -> i1
  return %0 : i1
}

// -----

func.func private @callee(i32) -> i32
func.func @attributes(%a: i32) {
  %0 = call @callee(%a) {u.tag, n = 1 : i8} : (i32) -> i32
  %1 = call @callee(%a) {no_inline} : (i32) -> i32
  %2 = call @callee(%a) {arg_attrs = [{u.in}], res_attrs = [{u.out = 2 : i2}]} : (i32) -> i32
  return
}

// -----

func.func private @callee(i32) -> i32
func.func @generic(%a: i32) {
  %0 = "func.call"(%a) <{callee = @callee}> : (i32) -> i32
  %1 = "func.call"(%a) <{callee = @callee, no_inline}> {u.tag} : (i32) -> i32
  %2 = "func.call"(%a) {callee = @callee} : (i32) -> i32
  %3 = "func.call"(%a) <{arg_attrs = [{}], callee = @callee, res_attrs = [{u.out}]}> : (i32) -> i32
  return
}

// -----

func.func private @higher((i32) -> i32) -> ((i32) -> i32)
func.func @function_values(%f: (i32) -> i32) -> ((i32) -> i32) {
  %0 = call @higher(%f) : ((i32) -> i32) -> ((i32) -> i32)
  return %0 : (i32) -> i32
}

// -----

module {
  func.func private @inner() -> i1
  module @nested {
    func.func private @inner() -> i32
    func.func @user() -> i32 {
      %0 = func.call @inner() : () -> i32
      return %0 : i32
    }
  }
}
