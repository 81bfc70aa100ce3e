// RUN: tile-opt %s --llvm-hold-addresses | filecheck %s

// The address of a thread's part of a tile passes through an instruction ahead of the loop. Constants are added inside.
// CHECK-LABEL: @stores
// CHECK: %[[AT:.*]] = llvm.getelementptr %arg0[
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.ptrtoint %[[AT]]
// CHECK-NEXT: %[[HELD:.*]] = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r" %[[NUMBER]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.inttoptr %[[HELD]] : i32 to !llvm.ptr<3>
// CHECK-NEXT: llvm.br ^bb1
// CHECK: llvm.store %arg3, %[[ADDRESS]]
// CHECK: %[[NEXT:.*]] = llvm.getelementptr %[[ADDRESS]][64]
// CHECK-NEXT: llvm.store %arg3, %[[NEXT]]
llvm.func @stores(%p: !llvm.ptr<3>, %thread: i32, %c: i1, %x: f32, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>) {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c72 = llvm.mlir.constant(72 : i32) : i32
  llvm.br ^bb1(%sum : !llvm.struct<(f32, f32, f32, f32)>)
^bb1(%s: !llvm.struct<(f32, f32, f32, f32)>):
  %word = llvm.lshr %thread, %c3 : i32
  %0 = llvm.and %word, %c3 : i32
  %1 = llvm.mul %0, %c72 : i32
  %2 = llvm.xor %1, %c16 : i32
  %3 = llvm.getelementptr %p[%2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %3 : f32, !llvm.ptr<3>
  %4 = llvm.add %2, %c16 : i32
  %5 = llvm.getelementptr %p[%4] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %5 : f32, !llvm.ptr<3>
  %6 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.cond_br %c, ^bb1(%6 : !llvm.struct<(f32, f32, f32, f32)>), ^bb2
^bb2:
  llvm.return
}

// Addresses that take few operations, that change, or that only some iterations use, stay; so do loops without products.
// CHECK-LABEL: @others
// CHECK-NOT: inline_asm
llvm.func @others(%p: !llvm.ptr<3>, %thread: i32, %c: i1, %x: f32, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c72 = llvm.mlir.constant(72 : i32) : i32
  llvm.br ^bb1(%c1, %sum : i32, !llvm.struct<(f32, f32, f32, f32)>)
^bb1(%i: i32, %s: !llvm.struct<(f32, f32, f32, f32)>):
  %few = llvm.and %thread, %c3 : i32
  %0 = llvm.getelementptr %p[%few] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %0 : f32, !llvm.ptr<3>
  %1 = llvm.mul %few, %i : i32
  %2 = llvm.xor %1, %c16 : i32
  %3 = llvm.getelementptr %p[%2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %3 : f32, !llvm.ptr<3>
  %4 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.cond_br %c, ^bb2, ^bb3
^bb2:
  %part = llvm.lshr %few, %c1 : i32
  %5 = llvm.mul %part, %c72 : i32
  %6 = llvm.xor %5, %c16 : i32
  %7 = llvm.getelementptr %p[%6] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %7 : f32, !llvm.ptr<3>
  llvm.br ^bb3
^bb3:
  %next = llvm.add %i, %c1 : i32
  llvm.cond_br %c, ^bb1(%next, %4 : i32, !llvm.struct<(f32, f32, f32, f32)>), ^bb4
^bb4:
  %last = llvm.lshr %few, %c1 : i32
  %8 = llvm.mul %last, %c72 : i32
  %9 = llvm.xor %8, %c16 : i32
  %10 = llvm.getelementptr %p[%9] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %10 : f32, !llvm.ptr<3>
  llvm.cond_br %c, ^bb4, ^bb5
^bb5:
  llvm.return
}
