// RUN: tile-translate --mlir-to-llvmir --opaque-pointers=false %s | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s --check-prefix=OPAQUE

// The libNVVM that reads typed pointers cannot compile some selects of vectors of halves. It can compile them for integers.

// CHECK-LABEL: @halves
// CHECK: %[[X:.+]] = bitcast half %p1 to i16
// CHECK-NEXT: %[[Y:.+]] = bitcast half %p2 to i16
// CHECK-NEXT: %[[BITS:.+]] = select i1 %p0, i16 %[[X]], i16 %[[Y]]
// CHECK-NEXT: %[[HALF:.+]] = bitcast i16 %[[BITS]] to half
// CHECK-NEXT: ret half %[[HALF]]
// OPAQUE-LABEL: @halves
// OPAQUE: select nnan i1 %p0, half %p1, half %p2
llvm.func @halves(%c: i1, %x: f16, %y: f16) -> f16 {
  %0 = llvm.select %c, %x, %y {fastmathFlags = #llvm.fastmath<nnan>} : i1, f16
  llvm.return %0 : f16
}

// CHECK-LABEL: @others
// CHECK: select i1 %p0, float %p1, float %p2
// OPAQUE-LABEL: @others
// OPAQUE: select i1 %p0, float %p1, float %p2
llvm.func @others(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = llvm.select %c, %x, %y : i1, f32
  llvm.return %0 : f32
}
