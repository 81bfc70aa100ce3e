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

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Shared::cluster destination requires address-space 7.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %to, box[%n, %n] : !llvm.ptr<3>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Shared::cta destination requires address-space 3.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %to, box[%n, %n] {isCTAOnly = true} : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Multicast is not supported with shared::cta mode.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %to, box[%n, %n] multicast_mask = %h {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Predicate is supported only for shared::cluster mode.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %to, box[%n, %n] predicate = %p {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %to, box[%n, %n] im2col[%h] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{ im2col offsets expected 1 (provided 2)}}
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%n, %n, %n] im2col[%h, %h] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{ im2col offsets expected 2 (provided 1)}}
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%n, %n, %n] im2col[%h] {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Gather4 mode expects 5 coordinates}}
  nvvm.cp.async.bulk.tensor.prefetch %map, box[%n, %n] {mode = #nvvm.tma_load_mode<tile_gather4>} : !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{Scatter mode unsupported for CpAsyncBulkTensorReduceOp}}
  nvvm.cp.async.bulk.tensor.reduce %map, %to, box[%n] {redKind = #nvvm.tma_redux_kind<add>, mode = #nvvm.tma_store_mode<tile_scatter4>} : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr, %to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32, %h: i16, %p: i1) {
  // expected-error @below {{requires attribute 'redKind'}}
  nvvm.cp.async.bulk.tensor.reduce %map, %to, box[%n] : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32) {
  // expected-error @below {{mbarrier in shared_cluster space cannot return any value}}
  %0 = nvvm.mbarrier.arrive %far : !llvm.ptr<7> -> i64
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  nvvm.mbarrier.arrive %to {scope = #nvvm.mem_scope<gpu>} : !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32) {
  // expected-error @below {{operand #0 must be LLVM pointer in address space 0 or LLVM pointer in address space 3}}
  nvvm.mbarrier.init %far, %n : !llvm.ptr<7>, i32
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %far: !llvm.ptr<7>, %n: i32) {
  // expected-error @below {{result #0 must be LLVM pointer in address space 0 or LLVM pointer in address space 7}}
  %0 = nvvm.mapa %to, %n : !llvm.ptr<3> -> !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{tensormap proxy is not a supported proxy kind}}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<tensormap>}
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{generic proxy not a supported proxy kind}}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<generic>}
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{result #0 must be 1-bit signless integer, but got 'i32'}}
  %0 = nvvm.elect.sync -> i32
  llvm.return
}

// -----

llvm.func @k(%to: !llvm.ptr<3>, %n: i32) {
  // expected-error @below {{mbarrier scope must be either CTA or Cluster}}
  nvvm.mbarrier.expect_tx %to, %n {scope = #nvvm.mem_scope<gpu>} : !llvm.ptr<3>, i32
  llvm.return
}
