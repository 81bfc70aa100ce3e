// RUN: tile-opt %s --split-input-file --verify-diagnostics --gpu-check-registers

#line = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// The live values at the place with the most of them are listed with their lines, with advice on what would fit.

// expected-note @+2 {{2 registers for !tile.ptr<f32> that comes into 'tile.kernel'}}
// expected-note @+1 {{1 registers for i32 that comes into 'tile.kernel'}}
tile.kernel @far_too_much(%x: !tile.ptr<f32>, %many: i32) attributes {tilegpu.num_warps = 4 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tile.iota : tensor<262144xi32, #line>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<262144x!tile.ptr<f32>, #line>
  %q = tile.addptr %p, %i : tensor<262144x!tile.ptr<f32>, #line>, tensor<262144xi32, #line> -> tensor<262144x!tile.ptr<f32>, #line>
  %init = tile.load %q : tensor<262144x!tile.ptr<f32>, #line>
  // expected-note @+1 {{2048 registers for tensor<262144xf32> that comes into 'scf.for'}}
  %end = scf.for %j = %zero to %many step %one iter_args(%t = %init) -> (tensor<262144xf32, #line>) : i32 {
    // expected-error @+1 {{'tile.barrier' op needs at least 2051 registers per thread for what is live here, but each of 128 threads can have 255: 2048 for tensor<262144xf32> that comes into 'scf.for', 2 for !tile.ptr<f32> that comes into 'tile.kernel', 1 for i32 that comes into 'tile.kernel'; it fits with tensors of 16384 (now 262144)}}
    tile.barrier
    %u = arith.mulf %t, %t : tensor<262144xf32, #line>
    scf.yield %u : tensor<262144xf32, #line>
  }
  tile.store %q, %end : tensor<262144x!tile.ptr<f32>, #line>, tensor<262144xf32, #line>
  tile.return
}

// -----

#line = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// Slightly too many registers give a warning. Values computed from scalars and indices do not count.

// expected-note @+1 {{2 registers for !tile.ptr<f32> that comes into 'tile.kernel'}}
tile.kernel @a_little_too_much(%x: !tile.ptr<f32>) attributes {tilegpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<32768xi32, #line>
  %k = arith.constant dense<30000> : tensor<32768xi32, #line>
  %m = arith.cmpi slt, %i, %k : tensor<32768xi32, #line>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32768x!tile.ptr<f32>, #line>
  %q = tile.addptr %p, %i : tensor<32768x!tile.ptr<f32>, #line>, tensor<32768xi32, #line> -> tensor<32768x!tile.ptr<f32>, #line>
  // expected-note @+1 {{256 registers for tensor<32768xf32> of 'tile.load'}}
  %a = tile.load %q, %m : tensor<32768x!tile.ptr<f32>, #line>, tensor<32768xi1, #line>
  // expected-warning @+1 {{'tile.barrier' op needs at least 258 registers per thread for what is live here, but each of 128 threads can have 255: 256 for tensor<32768xf32> of 'tile.load', 2 for !tile.ptr<f32> that comes into 'tile.kernel'; it fits with tensors of 16384 (now 32768), or with 8 warps (now 4)}}
  tile.barrier
  tile.store %q, %a, %m : tensor<32768x!tile.ptr<f32>, #line>, tensor<32768xf32, #line>, tensor<32768xi1, #line>
  tile.return
}

// -----

#line = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// 16-bit numbers may be packed.

tile.kernel @enough(%x: !tile.ptr<f16>) attributes {tilegpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<32768xi32, #line>
  %p = tile.splat %x : !tile.ptr<f16> -> tensor<32768x!tile.ptr<f16>, #line>
  %q = tile.addptr %p, %i : tensor<32768x!tile.ptr<f16>, #line>, tensor<32768xi32, #line> -> tensor<32768x!tile.ptr<f16>, #line>
  %a = tile.load %q : tensor<32768x!tile.ptr<f16>, #line>
  tile.barrier
  tile.store %q, %a : tensor<32768x!tile.ptr<f16>, #line>, tensor<32768xf16, #line>
  tile.return
}

// -----

// expected-error @+1 {{'tile.kernel' op has no layouts: run gpu-assign-layouts first}}
tile.kernel @no_layouts() {
  tile.return
}
