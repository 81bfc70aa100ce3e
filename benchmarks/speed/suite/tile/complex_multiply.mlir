// out is the product of the complex numbers of x and y, pairs of a real and an imaginary part.
//
// configurations: warps 2 4 8, BLOCK 256 512 1024 2048
// grid: x[0] / {BLOCK}

!complex = !tile.array<?x2xf32, strides = [2, 1]>
!pairs = !tile.view<tile = [{BLOCK}, 2], padding = zero, !complex>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @complex_multiply(%x: !complex {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 2>},
                                %y: !complex {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 2>},
                                %out: !complex {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 2>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %xs = tile.view %x : !pairs
    %ys = tile.view %y : !pairs
    %v = tile.load_view %xs[%i, %first]
    %w = tile.load_view %ys[%i, %first]
    %a, %b = tile.split %v
    %c, %d = tile.split %w
    %ac = tile.mul %a, %c
    %bd = tile.mul %b, %d
    %ad = tile.mul %a, %d
    %bc = tile.mul %b, %c
    %real = tile.sub %ac, %bd
    %imaginary = tile.add %ad, %bc
    %product = tile.join %real, %imaginary
    tile.store_view %product, %out[%i, %first]
    tile.return
  }
}
