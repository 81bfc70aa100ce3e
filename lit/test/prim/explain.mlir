// RUN: tile-run --explain=simulator %s 2>&1 | filecheck %s
// RUN: tile-run --explain %s 2>&1 | filecheck %s --check-prefix=HOST
// RUN: not tile-run --explain=tpu %s 2>&1 | filecheck %s --check-prefix=DEVICE

// A softmax is one kernel, and a product is another. Operations without a kernel are listed.
// CHECK: 0 @main_0 51200 B {{.*}} amax{{.*}}sum [64 1 1] x {{[0-9]+}} warps
// CHECK: 1 prim.dot 58400 B {{.*}} dot
// CHECK: 2 prim.digamma 25600 B {{.*}} on the CPU
// CHECK: 3 steps on simulator in {{.*}} move 135200 bytes; 2 launches of 2 kernels
// CHECK: remark: 'prim.digamma' op is computed on the CPU: no kernel: prim.digamma of 'f32' has none
// CHECK: 51200 bytes of buffers in one allocation of 51200
// HOST: 0 @main_0
// HOST: 1 prim.dot
// HOST: 3 steps in
// DEVICE: no such device: "tpu"; expected cpu, simulator, or cuda:1 for the second GPU
func.func @main(%x: tensor<64x100xf32>, %w: tensor<50x100xf32>) -> tensor<64x50xf32> {
  %0 = torch.aten.softmax.int(%x, dim = 1) : (tensor<64x100xf32>) -> tensor<64x100xf32>
  %1 = torch.aten.linear(%0, %w) : (tensor<64x100xf32>, tensor<50x100xf32>) -> tensor<64x50xf32>
  %2 = torch.aten.digamma(%1) : (tensor<64x50xf32>) -> tensor<64x50xf32>
  return %2 : tensor<64x50xf32>
}
