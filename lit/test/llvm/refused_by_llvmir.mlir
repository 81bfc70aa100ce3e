// RUN: not tile-translate --mlir-to-llvmir --split-input-file %s 2>&1 | filecheck %s
// Operations that cannot be printed as LLVM IR are rejected at their place.
// CHECK: :[[#@LINE+2]]:3: error: 'llvm.call' op has no translation to LLVM IR: calls through pointers
llvm.func @f(%p: !llvm.ptr) {
  llvm.call %p() : !llvm.ptr, () -> ()
  llvm.return
}

// -----

// CHECK: error: 'llvm.func' op has no translation to LLVM IR: attribute 'target_cpu' would be lost
llvm.func @a() attributes {target_cpu = "gfx90a"}
