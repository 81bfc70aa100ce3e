// loss[i] = log(sum of exp(logits[i, :])) - logits[i, targets[i]], and grad is its gradient: softmax(logits[i, :]), minus 1 at the
// target. Rows have at most BLOCK columns.
//
// configurations: warps 4 8 16, BLOCK 256 4096
// grid: logits[0]

!logits = !tile.array<?x?xbf16, strides = [?, 1]>
!targets = !tile.array<?xi64, strides = [1]>
!vector = !tile.array<?xf32, strides = [1]>
!narrow = tensor<1x{BLOCK}xbf16>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @cross_entropy_gradient(%logits: !logits {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                      %targets: !targets {tile.divisibility = 16 : i32},
                                      %loss: !vector {tile.divisibility = 16 : i32},
                                      %grad: !logits {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v16 = tile.load_view %logits[%i, %first] padding neg_inf : !logits -> !narrow
    %v = tile.cast %v16 : !narrow -> !block
    %target64 = tile.load_view %targets[%i] : !targets -> tensor<1xi64>
    %target = tile.cast %target64 : tensor<1xi64> -> tensor<1xi32>
    %j = tile.iota : tensor<{BLOCK}xi32>
    %chosen = tile.cmp eq, %j, %target
    %top = tile.reduce max %v axis = 1
    %lower = tile.sub %v, %top
    %e = tile.exp %lower rounding approx
    %sum = tile.reduce add %e axis = 1
    %zero = tile.literal 0.0
    %one = tile.literal 1.0
    %only = tile.where %chosen, %v, %zero
    %picked = tile.reduce add %only axis = 1
    %log = tile.log %sum
    %all = tile.add %log, %top
    %own = tile.sub %all, %picked
    tile.store_view %own, %loss[%i]
    %p = tile.div %e, %sum rounding full
    %wanted = tile.where %chosen, %one, %zero
    %g = tile.sub %p, %wanted
    tile.store_view %g, %grad[%i, %first]
    tile.return
  }
}
