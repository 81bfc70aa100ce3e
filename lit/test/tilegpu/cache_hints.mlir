// RUN: tile-opt %s --tile-promote --tile-broadcast --tile-to-arith --gpu-assign-layouts=num-warps=1 --convert-tile-to-llvm | filecheck %s
// RUN: tile-compile %s --num-warps=1 --emit=llvm-opaque | filecheck %s --check-prefix=LLVM

// Cache operators and eviction priorities become attributes of a thread's accesses, and PTX instructions when LLVM IR
// is printed. Eviction priorities apply to both levels of the cache.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: llvm.func @hints
// LLVM-LABEL: define ptx_kernel void @hints
// LLVM: [[P:%[0-9]+]] = call i64 asm "createpolicy.fractional.L2::evict_first.b64 $0, 1.0;", "=l"()
// LLVM: "createpolicy.fractional.L2::evict_last.b64 $0, 1.0;"
tile.kernel @hints(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %h: !tile.ptr<f16> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %m = tile.cmp lt, %i, %n : tensor<128xi32>, i32 -> tensor<128xi1>
  %xs = tile.addptr %x, %i : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64, nvvm.cache_operator = "cg"} : !llvm.ptr<1> -> vector<4xf32>
  // LLVM: call { float, float, float, float } asm sideeffect "ld.global.cg.v4.b32 {$0, $1, $2, $3}, [$4];", "=f,=f,=f,=f,l,~{memory}"(ptr addrspace(1) %{{[0-9]+}})
  %a = tile.load %xs, %m cache cg : tensor<128x!tile.ptr<f32>>, tensor<128xi1>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64, nvvm.eviction_priority = "evict_first"} : vector<4xf32>
  // LLVM: "st.global.L1::evict_first.L2::cache_hint.v4.b32 [$0], {$1, $2, $3, $4}, $5;"{{.*}}i64 [[P]])
  tile.store %xs, %a, %m eviction evict_first : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
  %hs = tile.addptr %h, %i : !tile.ptr<f16>, tensor<128xi32> -> tensor<128x!tile.ptr<f16>>
  // For level 1, an instruction has a cache operator or an eviction priority, not both. The cache operator is used.
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64, nvvm.cache_operator = "cs", nvvm.eviction_priority = "evict_last"} : !llvm.ptr<1> -> vector<2xi32>
  // LLVM: "ld.global.cs.L2::cache_hint.v2.b32 {$0, $1}, [$2], $3;"
  %b = tile.load %hs, %m cache cs eviction evict_last : tensor<128x!tile.ptr<f16>>, tensor<128xi1>
  // CHECK: llvm.store {{.*}}nvvm.eviction_priority = "no_allocate"{{.*}} : vector<2xi32>
  // LLVM: "st.global.L1::no_allocate.v2.b32 [$0], {$1, $2};"
  tile.store %hs, %b, %m eviction no_allocate : tensor<128x!tile.ptr<f16>>, tensor<128xf16>, tensor<128xi1>
  tile.return
}

// Volatile accesses have no hints in PTX. Accesses without hints are loads and stores of LLVM.

// CHECK-LABEL: llvm.func @none
// CHECK-NOT: nvvm.cache_operator
// CHECK-NOT: nvvm.eviction_priority
// LLVM-LABEL: define ptx_kernel void @none
// LLVM-NOT: asm
tile.kernel @none(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %xs = tile.addptr %x, %i : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %a = tile.load %xs : tensor<128x!tile.ptr<f32>>
  %b = tile.load %xs cache cv eviction evict_first volatile : tensor<128x!tile.ptr<f32>>
  tile.store %xs, %a cache wt volatile : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
}
