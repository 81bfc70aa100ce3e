// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-share-tail{remarks})' | filecheck %s

// Whole programs come first, then pieces of the last ones. What moves by a fixed amount begins where the piece does. The
// number of steps is computed in front, and what follows the sums runs if all parts are there.
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @product(
// CHECK-SAME: %[[SLOTS:[^ ]*]]: !tile.ptr<i32> {tile.divisibility = 16 : i32, tile.workspace = tensor<540672xi32>}
// CHECK-SAME: %[[COUNTERS:[^ ]*]]: !tile.ptr<i32> {tile.divisibility = 16 : i32, tile.keeps_zeros, tile.workspace = tensor<66xi32>}
// CHECK:      %[[PID:.*]] = tile.program_id 0
// CHECK:      %[[BLOCKS:.*]] = tile.num_programs 0
// CHECK:      %[[STEPS:.*]] = arith.shrui
// CHECK:      scf.for %[[ITEM:.*]] = %[[PID]] to %{{.*}} step %[[BLOCKS]] : i32 {
// CHECK-NEXT:   %[[IS_WHOLE:.*]] = arith.cmpi slt, %[[ITEM]], %[[WHOLE:.*]] : i32
// CHECK-NEXT:   %[[PIECE:.*]]:7 = scf.if %[[IS_WHOLE]]
// CHECK:          scf.yield %[[ITEM]], %[[C0:.*]], %{{.*}}, %[[C0]], %[[C1:.*]], %[[C0]], %[[C0]] :
// CHECK-NEXT:   } else {
// CHECK:          arith.divui
// CHECK:        }
// CHECK:        %[[BEGIN:.*]] = arith.muli %[[PIECE]]#1, %c2_i32 : i32
// CHECK:        %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[BEGIN]] : i32
// CHECK:        %[[SUM:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[COLUMN]])
// CHECK:        %[[ALL:.*]]:2 = tilegpu.add_parts %[[SUM]]#0 part %{{.*}} of %{{.*}} slots %{{.*}} of %[[SLOTS]] counter %{{.*}} of %[[COUNTERS]] : !tile.ptr<i32>, tensor<64x64xf32>
// CHECK-NEXT:   scf.if %[[ALL]]#1 {
// CHECK-NEXT:     arith.truncf %[[ALL]]#0
// CHECK-NEXT:     tile.store_view
// CHECK-NEXT:   }
// CHECK-NEXT: } {tile.in_any_order}
tile.kernel @product(%a: !m, %b: !m, %c: !c, %n: i32, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  // expected-remark @below {{shares the programs of the last round, if at most half as many as blocks, in up to 8 parts each, where that saves time: a step takes about 128 cycles, and to add up two parts 3200. At most 132 blocks share programs, and parts are added in their order, in 2162688 bytes of a workspace}}
  scf.for %i = %pid to %total step %programs : i32 {
    %steps = arith.shrui %n, %c1 : i32
    %sum:2 = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero, %at = %c0) -> (tensor<64x64xf32>, i32) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%at, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %on = arith.addi %at, %c2 : i32
      scf.yield %next, %on : tensor<64x64xf32>, i32
    }
    %narrow = arith.truncf %sum#0 : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store_view %narrow, %c[%i, %c0] : tensor<64x64xf16>, !c
  } {tile.in_any_order}
  tile.return
}

// -----

// As for causal attention, programs have unequal numbers of steps.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @unequal(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @unequal(%a: !m, %b: !m, %c: !m, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    // expected-remark @below {{runs each program of the last round in one block: the number of steps depends on the program}}
    %sum = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store_view %narrow, %c[%i, %c0] : tensor<64x64xf16>, !m
  } {tile.in_any_order}
  tile.return
}

// -----

// A sum that is scaled is not the sum of parts.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @scaled(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @scaled(%a: !m, %b: !m, %c: !m, %n: i32, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    // expected-remark @below {{carried value #0, of type 'tensor<64x64xf32>', is neither a sum of tiles of f32 or i32 that begins with zeros nor moved by a fixed amount}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %less = arith.mulf %acc, %half : tensor<64x64xf32>
      %next = tile.dot %x, %y, %less : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store_view %narrow, %c[%i, %c0] : tensor<64x64xf16>, !m
  } {tile.in_any_order}
  tile.return
}

// -----

// All blocks that share a program would count it.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @counted(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @counted(%a: !m, %b: !m, %c: !m, %n: i32, %total: i32, %count: !tile.ptr<i32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    // expected-remark @below {{runs each program of the last round in one block: memory is written before the sums are complete}}
    %old = tile.atomic_rmw add relaxed device %count, %c1 : !tile.ptr<i32>, i32
    // expected-note @below {{the sums}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store_view %narrow, %c[%i, %c0] : tensor<64x64xf16>, !m
  } {tile.in_any_order}
  tile.return
}

// -----

// The steps of two products would each be divided.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @two(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @two(%a: !m, %b: !m, %c: !m, %n: i32, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %i = %pid to %total step %programs : i32 {
    %x = tile.load_view %a[%i, %c0] padding zero : !m -> tensor<64x64xf16>
    // expected-note @below {{this loop}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    // expected-remark @below {{there are products beside those of the loop before}}
    %more = tile.dot %narrow, %x, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store_view %narrow, %c[%i, %c0] : tensor<64x64xf16>, !m
  } {tile.in_any_order}
  tile.return
}

// -----

// Kernels of one launch get the same arguments, so this one cannot have more.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @after(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @after(%a: !m, %n: i32, %total: i32) attributes {tile.before = [@other]} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  // expected-remark @below {{a launch runs other kernels, too, which get the same arguments}}
  scf.for %i = %pid to %total step %programs : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %x, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
  } {tile.in_any_order}
  tile.return
}
tile.kernel @other(%a: !m, %n: i32, %total: i32) {
  tile.return
}

// -----

// Numbers of programs may be as large as unsigned numbers can be.
!m = !tile.array<?x64xf16, strides = [64, 1]>
// CHECK-LABEL: tile.kernel @unsigned(
// CHECK-NOT: tilegpu.add_parts
tile.kernel @unsigned(%a: !m, %n: i32, %total: i32) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pid = tile.program_id 0
  %programs = tile.num_programs 0
  // expected-remark @below {{the loop compares programs as unsigned numbers}}
  scf.for unsigned %i = %pid to %total step %programs : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %x, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
  } {tile.in_any_order}
  tile.return
}
