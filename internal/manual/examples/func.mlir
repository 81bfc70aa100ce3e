module {
  func.func private @func()
  func.func @return() {
    return
  }
  module @call {
    func.func private @inner() -> i32
    func.func @user() -> i32 {
      %0 = call @inner() : () -> i32
      return %0 : i32
    }
  }
  func.func @call_indirect(%arg0: () -> ()) {
    call_indirect %arg0() : () -> ()
    return
  }
  func.func @constant() -> i32 {
    %f = constant @constant : () -> i32
    %0 = call_indirect %f() : () -> i32
    return %0 : i32
  }
}
