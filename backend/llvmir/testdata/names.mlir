// Names that PTX does not have: those of functions are replaced, and no two become the same.
llvm.func internal @"math.twice(1,)"(%x: f32) -> f32 {
  %0 = llvm.fadd %x, %x : f32
  llvm.return %0 : f32
}
llvm.func internal @"math_twice_1__"(%x: f32) -> f32 {
  llvm.return %x : f32
}
llvm.func internal @"2nd"(%x: f32) -> f32 {
  llvm.return %x : f32
}
llvm.func @kernel(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %0 = llvm.call @"math.twice(1,)"(%x) : (f32) -> f32
  %1 = llvm.call @"math_twice_1__"(%0) : (f32) -> f32
  %2 = llvm.call @"2nd"(%1) : (f32) -> f32
  llvm.store %2, %p : f32, !llvm.ptr<1>
  llvm.return
}
