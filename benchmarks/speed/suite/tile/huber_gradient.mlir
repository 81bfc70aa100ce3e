// loss is Huber's loss of each pair (x, y): d*d/2 for a difference d within delta, linear beyond. grad is its gradient.
//
// configurations: warps 2 4 8, BLOCK 512 1024 2048
// grid: x[0] / {BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!block = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @huber_gradient(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %y: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %loss: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %grad: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                              %delta: f32) {
    %i = tile.program_id 0
    %a = tile.load_view %x[%i] : !vector -> !block
    %b = tile.load_view %y[%i] : !vector -> !block
    %d = tile.sub %a, %b
    %size = tile.abs %d
    %far = tile.cmp gt, %size, %delta
    %half = tile.literal 0.5
    %half_delta = tile.mul %delta, %half
    %beyond = tile.sub %size, %half_delta
    %linear = tile.mul %beyond, %delta
    %half_d = tile.mul %d, %half
    %quadratic = tile.mul %half_d, %d
    %l = tile.where %far, %linear, %quadratic
    %least = tile.neg %delta
    %g = tile.clamp %d, %least, %delta
    tile.store_view %l, %loss[%i]
    tile.store_view %g, %grad[%i]
    tile.return
  }
}
