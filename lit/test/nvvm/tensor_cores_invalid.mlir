// RUN: tile-opt %s --split-input-file --verify-diagnostics

llvm.func @k(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{expects coordinates between 1 to 5 dimension}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n, %n, %n, %n, %n] : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n] {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{Scatter4 mode expects 5 coordinates}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n, %n] {mode = #nvvm.tma_store_mode<tile_scatter4>} : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %from: !llvm.ptr<3>, %n: i32, %h: i64, %p: i1) {
  // expected-error @below {{Inline-ptx lowering unsupported with L2 cache-hint.}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n] l2_cache_hint = %h, predicate = %p : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %from: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{operand #1 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%n] : !llvm.ptr, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k() {
  // expected-error @below {{attribute 'group' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0}}
  nvvm.cp.async.bulk.wait_group -1
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{expected num attribute to be 1, 2 or 4}}
  nvvm.stmatrix %p, %n, %n, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32, i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{expected shape to be 8x8 or 16x8}}
  nvvm.stmatrix %p, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 16>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{expected element type to be B16 for 8x8 matrix}}
  nvvm.stmatrix %p, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b8>} : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @k() {
  // expected-error @below {{new register size must be multiple of 8}}
  nvvm.setmaxregister increase 33
  llvm.return
}

// -----

llvm.func @k() {
  // expected-error @below {{new register size must be in between 24 to 256}}
  nvvm.setmaxregister decrease 16
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>) {
  // expected-error @below {{expected byte size to be either 4, 8 or 16.}}
  nvvm.cp.async.shared.global %to, %from, 2, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>) {
  // expected-error @below {{CG cache modifier is only support for 16 bytes copy.}}
  nvvm.cp.async.shared.global %to, %from, 8, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>) {
  // expected-error @below {{Only CG and CA cache modifiers are supported.}}
  nvvm.cp.async.shared.global %to, %from, 16, cache = cs : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %from: !llvm.ptr<1>) {
  // expected-error @below {{operand #0 must be LLVM pointer in address space 0 or LLVM pointer in address space 3}}
  nvvm.cp.async.mbarrier.arrive %from : !llvm.ptr<1>
  llvm.return
}
