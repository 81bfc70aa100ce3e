llvm.mlir.global private constant @format("%d %g\0A\00") {addr_space = 1 : i32}
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
llvm.func internal @scaled(%x: f32, %p: !llvm.ptr<1>) -> f32 attributes {no_inline} {
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  %r = llvm.fmul %x, %v : f32
  llvm.return %r : f32
}
llvm.func internal @both(%x: f32, %i: i32) -> !llvm.struct<(f32, i32)> {
  %u = llvm.mlir.undef : !llvm.struct<(f32, i32)>
  %a = llvm.insertvalue %x, %u[0] : !llvm.struct<(f32, i32)>
  %b = llvm.insertvalue %i, %a[1] : !llvm.struct<(f32, i32)>
  llvm.return %b : !llvm.struct<(f32, i32)>
}
llvm.func @calls(%p: !llvm.ptr<1>, %i: i32) attributes {nvvm.kernel} {
  %n = llvm.mlir.constant(2 : i32) : i32
  %buffer = llvm.alloca %n x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %x = llvm.inline_asm "cvt.rn.f32.s32 $0, $1;", "=f,r" %i : (i32) -> f32
  %y = llvm.call @scaled(%x, %p) : (f32, !llvm.ptr<1>) -> f32
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %z = llvm.call @scaled(%y, %q) : (f32, !llvm.ptr<1>) -> f32
  %pair = llvm.call @both(%z, %i) : (f32, i32) -> !llvm.struct<(f32, i32)>
  %w = llvm.extractvalue %pair[0] : !llvm.struct<(f32, i32)>
  %k = llvm.extractvalue %pair[1] : !llvm.struct<(f32, i32)>
  %fixed = llvm.freeze %k : i32
  %base = llvm.freeze %p : !llvm.ptr<1>
  llvm.store %fixed, %base {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store %k, %buffer {alignment = 4 : i64} : i32, !llvm.ptr
  %at = llvm.getelementptr %buffer[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %d = llvm.fpext %w : f32 to f64
  llvm.store %d, %at {alignment = 8 : i64} : f64, !llvm.ptr
  %f = llvm.mlir.addressof @format : !llvm.ptr<1>
  %g = llvm.addrspacecast %f : !llvm.ptr<1> to !llvm.ptr
  %printed = llvm.call @vprintf(%g, %buffer) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.inline_asm has_side_effects "st.global.u32 [$0], $1;", "l,r,~{memory}" %p, %printed : (!llvm.ptr<1>, i32) -> ()
  llvm.return
}
