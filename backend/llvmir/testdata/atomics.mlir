llvm.func @atomics(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %g: !llvm.ptr, %i: i32, %l: i64, %h: f16, %b: bf16, %f: f32, %d: f64, %w: i16) attributes {nvvm.kernel} {
  llvm.fence syncscope("block") acq_rel
  llvm.fence seq_cst
  %xchg_i32 = llvm.atomicrmw xchg %p, %i monotonic : !llvm.ptr<1>, i32
  llvm.store %xchg_i32, %p : i32, !llvm.ptr<1>
  %xchg_i64 = llvm.atomicrmw xchg %p, %l monotonic : !llvm.ptr<1>, i64
  llvm.store %xchg_i64, %p : i64, !llvm.ptr<1>
  %add_i32 = llvm.atomicrmw add %p, %i syncscope("device") acquire : !llvm.ptr<1>, i32
  llvm.store %add_i32, %p : i32, !llvm.ptr<1>
  %add_i64 = llvm.atomicrmw add %p, %l syncscope("device") acquire : !llvm.ptr<1>, i64
  llvm.store %add_i64, %p : i64, !llvm.ptr<1>
  %sub_i32 = llvm.atomicrmw sub %p, %i syncscope("block") release : !llvm.ptr<1>, i32
  llvm.store %sub_i32, %p : i32, !llvm.ptr<1>
  %sub_i64 = llvm.atomicrmw sub %p, %l syncscope("block") release : !llvm.ptr<1>, i64
  llvm.store %sub_i64, %p : i64, !llvm.ptr<1>
  %_and_i32 = llvm.atomicrmw _and %p, %i acq_rel : !llvm.ptr<1>, i32
  llvm.store %_and_i32, %p : i32, !llvm.ptr<1>
  %_and_i64 = llvm.atomicrmw _and %p, %l acq_rel : !llvm.ptr<1>, i64
  llvm.store %_and_i64, %p : i64, !llvm.ptr<1>
  %_or_i32 = llvm.atomicrmw _or %p, %i syncscope("device") monotonic : !llvm.ptr<1>, i32
  llvm.store %_or_i32, %p : i32, !llvm.ptr<1>
  %_or_i64 = llvm.atomicrmw _or %p, %l syncscope("device") monotonic : !llvm.ptr<1>, i64
  llvm.store %_or_i64, %p : i64, !llvm.ptr<1>
  %_xor_i32 = llvm.atomicrmw _xor %p, %i syncscope("block") acquire : !llvm.ptr<1>, i32
  llvm.store %_xor_i32, %p : i32, !llvm.ptr<1>
  %_xor_i64 = llvm.atomicrmw _xor %p, %l syncscope("block") acquire : !llvm.ptr<1>, i64
  llvm.store %_xor_i64, %p : i64, !llvm.ptr<1>
  %max_i32 = llvm.atomicrmw max %p, %i release : !llvm.ptr<1>, i32
  llvm.store %max_i32, %p : i32, !llvm.ptr<1>
  %max_i64 = llvm.atomicrmw max %p, %l release : !llvm.ptr<1>, i64
  llvm.store %max_i64, %p : i64, !llvm.ptr<1>
  %min_i32 = llvm.atomicrmw min %p, %i syncscope("device") acq_rel : !llvm.ptr<1>, i32
  llvm.store %min_i32, %p : i32, !llvm.ptr<1>
  %min_i64 = llvm.atomicrmw min %p, %l syncscope("device") acq_rel : !llvm.ptr<1>, i64
  llvm.store %min_i64, %p : i64, !llvm.ptr<1>
  %umax_i32 = llvm.atomicrmw umax %p, %i syncscope("block") monotonic : !llvm.ptr<1>, i32
  llvm.store %umax_i32, %p : i32, !llvm.ptr<1>
  %umax_i64 = llvm.atomicrmw umax %p, %l syncscope("block") monotonic : !llvm.ptr<1>, i64
  llvm.store %umax_i64, %p : i64, !llvm.ptr<1>
  %umin_i32 = llvm.atomicrmw umin %p, %i acquire : !llvm.ptr<1>, i32
  llvm.store %umin_i32, %p : i32, !llvm.ptr<1>
  %umin_i64 = llvm.atomicrmw umin %p, %l acquire : !llvm.ptr<1>, i64
  llvm.store %umin_i64, %p : i64, !llvm.ptr<1>
  %add_f16 = llvm.atomicrmw fadd %p, %h syncscope("device") acq_rel : !llvm.ptr<1>, f16
  llvm.store %add_f16, %p : f16, !llvm.ptr<1>
  %add_bf16 = llvm.atomicrmw fadd %p, %b syncscope("device") acq_rel : !llvm.ptr<1>, bf16
  llvm.store %add_bf16, %p : bf16, !llvm.ptr<1>
  %add_f32 = llvm.atomicrmw fadd %p, %f syncscope("device") acq_rel : !llvm.ptr<1>, f32
  llvm.store %add_f32, %p : f32, !llvm.ptr<1>
  %add_f64 = llvm.atomicrmw fadd %p, %d syncscope("device") acq_rel : !llvm.ptr<1>, f64
  llvm.store %add_f64, %p : f64, !llvm.ptr<1>
  %unused = llvm.atomicrmw fadd %p, %f syncscope("device") monotonic : !llvm.ptr<1>, f32
  %unused2 = llvm.atomicrmw add %s, %i syncscope("block") release : !llvm.ptr<3>, i32
  %unused3 = llvm.atomicrmw add %g, %i acq_rel : !llvm.ptr, i32
  %inc = llvm.atomicrmw uinc_wrap %g, %i seq_cst : !llvm.ptr, i32
  %fx = llvm.atomicrmw xchg %g, %f seq_cst : !llvm.ptr, f32
  llvm.store %fx, %p : f32, !llvm.ptr<1>
  %cas_i16 = llvm.cmpxchg %p, %w, %w syncscope("device") acq_rel monotonic : !llvm.ptr<1>, i16
  %old_i16 = llvm.extractvalue %cas_i16[0] : !llvm.struct<(i16, i1)>
  %new_i16 = llvm.extractvalue %cas_i16[1] : !llvm.struct<(i16, i1)>
  %sel_i16 = llvm.select %new_i16, %old_i16, %w : i1, i16
  llvm.store %sel_i16, %p : i16, !llvm.ptr<1>
  %cas_i32 = llvm.cmpxchg %p, %i, %i syncscope("device") release acquire : !llvm.ptr<1>, i32
  %old_i32 = llvm.extractvalue %cas_i32[0] : !llvm.struct<(i32, i1)>
  %new_i32 = llvm.extractvalue %cas_i32[1] : !llvm.struct<(i32, i1)>
  %sel_i32 = llvm.select %new_i32, %old_i32, %i : i1, i32
  llvm.store %sel_i32, %p : i32, !llvm.ptr<1>
  %cas_i64 = llvm.cmpxchg %p, %l, %l syncscope("device") monotonic monotonic : !llvm.ptr<1>, i64
  %old_i64 = llvm.extractvalue %cas_i64[0] : !llvm.struct<(i64, i1)>
  %new_i64 = llvm.extractvalue %cas_i64[1] : !llvm.struct<(i64, i1)>
  %sel_i64 = llvm.select %new_i64, %old_i64, %l : i1, i64
  llvm.store %sel_i64, %p : i64, !llvm.ptr<1>
  %c = llvm.icmp "eq" %i, %i : i32
  llvm.intr.assume %c : i1
  %m = llvm.mlir.constant(-1 : i32) : i32
  %ballot = nvvm.vote.sync  ballot %m, %c -> i32
  %any = nvvm.vote.sync  any %m, %c -> i1
  %v = llvm.select %any, %ballot, %i : i1, i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  llvm.return
}
