module {
  func.func @if(%arg0: i1) {
    scf.if %arg0 {
    } else {
    }
    return
  }
  func.func @for(%arg0: index) {
    scf.for %arg1 = %arg0 to %arg0 step %arg0 {
    }
    return
  }
  func.func @while(%arg0: i32) -> i32 {
    %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
      %1 = arith.addi %arg1, %arg1 : i32
      %2 = arith.cmpi ult, %1, %arg0 : i32
      scf.condition(%2) %1 : i32
    } do {
    ^bb0(%arg1: i32):
      scf.yield %arg1 : i32
    }
    return %0 : i32
  }
  func.func @parallel(%arg0: index) {
    scf.parallel (%arg1) = (%arg0) to (%arg0) step (%arg0) {
      scf.reduce 
    }
    return
  }
  func.func @reduce_return(%arg0: index, %arg1: f32) {
    scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) {
      scf.reduce 
    }
    %0 = scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) init (%arg1) -> f32 {
      scf.reduce(%arg1 : f32) {
      ^bb0(%arg3: f32, %arg4: f32):
        scf.reduce.return %arg4 : f32
      } {u.tag}
    } {u.tag}
    return
  }
  func.func @forall() {
    scf.forall (%arg0) = (-8) to (8) step (4) {
    }
    return
  }
  func.func @index_switch(%arg0: index, %arg1: i1) {
    scf.index_switch %arg0 {u.tag} 
    case 1 {
      scf.yield
    }
    default {
    }
    %0 = scf.index_switch %arg0 {n = 1 : i8, u.tag} -> i1 
    default {
      scf.yield %arg1 : i1
    }
    return
  }
  func.func @execute_region(%arg0: i32) -> i32 {
    %0 = scf.execute_region -> i32 {
      %1 = arith.addi %arg0, %arg0 : i32
      scf.yield %1 : i32
    }
    return %0 : i32
  }
}
