// RUN: tile-opt %s --tile-expand-math --split-input-file | filecheck %s

// If functions may be approximated, erf uses the target's exponential for arguments beyond 1.
// CHECK-LABEL: @approximated
// CHECK: math.exp2 %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK: arith.cmpf olt
// CHECK: arith.select
func.func @approximated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.erf %x fastmath<afn> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Otherwise it does not, wherever its results are used.
// CHECK-LABEL: @exact
// CHECK-NOT: math.exp2
tile.kernel @exact(%x: f32, %y: f64) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f64
  %0 = math.erf %x : f32
  %1 = arith.addf %0, %one fastmath<afn> : f32
  %2 = math.erf %y fastmath<afn> : f64
  %3 = arith.addf %2, %two : f64
  tile.return
}

// -----

// If results are only added to something that is at least 1, small results need no form of their own.
// CHECK-LABEL: @summed
// CHECK-NOT: arith.cmpf
// CHECK: math.exp2 %{{.*}} fastmath<afn> : tensor<4xf32>
// CHECK-NOT: arith.select
tile.kernel @summed(%n: f32) {
  %x = tile.splat %n : f32 -> tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %0 = math.erf %x fastmath<afn> : tensor<4xf32>
  %1 = arith.addf %one, %0 : tensor<4xf32>
  %2 = arith.subf %0, %one : tensor<4xf32>
  %3 = arith.subf %one, %0 : tensor<4xf32>
  tile.return
}

// -----

// The same holds for a constant in a splat, and after factors, changes of sign and conversions.
// CHECK-LABEL: @scaled
// CHECK-NOT: arith.cmpf
// CHECK: math.exp2
// CHECK-NOT: arith.select
func.func @scaled(%x: tensor<4xf32>, %h: tensor<4xf16>) {
  %scalar = arith.constant -1.5 : f32
  %c = tile.splat %scalar : f32 -> tensor<4xf32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %small = arith.constant dense<0.25> : tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf16>
  %0 = math.erf %x fastmath<afn> : tensor<4xf32>
  %1 = arith.addf %0, %c : tensor<4xf32>
  %2 = arith.mulf %0, %half : tensor<4xf32>
  %3 = arith.subf %half, %2 : tensor<4xf32>
  %4 = math.fma %small, %0, %half : tensor<4xf32>
  %5 = arith.negf %0 : tensor<4xf32>
  %6 = arith.truncf %5 : tensor<4xf32> to tensor<4xf16>
  %7 = arith.addf %6, %one : tensor<4xf16>
  %8 = math.erf %h fastmath<afn> : tensor<4xf16>
  %9 = arith.addf %8, %one : tensor<4xf16>
  return
}

// -----

// One other use is enough to need all digits: as a number by itself, together with a smaller or an unknown constant, as
// a term after a factor, or used twice.
// CHECK-LABEL: @alone
// CHECK-COUNT-6: arith.cmpf olt
tile.kernel @alone(%x: f32, %y: f32, %p: !tile.ptr<f32>) {
  %one = arith.constant 1.0 : f32
  %less = arith.constant 0.99 : f32
  %two = arith.constant 2.0 : f32
  %0 = math.erf %x fastmath<afn> : f32
  %1 = arith.addf %0, %one : f32
  tile.store %p, %0 : !tile.ptr<f32>, f32
  %2 = math.erf %y fastmath<afn> : f32
  %3 = arith.addf %2, %less : f32
  %4 = math.erf %3 fastmath<afn> : f32
  %5 = arith.addf %4, %y : f32
  %6 = math.erf %5 fastmath<afn> : f32
  %7 = arith.mulf %6, %two : f32
  %8 = arith.addf %7, %one : f32
  %9 = math.erf %8 fastmath<afn> : f32
  %10 = math.fma %x, %two, %9 : f32
  %11 = math.erf %10 fastmath<afn> : f32
  %12 = arith.addf %11, %11 : f32
  tile.return
}

// -----

// Operations in unreachable code may use their own results. The search does not follow them forever.
// CHECK-LABEL: @circle
func.func @circle(%x: f32) {
  return
^bb1:
  %half = arith.constant 0.5 : f32
  %0 = math.erf %x fastmath<afn> : f32
  %1 = arith.mulf %0, %half : f32
  cf.br ^bb2
^bb2:
  %2 = arith.mulf %3, %1 : f32
  %3 = arith.negf %2 : f32
  cf.br ^bb2
}

// -----

// If small results need no form of their own, a constant factor or divisor becomes part of the polynomial. Its sign
// becomes the sign of the argument.
// CHECK-LABEL: @factors
// CHECK: %[[A:.*]] = math.absf %arg0
// CHECK: %[[LAST:.*]] = arith.constant dense<-2.83491181E-6> : tensor<4xf32>
// CHECK: math.fma %[[LAST]], %[[A]], %{{.*}}
// CHECK: %[[FIRST:.*]] = arith.constant dense<-1.15110517> : tensor<4xf32>
// CHECK: %[[Q:.*]] = math.fma %{{.*}}, %[[A]], %[[FIRST]]
// CHECK: %[[S:.*]] = math.absf %[[Q]]
// CHECK: arith.mulf %[[S]], %[[A]]
// CHECK: arith.bitcast %arg0
// CHECK: %[[N:.*]] = arith.negf %arg1
// CHECK: math.absf %[[N]]
// CHECK-NOT: arith.divf
func.func @factors(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %root = arith.constant dense<0.707106769> : tensor<4xf32>
  %minus = arith.constant -2.0 : f32
  %divisor = tile.splat %minus : f32 -> tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %0 = arith.mulf %root, %x : tensor<4xf32>
  %1 = math.erf %0 fastmath<afn> : tensor<4xf32>
  %2 = arith.addf %1, %one : tensor<4xf32>
  %3 = arith.divf %y, %divisor : tensor<4xf32>
  %4 = math.erf %3 fastmath<afn> : tensor<4xf32>
  %5 = arith.addf %4, %one : tensor<4xf32>
  return
}

// -----

// The factor stays if the product has other uses, if it is unknown, extreme or of another format, or if erf needs all digits.
// CHECK-LABEL: @kept
// CHECK-COUNT-6: arith.mulf {{.*}} {keep}
func.func @kept(%x: tensor<4xf32>, %y: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %root = arith.constant dense<0.707106769> : tensor<4xf32>
  %rootHalf = arith.constant dense<0.707> : tensor<4xf16>
  %large = arith.constant dense<1025.0> : tensor<4xf32>
  %small = arith.constant dense<0.0009765> : tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %oneHalf = arith.constant dense<1.0> : tensor<4xf16>
  %0 = arith.mulf %root, %x {keep} : tensor<4xf32>
  %1 = math.erf %0 fastmath<afn> : tensor<4xf32>
  %2 = arith.addf %1, %one : tensor<4xf32>
  %3 = arith.mulf %y, %x {keep} : tensor<4xf32>
  %4 = math.erf %3 fastmath<afn> : tensor<4xf32>
  %5 = arith.addf %4, %one : tensor<4xf32>
  %6 = arith.mulf %x, %large {keep} : tensor<4xf32>
  %7 = math.erf %6 fastmath<afn> : tensor<4xf32>
  %8 = arith.addf %7, %one : tensor<4xf32>
  %9 = arith.mulf %x, %small {keep} : tensor<4xf32>
  %10 = math.erf %9 fastmath<afn> : tensor<4xf32>
  %11 = arith.addf %10, %one : tensor<4xf32>
  %12 = arith.mulf %h, %rootHalf {keep} : tensor<4xf16>
  %13 = math.erf %12 fastmath<afn> : tensor<4xf16>
  %14 = arith.addf %13, %oneHalf : tensor<4xf16>
  %15 = arith.mulf %y, %root {keep} : tensor<4xf32>
  %16 = math.erf %15 fastmath<afn> : tensor<4xf32>
  return %0, %16 : tensor<4xf32>, tensor<4xf32>
}
