// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @k(%p: !llvm.ptr<1>, %x: f32) {
  %0 = llvm.load %p {nvvm.cache_operator = "cg", nvvm.eviction_priority = "evict_last"} : !llvm.ptr<1> -> f32
  llvm.store %x, %p {nvvm.cache_operator = "wt"} : f32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>) {
  // expected-error @below {{'"nvvm.cache_operator"' attribute must be one of "ca", "cg", "cs", "cv", but is "wt"}}
  %0 = llvm.load %p {nvvm.cache_operator = "wt"} : !llvm.ptr<1> -> f32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %x: f32) {
  // expected-error @below {{'"nvvm.eviction_priority"' attribute must be one of "evict_first", "evict_last", "evict_unchanged", "no_allocate", but is 1 : i32}}
  llvm.store %x, %p {nvvm.eviction_priority = 1 : i32} : f32, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%x: f32) {
  // expected-error @below {{'"nvvm.cache_operator"' attribute attached to unexpected op}}
  %0 = llvm.fadd %x, %x {nvvm.cache_operator = "cg"} : f32
  llvm.return
}
