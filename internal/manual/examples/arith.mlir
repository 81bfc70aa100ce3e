module {
  %c1_i32 = arith.constant {u.d} 1 : i32
  func.func @addi(%arg0: i32) {
    %0 = arith.addi %arg0, %arg0 : i32
    return
  }
  func.func @subi(%arg0: i64, %arg1: i64) {
    %0 = arith.subi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @muli(%arg0: i64, %arg1: i64) {
    %0 = arith.muli %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @shli(%arg0: i64, %arg1: i64) {
    %0 = arith.shli %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @addui_extended(%arg0: vector<[2]xi8>) {
    %sum, %overflow = arith.addui_extended %arg0, %arg0 : vector<[2]xi8>, vector<[2]xi1>
    return
  }
  func.func @mulsi_extended(%arg0: index) {
    %low, %high = arith.mulsi_extended %arg0, %arg0 : index
    return
  }
  func.func @mului_extended(%arg0: index) {
    %low, %high = arith.mului_extended %arg0, %arg0 : index
    return
  }
  func.func @divui(%arg0: i64, %arg1: i64) {
    %0 = arith.divui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @divsi(%arg0: i64, %arg1: i64) {
    %0 = arith.divsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @ceildivui(%arg0: i64, %arg1: i64) {
    %0 = arith.ceildivui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @ceildivsi(%arg0: i64, %arg1: i64) {
    %0 = arith.ceildivsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @floordivsi(%arg0: i64, %arg1: i64) {
    %0 = arith.floordivsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @remui(%arg0: i64, %arg1: i64) {
    %0 = arith.remui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @remsi(%arg0: i64, %arg1: i64) {
    %0 = arith.remsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @andi(%arg0: i64, %arg1: i64) {
    %0 = arith.andi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @ori(%arg0: i64, %arg1: i64) {
    %0 = arith.ori %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @xori(%arg0: i64, %arg1: i64) {
    %0 = arith.xori %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @shrui(%arg0: i64, %arg1: i64) {
    %0 = arith.shrui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @shrsi(%arg0: i64, %arg1: i64) {
    %0 = arith.shrsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @maxsi(%arg0: i64, %arg1: i64) {
    %0 = arith.maxsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @maxui(%arg0: i64, %arg1: i64) {
    %0 = arith.maxui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @minsi(%arg0: i64, %arg1: i64) {
    %0 = arith.minsi %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @minui(%arg0: i64, %arg1: i64) {
    %0 = arith.minui %arg0, %arg1 {note = "kept", u.flag} : i64
    return
  }
  func.func @negf(%arg0: f64) {
    %0 = arith.negf %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @addf(%arg0: f64, %arg1: f64) {
    %0 = arith.addf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @subf(%arg0: f64, %arg1: f64) {
    %0 = arith.subf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @mulf(%arg0: f64, %arg1: f64) {
    %0 = arith.mulf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @divf(%arg0: f64, %arg1: f64) {
    %0 = arith.divf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @remf(%arg0: f64, %arg1: f64) {
    %0 = arith.remf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @maximumf(%arg0: f64, %arg1: f64) {
    %0 = arith.maximumf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @maxnumf(%arg0: f64, %arg1: f64) {
    %0 = arith.maxnumf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @minimumf(%arg0: f64, %arg1: f64) {
    %0 = arith.minimumf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @minnumf(%arg0: f64, %arg1: f64) {
    %0 = arith.minnumf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @extui(%arg0: i8) {
    %0 = arith.extui %arg0 {n = 4 : index, u.tag} : i8 to i32
    return
  }
  func.func @extsi(%arg0: i1) {
    %0 = arith.extsi %arg0 {n = 4 : index, u.tag} : i1 to i64
    return
  }
  func.func @extf(%arg0: f16) {
    %0 = arith.extf %arg0 {n = 4 : index, u.tag} : f16 to f32
    return
  }
  func.func @trunci(%arg0: i64) {
    %0 = arith.trunci %arg0 {n = 4 : index, u.tag} : i64 to i8
    return
  }
  func.func @truncf(%arg0: f32) {
    %0 = arith.truncf %arg0 {n = 4 : index, u.tag} : f32 to f16
    return
  }
  func.func @scaling_extf(%arg0: tensor<2x32xf8E5M2>, %arg1: tensor<2x32xf8E8M0FNU>) {
    %0 = arith.scaling_extf %arg0, %arg1 : tensor<2x32xf8E5M2>, tensor<2x32xf8E8M0FNU> to tensor<2x32xf32>
    return
  }
  func.func @scaling_truncf(%arg0: tensor<?xf16>, %arg1: tensor<?xf8E8M0FNU>) {
    %0 = arith.scaling_truncf %arg0, %arg1 : tensor<?xf16>, tensor<?xf8E8M0FNU> to tensor<?xf4E2M1FN>
    return
  }
  func.func @uitofp(%arg0: i32) {
    %0 = arith.uitofp %arg0 {n = 4 : index, u.tag} : i32 to f32
    return
  }
  func.func @sitofp(%arg0: i16) {
    %0 = arith.sitofp %arg0 {n = 4 : index, u.tag} : i16 to bf16
    return
  }
  func.func @fptoui(%arg0: f32) {
    %0 = arith.fptoui %arg0 {n = 4 : index, u.tag} : f32 to i32
    return
  }
  func.func @fptosi(%arg0: f64) {
    %0 = arith.fptosi %arg0 {n = 4 : index, u.tag} : f64 to i8
    return
  }
  func.func @index_cast(%arg0: i32) {
    %0 = arith.index_cast %arg0 {n = 4 : index, u.tag} : i32 to index
    return
  }
  func.func @index_castui(%arg0: i32) {
    %0 = arith.index_castui %arg0 {n = 4 : index, u.tag} : i32 to index
    return
  }
  func.func @bitcast(%arg0: i32) {
    %0 = arith.bitcast %arg0 {n = 4 : index, u.tag} : i32 to f32
    return
  }
  func.func @cmpi(%arg0: index) {
    %0 = arith.cmpi eq, %arg0, %arg0 {u.tag} : index
    return
  }
  func.func @cmpf(%arg0: f32) {
    %0 = arith.cmpf oeq, %arg0, %arg0 : f32
    %1 = arith.cmpf oeq, %arg0, %arg0 fastmath<nnan> : f32
    %2 = arith.cmpf oeq, %arg0, %arg0 fastmath<fast> : f32
    %3 = arith.cmpf oeq, %arg0, %arg0 fastmath<reassoc,contract> : f32
    %4 = arith.cmpf uno, %arg0, %arg0 fastmath<nnan> {u.tag} : f32
    return
  }
  func.func @select(%arg0: i1, %arg1: vector<2xi1>) {
    %0 = arith.select %arg0, %arg0, %arg0 : i1
    %1 = arith.select %arg1, %arg1, %arg1 : vector<2xi1>, vector<2xi1>
    return
  }
}
