// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// cf.br without and with operands, forwards, backwards, and in the generic form.

func.func @forward() {
  cf.br ^next
^next:
  return
}

// -----

func.func @operands(%a: i32, %b: tensor<?xf32>) -> i32 {
  cf.br ^next(%a, %b : i32, tensor<?xf32>)
^next(%x: i32, %y: tensor<?xf32>):
  return %x : i32
}

// -----

func.func @backward(%a: i32) {
  cf.br ^loop(%a : i32)
^loop(%x: i32):
  %y = arith.addi %x, %x : i32
  cf.br ^loop(%y : i32)
}

// -----

func.func @attributes(%a: i32) {
  cf.br ^next {u.tag}
^next:
  cf.br ^last(%a : i32) {u.tag, n = 1 : i8}
^last(%x: i32):
  return
}

// -----

func.func @generic(%a: i32) {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "cf.br"(%a)[^bb2] {u.tag} : (i32) -> ()
^bb2(%x: i32):
  "func.return"() : () -> ()
}

// -----

func.func @unreachable_block() {
  return
^dead:
  cf.br ^dead
}

// -----

func.func @block_order() {
  cf.br ^third
^second:
  return
^third:
  cf.br ^second
}

// -----

func.func @pack() {
  %0:2 = "u.two"() : () -> (i32, f32)
  cf.br ^next(%0#1, %0#0 : f32, i32)
^next(%x: f32, %y: i32):
  return
}
