// RUN: tile-opt %s --split-input-file --verify-diagnostics

!ring = !tilegpu.shared<2xtensor<64x64xf16>>
func.func @depths(%r: !ring, %n: i32, %x: tensor<64x32xf16>, %acc: tensor<64x64xf32>) {
  // expected-error @+1 {{factors of shapes [64 32] and [64 64] have no product of type 'tensor<64x64xf32>'}}
  %y = tilegpu.ring_dot %x by %r[%n], %acc : tensor<64x32xf16>, !ring -> tensor<64x64xf32>
  return
}

// -----

!ring = !tilegpu.shared<2xtensor<64x64xf16>>
func.func @no_number(%r: !ring, %n: i32, %acc: tensor<64x64xf32>) {
  // expected-error @+1 {{a factor that is a ring needs the number of a tile}}
  %y = tilegpu.ring_dot %r by %r[%n], %acc : !ring, !ring -> tensor<64x64xf32>
  return
}

// -----

func.func @one_dimension(%n: i32) {
  // expected-error @+1 {{expected a ring of tiles of two dimensions, such as '!tilegpu.shared<2xtensor<64x64xf16>>', but got '!tilegpu.shared<2xtensor<64xf16>>'}}
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<64xf16>>
  return
}

// -----

func.func @nothing_runs(%x: tensor<64x64xf32>) {
  // expected-error @+1 {{expected the result of an asynchronous product}}
  %y = tilegpu.ring_wait %x {pending = 0 : i32} : tensor<64x64xf32>
  return
}

// -----

llvm.func @three_words(%a: !llvm.struct<(i32, i32, i32)>, %b: i64, %acc: !llvm.struct<(f32, f32, f32, f32)>) {
  // expected-error @+1 {{expected 4 words of the left factor, but got '!llvm.struct<(i32, i32, i32)>'}}
  %y = tilegpu.register_product %a by %b, %acc {columns = 8 : i32, type = "f16", rhs_type = "f16"} : !llvm.struct<(i32, i32, i32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @columns(%a: !llvm.struct<(i32, i32, i32, i32)>, %b: i64, %acc: !llvm.struct<(f32, f32, f32, f32)>) {
  // expected-error @+1 {{16 columns, which must be a multiple of 8 from 8 to 256, need half as many registers, but there are 4}}
  %y = tilegpu.register_product %a by %b, %acc {columns = 16 : i32, type = "f16", rhs_type = "f16"} : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

func.func @no_row(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<1x64xf32>>
  // expected-error @+1 {{result must be a tile of '!tilegpu.shared<2xtensor<1x64xf32>>', but got 'tensor<8x8xf32>'}}
  %y = tilegpu.ring_load %r[%n] : !tilegpu.shared<2xtensor<1x64xf32>> -> tensor<8x8xf32>
  return
}

// -----

func.func @no_tile(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf32>>
  // expected-error @+1 {{result must be a tile of '!tilegpu.shared<2xtensor<64x64xf32>>', but got 'tensor<64x32xf32>'}}
  %y = tilegpu.ring_load %r[%n] : !tilegpu.shared<2xtensor<64x64xf32>> -> tensor<64x32xf32>
  return
}

// -----

func.func @through(%v: tensor<64x64xf16>, %map: !tile.ptr<i8>, %n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf32>>
  // expected-error @+1 {{a tile of type 'tensor<64x64xf16>' does not go through a slot of '!tilegpu.shared<2xtensor<64x64xf32>>'}}
  tilegpu.ring_store %v to %map[%n, %n] through %r[%n] : tensor<64x64xf16>, !tile.ptr<i8>, !tilegpu.shared<2xtensor<64x64xf32>>
  return
}

// -----

func.func @other_slots() {
  %a = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
  // expected-error @+1 {{'with' must be a ring of 3 slots that has barriers of its own}}
  %b = tilegpu.ring : !tilegpu.shared<3xtensor<64x64xf16>> with %a : !tilegpu.shared<2xtensor<64x64xf16>>
  return
}

// -----

// expected-error @+1 {{of two dimensions, it may have panels that divide its rows, such as {panel_bytes = 16 : i64}, but got}}
!ring = !tilegpu.shared<2xtensor<64x24xf16, {panel_bytes = 32 : i64}>>

// -----

!ring = !tilegpu.shared<2xtensor<64x64xf16, {panel_bytes = 16 : i64}>>
func.func @panels_in_registers(%r: !ring, %n: i32) {
  // expected-error @+1 {{only products read tiles whose panels have a width of their own, but got '!tilegpu.shared<2xtensor<64x64xf16, {panel_bytes = 16 : i64}>>'}}
  %x = tilegpu.ring_load %r[%n] : !ring -> tensor<64x64xf16>
  return
}

// -----

!ring = !tilegpu.shared<2xtensor<64x192xf16>>
func.func @too_few_columns(%r: !ring, %n: i32, %x: tensor<64x64xf16>, %acc: tensor<64x128xf32>) {
  // expected-error @+1 {{a right factor of 192 columns has no 128 columns from column 128 on}}
  %y = tilegpu.ring_dot %x by %r[%n], %acc {rhs_from = 128 : i32} : tensor<64x64xf16>, !ring -> tensor<64x128xf32>
  return
}

// -----

!ring = !tilegpu.shared<2xtensor<64x192xf16>>
func.func @columns_before_the_first(%r: !ring, %n: i32, %x: tensor<64x64xf16>, %acc: tensor<64x128xf32>) {
  // expected-error @+1 {{a right factor of 192 columns has no 128 columns from column -8 on}}
  %y = tilegpu.ring_dot %x by %r[%n], %acc {rhs_from = -8 : i32} : tensor<64x64xf16>, !ring -> tensor<64x128xf32>
  return
}

// -----

!ring = !tilegpu.shared<2xtensor<64x192xf16>>
func.func @no_columns(%r: !ring, %n: i32, %x: tensor<64x64xf16>, %acc: tensor<64x0xf32>) {
  // expected-error @+1 {{a right factor of 192 columns has no 0 columns from column 0 on}}
  %y = tilegpu.ring_dot %x by %r[%n], %acc {rhs_from = 0 : i32} : tensor<64x64xf16>, !ring -> tensor<64x0xf32>
  return
}

// -----

func.func @window_beyond_patch(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{windows of sizes [8 8] are not within a patch of sizes [6 9]}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n] {patch = array<i64: 6, 9>, window = array<i64: 8, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<64x64xf16>
  return
}

// -----

func.func @no_window(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{windows of sizes [] are not within a patch of sizes []}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n]  : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<32x64xf16>
  return
}

// -----

func.func @other_patch(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{a patch of sizes [6 10] is not a tile of 54 rows}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n] {patch = array<i64: 6, 10>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<32x64xf16>
  return
}

// -----

func.func @narrow_patch(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x32xf16>>
  // expected-error @+1 {{rows of a patch have 128 bytes, but those of 'tensor<54x32xf16>' have not}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n] {patch = array<i64: 6, 9>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x32xf16>> -> tensor<32x32xf16>
  return
}

// -----

func.func @other_rows(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{2 windows of sizes [4 8] of 'tensor<54x64xf16>' are not of type 'tensor<64x64xf16>'}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n] {patch = array<i64: 6, 9>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<64x64xf16>
  return
}

// -----

func.func @three_windows(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{64 columns cannot be divided among 3 windows}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n, %n] {patch = array<i64: 6, 9>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<32x64xf16>
  return
}

// -----

func.func @narrow_windows(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{16 windows of 4 columns of 'f16': a window has at least 8, as threads load 16 bytes of a row at once; at most 8 windows are possible}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n] {patch = array<i64: 6, 9>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<32x64xf16>
  return
}

// -----

func.func @narrow_windows_of_bytes(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x128xi8>>
  // expected-error @+1 {{16 windows of 8 columns of 'i8': a window has at least 16, as threads load 16 bytes of a row at once; at most 8 windows are possible}}
  %x = tilegpu.ring_load %r[%n] rows [%n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n, %n] {patch = array<i64: 6, 9>, window = array<i64: 4, 8>} : !tilegpu.shared<2xtensor<54x128xi8>> -> tensor<32x128xi8>
  return
}

// -----

func.func @windows_of_six_rows(%n: i32) {
  %r = tilegpu.ring : !tilegpu.shared<2xtensor<54x64xf16>>
  // expected-error @+1 {{windows of sizes [6 8]: 6 is not a power of two; the nearest ones are 4 and 8}}
  %x = tilegpu.ring_load %r[%n] rows [%n] {patch = array<i64: 6, 9>, window = array<i64: 6, 8>} : !tilegpu.shared<2xtensor<54x64xf16>> -> tensor<48x64xf16>
  return
}
