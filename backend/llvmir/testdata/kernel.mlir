// What kernels are made of: parameters with attributes, special registers, a guarded vector access, a loop with block
// arguments, shared memory, shuffles and barriers.
llvm.mlir.global internal @scratch() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
llvm.mlir.global private constant @table(dense<[1.0, -0.0, 0x7FC00000, 0.1]> : tensor<4xf32>) {addr_space = 4 : i32} : !llvm.array<4 x f32>
llvm.func @kernel(%x: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %y: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.maxnreg = 64 : i32} {
  %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %p = llvm.getelementptr inbounds %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %in = llvm.icmp "slt" %tid, %n : i32
  %none = llvm.mlir.undef : vector<4xf32>
  llvm.cond_br %in, ^load, ^merge(%none : vector<4xf32>)
^load:
  %loaded = llvm.load %p invariant {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  llvm.br ^merge(%loaded : vector<4xf32>)
^merge(%v: vector<4xf32>):
  %e0 = llvm.extractelement %v[%c0 : i32] : vector<4xf32>
  llvm.br ^head(%c0, %e0 : i32, f32)
^head(%i: i32, %acc: f32):
  %more = llvm.icmp "ult" %i, %n : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %ex = llvm.intr.exp2(%acc) : (f32) -> f32
  %mx = llvm.intr.maximum(%ex, %zero) : (f32, f32) -> f32
  %fm = llvm.intr.fma(%mx, %ex, %acc) : (f32, f32, f32) -> f32
  %ng = llvm.fneg %fm : f32
  %next = llvm.add %i, %c1 overflow<nsw, nuw> : i32
  llvm.br ^head(%next, %ng : i32, f32)
^exit:
  %other = nvvm.shfl.sync bfly %all, %acc, %c1, %c31 : f32 -> f32
  %sum = llvm.fadd %acc, %other {fastmathFlags = #llvm.fastmath<contract>} : f32
  %s = llvm.mlir.addressof @scratch : !llvm.ptr<3>
  %warp = llvm.lshr %tid, %c31 : i32
  %slot = llvm.getelementptr %s[0, %warp] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x f32>
  llvm.store %sum, %slot {alignment = 4 : i64} : f32, !llvm.ptr<3>
  nvvm.barrier0
  %back = llvm.load %slot {alignment = 4 : i64} : !llvm.ptr<3> -> f32
  %big = llvm.intr.smax(%n, %tid) : (i32, i32) -> i32
  %q = llvm.getelementptr %y[%big] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  %swap = llvm.select %in, %p, %q : i1, !llvm.ptr<1>
  llvm.store %back, %swap {alignment = 4 : i64} : f32, !llvm.ptr<1>
  %b = llvm.fptrunc %back : f32 to bf16
  llvm.store %b, %y {alignment = 2 : i64} : bf16, !llvm.ptr<1>
  %b1 = llvm.load %y {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
  %w = llvm.fpext %b1 : bf16 to f32
  llvm.cond_br %in, ^last(%w : f32), ^last(%back : f32)
^last(%z: f32):
  llvm.store %z, %y {alignment = 4 : i64} : f32, !llvm.ptr<1>
  llvm.return
}
