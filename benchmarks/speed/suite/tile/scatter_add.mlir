// out[index[i]] += x[i].
//
// configurations: warps 4 8, BLOCK 256 512 1024
// grid: x[0] / {BLOCK}
// zero: out

!vector = !tile.array<?xf32, strides = [1]>
!indices = !tile.array<?xi64, strides = [1]>
!at = tensor<{BLOCK}xi64>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @scatter_add(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                           %index: !indices {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                           %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %v = tile.load_view %x[%i] : !vector -> tensor<{BLOCK}xf32>
    %at = tile.load_view %index[%i] : !indices -> !at
    %width = tile.literal {BLOCK}
    %start = tile.mul %i, %width : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %from = tile.add %start, %lane : i32, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
    %inside = tile.in_bounds %x[%from] : !vector, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi1>
    %to = tile.element_ptr %out[%at] : !vector, !at -> tensor<{BLOCK}x!tile.ptr<f32>>
    %old = tile.atomic_rmw add relaxed device %to, %v, %inside : tensor<{BLOCK}x!tile.ptr<f32>>, tensor<{BLOCK}xf32>, tensor<{BLOCK}xi1>
    tile.return
  }
}
