// By default, a kernel waits for what is ahead of it on its stream, so that its blocks may start and compute addresses
// before that has ended, unless pointers are promised to lead to different arrays: while a kernel waits, others may write
// them. In large grids, only the first 512 blocks say that the next kernel may begin, since that takes them time; it may
// when the others end. Blocks ask for their own index, as that takes less time than to ask for the size of the grid: all
// blocks of grids of up to 512 have (x + 1) * (y + 1) <= 512.
// RUN: tile-compile %s --emit=mlir | filecheck %s
// CHECK: llvm.func @copy(
// CHECK: llvm.getelementptr
// CHECK: llvm.getelementptr
// CHECK-NEXT: %[[X:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-NEXT: %[[Y:.*]] = nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[A:.*]] = llvm.add %[[X]], %[[ONE]] : i32
// CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %[[B:.*]] = llvm.add %[[Y]], %[[ONE]] : i32
// CHECK-NEXT: %[[N:.*]] = llvm.mul %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[MOST:.*]] = llvm.mlir.constant(512 : i32) : i32
// CHECK-NEXT: %[[FIRST:.*]] = llvm.icmp "ule" %[[N]], %[[MOST]] : i32
// CHECK-NEXT: nvvm.griddepcontrol wait
// CHECK-NEXT: llvm.cond_br %[[FIRST]], ^[[BEGIN:.*]], ^[[REST:.*]]
// CHECK-NEXT: ^[[BEGIN]]:
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK-NEXT: llvm.br ^[[REST]]
// CHECK: llvm.load
// CHECK: llvm.func @copy_row(
// CHECK: llvm.getelementptr
// CHECK: llvm.getelementptr
// CHECK-NEXT: %[[X:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-NEXT: %[[MOST:.*]] = llvm.mlir.constant(511 : i32) : i32
// CHECK-NEXT: llvm.icmp "ule" %[[X]], %[[MOST]] : i32
// CHECK-NEXT: nvvm.griddepcontrol wait
// CHECK: llvm.func @copy_apart(
// CHECK-NOT: griddepcontrol
// The permission has a predicate. With a branch, compilers would move addresses behind it.
// RUN: tile-compile %s --emit=llvm | filecheck %s --check-prefix=LLVM
// LLVM: @copy(
// LLVM: getelementptr
// LLVM: getelementptr
// LLVM: %[[FIRST:.*]] = icmp ule i32
// LLVM-NEXT: call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
// LLVM-NEXT: %[[IS:.*]] = zext i1 %[[FIRST]] to i32
// LLVM-NEXT: call void asm sideeffect "{{.*}} @p griddepcontrol.launch_dependents; }", "r,~{memory}"(i32 %[[IS]])
// LLVM: load float
// RUN: tile-compile %s --emit=manifest | filecheck %s --check-prefix=MANIFEST
// MANIFEST: "entry": "copy"
// MANIFEST: "waits_first": true
// MANIFEST: "entry": "copy_row"
// MANIFEST: "waits_first": true
// MANIFEST: "entry": "copy_apart"
// MANIFEST-NOT: waits_first
// RUN: tile-compile %s --emit=mlir --early=never | filecheck %s --check-prefix=LATE
// RUN: tile-compile %s --emit=mlir --target=sm_80 | filecheck %s --check-prefix=LATE
// LATE-NOT: griddepcontrol
// RUN: not tile-compile %s --emit=mlir --early=sometimes 2>&1 | filecheck %s --check-prefix=ERROR
// ERROR: invalid value "sometimes" for flag -early: expected one of auto, always, never
tile.kernel @copy(%x: !tile.ptr<f32> {tile.may_overlap}, %y: !tile.ptr<f32> {tile.may_overlap}) {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %k = arith.addi %i, %j : i32
  %from = tile.addptr %x, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %to = tile.addptr %y, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %v = tile.load %from : !tile.ptr<f32>
  tile.store %to, %v : !tile.ptr<f32>, f32
  tile.return
}
tile.kernel @copy_row(%x: !tile.ptr<f32> {tile.may_overlap}, %y: !tile.ptr<f32> {tile.may_overlap}) {
  %i = tile.program_id 0
  %from = tile.addptr %x, %i : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %to = tile.addptr %y, %i : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %v = tile.load %from : !tile.ptr<f32>
  tile.store %to, %v : !tile.ptr<f32>, f32
  tile.return
}
tile.kernel @copy_apart(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %v = tile.load %x : !tile.ptr<f32>
  tile.store %y, %v : !tile.ptr<f32>, f32
  tile.return
}
