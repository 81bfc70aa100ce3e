module {
  llvm.func @barrier0(%arg0: i32, %arg1: i32, %arg2: f32) attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32} {
    %0 = nvvm.read.ptx.sreg.tid.y : i32
    %1 = nvvm.read.ptx.sreg.ntid.x : i32
    %2 = nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 65535> : i32
    %3 = nvvm.read.ptx.sreg.nctaid.x {foo = 1 : i32} : i32
    %4 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
    %5 = nvvm.read.ptx.sreg.warpsize : i32
    nvvm.barrier0
    nvvm.bar.warp.sync %arg0 : i32
    %6 = nvvm.shfl.sync  bfly %arg0, %arg2, %arg1, %arg1 : f32 -> f32
    %7 = nvvm.shfl.sync  up %arg0, %arg1, %arg1, %arg1 : i32 -> i32
    %8 = nvvm.shfl.sync  idx %arg0, %arg2, %arg1, %arg1 {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
    %9 = llvm.icmp "slt" %arg0, %arg1 : i32
    %10 = nvvm.vote.sync  ballot %arg0, %9 -> i32
    llvm.return
  }
  llvm.func @read_ptx_sreg_tid_x(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}, %arg1: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %1 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
    nvvm.barrier0
    %2 = llvm.mlir.constant(-1 : i32) : i32
    %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %4 = nvvm.shfl.sync  bfly %2, %3, %0, %2 : f32 -> f32
    %5 = llvm.intr.exp2(%3) : (f32) -> f32
    %6 = llvm.intr.maxnum(%3, %5) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %7 = llvm.add %0, %2 overflow<nsw> : i32
    %8 = llvm.or disjoint %0, %2 : i32
    %9 = llvm.getelementptr inbounds %arg0[%7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %10 = llvm.getelementptr %arg0[0, %7] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    %11 = llvm.load %9 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %12 = llvm.icmp "slt" %0, %arg1 : i32
    llvm.cond_br %12, ^bb1(%5 : f32), ^bb2
  ^bb1(%13: f32):  // pred: ^bb0
    %14 = llvm.fadd %13, %6 {fastmathFlags = #llvm.fastmath<contract>} : f32
    %15 = llvm.extractelement %11[%2 : i32] : vector<4xf32>
    llvm.store %14, %9 {alignment = 4 : i64} : f32, !llvm.ptr<1>
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.return
  }
  llvm.func @registers() {
    %0 = nvvm.read.ptx.sreg.tid.z : i32
    %1 = nvvm.read.ptx.sreg.ntid.y : i32
    %2 = nvvm.read.ptx.sreg.ntid.z : i32
    %3 = nvvm.read.ptx.sreg.ctaid.x : i32
    %4 = nvvm.read.ptx.sreg.ctaid.y : i32
    %5 = nvvm.read.ptx.sreg.nctaid.y : i32
    %6 = nvvm.read.ptx.sreg.nctaid.z : i32
    %7 = nvvm.read.ptx.sreg.warpid : i32
    llvm.return
  }
  llvm.func @products(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr, %arg2: i32, %arg3: i64, %arg4: !llvm.struct<(f32, f32, f32, f32)>) {
    nvvm.mbarrier.init %arg0, %arg2 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
    nvvm.mbarrier.arrive.expect_tx %arg0, %arg2 : !llvm.ptr<3>, i32
    nvvm.cp.async.bulk.tensor.shared.cluster.global %arg0, %arg1, %arg0, box[%arg2, %arg2] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
    nvvm.mbarrier.try_wait.parity %arg0, %arg2, %arg2 : !llvm.ptr<3>, i32, i32
    nvvm.mbarrier.inval %arg0 : !llvm.ptr<3>
    %0 = nvvm.mbarrier.arrive %arg0 : !llvm.ptr<3> -> i64
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.wgmma.fence.aligned
    %1 = nvvm.wgmma.mma_async %arg3, %arg3, %arg4, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    llvm.return
  }
  llvm.func @matrices(%arg0: vector<2xf16>, %arg1: f32, %arg2: !llvm.ptr<3>) {
    %0 = nvvm.mma.sync A[%arg0, %arg0, %arg0, %arg0]  B[%arg0, %arg0]  C[%arg1, %arg1, %arg1, %arg1]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %1 = nvvm.ldmatrix %arg2 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.return
  }
  llvm.func @barriers(%arg0: i32, %arg1: i32, %arg2: f32) {
    nvvm.barrier id = %arg0 number_of_threads = %arg1
    nvvm.barrier.arrive id = %arg0 number_of_threads = %arg1
    %0 = nvvm.convert.f32x2.to.f16x2 %arg2, %arg2 {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
    %1 = nvvm.convert.f32x2.to.bf16x2 %arg2, %arg2 {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
    llvm.return
  }
  llvm.func @elected(%arg0: !llvm.ptr<3>, %arg1: i32) {
    %0 = nvvm.elect.sync -> i1
    nvvm.mbarrier.expect_tx %arg0, %arg1 : !llvm.ptr<3>, i32
    llvm.return
  }
  llvm.func @cluster(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: i32) {
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    %0 = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %1 = nvvm.read.ptx.sreg.cluster.nctarank : i32
    %2 = nvvm.read.ptx.sreg.clusterid.x : i32
    %3 = nvvm.read.ptx.sreg.clusterid.y : i32
    %4 = nvvm.read.ptx.sreg.clusterid.z : i32
    %5 = nvvm.read.ptx.sreg.nclusterid.x : i32
    %6 = nvvm.read.ptx.sreg.nclusterid.y : i32
    %7 = nvvm.read.ptx.sreg.nclusterid.z : i32
    %8 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    %9 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
    %10 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
    %11 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
    %12 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
    %13 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
    %14 = nvvm.mapa %arg1, %0 : !llvm.ptr<3> -> !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.prefetch %arg0, box[%arg2, %arg3] : !llvm.ptr
    nvvm.cp.async.bulk.tensor.reduce %arg0, %arg1, box[%arg2, %arg3] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
    llvm.return
  }
  llvm.func @copies(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<3>) {
    nvvm.cp.async.shared.global %arg0, %arg1, 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.cp.async.mbarrier.arrive %arg2 {noinc = true} : !llvm.ptr<3>
    llvm.return
  }
  llvm.func @stores(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: i32, %arg3: i32) {
    nvvm.setmaxregister  increase 240
    nvvm.griddepcontrol  wait
    nvvm.stmatrix %arg1, %arg2, %arg3 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
    nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg3] : !llvm.ptr, <3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0 {read}
    llvm.return
  }
}
