// dx is the gradient of a layer norm's input: dy that of its output, mean and scale those of the rows of x.
//
// configurations: warps 2 4 8 16, COLUMNS 2048
// grid: x[0]

!matrix = !tile.array<?x{COLUMNS}xbf16, strides = [{COLUMNS}, 1]>
!weights = !tile.array<{COLUMNS}xbf16, strides = [1]>
!vector = !tile.array<?xf32, strides = [1]>
!narrow = tensor<1x{COLUMNS}xbf16>
!block = tensor<1x{COLUMNS}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @layer_norm_gradient(%dy: !matrix {tile.divisibility = 16 : i32},
                                   %x: !matrix {tile.divisibility = 16 : i32},
                                   %weight: !weights {tile.divisibility = 16 : i32},
                                   %mean: !vector {tile.divisibility = 16 : i32},
                                   %scale: !vector {tile.divisibility = 16 : i32},
                                   %dx: !matrix {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] : !matrix -> !narrow
    %dy16 = tile.load_view %dy[%i, %first] : !matrix -> !narrow
    %w16 = tile.load_view %weight[%first] : !weights -> tensor<{COLUMNS}xbf16>
    %m = tile.load_view %mean[%i] : !vector -> tensor<1xf32>
    %r = tile.load_view %scale[%i] : !vector -> tensor<1xf32>
    %v = tile.cast %x16 : !narrow -> !block
    %g = tile.cast %dy16 : !narrow -> !block
    %shifted = tile.sub %v, %m
    %normal = tile.mul %shifted, %r
    %d = tile.mul %g, %w16
    %both = tile.mul %normal, %d
    %count = tile.literal {COLUMNS}
    %both_sum = tile.reduce add %both axis = 1
    %d_sum = tile.reduce add %d axis = 1
    %both_mean = tile.div %both_sum, %count rounding full
    %d_mean = tile.div %d_sum, %count rounding full
    %along = tile.mul %normal, %both_mean
    %less = tile.sub %d, %along
    %rest = tile.sub %less, %d_mean
    %y = tile.mul %rest, %r
    tile.store_view %y, %dx[%i, %first]
    tile.return
  }
}
