// out[b] is the number of elements of x that are equal to b.
//
// configurations: warps 4 8, ROUNDS 4 16, BLOCK 1024 2048 4096
// grid: x[0] / {ROUNDS*BLOCK}
// zero: out

!vector = !tile.array<?xi32, strides = [1]>
!bins = !tile.array<256xi32, strides = [1]>
!counts = tensor<256xi32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @histogram(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                         %out: !bins {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %rounds = arith.constant {ROUNDS} : i32
    %first = tile.mul %pid, %rounds : i32, i32 -> i32
    %width = tile.literal {BLOCK}
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0> : !counts
    %counts = scf.for %k = %c0 to %rounds step %c1 iter_args(%so_far = %none) -> (!counts) : i32 {
      %i = tile.add %first, %k : i32, i32 -> i32
      %v = tile.load_view %x[%i] anywhere : !vector -> tensor<{BLOCK}xi32>
      %start = tile.mul %i, %width : i32, !tile.literal<int> -> i32
      %at = tile.add %start, %lane : i32, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
      %inside = tile.in_bounds %x[%at] : !vector, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi1>
      %h = tile.histogram %v mask %inside : tensor<{BLOCK}xi32>, tensor<{BLOCK}xi1> -> !counts
      %next = tile.add %so_far, %h : !counts, !counts -> !counts
      scf.yield %next : !counts
    }
    %bin = tile.iota : !counts
    %to = tile.element_ptr %out[%bin] : !bins, !counts -> tensor<256x!tile.ptr<i32>>
    %old = tile.atomic_rmw add relaxed device %to, %counts : tensor<256x!tile.ptr<i32>>, !counts
    tile.return
  }
}
