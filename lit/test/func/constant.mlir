// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// func.constant and the names it suggests for its result.

func.func private @callee(i32) -> i32
func.func private @nothing()
func.func private @two(f32, f32) -> (f32, f32)
func.func @constants() {
  %0 = constant @callee : (i32) -> i32
  %1 = constant @nothing : () -> ()
  %2 = func.constant @two : (f32, f32) -> (f32, f32)
  %3 = constant @callee : (i32) -> i32
  return
}

// -----

func.func private @callee()
func.func @attributes() {
  %0 = constant {u.tag, n = 3 : i4} @callee : () -> ()
  return
}

// -----

func.func private @callee()
func.func @generic() {
  %0 = "func.constant"() <{value = @callee}> : () -> (() -> ())
  %1 = "func.constant"() {value = @callee, u.tag} : () -> (() -> ())
  return
}

// -----

func.func @self() -> (() -> ()) {
  %0 = constant @outer : () -> ()
  return %0 : () -> ()
}
func.func private @outer()
