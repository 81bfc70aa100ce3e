// RUN: tile-opt %s --convert-tt-to-tile --gpu-recover-arrays | filecheck %s
// RUN: tile-opt %s --convert-tt-to-tile --gpu-recover-arrays="remarks=true" -o %t 2>&1 | filecheck %s --check-prefix=R

// Addresses determine the arrays of tiles: the base, the strides, which are factors of indices, and the sizes, with
// which a mask compares indices. Rows that wrap around are not stored, so they may be rows after the array's end.

// CHECK-LABEL: tile.kernel @by_pointers
// CHECK-SAME: %[[A:[a-z0-9]+]]: !tile.ptr<f16>
// CHECK-SAME: %[[B:[a-z0-9]+]]: !tile.ptr<f16>
// CHECK-SAME: %[[M:[a-z0-9]+]]: i32, %[[K:[a-z0-9]+]]: i32, %[[STRIDE:[a-z0-9]+]]: i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[STRIDE]] : i32 to i64
// CHECK: %[[ROWS:.*]] = tile.make_array %[[A]] shape[%[[M]], %[[K]]] strides[%[[WIDE]]] {tilegpu.checks_map}
// CHECK: %[[COLUMNS:.*]] = tile.make_array %[[B]] shape[%[[K]]] strides[] {tilegpu.checks_map}
// CHECK-SAME: !tile.array<?x64xf16, strides = [64, 1]>
// CHECK: arith.cmpi sgt, %[[M]],
// CHECK: arith.cmpi sgt, %[[STRIDE]],
// CHECK: scf.if
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<64x64xf32>)
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %{{.*}} : i32
// CHECK: %[[TILES:.*]] = tile.view %[[ROWS]]
// CHECK: tile.load_view %[[TILES]][%{{.*}}, %[[AT]]] anywhere
// CHECK: tile.load_view
// CHECK: tile.store_view
// CHECK: else
// CHECK: tile.load %
// CHECK: tile.store %

// R: remark: 'tile.load' op is replaced by a load from an array, which a bulk copy can make; if the sizes or
// R: remark: 'tile.load' op is replaced by a load from an array
// R: remark: 'tile.load' op loads through pointers: the addresses and the mask do not describe a tile
tt.func public @by_pointers(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %b: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %M: i32, %K: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %lines = arith.constant dense<64> : tensor<64x1xi32>
  %step = arith.constant dense<64> : tensor<64x64xi32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %firsts = tt.splat %first : i32 -> tensor<64xi32>
  %rows = arith.addi %firsts, %i : tensor<64xi32>
  %sizes = tt.splat %M : i32 -> tensor<64xi32>
  %wrapped = arith.remsi %rows, %sizes : tensor<64xi32>
  %down = tt.expand_dims %wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %across = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %k_down = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %strides = tt.splat %stride : i32 -> tensor<64x1xi32>
  %from = arith.muli %down, %strides : tensor<64x1xi32>
  %line = tt.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
  %column = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %line, %column : tensor<64x64xi32>
  %a_base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %a_first = tt.addptr %a_base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %sum:2 = scf.for %k = %c0 to %K step %c1 iter_args(%acc = %nothing, %a_at = %a_first)
      -> (tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>) : i32 {
    %done = arith.muli %k, %c64 : i32
    %left = arith.subi %K, %done : i32
    %limit = tt.splat %left : i32 -> tensor<1x64xi32>
    %inside = arith.cmpi slt, %across, %limit : tensor<1x64xi32>
    %mask = tt.broadcast %inside : tensor<1x64xi1> -> tensor<64x64xi1>
    %x = tt.load %a_at, %mask, %zeros : tensor<64x64x!tt.ptr<f16>>
    %b_limit = tt.splat %left : i32 -> tensor<64x1xi32>
    %b_inside = arith.cmpi slt, %k_down, %b_limit : tensor<64x1xi32>
    %b_mask = tt.broadcast %b_inside : tensor<64x1xi1> -> tensor<64x64xi1>
    %dones = tt.splat %done : i32 -> tensor<64x1xi32>
    %b_row = arith.addi %dones, %k_down : tensor<64x1xi32>
    %b_from = arith.muli %b_row, %lines : tensor<64x1xi32>
    %b_line = tt.broadcast %b_from : tensor<64x1xi32> -> tensor<64x64xi32>
    %b_offset = arith.addi %b_line, %column : tensor<64x64xi32>
    %b_base = tt.splat %b : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %b_at = tt.addptr %b_base, %b_offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %y = tt.load %b_at, %b_mask, %zeros : tensor<64x64x!tt.ptr<f16>>
    %next = tt.dot %x, %y, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %a_next = tt.addptr %a_at, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %next, %a_next : tensor<64x64xf32>, tensor<64x64x!tt.ptr<f16>>
  }
  %c_down = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %c_from = arith.muli %c_down, %lines : tensor<64x1xi32>
  %c_line = tt.broadcast %c_from : tensor<64x1xi32> -> tensor<64x64xi32>
  %c_offset = arith.addi %c_line, %column : tensor<64x64xi32>
  %c_base = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %c_at = tt.addptr %c_base, %c_offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %c_limit = tt.splat %M : i32 -> tensor<64x1xi32>
  %c_inside = arith.cmpi slt, %c_down, %c_limit : tensor<64x1xi32>
  %c_mask = tt.broadcast %c_inside : tensor<64x1xi1> -> tensor<64x64xi1>
  tt.store %c_at, %sum#0, %c_mask : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A value that changes is not a size of the array, so a mask that compares rows with it is not a bound.

// CHECK-LABEL: tile.kernel @other_mask
// CHECK-NOT: tile.load_view
// CHECK: tile.load %
tt.func public @other_mask(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %c: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lines = arith.constant dense<64> : tensor<64x1xi32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %down = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %across = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %from = arith.muli %down, %lines : tensor<64x1xi32>
  %line = tt.broadcast %from : tensor<64x1xi32> -> tensor<64x64xi32>
  %column = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %offset = arith.addi %line, %column : tensor<64x64xi32>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %at = tt.addptr %base, %offset : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %nothing) -> (tensor<64x64xf32>) : i32 {
    %limit = tt.splat %k : i32 -> tensor<64x1xi32>
    %inside = arith.cmpi slt, %down, %limit : tensor<64x1xi32>
    %mask = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x64xi1>
    %x = tt.load %at, %mask, %zeros : tensor<64x64x!tt.ptr<f16>>
    %next = tt.dot %x, %x, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %c_base = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %c_at = tt.addptr %c_base, %offset : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %c_at, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A matrix of several is a part of an array with three dimensions. Rows of y are its columns in the product. The bounds
// of a loop are computed before the first access, so that the kernel can check them.

// CHECK-LABEL: tile.kernel @one_of_several
// CHECK-SAME: %[[X:[a-z0-9]+]]: !tile.ptr<f16>
// CHECK-SAME: %[[Y:[a-z0-9]+]]: !tile.ptr<f16>
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32, %[[LINE:[a-z0-9]+]]: i32
// CHECK-SAME: %[[MATRIX:[a-z0-9]+]]: i32
// CHECK: %[[HEAD:.*]] = tile.program_id 1
// CHECK: tile.make_array %[[X]] shape[%[[N]]] strides[%{{[0-9]+}}, %{{[0-9]+}}]
// CHECK-SAME: !tile.array<2147483647x?x64xf16, strides = [?, ?, 1]>
// CHECK: tile.make_array %[[Y]] shape[%[[N]]] strides[%{{[0-9]+}}, %{{[0-9]+}}]
// CHECK: arith.cmpi sgt, %[[MATRIX]],
// CHECK: scf.if
// CHECK: tile.load_view %{{.*}}[%[[HEAD]], %{{.*}}, %{{.*}}] anywhere
// CHECK: tile.reshape %{{.*}} : tensor<1x64x64xf16> -> tensor<64x64xf16>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{[0-9]+}} step
// CHECK: tile.load_view %{{.*}}[%[[HEAD]], %[[I]], %{{.*}}] anywhere
// CHECK: tile.permute
// CHECK: tile.dot
// CHECK: else
tt.func public @one_of_several(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %y: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %out: !tt.ptr<f32>, %n: i32, %line: i32 {tt.divisibility = 16 : i32}, %matrix: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x64xf16>
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %head = tt.get_program_id y : i32
  %head64 = arith.extsi %head : i32 to i64
  %matrix64 = arith.extsi %matrix : i32 to i64
  %begin = arith.muli %head64, %matrix64 : i64
  %x_head = tt.addptr %x, %begin : !tt.ptr<f16>, i64
  %y_head = tt.addptr %y, %begin : !tt.ptr<f16>, i64
  %down = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %across = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %down_all = tt.broadcast %down : tensor<64x1xi32> -> tensor<64x64xi32>
  %across_all = tt.broadcast %across : tensor<1x64xi32> -> tensor<64x64xi32>
  %firsts = tt.splat %first : i32 -> tensor<64x1xi32>
  %rows = arith.addi %firsts, %down : tensor<64x1xi32>
  %lines = tt.splat %line : i32 -> tensor<64x1xi32>
  %x_from = arith.muli %rows, %lines : tensor<64x1xi32>
  %x_lines = tt.splat %x_head : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
  %x_rows = tt.addptr %x_lines, %x_from : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
  %x_all = tt.broadcast %x_rows : tensor<64x1x!tt.ptr<f16>> -> tensor<64x64x!tt.ptr<f16>>
  %x_at = tt.addptr %x_all, %across_all : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %sizes = tt.splat %n : i32 -> tensor<64x1xi32>
  %x_inside = arith.cmpi slt, %rows, %sizes : tensor<64x1xi32>
  %x_mask = tt.broadcast %x_inside : tensor<64x1xi1> -> tensor<64x64xi1>
  %q = tt.load %x_at, %x_mask, %zeros : tensor<64x64x!tt.ptr<f16>>
  %y_lines = tt.splat %line : i32 -> tensor<1x64xi32>
  %y_from = arith.muli %across, %y_lines : tensor<1x64xi32>
  %y_base = tt.splat %y_head : !tt.ptr<f16> -> tensor<1x64x!tt.ptr<f16>>
  %y_columns = tt.addptr %y_base, %y_from : tensor<1x64x!tt.ptr<f16>>, tensor<1x64xi32>
  %y_all = tt.broadcast %y_columns : tensor<1x64x!tt.ptr<f16>> -> tensor<64x64x!tt.ptr<f16>>
  %y_first = tt.addptr %y_all, %down_all : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %end = arith.muli %first, %c2 : i32
  %sum = scf.for %k = %first to %end step %c64 iter_args(%acc = %nothing) -> (tensor<64x64xf32>) : i32 {
    %skip = arith.muli %k, %line : i32
    %skips = tt.splat %skip : i32 -> tensor<64x64xi32>
    %y_at = tt.addptr %y_first, %skips : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %ks = tt.splat %k : i32 -> tensor<64xi32>
    %numbers = arith.addi %ks, %i : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %inside = arith.cmpi slt, %numbers, %limit : tensor<64xi32>
    %inside_row = tt.expand_dims %inside {axis = 0 : i32} : tensor<64xi1> -> tensor<1x64xi1>
    %y_mask = tt.broadcast %inside_row : tensor<1x64xi1> -> tensor<64x64xi1>
    %v = tt.load %y_at, %y_mask, %zeros : tensor<64x64x!tt.ptr<f16>>
    %next = tt.dot %q, %v, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %base = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %at = tt.addptr %base, %across_all : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %at, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
