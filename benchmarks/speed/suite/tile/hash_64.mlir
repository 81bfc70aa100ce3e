// out has the bits of each number of x mixed (Vigna's splitmix64).
//
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: out[0] / {BLOCK}

!vector = !tile.array<?xi64, strides = [1]>
!block = tensor<{BLOCK}xi64>
!words = tensor<{BLOCK}xui64>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @hash_64(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                       %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %v = tile.load_view %x[%i] : !vector -> !block
    %bits = tile.bitcast %v : !block -> !words
    %golden = tile.literal 11400714819323198485 : ui64
    %m1 = tile.literal 13787848793156543929 : ui64
    %m2 = tile.literal 10723151780598845931 : ui64
    %thirty = tile.literal 30
    %twenty_seven = tile.literal 27
    %thirty_one = tile.literal 31
    %z0 = tile.add %bits, %golden
    %s1 = tile.shr %z0, %thirty
    %x1 = tile.xor %z0, %s1
    %z1 = tile.mul %x1, %m1
    %s2 = tile.shr %z1, %twenty_seven
    %x2 = tile.xor %z1, %s2
    %z2 = tile.mul %x2, %m2
    %s3 = tile.shr %z2, %thirty_one
    %x3 = tile.xor %z2, %s3
    %mixed = tile.bitcast %x3 : !words -> !block
    tile.store_view %mixed, %out[%i]
    tile.return
  }
}
