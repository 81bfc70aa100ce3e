// REQUIRES: llvm-opt
// RUN: tile-translate --mlir-to-llvmir %s | opt-22 -O3 -S | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s --check-prefix=TEXT

// @total and @passes are called between two stores under one condition. If LLVM is allowed to, it merges the branches
// and copies the call into each arm. Then lanes in different arms never meet at the shuffle.
//
// CHECK-LABEL: define ptx_kernel void @k(
// CHECK-COUNT-1: call {{.*}} @total(
// CHECK-NOT: call {{.*}} @total(
// CHECK-LABEL: define ptx_kernel void @outer(
// CHECK-COUNT-1: call {{.*}} @passes(
// CHECK-NOT: call {{.*}} @passes(
// CHECK-LABEL: define ptx_kernel void @assembly(
// CHECK-COUNT-1: call {{.*}}asm
// CHECK-NOT: call {{.*}}asm
// CHECK-LABEL: define ptx_kernel void @alone(

// TEXT: define internal i32 @total(i32 %p0) convergent noinline
// TEXT: define internal i32 @passes(i32 %p0) convergent noinline
// TEXT: define internal i32 @says(i32 %p0) convergent noinline
// TEXT: define internal i32 @twice(i32 %p0) noinline
// TEXT: declare {{.*}}@elsewhere(i32 %p0) convergent
// TEXT: call i32 asm sideeffect "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "=r,r"(i32 %{{.*}}) convergent
// TEXT: call i32 asm sideeffect "mov.u32 $0, $1;", "=r,r"(i32 %{{[0-9]+}}){{$}}
llvm.func internal @total(%v: i32) -> i32 attributes {no_inline} {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %clamp = llvm.mlir.constant(31 : i32) : i32
  %r = nvvm.shfl.sync bfly %all, %v, %one, %clamp : i32 -> i32
  llvm.return %r : i32
}
llvm.func internal @passes(%v: i32) -> i32 attributes {no_inline} {
  %r = llvm.call @total(%v) : (i32) -> i32
  %s = llvm.add %r, %v : i32
  llvm.return %s : i32
}
llvm.func internal @says(%v: i32) -> i32 attributes {convergent, no_inline} {
  llvm.return %v : i32
}
llvm.func internal @twice(%v: i32) -> i32 attributes {no_inline} {
  %r = llvm.add %v, %v : i32
  llvm.return %r : i32
}
llvm.func @elsewhere(i32)
llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c = llvm.icmp "slt" %t, %n : i32
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store volatile %t, %p : i32, !llvm.ptr<1>
  llvm.br ^b
^b:
  %r = llvm.call @total(%t) : (i32) -> i32
  llvm.cond_br %c, ^d, ^e
^d:
  llvm.store volatile %r, %p : i32, !llvm.ptr<1>
  llvm.br ^e
^e:
  llvm.return
}
llvm.func @outer(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c = llvm.icmp "slt" %t, %n : i32
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store volatile %t, %p : i32, !llvm.ptr<1>
  llvm.br ^b
^b:
  %r = llvm.call @passes(%t) : (i32) -> i32
  llvm.cond_br %c, ^d, ^e
^d:
  llvm.store volatile %r, %p : i32, !llvm.ptr<1>
  llvm.br ^e
^e:
  llvm.return
}
llvm.func @assembly(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c = llvm.icmp "slt" %t, %n : i32
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store volatile %t, %p : i32, !llvm.ptr<1>
  llvm.br ^b
^b:
  %r = llvm.inline_asm has_side_effects "shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "=r,r" %t : (i32) -> i32
  llvm.cond_br %c, ^d, ^e
^d:
  llvm.store volatile %r, %p : i32, !llvm.ptr<1>
  llvm.br ^e
^e:
  llvm.return
}
llvm.func @alone(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %r = llvm.inline_asm has_side_effects "mov.u32 $0, $1;", "=r,r" %t : (i32) -> i32
  llvm.store %r, %p : i32, !llvm.ptr<1>
  llvm.return
}
