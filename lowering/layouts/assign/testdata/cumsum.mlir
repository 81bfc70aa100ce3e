// y = running sums of rows
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @cumsum(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %row = tile.mul %pid, %n : i32, i32 -> i32
    %i = tile.iota : tensor<1024xi32>
    %at = tile.add %row, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %v = tile.load %vp : tensor<1024x!tile.ptr<f32>>
    %s = tile.scan %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %t = tile.add %a, %b : f32, f32 -> f32
      tile.yield %t : f32
    } : tensor<1024xf32> -> tensor<1024xf32>
    %yq = tile.addptr %y, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    tile.store %yq, %s : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
    tile.return
  }
}
