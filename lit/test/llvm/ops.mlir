// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

module {
  llvm.mlir.global internal @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
  llvm.mlir.global external @x(1.0 : f32) : f32
  llvm.mlir.global private constant @s("abc")
  llvm.func @k(%a: !llvm.ptr<1> {llvm.noalias, llvm.align = 16 : i64}, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %t2 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
    nvvm.barrier0
    %c = llvm.mlir.constant(-1 : i32) : i32
    %f = llvm.mlir.constant(1.0 : f32) : f32
    %r = nvvm.shfl.sync bfly %c, %f, %t, %c : f32 -> f32
    %e = llvm.intr.exp2(%f) : (f32) -> f32
    %m = llvm.intr.maxnum(%f, %e) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %ad = llvm.add %t, %c overflow<nsw> : i32
    %or = llvm.or disjoint %t, %c : i32
    %p = llvm.getelementptr inbounds %a[%ad] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %q = llvm.getelementptr %a[0, %ad] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    %v = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %i = llvm.icmp "slt" %t, %n : i32
    llvm.cond_br %i, ^bb1(%e : f32), ^bb2
  ^bb1(%z: f32):
    %w = llvm.fadd %z, %m {fastmathFlags = #llvm.fastmath<contract>} : f32
    %el = llvm.extractelement %v[%c : i32] : vector<4xf32>
    llvm.store %w, %p {alignment = 4 : i64} : f32, !llvm.ptr<1>
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
}
// -----

module {
  llvm.func @d(f32) -> f32
 llvm.func internal @st(%s: !llvm.struct<(f32, ptr<1>)>, %z: !llvm.struct<packed (i8, array<4 x i8>)>) -> !llvm.struct<(f32, ptr<1>)> {
  %a = llvm.extractvalue %s[0] : !llvm.struct<(f32, ptr<1>)>
  %b = llvm.insertvalue %a, %s[0] : !llvm.struct<(f32, ptr<1>)>
  %u = llvm.mlir.undef : vector<4xf32>
  %zz = llvm.mlir.zero : !llvm.ptr
  %i = llvm.mlir.constant(0 : i32) : i32
  %v = llvm.insertelement %a, %u[%i : i32] : vector<4xf32>
  %c = llvm.fcmp "olt" %a, %a {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %se = llvm.select %c, %a, %a : i1, f32
  %t = llvm.trunc %i overflow<nsw, nuw> : i32 to i8
  %x = llvm.zext nneg %i : i32 to i64
  %cd = llvm.mlir.constant(dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>) : vector<4xf32>
  %ad = llvm.mlir.addressof @d : !llvm.ptr
  %ga = llvm.getelementptr inbounds|nuw %ad[1, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<2 x f32>
  %g2 = llvm.getelementptr nuw %ad[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %ld = llvm.load volatile %ad invariant {alignment = 4 : i64} : !llvm.ptr -> f32
  %as = llvm.addrspacecast %ad : !llvm.ptr to !llvm.ptr<3>
  llvm.cond_br %c weights([1, 2]), ^bb1, ^bb2
  ^bb1:
  llvm.unreachable
  ^bb2:
  llvm.return %b : !llvm.struct<(f32, ptr<1>)>
 }
}

// -----

module {
  llvm.func hidden local_unnamed_addr @vis(i32, ...) -> f32
  llvm.func ptx_kernelcc @pk(%x: vector<2xf16>) {
    llvm.return
  }
  llvm.mlir.global weak unnamed_addr @w(dense<[1, 2]> : tensor<2xi32>) {alignment = 8 : i64} : !llvm.array<2 x i32>
  llvm.func @all(%a: i32, %b: i32, %f: f32, %g: f32, %p: !llvm.ptr, %fv: vector<2xf32>, %i64: i64) {
    %0 = llvm.sub %a, %b : i32
    %1 = llvm.mul %a, %b overflow<nsw, nuw> : i32
    %2 = llvm.shl %a, %b overflow<nuw> : i32
    %3 = llvm.udiv exact %a, %b : i32
    %4 = llvm.sdiv %a, %b : i32
    %5 = llvm.lshr exact %a, %b : i32
    %6 = llvm.ashr %a, %b : i32
    %7 = llvm.urem %a, %b : i32
    %8 = llvm.srem %a, %b : i32
    %9 = llvm.and %a, %b : i32
    %10 = llvm.or %a, %b : i32
    %11 = llvm.xor %a, %b : i32
    %12 = llvm.fsub %f, %g : f32
    %13 = llvm.fmul %fv, %fv {fastmathFlags = #llvm.fastmath<fast>} : vector<2xf32>
    %14 = llvm.fdiv %f, %g {fastmathFlags = #llvm.fastmath<nnan, ninf>} : f32
    %15 = llvm.frem %f, %g : f32
    %16 = llvm.fneg %f : f32
    %17 = llvm.fpext %f : f32 to f64
    %18 = llvm.fptrunc %f : f32 to f16
    %19 = llvm.sitofp %a : i32 to f32
    %20 = llvm.uitofp nneg %a : i32 to f32
    %21 = llvm.fptosi %f : f32 to i32
    %22 = llvm.fptoui %f : f32 to i32
    %23 = llvm.bitcast %f : f32 to i32
    %24 = llvm.ptrtoint %p : !llvm.ptr to i64
    %25 = llvm.inttoptr %i64 : i64 to !llvm.ptr<1>
    %26 = llvm.sext %a : i32 to i64
    %27 = llvm.intr.fma(%f, %g, %f) : (f32, f32, f32) -> f32
    %28 = llvm.intr.fabs(%f) : (f32) -> f32
    %29 = llvm.intr.sqrt(%f) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
    %30 = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
    %31 = llvm.intr.minimum(%fv, %fv) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
    %32 = llvm.icmp "ne" %p, %p : !llvm.ptr
    %33 = llvm.fcmp "uno" %fv, %fv : vector<2xf32>
    %34 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x ptr<3>>)>
    %fz = llvm.freeze %34 {a} : !llvm.struct<(i32, array<2 x ptr<3>>)>
    %fp = llvm.freeze %p : !llvm.ptr
    %35 = llvm.extractvalue %34[1, 0] : !llvm.struct<(i32, array<2 x ptr<3>>)>
    %36 = llvm.mlir.constant(0 : index) : i64
    %37 = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
    llvm.store volatile %f, %p {nontemporal} : f32, !llvm.ptr
    llvm.store %fv, %p : vector<2xf32>, !llvm.ptr
    llvm.return
  }
}
