; llc-14:      .target debug .loc add.rn.f32
; llc-22:      .target debug .loc add.rn.f32
; nvvm-sm_90:  .target debug .loc add.rn.f32
; nvvm-sm_100: .target debug .loc add.rn.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) !dbg !3 {
  %r = fadd float %v, 1.0, !dbg !5
  store float %r, float addrspace(1)* %p, !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, producer: "test", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "kernel.mlir", directory: "/src")
!3 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 3, type: !4, isLocal: false, isDefinition: true, scopeLine: 3, isOptimized: true, unit: !0)
!4 = !DISubroutineType(types: !7)
!5 = !DILocation(line: 4, column: 8, scope: !3)
!6 = !DILocation(line: 5, column: 3, scope: !3)
!7 = !{}
