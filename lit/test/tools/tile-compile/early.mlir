// A kernel that is compiled with --early waits for what is ahead of it on its stream before it uses memory, and then lets
// the next kernel begin. The manifest says so. It computes addresses before it waits.
// RUN: tile-compile %s --emit=mlir --early=always | filecheck %s
// CHECK: llvm.func @negate(
// CHECK-NOT: llvm.load
// CHECK: llvm.getelementptr
// CHECK-NOT: llvm.load
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK-NEXT: llvm.load
// RUN: tile-compile %s --emit=llvm --early=always | filecheck %s --check-prefix=LLVM
// LLVM: call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
// LLVM-NEXT: call void asm sideeffect "griddepcontrol.launch_dependents;", "~{memory}"()
// RUN: tile-compile %s --emit=manifest --early=always | filecheck %s --check-prefix=MANIFEST
// MANIFEST: "waits_first": true
// RUN: tile-compile %s --emit=mlir | filecheck %s --check-prefix=LATE
// RUN: tile-compile %s --emit=mlir --early=always --target=sm_80 | filecheck %s --check-prefix=LATE
// LATE-NOT: griddepcontrol
tile.kernel @negate(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %i = tile.iota : tensor<128xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %q = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %q, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %from : tensor<128x!tile.ptr<f32>>
  %n = arith.negf %v : tensor<128xf32>
  tile.store %to, %n : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
