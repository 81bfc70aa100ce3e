// RUN: tile-compile --target=help | filecheck %s
// CHECK: target {{.*}}PTX {{.*}}shared memory of a block
// CHECK-NEXT: sm_75 {{.*}}6.3 {{.*}}65536 {{.*}}sm_75 and later
// CHECK: sm_90a {{.*}}8.0 {{.*}}232448 {{.*}}sm_90 alone
// CHECK: sm_100f {{.*}}the family of sm_100
// RUN: not tile-compile %s --target=sm_42 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown architecture sm_42: expected sm_N for N of [75 80 86
// RUN: not tile-compile %s --emit=manifest --target=sm_86 2>&1 | filecheck %s --check-prefix=SHARED
// SHARED: targets.mlir:[[# @LINE + 9]]:1: error: 'tile.kernel' op needs 131072 bytes of shared memory, but there are 101376: {{.*}}; it fits with 'tile.sort' of 128x128 (now 256x128)
// SHARED: targets.mlir:[[# @LINE + 11]]:8: note: 131072 bytes for
// Shared memory that is too large to be declared is requested at the launch.
// RUN: tile-compile %s --emit=manifest --target=sm_80 | filecheck %s --check-prefix=DYNAMIC
// DYNAMIC: "target": "sm_80"
// DYNAMIC: "shared_memory": 0
// DYNAMIC: "dynamic_shared_memory": 131072

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @sorted(%x: !tile.array<?x?xf32, strides = [?, 1]>, %y: !tile.array<?x?xf32, strides = [?, 1]>) {
  %i = tile.program_id 0
  %a = tile.load_view %x[%i, %i] padding zero : !tile.array<?x?xf32, strides = [?, 1]> -> tensor<256x128xf32>
  %b = tile.sort %a axis = 0 : tensor<256x128xf32> -> tensor<256x128xf32>
  %c = tile.sort %b axis = 1 : tensor<256x128xf32> -> tensor<256x128xf32>
  tile.store_view %c, %y[%i, %i] : tensor<256x128xf32>, !tile.array<?x?xf32, strides = [?, 1]>
  tile.return
}
}
