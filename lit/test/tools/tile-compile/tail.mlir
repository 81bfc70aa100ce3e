// Blocks share the programs of the last round with --tail=split, and the launcher provides memory for parts of sums, and
// counters, which are zero before each launch.
// RUN: tile-compile %s --emit=manifest --target=sm_90a --tail=split | filecheck %s
// CHECK: "workspaces": [
// CHECK: "sizes": [
// CHECK-NEXT: 540672
// CHECK: "sizes": [
// CHECK-NEXT: 66
// CHECK: "keeps_zeros": true

// RUN: tile-compile %s --emit=manifest --target=sm_90a | filecheck %s --check-prefix=WHOLE
// WHOLE-NOT: "workspaces"

// RUN: not tile-compile %s --emit=manifest --target=sm_90a --tail=most 2>&1 | filecheck %s --check-prefix=ERROR
// ERROR: error: invalid value "most" for flag -tail: expected one of whole, split, always

// RUN: not tile-compile %s --emit=manifest --target=sm_90 --tail=split 2>&1 | filecheck %s --check-prefix=TARGET
// TARGET: error: 'tile.kernel' op blocks cannot share the programs of the last round on this target: compile for sm_90a, or let each block run whole programs (--tail=whole)

!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @product(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %c: !c, %n: i32,
                     %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  } {tile.in_any_order}
  tile.return
}
