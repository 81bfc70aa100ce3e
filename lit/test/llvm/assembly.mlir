// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

llvm.func @f(%v: i32, %x: i64) -> i32 {
  %0 = llvm.inline_asm "bfind.u32 $0, $1;", "=r,r" %v : (i32) -> i32
  %1 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = att "mov.u32 $0, $1;", "=r,r" %v : (i32) -> i32
  llvm.inline_asm has_side_effects "bar.sync 0;", "~{memory}" : () -> ()
  %2 = llvm.inline_asm asm_dialect = intel "mov.u32 $0, $2; mov.u32 $1, $2;", "=r,=r,r" %v : (i32) -> !llvm.struct<(i32, i32)>
  %3 = llvm.inline_asm tail_call_kind = <tail> operand_attrs = [{}, {}] {mine = 1 : i32} "mad.lo.s32 $0, $1, $2, $2; // \22", "=r,r,r" %v, %v : (i32, i32) -> i32
  %4 = llvm.alloca %v x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>
  %5 = llvm.alloca inalloca %x x !llvm.struct<(i32, i8)> : (i64) -> !llvm.ptr
  llvm.return %1 : i32
}
