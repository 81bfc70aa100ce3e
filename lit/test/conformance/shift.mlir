// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --tile-promote | filecheck %s

// Every pair of types in shift. Written by `go test ./lit/test/conformance -update`.

module attributes {tile.semantics = #tile.semantics<triton>} {
  // CHECK-LABEL: @b1
  tile.kernel @b1(%l: i1, %r0: i1, %r1: ui8, %r2: ui16, %r3: ui32, %r4: ui64, %r5: i8, %r6: i16, %r7: i32, %r8: i64) {
    // CHECK: tile.shl {{.*}} : i1, i1 -> i1
    %0 = tile.shl %l, %r0 : i1, i1 -> i1
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %1 = tile.shl %l, %r1 : i1, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %2 = tile.shl %l, %r2 : i1, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %3 = tile.shl %l, %r3 : i1, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %4 = tile.shl %l, %r4 : i1, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %5 = tile.shl %l, %r5 : i1, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %6 = tile.shl %l, %r6 : i1, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %7 = tile.shl %l, %r7 : i1, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %8 = tile.shl %l, %r8 : i1, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i1, ui8, ui16, ui32, ui64, i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i1, ui8, ui16, ui32, ui64, i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64, %r4: i8, %r5: i16, %r6: i32, %r7: i64) {
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %0 = tile.shl %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %1 = tile.shl %l, %r1 : ui8, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %2 = tile.shl %l, %r2 : ui8, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %3 = tile.shl %l, %r3 : ui8, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %4 = tile.shl %l, %r4 : ui8, i8 -> ui8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %5 = tile.shl %l, %r5 : ui8, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %6 = tile.shl %l, %r6 : ui8, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %7 = tile.shl %l, %r7 : ui8, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64, ui8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (ui8, ui16, ui32, ui64, ui8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16, %r1: ui32, %r2: ui64, %r3: i8, %r4: i16, %r5: i32, %r6: i64) {
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %0 = tile.shl %l, %r0 : ui16, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %1 = tile.shl %l, %r1 : ui16, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %2 = tile.shl %l, %r2 : ui16, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %3 = tile.shl %l, %r3 : ui16, i8 -> ui16
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %4 = tile.shl %l, %r4 : ui16, i16 -> ui16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %5 = tile.shl %l, %r5 : ui16, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %6 = tile.shl %l, %r6 : ui16, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui16, ui32, ui64, ui16, ui16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (ui16, ui32, ui64, ui16, ui16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32, %r1: ui64, %r2: i8, %r3: i16, %r4: i32, %r5: i64) {
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %0 = tile.shl %l, %r0 : ui32, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %1 = tile.shl %l, %r1 : ui32, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %2 = tile.shl %l, %r2 : ui32, i8 -> ui32
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %3 = tile.shl %l, %r3 : ui32, i16 -> ui32
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %4 = tile.shl %l, %r4 : ui32, i32 -> ui32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %5 = tile.shl %l, %r5 : ui32, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui32, ui64, ui32, ui32, ui32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (ui32, ui64, ui32, ui32, ui32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64, %r1: i8, %r2: i16, %r3: i32, %r4: i64) {
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %0 = tile.shl %l, %r0 : ui64, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %1 = tile.shl %l, %r1 : ui64, i8 -> ui64
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %2 = tile.shl %l, %r2 : ui64, i16 -> ui64
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %3 = tile.shl %l, %r3 : ui64, i32 -> ui64
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %4 = tile.shl %l, %r4 : ui64, i64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui64, ui64, ui64, ui64, ui64) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui64, ui64, ui64, ui64, ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64) {
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %0 = tile.shl %l, %r0 : i8, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %1 = tile.shl %l, %r1 : i8, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %2 = tile.shl %l, %r2 : i8, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %3 = tile.shl %l, %r3 : i8, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3) : (i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64) {
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %0 = tile.shl %l, %r0 : i16, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %1 = tile.shl %l, %r1 : i16, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %2 = tile.shl %l, %r2 : i16, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64) -> ()
    "test.use"(%0, %1, %2) : (i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64) {
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %0 = tile.shl %l, %r0 : i32, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %1 = tile.shl %l, %r1 : i32, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i32, i64) -> ()
    "test.use"(%0, %1) : (i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64) {
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %0 = tile.shl %l, %r0 : i64, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i64) -> ()
    "test.use"(%0) : (i64) -> ()
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK-LABEL: @b1
  tile.kernel @b1(%l: i1, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64, %r4: i8, %r5: i16, %r6: i32, %r7: i64) {
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %0 = tile.shl %l, %r0 : i1, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %1 = tile.shl %l, %r1 : i1, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %2 = tile.shl %l, %r2 : i1, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %3 = tile.shl %l, %r3 : i1, ui64 -> ui64
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %4 = tile.shl %l, %r4 : i1, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %5 = tile.shl %l, %r5 : i1, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %6 = tile.shl %l, %r6 : i1, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %7 = tile.shl %l, %r7 : i1, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64, i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (ui8, ui16, ui32, ui64, i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64) {
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %0 = tile.shl %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %1 = tile.shl %l, %r1 : ui8, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %2 = tile.shl %l, %r2 : ui8, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %3 = tile.shl %l, %r3 : ui8, ui64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64) -> ()
    "test.use"(%0, %1, %2, %3) : (ui8, ui16, ui32, ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16, %r1: ui32, %r2: ui64) {
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %0 = tile.shl %l, %r0 : ui16, ui16 -> ui16
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %1 = tile.shl %l, %r1 : ui16, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %2 = tile.shl %l, %r2 : ui16, ui64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui16, ui32, ui64) -> ()
    "test.use"(%0, %1, %2) : (ui16, ui32, ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32, %r1: ui64) {
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %0 = tile.shl %l, %r0 : ui32, ui32 -> ui32
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %1 = tile.shl %l, %r1 : ui32, ui64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui32, ui64) -> ()
    "test.use"(%0, %1) : (ui32, ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64) {
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %0 = tile.shl %l, %r0 : ui64, ui64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui64) -> ()
    "test.use"(%0) : (ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64) {
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %0 = tile.shl %l, %r0 : i8, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %1 = tile.shl %l, %r1 : i8, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %2 = tile.shl %l, %r2 : i8, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %3 = tile.shl %l, %r3 : i8, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3) : (i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64) {
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %0 = tile.shl %l, %r0 : i16, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %1 = tile.shl %l, %r1 : i16, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %2 = tile.shl %l, %r2 : i16, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64) -> ()
    "test.use"(%0, %1, %2) : (i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64) {
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %0 = tile.shl %l, %r0 : i32, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %1 = tile.shl %l, %r1 : i32, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i32, i64) -> ()
    "test.use"(%0, %1) : (i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64) {
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %0 = tile.shl %l, %r0 : i64, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i64) -> ()
    "test.use"(%0) : (i64) -> ()
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<torch>} {
  // CHECK-LABEL: @b1
  tile.kernel @b1(%l: i1, %r0: ui8, %r1: i8, %r2: i16, %r3: i32, %r4: i64) {
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %0 = tile.shl %l, %r0 : i1, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %1 = tile.shl %l, %r1 : i1, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %2 = tile.shl %l, %r2 : i1, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %3 = tile.shl %l, %r3 : i1, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %4 = tile.shl %l, %r4 : i1, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui8, i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui8, i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: i8, %r2: i16, %r3: i32, %r4: i64) {
    // CHECK: tile.shl {{.*}} : ui8, ui8 -> ui8
    %0 = tile.shl %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %1 = tile.shl %l, %r1 : ui8, i8 -> i16
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %2 = tile.shl %l, %r2 : ui8, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %3 = tile.shl %l, %r3 : ui8, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %4 = tile.shl %l, %r4 : ui8, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (ui8, i16, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui8, i16, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16) {
    // CHECK: tile.shl {{.*}} : ui16, ui16 -> ui16
    %0 = tile.shl %l, %r0 : ui16, ui16 -> ui16
    // CHECK: "test.use"({{.*}}) : (ui16) -> ()
    "test.use"(%0) : (ui16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32) {
    // CHECK: tile.shl {{.*}} : ui32, ui32 -> ui32
    %0 = tile.shl %l, %r0 : ui32, ui32 -> ui32
    // CHECK: "test.use"({{.*}}) : (ui32) -> ()
    "test.use"(%0) : (ui32) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64) {
    // CHECK: tile.shl {{.*}} : ui64, ui64 -> ui64
    %0 = tile.shl %l, %r0 : ui64, ui64 -> ui64
    // CHECK: "test.use"({{.*}}) : (ui64) -> ()
    "test.use"(%0) : (ui64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64) {
    // CHECK: tile.shl {{.*}} : i8, i8 -> i8
    %0 = tile.shl %l, %r0 : i8, i8 -> i8
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %1 = tile.shl %l, %r1 : i8, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %2 = tile.shl %l, %r2 : i8, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %3 = tile.shl %l, %r3 : i8, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64) -> ()
    "test.use"(%0, %1, %2, %3) : (i8, i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64) {
    // CHECK: tile.shl {{.*}} : i16, i16 -> i16
    %0 = tile.shl %l, %r0 : i16, i16 -> i16
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %1 = tile.shl %l, %r1 : i16, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %2 = tile.shl %l, %r2 : i16, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64) -> ()
    "test.use"(%0, %1, %2) : (i16, i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64) {
    // CHECK: tile.shl {{.*}} : i32, i32 -> i32
    %0 = tile.shl %l, %r0 : i32, i32 -> i32
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %1 = tile.shl %l, %r1 : i32, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i32, i64) -> ()
    "test.use"(%0, %1) : (i32, i64) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64) {
    // CHECK: tile.shl {{.*}} : i64, i64 -> i64
    %0 = tile.shl %l, %r0 : i64, i64 -> i64
    // CHECK: "test.use"({{.*}}) : (i64) -> ()
    "test.use"(%0) : (i64) -> ()
    tile.return
  }
}
