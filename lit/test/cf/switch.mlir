// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// cf.switch: default only, cases with and without operands, every flag type, and the generic form.

func.func @default_only(%f: i32) {
  cf.switch %f : i32, [
    default: ^a
  ]
^a:
  return
}

// -----

func.func @cases(%f: i32) {
  cf.switch %f : i32, [
    default: ^a,
    42: ^b,
    43: ^c
  ]
^a:
  return
^b:
  return
^c:
  return
}

// -----

func.func @operands(%f: i32, %x: i64, %y: f32) {
  cf.switch %f : i32, [
    default: ^a(%x : i64),
    1: ^b(%x, %y : i64, f32),
    2: ^c,
    3: ^a(%x : i64)
  ]
^a(%p: i64):
  return
^b(%q: i64, %r: f32):
  return
^c:
  return
}

// -----

func.func @negative_cases(%f: i8) {
  cf.switch %f : i8, [
    default: ^a,
    -1: ^a,
    -128: ^a,
    127: ^a,
    0: ^a
  ]
^a:
  return
}

// -----

func.func @wide(%f: i64, %g: i128, %h: i3) {
  cf.switch %f : i64, [
    default: ^a,
    9223372036854775807: ^a
  ]
^a:
  cf.switch %g : i128, [
    default: ^b,
    1: ^b
  ]
^b:
  cf.switch %h : i3, [
    default: ^c,
    3: ^c,
    -4: ^c
  ]
^c:
  return
}

// -----

func.func @signed_flags(%f: si32, %g: ui32) {
  cf.switch %f : si32, [
    default: ^a
  ]
^a:
  cf.switch %g : ui32, [
    default: ^b
  ]
^b:
  return
}

// -----

func.func @attributes(%f: i32) {
  cf.switch %f : i32, [
    default: ^a,
    1: ^a
  ] {u.tag}
^a:
  return
}

// -----

func.func @generic(%f: i32, %x: i64) {
  "cf.switch"(%f, %x)[^bb1, ^bb2, ^bb2] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i64) -> ()
^bb1(%p: i64):
  "cf.switch"(%f, %x)[^bb2, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<7> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> {u.tag} : (i32, i64) -> ()
^bb2:
  "cf.switch"(%f)[^bb3] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb3:
  return
}

// -----

func.func @generic_tensor_cases(%f: i32) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<5> : tensor<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @one_line(%f: i32) {
  cf.switch %f : i32, [ default: ^a, 1: ^a, 2: ^a ]
^a:
  return
}
