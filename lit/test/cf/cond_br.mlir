// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// cf.cond_br: operands on either side, weights, equal targets, and the generic form.

func.func @plain(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}

// -----

func.func @operands(%c: i1, %x: i32, %y: f32) {
  cf.cond_br %c, ^a(%x : i32), ^b(%x, %y : i32, f32)
^a(%p: i32):
  return
^b(%q: i32, %r: f32):
  return
}

// -----

func.func @one_sided(%c: i1, %x: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%p: i32):
  cf.cond_br %c, ^b, ^a(%p : i32)
^b:
  return
}

// -----

func.func @same_target(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%y : i32)
^a(%p: i32):
  return %p : i32
}

// -----

func.func @weights(%c: i1, %x: i32) {
  cf.cond_br %c weights([60, 40]), ^a, ^b
^a:
  cf.cond_br %c weights([0, 1]), ^c(%x : i32), ^b
^b:
  return
^c(%p: i32):
  return
}

// -----

func.func @attributes(%c: i1) {
  cf.cond_br %c, ^a, ^a {u.tag}
^a:
  cf.cond_br %c weights([1, 2]), ^b, ^b {u.tag = "x"}
^b:
  return
}

// -----

func.func @generic(%c: i1, %x: i32, %y: f32) {
  "cf.cond_br"(%c, %x, %x, %y)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, f32) -> ()
^bb1(%p: i32):
  "cf.cond_br"(%c)[^bb3, ^bb3] <{branch_weights = array<i32: 7, 3>, operandSegmentSizes = array<i32: 1, 0, 0>}> {u.tag} : (i1) -> ()
^bb2(%q: i32, %r: f32):
  "cf.cond_br"(%c)[^bb3, ^bb3] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
^bb3:
  return
}

// -----

func.func @diamond(%c: i1, %x: index) -> index {
  cf.cond_br %c, ^then, ^else
^then:
  %a = arith.addi %x, %x : index
  cf.br ^join(%a : index)
^else:
  %b = arith.muli %x, %x : index
  cf.br ^join(%b : index)
^join(%r: index):
  return %r : index
}

// -----

func.func @loop(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %sum: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %next_sum = arith.addi %sum, %i : i32
  %next_i = arith.addi %i, %one : i32
  cf.br ^head(%next_i, %next_sum : i32, i32)
^exit:
  return %sum : i32
}
