// out has the numbers of 4 bits of x, less 8, times scales. Each byte has two numbers, the lower bits first. Each 128 numbers
// share a scale.
//
// configurations: warps 2 4 8, BLOCK 256 512 1024 2048
// grid: x[0] / {BLOCK}

!bytes = !tile.array<?xui8, strides = [1]>
!vector = !tile.array<?xf16, strides = [1]>
!packed = tensor<{BLOCK}xui8>
!pairs = tensor<{BLOCK}x2xf16>
!groups = tensor<{BLOCK/64}x128xf16>
!flat = tensor<{2*BLOCK}xf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @int4_dequantize(%x: !bytes {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                               %scales: !vector {tile.divisibility = 16 : i32},
                               %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %packed = tile.load_view %x[%i] : !bytes -> !packed
    %fifteen = tile.literal 15
    %four = tile.literal 4
    %low = tile.and %packed, %fifteen
    %high = tile.shr %packed, %four
    %both = tile.join %low, %high
    %numbers = tile.cast %both : tensor<{BLOCK}x2xui8> -> !pairs
    %groups = tile.reshape %numbers : !pairs -> !groups
    %eight = tile.literal 8.0
    %v = tile.sub %groups, %eight
    %s = tile.load_view %scales[%i] : !vector -> tensor<{BLOCK/64}xf16>
    %column = tile.expand_dims %s axis = 1
    %scaled = tile.mul %v, %column
    %y = tile.reshape %scaled : !groups -> !flat
    tile.store_view %y, %out[%i]
    tile.return
  }
}
