// RUN: tile-run %s --kernel=masks --level=llvm --compare --arg x=iota:64xf32 --arg out=zeros:64xf32 --arg a=2147483647 --arg n=5
// RUN: tile-run %s --kernel=halves --level=llvm --compare --arg x=zeros:4xi32

// Integers wrap around, in masks and addresses too.
module attributes {tile.semantics = #tile.semantics<triton>} {
// a + 1 is less than n, although a is not. The second load must not take its elements from the first one.
tile.kernel @masks(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %a: i32, %n: i32) {
  %j = tile.iota : tensor<64xi32>
  %one = tile.literal 1
  %zero = tile.literal 0.0
  %next = tile.add %a, %one
  %first = tile.cmp lt, %a, %n
  %second = tile.cmp lt, %next, %n
  %p = tile.addptr %x, %j
  %m1 = tile.splat %first : i1 -> tensor<64xi1>
  %m2 = tile.splat %second : i1 -> tensor<64xi1>
  %v = tile.load %p, %m1, %zero
  %w = tile.load %p, %m2, %zero
  %sum = tile.add %v, %w
  %q = tile.addptr %out, %j
  tile.store %q, %sum
  tile.return
}

// All elements have the address of x, since the lower halves of their distances are 0. Threads wait for the loads of
// the others before they store.
tile.kernel @halves(%x: !tile.ptr<i32>) {
  %i = tile.iota : tensor<128xi64>
  %big = tile.literal 4294967296
  %far = tile.mul %i, %big
  %at = tile.cast %far : tensor<128xi64> -> tensor<128xi32>
  %p = tile.addptr %x, %at
  %one = tile.literal 1
  %v = tile.load %p
  %w = tile.add %v, %one
  tile.store %p, %w
  tile.return
}
}
