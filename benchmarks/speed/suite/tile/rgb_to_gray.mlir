// out is the luminance of the pixels of x. The three colors of a pixel are next to each other.
//
// configurations: warps 2 4 8, BLOCK 256 512 1024 2048
// grid: out[0] / {BLOCK}

!pixels = !tile.array<?x3xui8, strides = [3, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!color = !tile.view<tile = [{BLOCK}, 1], !pixels>
!block = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @rgb_to_gray(%x: !pixels {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 1>},
                           %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %red = arith.constant 0 : i32
    %green = arith.constant 1 : i32
    %blue = arith.constant 2 : i32
    %colors = tile.view %x : !color
    %r = tile.load_view %colors[%i, %red]
    %g = tile.load_view %colors[%i, %green]
    %b = tile.load_view %colors[%i, %blue]
    %red_share = tile.literal 0.299
    %green_share = tile.literal 0.587
    %blue_share = tile.literal 0.114
    %wr = tile.mul %r, %red_share
    %wg = tile.mul %g, %green_share
    %wb = tile.mul %b, %blue_share
    %rg = tile.add %wr, %wg
    %rgb = tile.add %rg, %wb
    %gray = tile.reshape %rgb : tensor<{BLOCK}x1xf32> -> !block
    tile.store_view %gray, %out[%i]
    tile.return
  }
}
