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

// LLVM gives an i24 the room of an i32.
// CHECK-LABEL: @odd_elements
// CHECK-NOT: inline_asm
llvm.func @odd_elements(%p: !llvm.ptr<3>, %thread: i32, %c: i1, %x: f32, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>) {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c72 = llvm.mlir.constant(72 : i32) : i32
  llvm.br ^bb1(%sum : !llvm.struct<(f32, f32, f32, f32)>)
^bb1(%s: !llvm.struct<(f32, f32, f32, f32)>):
  %word = llvm.lshr %thread, %c3 : i32
  %0 = llvm.and %word, %c3 : i32
  %1 = llvm.mul %0, %c72 : i32
  %2 = llvm.xor %1, %c16 : i32
  %3 = llvm.add %2, %c16 : i32
  %4 = llvm.getelementptr %p[%3] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i24
  llvm.store %x, %4 : f32, !llvm.ptr<3>
  %5 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.cond_br %c, ^bb1(%5 : !llvm.struct<(f32, f32, f32, f32)>), ^bb2
^bb2:
  llvm.return
}

// A number is no address. The operations that compute it may use each other in many ways.
// CHECK-LABEL: @number
// CHECK-NOT: inline_asm
llvm.func @number(%x0: i32, %c: i1, %x: !llvm.ptr<1>, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>) {
  %x1 = llvm.xor %x0, %x0 : i32
  %x2 = llvm.xor %x1, %x1 : i32
  %x3 = llvm.xor %x2, %x2 : i32
  %x4 = llvm.xor %x3, %x3 : i32
  %x5 = llvm.xor %x4, %x4 : i32
  %x6 = llvm.xor %x5, %x5 : i32
  %x7 = llvm.xor %x6, %x6 : i32
  %x8 = llvm.xor %x7, %x7 : i32
  %x9 = llvm.xor %x8, %x8 : i32
  %x10 = llvm.xor %x9, %x9 : i32
  %x11 = llvm.xor %x10, %x10 : i32
  %x12 = llvm.xor %x11, %x11 : i32
  %x13 = llvm.xor %x12, %x12 : i32
  %x14 = llvm.xor %x13, %x13 : i32
  %x15 = llvm.xor %x14, %x14 : i32
  %x16 = llvm.xor %x15, %x15 : i32
  %x17 = llvm.xor %x16, %x16 : i32
  %x18 = llvm.xor %x17, %x17 : i32
  %x19 = llvm.xor %x18, %x18 : i32
  %x20 = llvm.xor %x19, %x19 : i32
  %x21 = llvm.xor %x20, %x20 : i32
  %x22 = llvm.xor %x21, %x21 : i32
  %x23 = llvm.xor %x22, %x22 : i32
  %x24 = llvm.xor %x23, %x23 : i32
  %x25 = llvm.xor %x24, %x24 : i32
  %x26 = llvm.xor %x25, %x25 : i32
  %x27 = llvm.xor %x26, %x26 : i32
  %x28 = llvm.xor %x27, %x27 : i32
  %x29 = llvm.xor %x28, %x28 : i32
  %x30 = llvm.xor %x29, %x29 : i32
  %x31 = llvm.xor %x30, %x30 : i32
  %x32 = llvm.xor %x31, %x31 : i32
  %x33 = llvm.xor %x32, %x32 : i32
  %x34 = llvm.xor %x33, %x33 : i32
  %x35 = llvm.xor %x34, %x34 : i32
  %x36 = llvm.xor %x35, %x35 : i32
  %x37 = llvm.xor %x36, %x36 : i32
  %x38 = llvm.xor %x37, %x37 : i32
  %x39 = llvm.xor %x38, %x38 : i32
  %x40 = llvm.xor %x39, %x39 : i32
  %x41 = llvm.xor %x40, %x40 : i32
  %x42 = llvm.xor %x41, %x41 : i32
  %x43 = llvm.xor %x42, %x42 : i32
  %x44 = llvm.xor %x43, %x43 : i32
  %x45 = llvm.xor %x44, %x44 : i32
  %x46 = llvm.xor %x45, %x45 : i32
  %x47 = llvm.xor %x46, %x46 : i32
  %x48 = llvm.xor %x47, %x47 : i32
  %x49 = llvm.xor %x48, %x48 : i32
  %x50 = llvm.xor %x49, %x49 : i32
  %x51 = llvm.xor %x50, %x50 : i32
  %x52 = llvm.xor %x51, %x51 : i32
  %x53 = llvm.xor %x52, %x52 : i32
  %x54 = llvm.xor %x53, %x53 : i32
  %x55 = llvm.xor %x54, %x54 : i32
  %x56 = llvm.xor %x55, %x55 : i32
  %x57 = llvm.xor %x56, %x56 : i32
  %x58 = llvm.xor %x57, %x57 : i32
  %x59 = llvm.xor %x58, %x58 : i32
  %x60 = llvm.xor %x59, %x59 : i32
  %x61 = llvm.xor %x60, %x60 : i32
  %x62 = llvm.xor %x61, %x61 : i32
  %x63 = llvm.xor %x62, %x62 : i32
  %x64 = llvm.xor %x63, %x63 : i32
  llvm.br ^bb1(%sum : !llvm.struct<(f32, f32, f32, f32)>)
^bb1(%s: !llvm.struct<(f32, f32, f32, f32)>):
  llvm.store %x64, %x : i32, !llvm.ptr<1>
  %0 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.cond_br %c, ^bb1(%0 : !llvm.struct<(f32, f32, f32, f32)>), ^bb2
^bb2:
  llvm.return
}

// A loop around one with products holds what it does with the results. The left factor may be in registers.
// CHECK-LABEL: @outer
// CHECK: llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r"
// CHECK-NEXT: %[[OUTER:.*]] = llvm.inttoptr
// CHECK-NEXT: llvm.br ^bb1
// CHECK: ^bb1
// CHECK-NOT: inline_asm
// CHECK: llvm.store %arg3, %[[OUTER]]
llvm.func @outer(%p: !llvm.ptr<3>, %thread: i32, %c: i1, %x: f32, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>, %l: !llvm.struct<(i32, i32, i32, i32)>) {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c72 = llvm.mlir.constant(72 : i32) : i32
  llvm.br ^bb1
^bb1:
  llvm.br ^bb2(%sum : !llvm.struct<(f32, f32, f32, f32)>)
^bb2(%s: !llvm.struct<(f32, f32, f32, f32)>):
  %4 = tilegpu.register_product %l by %a, %s {columns = 8 : i32, rhs_type = "f16", type = "f16"} : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.cond_br %c, ^bb2(%4 : !llvm.struct<(f32, f32, f32, f32)>), ^bb3
^bb3:
  %word = llvm.lshr %thread, %c3 : i32
  %0 = llvm.and %word, %c3 : i32
  %1 = llvm.mul %0, %c72 : i32
  %2 = llvm.xor %1, %c16 : i32
  %3 = llvm.getelementptr %p[%2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %3 : f32, !llvm.ptr<3>
  llvm.cond_br %c, ^bb1, ^bb4
^bb4:
  llvm.return
}

// The place in a slot is held, not the slot.
// CHECK-LABEL: @slots
// CHECK: %[[PLACE:.*]] = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=r,r"
// CHECK-NEXT: llvm.br ^bb1
// CHECK: llvm.add %{{.*}}, %[[PLACE]]
llvm.func @slots(%p: !llvm.ptr<3>, %thread: i32, %c: i1, %x: f32, %a: i64, %sum: !llvm.struct<(f32, f32, f32, f32)>) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c72 = llvm.mlir.constant(72 : i32) : i32
  llvm.br ^bb1(%c1, %sum : i32, !llvm.struct<(f32, f32, f32, f32)>)
^bb1(%i: i32, %s: !llvm.struct<(f32, f32, f32, f32)>):
  %word = llvm.lshr %thread, %c3 : i32
  %0 = llvm.and %word, %c3 : i32
  %1 = llvm.mul %0, %c72 : i32
  %2 = llvm.xor %1, %c16 : i32
  %slot = llvm.mul %i, %c72 : i32
  %place = llvm.add %slot, %2 : i32
  %3 = llvm.getelementptr %p[%place] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %x, %3 : f32, !llvm.ptr<3>
  %4 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %next = llvm.add %i, %c1 : i32
  llvm.cond_br %c, ^bb1(%next, %4 : i32, !llvm.struct<(f32, f32, f32, f32)>), ^bb2
^bb2:
  llvm.return
}
