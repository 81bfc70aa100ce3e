#blocked = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module {
  func.func @convert_layout(%arg0: tensor<512xf32, #blocked>) {
    %0 = tilegpu.convert_layout %arg0 : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
    return
  }
}
