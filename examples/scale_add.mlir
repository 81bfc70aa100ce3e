// out = 2 * x + bias, with a bias for each column, on arrays of any size. Each program handles a tile of 32x128
// elements: launch ceil(rows / 32) by ceil(columns / 128) programs.
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @scale_add(%x: !tile.array<?x?xf16, strides = [?, 1]>, %bias: !tile.array<?xf32, strides = [1]>,
                         %out: !tile.array<?x?xf32, strides = [?, 1]>) {
    %i = tile.program_id 0
    %j = tile.program_id 1
    %a = tile.load_view %x[%i, %j] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<32x128xf16>
    %b = tile.load_view %bias[%j] padding zero : !tile.array<?xf32, strides = [1]> -> tensor<128xf32>
    %two = tile.literal 2
    %m = tile.mul %a, %two
    %s = tile.add %m, %b
    tile.store_view %s, %out[%i, %j]
    tile.return
  }
}
