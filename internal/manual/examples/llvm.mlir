module {
  llvm.func @func(f32) -> f32
  llvm.func ptx_kernelcc @return(%arg0: vector<2xf16>) {
    llvm.return
  }
  llvm.func @br(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}, %arg1: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
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
  llvm.mlir.global private constant @mlir_global("abc") {addr_space = 0 : i32}
  llvm.func @mlir_poison(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: f32, %arg4: !llvm.ptr, %arg5: vector<2xf32>, %arg6: i64) {
    %0 = llvm.sub %arg0, %arg1 : i32
    %1 = llvm.mul %arg0, %arg1 overflow<nsw, nuw> : i32
    %2 = llvm.shl %arg0, %arg1 overflow<nuw> : i32
    %3 = llvm.udiv exact %arg0, %arg1 : i32
    %4 = llvm.sdiv %arg0, %arg1 : i32
    %5 = llvm.lshr exact %arg0, %arg1 : i32
    %6 = llvm.ashr %arg0, %arg1 : i32
    %7 = llvm.urem %arg0, %arg1 : i32
    %8 = llvm.srem %arg0, %arg1 : i32
    %9 = llvm.and %arg0, %arg1 : i32
    %10 = llvm.or %arg0, %arg1 : i32
    %11 = llvm.xor %arg0, %arg1 : i32
    %12 = llvm.fsub %arg2, %arg3 : f32
    %13 = llvm.fmul %arg5, %arg5 {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf32>
    %14 = llvm.fdiv %arg2, %arg3 {fastmathFlags = #llvm.fastmath<nnan, ninf>} : f32
    %15 = llvm.frem %arg2, %arg3 : f32
    %16 = llvm.fneg %arg2 : f32
    %17 = llvm.fpext %arg2 : f32 to f64
    %18 = llvm.fptrunc %arg2 : f32 to f16
    %19 = llvm.sitofp %arg0 : i32 to f32
    %20 = llvm.uitofp nneg %arg0 : i32 to f32
    %21 = llvm.fptosi %arg2 : f32 to i32
    %22 = llvm.fptoui %arg2 : f32 to i32
    %23 = llvm.bitcast %arg2 : f32 to i32
    %24 = llvm.ptrtoint %arg4 : !llvm.ptr to i64
    %25 = llvm.inttoptr %arg6 : i64 to !llvm.ptr<1>
    %26 = llvm.sext %arg0 : i32 to i64
    %27 = llvm.intr.fma(%arg2, %arg3, %arg2) : (f32, f32, f32) -> f32
    %28 = llvm.intr.fabs(%arg2) : (f32) -> f32
    %29 = llvm.intr.sqrt(%arg2) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
    %30 = llvm.intr.smax(%arg0, %arg1) : (i32, i32) -> i32
    %31 = llvm.intr.minimum(%arg5, %arg5) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
    %32 = llvm.icmp "ne" %arg4, %arg4 : !llvm.ptr
    %33 = llvm.fcmp "uno" %arg5, %arg5 : vector<2xf32>
    %34 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x ptr<3>>)>
    %35 = llvm.extractvalue %34[1, 0] : !llvm.struct<(i32, array<2 x ptr<3>>)> 
    %36 = llvm.mlir.constant(0 : index) : i64
    %37 = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
    llvm.store volatile %arg2, %arg4 {nontemporal} : f32, !llvm.ptr
    llvm.store %arg5, %arg4 : vector<2xf32>, !llvm.ptr
    llvm.return
  }
  llvm.mlir.global internal @counter(0 : i32) {addr_space = 0 : i32} : i32
  llvm.func @intrinsics(%arg0: f32, %arg1: i32) {
    %0 = llvm.intr.exp(%arg0) : (f32) -> f32
    %1 = llvm.intr.log(%arg0) : (f32) -> f32
    %2 = llvm.intr.log2(%arg0) : (f32) -> f32
    %3 = llvm.intr.sin(%arg0) : (f32) -> f32
    %4 = llvm.intr.cos(%arg0) : (f32) -> f32
    %5 = llvm.intr.floor(%arg0) : (f32) -> f32
    %6 = llvm.intr.ceil(%arg0) : (f32) -> f32
    %7 = llvm.intr.rint(%arg0) : (f32) -> f32
    %8 = llvm.intr.roundeven(%arg0) : (f32) -> f32
    %9 = llvm.intr.trunc(%arg0) : (f32) -> f32
    %10 = llvm.intr.copysign(%arg0, %arg0) : (f32, f32) -> f32
    %11 = llvm.intr.minnum(%arg0, %arg0) : (f32, f32) -> f32
    %12 = llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
    %13 = llvm.intr.smin(%arg1, %arg1) : (i32, i32) -> i32
    %14 = llvm.intr.umax(%arg1, %arg1) : (i32, i32) -> i32
    %15 = llvm.intr.umin(%arg1, %arg1) : (i32, i32) -> i32
    %16 = llvm.intr.fmuladd(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
    %17 = llvm.call @func(%arg0) : (f32) -> f32
    %18 = llvm.icmp "eq" %arg1, %arg1 : i32
    llvm.intr.assume %18 : i1
    llvm.return
  }
  llvm.func @values(%arg0: i32, %arg1: i1, %arg2: !llvm.ptr<1>, %arg3: vector<4xi32>) {
    %0 = llvm.mlir.addressof @counter : !llvm.ptr
    %1 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
    %2 = llvm.mlir.zero : !llvm.ptr
    %3 = llvm.select %arg1, %arg0, %arg0 : i1, i32
    %4 = llvm.zext %arg0 : i32 to i64
    %5 = llvm.trunc %4 : i64 to i16
    %6 = llvm.addrspacecast %arg2 : !llvm.ptr<1> to !llvm.ptr
    %7 = llvm.insertelement %arg0, %arg3[%arg0 : i32] : vector<4xi32>
    %8 = llvm.insertvalue %arg0, %1[0] : !llvm.struct<(i32, i32)> 
    %9 = llvm.atomicrmw add %arg2, %arg0 monotonic : !llvm.ptr<1>, i32
    %10 = llvm.cmpxchg %arg2, %arg0, %arg0 acq_rel monotonic : !llvm.ptr<1>, i32
    llvm.fence syncscope("block") acq_rel
    %11 = llvm.alloca %arg0 x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %12 = llvm.inline_asm "bfind.u32 $0, $1;", "=r,r" %arg0 : (i32) -> i32
    %13 = llvm.freeze %arg0 : i32
    llvm.unreachable
  }
  llvm.func @switch(%arg0: i32) {
    llvm.switch %arg0 : i32, ^bb2 [
      0: ^bb1,
      4: ^bb2
    ]
  ^bb1:  // pred: ^bb0
    llvm.return
  ^bb2:  // 2 preds: ^bb0, ^bb0
    llvm.return
  }
  llvm.func @stack(%arg0: i32) {
    %0 = llvm.intr.stacksave : !llvm.ptr
    %1 = llvm.alloca %arg0 x i32 : (i32) -> !llvm.ptr
    llvm.intr.lifetime.start %1 : !llvm.ptr
    llvm.intr.lifetime.end %1 : !llvm.ptr
    llvm.intr.stackrestore %0 : !llvm.ptr
    llvm.return
  }
  llvm.func @overflow(%arg0: i32, %arg1: f64) {
    %0 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %1 = "llvm.intr.uadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %2 = "llvm.intr.ssub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %3 = "llvm.intr.usub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %4 = "llvm.intr.smul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %5 = "llvm.intr.umul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %6 = llvm.intr.experimental.constrained.fptrunc %arg1 towardzero ignore : f64 to f32
    llvm.return
  }
}
