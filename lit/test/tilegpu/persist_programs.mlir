// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-persist-programs{persistent=always remarks})' | filecheck %s

// Indices along two axes follow from the number of a program; what is the same for all stays in front of the loop.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
// CHECK-LABEL: tile.kernel @tiles(
// CHECK-SAME: %[[X:[^ ]*]]: i32 {tile.grid_size = 0 : i32}, %[[Z:[^ ]*]]: i32 {tile.grid_size = 2 : i32})
// CHECK-SAME: attributes {tile.resident = {{[1-4]}} : i32}
// CHECK:      arith.addi
// CHECK:      %[[ALL:.*]] = arith.muli %[[X]], %[[Z]]
// CHECK:      %[[FIRST:.*]] = tile.program_id 0
// CHECK-NEXT: %[[STEP:.*]] = tile.num_programs 0
// CHECK-NEXT: scf.for %[[T:.*]] = %[[FIRST]] to %[[ALL]] step %[[STEP]] : i32 {
// CHECK-NEXT:   %[[I:.*]] = arith.remui %[[T]], %[[X]]
// CHECK-NEXT:   %[[J:.*]] = arith.divui %[[T]], %[[X]]
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     tile.load_view %{{.*}}[%[[I]],
// CHECK:        tile.store_view %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK:      } {tile.in_any_order}
// CHECK-NEXT: tile.return
// expected-remark @below {{blocks for each multiprocessor that run one program after the other}}
tile.kernel @tiles(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %c: !c) {
  %i = tile.program_id 0
  %j = tile.program_id 2
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %end = arith.addi %n, %c1 : i32
  %sum = scf.for %k = %c0 to %end step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%i, %j] : tensor<64x64xf32>, !c
  tile.return
}

// -----

// A number in memory that the kernel writes decides where tiles are: the warp that copies cannot know it ahead.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @gathered(
// CHECK-NOT: tile.in_any_order
// expected-remark @below {{has a block for each program: not all factors are tiles of arrays}}
tile.kernel @gathered(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32,
                      %rows: !tile.ptr<i32>, %c: !c) {
  %i = tile.program_id 0
  %p = tile.addptr %rows, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
  %row = tile.load %p : !tile.ptr<i32>
  tile.store %p, %n : !tile.ptr<i32>, i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%row, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  tile.return
}

// -----

// A program loads one tile for all iterations. How many there are differs, so a block takes programs from both ends of
// the grid in turn. The number of iterations is in memory that the kernel only reads.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @uneven(
// CHECK-SAME: %[[X:[^ ]*]]: i32 {tile.grid_size = 0 : i32})
// CHECK:      %[[FIRST:.*]] = tile.program_id 0
// CHECK-NEXT: %[[STEP:.*]] = tile.num_programs 0
// CHECK-NEXT: scf.for %[[T:.*]] = %[[FIRST]] to %[[X]] step %[[STEP]] : i32 {
// CHECK-NEXT:   %[[BEHIND:.*]] = arith.subi %[[T]], %[[FIRST]]
// CHECK-NEXT:   %[[TURN:.*]] = arith.divui %[[BEHIND]], %[[STEP]]
// CHECK:        %[[PAIR:.*]] = arith.shrui %[[TURN]],
// CHECK-NEXT:   %[[BEFORE:.*]] = arith.muli %[[PAIR]], %[[STEP]]
// CHECK-NEXT:   %[[LOW:.*]] = arith.addi %[[BEFORE]], %[[FIRST]]
// CHECK:        %[[LAST:.*]] = arith.subi %[[X]],
// CHECK:        %[[ODD:.*]] = arith.cmpi ne
// CHECK-NEXT:   %[[HIGH:.*]] = arith.subi %[[LAST]], %[[LOW]]
// CHECK-NEXT:   %[[I:.*]] = arith.select %[[ODD]], %[[HIGH]], %[[LOW]]
// CHECK-NEXT:   tile.addptr %{{.*}}, %[[I]]
// CHECK:        tile.load_view %{{.*}}[%[[I]],
// CHECK-NEXT:   scf.for
// CHECK:      } {tile.in_any_order}
// expected-remark @below {{blocks for each multiprocessor that run one program after the other}}
tile.kernel @uneven(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %steps: !tile.ptr<i32>, %c: !c) {
  %i = tile.program_id 0
  %p = tile.addptr %steps, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
  %n = tile.load %p : !tile.ptr<i32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  tile.return
}

// -----

// Two versions of a program become two loops.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @versions(
// CHECK:      scf.for
// CHECK:        %[[YES:.*]] = arith.cmpi sgt
// CHECK-NEXT:   scf.if %[[YES]] {
// CHECK-NEXT:     arith.constant dense<0.0
// CHECK:      } {tile.in_any_order}
// CHECK:      scf.for
// CHECK:        %[[ALSO:.*]] = arith.cmpi sgt
// CHECK:        %[[NO:.*]] = arith.xori %[[ALSO]], %{{.*}}
// CHECK-NEXT:   scf.if %[[NO]] {
// CHECK:      } {tile.in_any_order}
// expected-remark @below {{blocks for each multiprocessor}}
tile.kernel @versions(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %c: !c) {
  %i = tile.program_id 0
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %is = arith.cmpi sgt, %i, %c1 : i32
  scf.if %is {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  } else {
    %one = arith.constant dense<1.0> : tensor<64x64xf16>
    %none = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = tile.dot %one, %one, %none : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store_view %sum, %c[%i, %c0] : tensor<64x64xf32>, !c
  }
  tile.return
}
