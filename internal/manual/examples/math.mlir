module {
  func.func @absf(%arg0: f64) {
    %0 = math.absf %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @ceil(%arg0: f64) {
    %0 = math.ceil %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @floor(%arg0: f64) {
    %0 = math.floor %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @round(%arg0: f64) {
    %0 = math.round %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @roundeven(%arg0: f64) {
    %0 = math.roundeven %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @trunc(%arg0: f64) {
    %0 = math.trunc %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @copysign(%arg0: f64, %arg1: f64) {
    %0 = math.copysign %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @clampf(%arg0: f32) {
    %0 = math.clampf %arg0 to [%arg0, %arg0] {u.tag} : f32
    %1 = math.clampf %arg0 to [%arg0, %arg0] fastmath<nsz> {u.tag} : f32
    return
  }
  func.func @fma(%arg0: f64, %arg1: f64, %arg2: f64) {
    %0 = math.fma %arg0, %arg1, %arg2 {note = "kept", u.flag} : f64
    return
  }
  func.func @sin(%arg0: f64) {
    %0 = math.sin %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @cos(%arg0: f64) {
    %0 = math.cos %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @tan(%arg0: f64) {
    %0 = math.tan %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @sincos(%arg0: f32) {
    %sin, %cos = math.sincos %arg0 {u.tag} : f32
    %0 = arith.addf %sin, %cos : f32
    return
  }
  func.func @asin(%arg0: f64) {
    %0 = math.asin %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @acos(%arg0: f64) {
    %0 = math.acos %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @atan(%arg0: f64) {
    %0 = math.atan %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @atan2(%arg0: f64, %arg1: f64) {
    %0 = math.atan2 %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @sinh(%arg0: f64) {
    %0 = math.sinh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @cosh(%arg0: f64) {
    %0 = math.cosh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @tanh(%arg0: f64) {
    %0 = math.tanh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @asinh(%arg0: f64) {
    %0 = math.asinh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @acosh(%arg0: f64) {
    %0 = math.acosh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @atanh(%arg0: f64) {
    %0 = math.atanh %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @exp(%arg0: f64) {
    %0 = math.exp %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @exp2(%arg0: f64) {
    %0 = math.exp2 %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @expm1(%arg0: f64) {
    %0 = math.expm1 %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @log(%arg0: f64) {
    %0 = math.log %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @log2(%arg0: f64) {
    %0 = math.log2 %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @log10(%arg0: f64) {
    %0 = math.log10 %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @log1p(%arg0: f64) {
    %0 = math.log1p %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @sqrt(%arg0: f64) {
    %0 = math.sqrt %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @rsqrt(%arg0: f64) {
    %0 = math.rsqrt %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @cbrt(%arg0: f64) {
    %0 = math.cbrt %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @powf(%arg0: f64, %arg1: f64) {
    %0 = math.powf %arg0, %arg1 {note = "kept", u.flag} : f64
    return
  }
  func.func @fpowi(%arg0: f32, %arg1: i32) {
    %0 = math.fpowi %arg0, %arg1 : f32, i32
    %1 = math.fpowi %arg0, %arg1 fastmath<contract> {u.tag} : f32, i32
    return
  }
  func.func @erf(%arg0: f64) {
    %0 = math.erf %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @erfc(%arg0: f64) {
    %0 = math.erfc %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @isfinite(%arg0: f64) {
    %0 = math.isfinite %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @isinf(%arg0: f64) {
    %0 = math.isinf %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @isnan(%arg0: f64) {
    %0 = math.isnan %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @isnormal(%arg0: f64) {
    %0 = math.isnormal %arg0 {note = "kept", u.flag} : f64
    return
  }
  func.func @absi(%arg0: vector<[2]xi8>) {
    %0 = math.absi %arg0 : vector<[2]xi8>
    return
  }
  func.func @ctlz(%arg0: vector<[2]xi8>) {
    %0 = math.ctlz %arg0 : vector<[2]xi8>
    return
  }
  func.func @cttz(%arg0: vector<[2]xi8>) {
    %0 = math.cttz %arg0 : vector<[2]xi8>
    return
  }
  func.func @ctpop(%arg0: vector<[2]xi8>) {
    %0 = math.ctpop %arg0 : vector<[2]xi8>
    return
  }
  func.func @ipowi(%arg0: index, %arg1: index) {
    %0 = math.ipowi %arg0, %arg1 : index
    return
  }
}
