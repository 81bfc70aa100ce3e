// out is x with the pairs (x[j], x[j+64]) of each of 32 heads rotated by the token's angles.
//
// configurations: warps 2 4 8 16
// grid: x[0]

!heads = !tile.array<?x32x128xf16, strides = [4096, 128, 1]>
!angles = !tile.array<?x64xf32, strides = [64, 1]>
!half = !tile.view<tile = [1, 32, 64], !heads>
!row = !tile.view<tile = [1, 64], !angles>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @rotary(%x: !heads {tile.divisibility = 16 : i32},
                      %cos: !angles {tile.divisibility = 16 : i32},
                      %sin: !angles {tile.divisibility = 16 : i32},
                      %out: !heads {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %second = arith.constant 1 : i32
    %cosines = tile.view %cos : !row
    %sines = tile.view %sin : !row
    %halves = tile.view %x : !half
    %c = tile.load_view %cosines[%i, %first]
    %s = tile.load_view %sines[%i, %first]
    %a = tile.load_view %halves[%i, %first, %first]
    %b = tile.load_view %halves[%i, %first, %second]
    %ac = tile.mul %a, %c
    %bs = tile.mul %b, %s
    %bc = tile.mul %b, %c
    %as = tile.mul %a, %s
    %x1 = tile.sub %ac, %bs
    %x2 = tile.add %bc, %as
    %rotated = tile.view %out : !half
    tile.store_view %x1, %rotated[%i, %first, %first]
    tile.store_view %x2, %rotated[%i, %first, %second]
    tile.return
  }
}
