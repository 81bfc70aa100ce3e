// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s
// A bf16 becomes a bfloat.
// CHECK: define bfloat @f(bfloat %p0, <2 x bfloat> %p1, ptr %p2)
// CHECK: fadd bfloat %p0, %p0
// CHECK: fmul bfloat %{{.*}}, 0xRC020
// CHECK: bitcast bfloat %{{.*}} to i16
llvm.mlir.global internal @g(1.5 : bf16) {addr_space = 1 : i32} : bf16
llvm.func @f(%a: bf16, %v: vector<2xbf16>, %p: !llvm.ptr) -> bf16 {
  %0 = llvm.fadd %a, %a : bf16
  %1 = llvm.fpext %0 : bf16 to f32
  %2 = llvm.fptrunc %1 : f32 to bf16
  %3 = llvm.mlir.constant(-2.5 : bf16) : bf16
  %c = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xbf16>) : vector<2xbf16>
  %4 = llvm.fmul %2, %3 : bf16
  %5 = llvm.fneg %4 : bf16
  %6 = llvm.intr.fma(%5, %5, %5) : (bf16, bf16, bf16) -> bf16
  %7 = llvm.fadd %c, %v : vector<2xbf16>
  llvm.store %7, %p : vector<2xbf16>, !llvm.ptr
  %8 = llvm.load %p : !llvm.ptr -> bf16
  %9 = llvm.fcmp "olt" %8, %6 : bf16
  %10 = llvm.select %9, %8, %6 : i1, bf16
  %11 = llvm.bitcast %10 : bf16 to i16
  %12 = llvm.bitcast %11 : i16 to bf16
  llvm.return %12 : bf16
}
