// RUN: tile-opt %s | tile-opt | filecheck %s

// A parent layout is printed in full, because tools without the dialect do not find aliases in its attributes.

// CHECK: #[[S:.*]] = #tilegpu.slice<{dim = 1, parent = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>}>
#a = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#b = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

func.func @f(%x: tensor<16xf32, #tilegpu.slice<{dim = 1, parent = #a}>>) {
  // CHECK: tilegpu.convert_layout %arg0 : tensor<16xf32, #[[S]]> -> tensor<16xf32, #{{.*}}>
  %0 = tilegpu.convert_layout %x : tensor<16xf32, #tilegpu.slice<{dim = 1, parent = #a}>> -> tensor<16xf32, #b>
  return
}
