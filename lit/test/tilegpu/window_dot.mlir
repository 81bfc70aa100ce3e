// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=8 warp-groups=true}, convert-tile-to-llvm{sm=90})' | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=8 warp-groups=true remarks=true})' -o /dev/null 2>&1 | filecheck %s --check-prefix=REMARK

// A line has two rows of the image, the second of which begins 4 columns behind an aligned one. Two results of 64 columns
// are computed by instructions of 128. The patch has 4 + 2 + 128 columns, and 8 more, so that rows are in different banks.
// 17 groups of 8 columns for 8 warps: the last one is transposed by one warp. Each shift reads the window one row later.

// REMARK: is computed by warp groups (wgmma): tiles of the filter are copied asynchronously through 4 slots, and threads transpose patches of the image in shared memory, which 3 shifts share

// CHECK-LABEL: llvm.func @windows
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.barrier0
// The patch of the first block, two boxes of it, and the first tile of the filter:
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// Threads transpose the patch, and products see what they write:
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<col>, num = 4
// CHECK: nvvm.stmatrix
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.barrier0
// Products of the first shift run while the next patch is transposed:
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: nvvm.wgmma.mma_async {{.*}}n = 128
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.barrier0
// CHECK: nvvm.ldmatrix
// CHECK: nvvm.stmatrix
// CHECK: nvvm.wgmma.mma_async {{.*}}n = 128
// CHECK: nvvm.wgmma.mma_async {{.*}}n = 128
#image = {base = 0 : i32, box = array<i64: 32, 136>, elem = f16, sizes = array<i64: -65, -201>,
  strides = array<i64: -201, -2>, swizzle = 0 : i32}
#filter = {base = 1 : i32, box = array<i64: 1, 2, 32, 64>, elem = f16, sizes = array<i64: -4, -3, -65, -129>,
  strides = array<i64: -129, -385, -769, -2>, swizzle = 128 : i32}
tile.kernel @windows(%a: !tile.ptr<f16>, %b: !tile.ptr<f16>, %x: !tile.ptr<i8> {tilegpu.tensor_map = #image},
    %f: !tile.ptr<i8> {tilegpu.tensor_map = #filter}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %start = arith.constant dense<0.0> : tensor<128x64xf32>
  %sum:2 = tilegpu.window_dot %f[%zero] by %x[%zero, %zero] from %zero to %n, %start, %start {lhs_tile = tensor<64x128xf16>,
    starts = array<i64: 0, 96>, offsets = array<i64: 0, 4>, shifts = 3 : i32, step = 1 : i32, stages = 4 : i32}
    : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>, tensor<128x64xf32>
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<128x64x!tile.ptr<f32>>
  tile.store %p, %sum#0 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xf32>
  tile.store %p, %sum#1 : tensor<128x64x!tile.ptr<f32>>, tensor<128x64xf32>
  tile.return
}
