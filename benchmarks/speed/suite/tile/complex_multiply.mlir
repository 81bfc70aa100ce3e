// out is the product of the complex numbers of x and y, pairs of a real and an imaginary part.
//
// configurations: warps 2 4 8, BLOCK 256 512 1024 2048
// grid: x[0] / {2*BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!tiles = !tile.view<tile = [{2*BLOCK}], padding = zero, !vector>
!flat = tensor<{2*BLOCK}xf32>
!pairs = tensor<{BLOCK}x2xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @complex_multiply(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                                %y: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                                %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %xs = tile.view %x : !tiles
    %ys = tile.view %y : !tiles
    %v = tile.load_view %xs[%i]
    %w = tile.load_view %ys[%i]
    %v2 = tile.reshape %v : !flat -> !pairs
    %w2 = tile.reshape %w : !flat -> !pairs
    %a, %b = tile.split %v2
    %c, %d = tile.split %w2
    %ac = tile.mul %a, %c
    %bd = tile.mul %b, %d
    %ad = tile.mul %a, %d
    %bc = tile.mul %b, %c
    %real = tile.sub %ac, %bd
    %imaginary = tile.add %ad, %bc
    %product = tile.join %real, %imaginary
    %y2 = tile.reshape %product : !pairs -> !flat
    tile.store_view %y2, %out[%i]
    tile.return
  }
}
