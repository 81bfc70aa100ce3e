// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// func.return with no, one and several operands, attributes, and the generic form.

func.func @none() {
  func.return
}

// -----

func.func @one(%a: tensor<?xf32>) -> tensor<?xf32> {
  func.return %a : tensor<?xf32>
}

// -----

func.func @several(%a: i32, %b: vector<[4]xi1>) -> (i32, vector<[4]xi1>, i32) {
  return %a, %b, %a : i32, vector<[4]xi1>, i32
}

// -----

func.func @attributes(%a: i32) -> i32 {
  return {u.tag, n = 1 : i3} %a : i32
}
func.func @attributes_only() {
  return {u.tag}
}

// -----

func.func @generic(%a: i32) -> (i32, i32) {
  "func.return"(%a, %a) {u.tag} : (i32, i32) -> ()
}

// -----

func.func @pack() -> (i32, f32) {
  %0:2 = "u.two"() : () -> (i32, f32)
  return %0#0, %0#1 : i32, f32
}
