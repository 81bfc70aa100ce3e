// out[i, t] = rewards[i, t] + discounts[i, t] * out[i, t+1], with 0 behind the row's end. A step is the function
// h -> discount * h + reward. The scan composes the functions from the end on.
//
// configurations: warps 1 2 4, BLOCK 256
// grid: rewards[0]

!matrix = !tile.array<?x{BLOCK}xf32, strides = [{BLOCK}, 1]>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @discounted_returns(%rewards: !matrix {tile.divisibility = 16 : i32},
                                  %discounts: !matrix {tile.divisibility = 16 : i32},
                                  %out: !matrix {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %d = tile.load_view %discounts[%i, %first] : !matrix -> !block
    %r = tile.load_view %rewards[%i, %first] : !matrix -> !block
    %discount, %total = tile.scan %d, %r axis = 1 reverse {
    ^bb0(%later_d: f32, %later: f32, %own_d: f32, %own: f32):
      %both = tile.mul %later_d, %own_d
      %sum = tile.fma %own_d, %later, %own
      tile.yield %both, %sum : f32, f32
    }
    tile.store_view %total, %out[%i, %first]
    tile.return
  }
}
