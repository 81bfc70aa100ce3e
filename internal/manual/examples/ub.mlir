module {
  func.func @poison() {
    %0 = ub.poison : i32
    %1 = ub.poison {tag} : f32
    return
  }
  func.func @unreachable() {
    ub.unreachable
  }
}
