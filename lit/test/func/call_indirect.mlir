// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// func.call_indirect through arguments, constants and results.

func.func @through_argument(%f: (i32) -> f32, %x: i32) -> f32 {
  %0 = call_indirect %f(%x) : (i32) -> f32
  return %0 : f32
}

// -----

func.func @no_arguments_no_results(%f: () -> ()) {
  func.call_indirect %f() : () -> ()
  return
}

// -----

func.func @several_results(%f: (i32, i32) -> (i1, i2, i3), %x: i32) -> (i1, i3) {
  %0:3 = call_indirect %f(%x, %x) : (i32, i32) -> (i1, i2, i3)
  return %0#0, %0#2 : i1, i3
}

// -----

func.func private @target(index) -> index
func.func @through_constant(%i: index) -> index {
  %f = constant @target : (index) -> index
  %0 = call_indirect %f(%i) : (index) -> index
  return %0 : index
}

// -----

func.func @curried(%f: (i32) -> ((i32) -> i32), %x: i32) -> i32 {
  %g = call_indirect %f(%x) : (i32) -> ((i32) -> i32)
  %r = call_indirect %g(%x) : (i32) -> i32
  return %r : i32
}

// -----

func.func @attributes(%f: (i32) -> i32, %x: i32) {
  %0 = call_indirect %f(%x) {u.tag} : (i32) -> i32
  %1 = call_indirect %f(%x) {arg_attrs = [{u.in}], res_attrs = [{u.out}]} : (i32) -> i32
  return
}

// -----

func.func @generic(%f: (i32) -> i32, %x: i32) {
  %0 = "func.call_indirect"(%f, %x) : ((i32) -> i32, i32) -> i32
  %1 = "func.call_indirect"(%f, %x) <{arg_attrs = [{u.in}]}> {u.tag} : ((i32) -> i32, i32) -> i32
  return
}
