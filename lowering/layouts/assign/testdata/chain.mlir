// y = exp(x) * x + x of bf16
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @chain(%x: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %block = tile.literal 1024
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<1024xi32>
    %at = tile.add %first, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
    %mask = tile.cmp lt, %at, %n : tensor<1024xi32>, i32 -> tensor<1024xi1>
    %ap = tile.addptr %x, %at : !tile.ptr<bf16>, tensor<1024xi32> -> tensor<1024x!tile.ptr<bf16>>
    %a = tile.load %ap, %mask : tensor<1024x!tile.ptr<bf16>>, tensor<1024xi1>
    %w = tile.cast %a : tensor<1024xbf16> -> tensor<1024xf32>
    %e = tile.exp %w : tensor<1024xf32> -> tensor<1024xf32>
    %m = tile.mul %e, %w : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>
    %s = tile.add %m, %w : tensor<1024xf32>, tensor<1024xf32> -> tensor<1024xf32>
    %yq = tile.addptr %y, %at : !tile.ptr<bf16>, tensor<1024xi32> -> tensor<1024x!tile.ptr<bf16>>
    tile.store %yq, %s, %mask : tensor<1024x!tile.ptr<bf16>>, tensor<1024xf32>, tensor<1024xi1>
    tile.return
  }
}
