// RUN: tile-opt %s --gpu-assign-layouts=num-warps=1 | filecheck %s

// Threads have neighbors along the axis of a scan, so that only totals move between lanes. Here a thread has 16 rows of
// 4 columns, and 8 threads still read a row of 128 bytes together.
// CHECK-DAG: #[[PATCH:.*]] = #tilegpu.blocked<{sizePerThread = [16, 4], threadsPerWarp = [4, 8], {{.*}}>
// CHECK-DAG: #[[LONG:.*]] = #tilegpu.blocked<{sizePerThread = [8], threadsPerWarp = [32], {{.*}}>
// CHECK-DAG: #[[FLAT:.*]] = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], {{.*}}>

// CHECK-LABEL: @columns
// CHECK: tile.load {{.*}}#[[PATCH]]
// CHECK: tile.scan
// CHECK: tensor<64x32xf32, #[[PATCH]]>
tile.kernel @columns(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<64xi32>
  %rows = tile.expand_dims %i axis = 1 : tensor<64xi32> -> tensor<64x1xi32>
  %ns = tile.splat %n : i32 -> tensor<64x1xi32>
  %starts = arith.muli %rows, %ns : tensor<64x1xi32>
  %j = tile.iota : tensor<32xi32>
  %columns = tile.expand_dims %j axis = 0 : tensor<32xi32> -> tensor<1x32xi32>
  %a = tile.broadcast %starts : tensor<64x1xi32> -> tensor<64x32xi32>
  %b = tile.broadcast %columns : tensor<1x32xi32> -> tensor<64x32xi32>
  %at = arith.addi %a, %b : tensor<64x32xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %at : tensor<64x32x!tile.ptr<f32>>, tensor<64x32xi32> -> tensor<64x32x!tile.ptr<f32>>
  %v = tile.load %pp : tensor<64x32x!tile.ptr<f32>>
  %s = tile.scan %v axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    tile.yield %t : f32
  } : tensor<64x32xf32> -> tensor<64x32xf32>
  tile.store %pp, %s : tensor<64x32x!tile.ptr<f32>>, tensor<64x32xf32>
  tile.return
}

// Threads have longer runs if this costs less than combining the totals of many short runs, each with a division here.
// They load them 16 bytes at a time: the rest of a sector costs little right after its first part. What they store is
// exchanged first, so that each instruction writes whole sectors. Sums are combined in the layout in which they are loaded.
// CHECK-LABEL: @expensive
// CHECK: tile.load {{.*}}#[[LONG]]
// CHECK: tile.scan
// CHECK: tensor<256xf32, #[[LONG]]>
// CHECK: tilegpu.convert_layout {{.*}} -> tensor<256xf32, #[[FLAT]]>
// CHECK: tile.store {{.*}}#[[FLAT]]
// CHECK-LABEL: @cheap
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tensor<256xf32, #[[FLAT]]>
tile.kernel @expensive(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
  %v = tile.load %pp : tensor<256x!tile.ptr<f32>>
  %s = tile.scan %v axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %sum = arith.addf %x, %y : f32
    %product = arith.mulf %x, %y : f32
    %t = arith.divf %product, %sum : f32
    tile.yield %t : f32
  } : tensor<256xf32> -> tensor<256xf32>
  tile.store %pp, %s : tensor<256x!tile.ptr<f32>>, tensor<256xf32>
  tile.return
}
tile.kernel @cheap(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<256xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<256x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %i : tensor<256x!tile.ptr<f32>>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
  %v = tile.load %pp : tensor<256x!tile.ptr<f32>>
  %s = tile.scan %v axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    tile.yield %t : f32
  } : tensor<256xf32> -> tensor<256xf32>
  tile.store %pp, %s : tensor<256x!tile.ptr<f32>>, tensor<256xf32>
  tile.return
}

// Runs of 128 bytes are too long for that: what is loaded is exchanged, too.
// CHECK-LABEL: @long
// CHECK: tile.load {{.*}}#[[FLAT]]
// CHECK: tilegpu.convert_layout
// CHECK: tile.scan
tile.kernel @long(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<1024xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %pp = tile.addptr %ps, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %v = tile.load %pp : tensor<1024x!tile.ptr<f32>>
  %s = tile.scan %v axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %sum = arith.addf %x, %y : f32
    %product = arith.mulf %x, %y : f32
    %t = arith.divf %product, %sum : f32
    tile.yield %t : f32
  } : tensor<1024xf32> -> tensor<1024xf32>
  tile.store %pp, %s : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}
