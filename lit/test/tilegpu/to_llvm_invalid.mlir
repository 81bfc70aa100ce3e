// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-tile-to-llvm)'

// expected-error @+1 {{has no layouts: run gpu-assign-layouts first}}
tile.kernel @no_layouts() {
  tile.return
}

// -----

tile.kernel @unencoded(%s: f32) attributes {tilegpu.num_warps = 4 : i32} {
  // expected-error @+1 {{has no layout}}
  %x = tile.splat %s : f32 -> tensor<4xf32>
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

tile.kernel @no_rule(%s: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %x = tile.splat %s : f32 -> tensor<32xf32, #v1>
  // expected-error @+1 {{'math.tanh' op has no rule in the conversion to one thread's program}}
  %y = math.tanh %x : tensor<32xf32, #v1>
  tile.return
}

// -----

// expected-error @+1 {{'tilegpu.num_warps' must be a power of two of at most 32, but got 3 : i32}}
tile.kernel @three_warps() attributes {tilegpu.num_warps = 3 : i32} {
  tile.return
}

// -----

tile.kernel @f64_exp(%p: !tile.ptr<f64>, %x: f64) attributes {tilegpu.num_warps = 1 : i32} {
  // expected-error@+1 {{'math.exp' op has no rule for 'f64': PTX has exponentials up to f32; truncate the operand and extend the result}}
  %e = math.exp %x : f64
  tile.store %p, %e : !tile.ptr<f64>, f64
  tile.return
}

// -----

tile.kernel @directed(%x: f32, %p: !tile.ptr<bf16>) attributes {tilegpu.num_warps = 1 : i32} {
  // expected-error@+1 {{'arith.truncf' op has no rule for rounding mode toward_zero: threads round to the nearest}}
  %y = arith.truncf %x toward_zero : f32 to bf16
  tile.store %p, %y : !tile.ptr<bf16>, bf16
  tile.return
}

// -----

tile.kernel @bytes(%x: f8E4M3FN, %p: !tile.ptr<f8E4M3FN>) attributes {tilegpu.num_warps = 1 : i32} {
  // expected-error@+1 {{'arith.addf' op has no rule for numbers of 8 bits: tile-expand-math computes f8E4M3FN and f8E5M2 in f32}}
  %e = arith.addf %x, %x : f8E4M3FN
  tile.store %p, %e : !tile.ptr<f8E4M3FN>, f8E4M3FN
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

tile.kernel @sine(%s: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %x = tile.splat %s : f32 -> tensor<32xf32, #v1>
  // expected-error @+1 {{'math.sin' op has no rule in the conversion to one thread's program}}
  %y = math.sin %x : tensor<32xf32, #v1>
  tile.return
}

// -----

#rows = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>

tile.kernel @groups(%map: !tile.ptr<i8>, %i: i32) attributes {tilegpu.num_warps = 8 : i32} {
  %x = arith.constant dense<1.0> : tensor<128x64xf16, #rows>
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf16>>
  // expected-error @+1 {{warp groups store rows by themselves: the tile must have the layout of their products}}
  tilegpu.bulk_store %x to %map[%i, %i] through %buffer : tensor<128x64xf16, #rows>, !tile.ptr<i8>, !tilegpu.shared<1xtensor<128x64xf16>>
  tile.return
}

// -----

tile.kernel @unused_buffer() attributes {tilegpu.num_warps = 8 : i32} {
  // expected-error @+1 {{unless its cells are filled by tilegpu.shared_copy and loaded as factors of one product, or tilegpu.bulk_store uses it}}
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf16>>
  tile.return
}
