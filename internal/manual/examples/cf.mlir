module {
  func.func @assert(%arg0: i1) {
    cf.assert %arg0, "tagged" {n = 2 : i9, u.tag}
    return
  }
  func.func @br() {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    return
  }
  func.func @cond_br(%arg0: i1) {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    return
  ^bb2:  // pred: ^bb0
    return
  }
  func.func @switch(%arg0: i32) {
    cf.switch %arg0 : i32, [
      default: ^bb1]
  ^bb1:  // pred: ^bb0
    return
  }
}
