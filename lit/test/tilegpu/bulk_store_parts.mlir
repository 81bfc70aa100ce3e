// RUN: tile-opt %s --gpu-ring-tiles="num-warps=8 nested" --gpu-bulk-store-tiles="num-warps=8" | FileCheck %s
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=8 nested" --gpu-bulk-store-tiles="num-warps=8" | tile-opt | FileCheck %s

// The parts of a tile of 256x192 lie side by side, so warp groups store both by themselves. One buffer does for both.

// CHECK-LABEL: tile.kernel @beside
// CHECK: %[[BUFFER:.*]] = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<256x64xf16>>
// CHECK-NOT: tilegpu.shared_alloc
// CHECK: scf.for
// CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]] : tensor<256x128xf16>
// CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]] : tensor<256x64xf16>

// The second tile may begin at the last panel of the first one. There is no room for all of both, and threads store.

// CHECK-LABEL: tile.kernel @overlap
// CHECK-NOT: tilegpu.shared_alloc
// CHECK-NOT: tilegpu.bulk_store
// CHECK: tile.store_view {{.*}} tensor<256x128xf16>
// CHECK: tile.store_view {{.*}} tensor<256x64xf16>

!m = !tile.array<4096x4096xf16, strides = [4096, 1]>
!wide = !tile.view<tile = [256, 128], steps = [256, 64], !m>
!narrow = !tile.view<tile = [256, 64], !m>
!left = !tile.view<tile = [64, 128], steps = [64, 64], padding = zero, !m>
!right = !tile.view<tile = [64, 64], padding = zero, !m>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @beside(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                  %c: !m {tile.divisibility = 16 : i32}) {
    %zero = arith.constant dense<0.0> : tensor<256x128xf32>
    %zero2 = arith.constant dense<0.0> : tensor<256x64xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %panels = arith.constant 3 : i32
    %more = arith.constant 2 : i32
    %n = arith.constant 16 : i32
    %first = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %t = %first to %n step %programs : i32 {
      %at = arith.muli %t, %panels : i32
      %behind = arith.addi %at, %more : i32
      %left = tile.view %b : !left
      %right = tile.view %b : !right
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %acc2 = %zero2)
          -> (tensor<256x128xf32>, tensor<256x64xf32>) : i32 {
        %x = tile.load_view %a[%t, %k] padding zero : !m -> tensor<256x64xf16>
        %y = tile.load_view %left[%k, %at] : !left -> tensor<64x128xf16>
        %z = tile.load_view %right[%k, %behind] : !right -> tensor<64x64xf16>
        %s = tile.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x128xf16> -> tensor<256x128xf32>
        %s2 = tile.dot %x, %z, %acc2 : tensor<256x64xf16>, tensor<64x64xf16> -> tensor<256x64xf32>
        scf.yield %s, %s2 : tensor<256x128xf32>, tensor<256x64xf32>
      }
      %out = arith.truncf %sum#0 : tensor<256x128xf32> to tensor<256x128xf16>
      %out2 = arith.truncf %sum#1 : tensor<256x64xf32> to tensor<256x64xf16>
      %wide = tile.view %c : !wide
      %narrow = tile.view %c : !narrow
      tile.store_view %out, %wide[%t, %at] : tensor<256x128xf16>, !wide
      tile.store_view %out2, %narrow[%t, %behind] : tensor<256x64xf16>, !narrow
    } {tile.in_any_order}
    tile.return
  }
  tile.kernel @overlap(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                  %c: !m {tile.divisibility = 16 : i32}) {
    %zero = arith.constant dense<0.0> : tensor<256x128xf32>
    %zero2 = arith.constant dense<0.0> : tensor<256x64xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %panels = arith.constant 3 : i32
    %more = arith.constant 1 : i32
    %n = arith.constant 16 : i32
    %first = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %t = %first to %n step %programs : i32 {
      %at = arith.muli %t, %panels : i32
      %behind = arith.addi %at, %more : i32
      %left = tile.view %b : !left
      %right = tile.view %b : !right
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %acc2 = %zero2)
          -> (tensor<256x128xf32>, tensor<256x64xf32>) : i32 {
        %x = tile.load_view %a[%t, %k] padding zero : !m -> tensor<256x64xf16>
        %y = tile.load_view %left[%k, %at] : !left -> tensor<64x128xf16>
        %z = tile.load_view %right[%k, %behind] : !right -> tensor<64x64xf16>
        %s = tile.dot %x, %y, %acc : tensor<256x64xf16>, tensor<64x128xf16> -> tensor<256x128xf32>
        %s2 = tile.dot %x, %z, %acc2 : tensor<256x64xf16>, tensor<64x64xf16> -> tensor<256x64xf32>
        scf.yield %s, %s2 : tensor<256x128xf32>, tensor<256x64xf32>
      }
      %out = arith.truncf %sum#0 : tensor<256x128xf32> to tensor<256x128xf16>
      %out2 = arith.truncf %sum#1 : tensor<256x64xf32> to tensor<256x64xf16>
      %wide = tile.view %c : !wide
      %narrow = tile.view %c : !narrow
      tile.store_view %out, %wide[%t, %at] : tensor<256x128xf16>, !wide
      tile.store_view %out2, %narrow[%t, %behind] : tensor<256x64xf16>, !narrow
    } {tile.in_any_order}
    tile.return
  }
}
