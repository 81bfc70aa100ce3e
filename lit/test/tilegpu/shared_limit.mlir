// RUN: tile-opt %s --verify-diagnostics --pass-pipeline='builtin.module(convert-tile-to-llvm)'

#rows = #tilegpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

// If buffers that are live at the same time do not fit, they are listed with the lines that need them.

// expected-error @+1 {{needs 262144 bytes of shared memory, but there are 232448: 262144 for 'tile.gather' of tensor<256x256xf32>; it fits with 'tile.gather' of 128x256 (now 256x256)}}
tile.kernel @large(%s: f32) attributes {tilegpu.num_warps = 4 : i32} {
  %x = tile.splat %s : f32 -> tensor<256x256xf32, #rows>
  %i = arith.constant dense<1> : tensor<256x256xi32, #rows>
  // expected-note @+1 {{262144 bytes for 'tile.gather' of tensor<256x256xf32>}}
  %y = tile.gather %x[%i] axis = 0 : tensor<256x256xf32, #rows>, tensor<256x256xi32, #rows> -> tensor<256x256xf32, #rows>
  tile.return
}
