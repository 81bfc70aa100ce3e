// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=4})' | filecheck %s

// A store could have its preferred layout only if the halves were exchanged between threads after they are joined. That
// costs more than a store of shorter pieces, so threads store what they have loaded: one register of each half.
// CHECK: #[[H:[a-z0-9]+]] = #tilegpu.linear<{register = [], lane
// CHECK: #[[W:[a-z0-9]+]] = #tilegpu.linear<{register = {{\[\[128\]\]}}, lane
// CHECK: tile.cat %{{.*}} : tensor<128xi32, #[[H]]>, tensor<128xi32, #[[H]]> -> tensor<256xi32, #[[W]]>
// CHECK: tile.store %{{.*}} : tensor<256x!tile.ptr<i32>, #[[W]]>, tensor<256xi32, #[[W]]>
tile.kernel @cat(%x: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32},
    %out: !tile.ptr<i32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %p = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %q = tile.splat %y : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %pi = tile.addptr %p, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %qi = tile.addptr %q, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %a = tile.load %pi : tensor<128x!tile.ptr<i32>>
  %b = tile.load %qi : tensor<128x!tile.ptr<i32>>
  %both = tile.cat %a, %b axis = 0 : tensor<128xi32>, tensor<128xi32> -> tensor<256xi32>
  %j = tile.iota : tensor<256xi32>
  %o = tile.splat %out : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>>
  %oj = tile.addptr %o, %j : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.store %oj, %both : tensor<256x!tile.ptr<i32>>, tensor<256xi32>
  tile.return
}
