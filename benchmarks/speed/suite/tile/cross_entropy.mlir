// out[i] = log(sum of exp(logits[i, :])) - logits[i, targets[i]], in one pass over the logits.
//
// configurations: warps 4 8 16, BLOCK 2048 4096 8192
// grid: logits[0]

!logits = !tile.array<?x?xbf16, strides = [?, 1]>
!targets = !tile.array<?xi64, strides = [1]>
!vector = !tile.array<?xf32, strides = [1]>
!tiles = !tile.view<tile = [1, {BLOCK}], padding = neg_inf, !logits>
!narrow = tensor<1x{BLOCK}xbf16>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @cross_entropy(%logits: !logits {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %targets: !targets {tile.divisibility = 16 : i32},
                             %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %tiles = tile.view %logits : !tiles
    %across = tile.num_tiles %tiles, 1 : !tiles
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %nothing = arith.constant dense<0.0> : tensor<1xf32>
    %lowest = arith.constant dense<0xFF800000> : tensor<1xf32>
    // The running sum adds up exponentials of differences from the running maximum.
    %max, %sum = scf.for %j = %c0 to %across step %c1 iter_args(%m = %lowest, %s = %nothing) -> (tensor<1xf32>, tensor<1xf32>) : i32 {
      %v16 = tile.load_view %tiles[%i, %j] : !tiles -> !narrow
      %v = tile.cast %v16 : !narrow -> !block
      %here = tile.reduce %v axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = tile.max %a, %b : f32, f32 -> f32
        tile.yield %c : f32
      } : !block -> tensor<1xf32>
      %top = tile.max %m, %here : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
      %lower = tile.sub %v, %top : !block, tensor<1xf32> -> !block
      %e = tile.exp %lower rounding approx : !block -> !block
      %more = tile.reduce %e axis = 1 {
      ^bb0(%a: f32, %b: f32):
        %c = tile.add %a, %b : f32, f32 -> f32
        tile.yield %c : f32
      } : !block -> tensor<1xf32>
      %moved = tile.sub %m, %top : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
      %factor = tile.exp %moved rounding approx : tensor<1xf32> -> tensor<1xf32>
      %rescaled = tile.mul %s, %factor : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
      %next = tile.add %rescaled, %more : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
      scf.yield %top, %next : tensor<1xf32>, tensor<1xf32>
    }
    %target = tile.load_view %targets[%i] : !targets -> tensor<1xi64>
    %row = tile.splat %i : i32 -> tensor<1xi32>
    %at = tile.element_ptr %logits[%row, %target] : !logits, tensor<1xi32>, tensor<1xi64> -> tensor<1x!tile.ptr<bf16>>
    %picked = tile.load %at : tensor<1x!tile.ptr<bf16>>
    %log = tile.log %sum : tensor<1xf32> -> tensor<1xf32>
    %all = tile.add %log, %max : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
    %loss = tile.sub %all, %picked : tensor<1xf32>, tensor<1xbf16> -> tensor<1xf32>
    tile.store_view %loss, %out[%i] : tensor<1xf32>, !vector
    tile.return
  }
}
