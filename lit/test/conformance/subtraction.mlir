// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --tile-promote | filecheck %s

// Every pair of types in subtraction. Written by `go test ./lit/test/conformance -update`.

module attributes {tile.semantics = #tile.semantics<triton>} {
  // CHECK-LABEL: @b1
  tile.kernel @b1(%l: i1, %r0: i1, %r1: ui8, %r2: ui16, %r3: ui32, %r4: ui64, %r5: i8, %r6: i16, %r7: i32, %r8: i64, %r9: f16, %r10: f32, %r11: f64, %r12: bf16, %r13: f8E4M3FN, %r14: f8E5M2) {
    // CHECK: tile.sub {{.*}} : i1, i1 -> i1
    %0 = tile.sub %l, %r0 : i1, i1 -> i1
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %1 = tile.sub %l, %r1 : i1, ui8 -> ui8
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %2 = tile.sub %l, %r2 : i1, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %3 = tile.sub %l, %r3 : i1, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %4 = tile.sub %l, %r4 : i1, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : i8, i8 -> i8
    %5 = tile.sub %l, %r5 : i1, i8 -> i8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %6 = tile.sub %l, %r6 : i1, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %7 = tile.sub %l, %r7 : i1, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %8 = tile.sub %l, %r8 : i1, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %9 = tile.sub %l, %r9 : i1, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %10 = tile.sub %l, %r10 : i1, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %11 = tile.sub %l, %r11 : i1, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %12 = tile.sub %l, %r12 : i1, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %13 = tile.sub %l, %r13 : i1, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %14 = tile.sub %l, %r14 : i1, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (i1, ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14) : (i1, ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64, %r4: i8, %r5: i16, %r6: i32, %r7: i64, %r8: f16, %r9: f32, %r10: f64, %r11: bf16, %r12: f8E4M3FN, %r13: f8E5M2) {
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %0 = tile.sub %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %1 = tile.sub %l, %r1 : ui8, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %2 = tile.sub %l, %r2 : ui8, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %3 = tile.sub %l, %r3 : ui8, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %4 = tile.sub %l, %r4 : ui8, i8 -> ui8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %5 = tile.sub %l, %r5 : ui8, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %6 = tile.sub %l, %r6 : ui8, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %7 = tile.sub %l, %r7 : ui8, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %8 = tile.sub %l, %r8 : ui8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %9 = tile.sub %l, %r9 : ui8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %10 = tile.sub %l, %r10 : ui8, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %11 = tile.sub %l, %r11 : ui8, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %12 = tile.sub %l, %r12 : ui8, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %13 = tile.sub %l, %r13 : ui8, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64, ui8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13) : (ui8, ui16, ui32, ui64, ui8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16, %r1: ui32, %r2: ui64, %r3: i8, %r4: i16, %r5: i32, %r6: i64, %r7: f16, %r8: f32, %r9: f64, %r10: bf16, %r11: f8E4M3FN, %r12: f8E5M2) {
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %0 = tile.sub %l, %r0 : ui16, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %1 = tile.sub %l, %r1 : ui16, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %2 = tile.sub %l, %r2 : ui16, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %3 = tile.sub %l, %r3 : ui16, i8 -> ui16
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %4 = tile.sub %l, %r4 : ui16, i16 -> ui16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %5 = tile.sub %l, %r5 : ui16, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %6 = tile.sub %l, %r6 : ui16, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %7 = tile.sub %l, %r7 : ui16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %8 = tile.sub %l, %r8 : ui16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %9 = tile.sub %l, %r9 : ui16, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %10 = tile.sub %l, %r10 : ui16, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %11 = tile.sub %l, %r11 : ui16, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %12 = tile.sub %l, %r12 : ui16, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (ui16, ui32, ui64, ui16, ui16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12) : (ui16, ui32, ui64, ui16, ui16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32, %r1: ui64, %r2: i8, %r3: i16, %r4: i32, %r5: i64, %r6: f16, %r7: f32, %r8: f64, %r9: bf16, %r10: f8E4M3FN, %r11: f8E5M2) {
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %0 = tile.sub %l, %r0 : ui32, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %1 = tile.sub %l, %r1 : ui32, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %2 = tile.sub %l, %r2 : ui32, i8 -> ui32
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %3 = tile.sub %l, %r3 : ui32, i16 -> ui32
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %4 = tile.sub %l, %r4 : ui32, i32 -> ui32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %5 = tile.sub %l, %r5 : ui32, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %6 = tile.sub %l, %r6 : ui32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %7 = tile.sub %l, %r7 : ui32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %8 = tile.sub %l, %r8 : ui32, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %9 = tile.sub %l, %r9 : ui32, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %10 = tile.sub %l, %r10 : ui32, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %11 = tile.sub %l, %r11 : ui32, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (ui32, ui64, ui32, ui32, ui32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11) : (ui32, ui64, ui32, ui32, ui32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64, %r1: i8, %r2: i16, %r3: i32, %r4: i64, %r5: f16, %r6: f32, %r7: f64, %r8: bf16, %r9: f8E4M3FN, %r10: f8E5M2) {
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %0 = tile.sub %l, %r0 : ui64, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %1 = tile.sub %l, %r1 : ui64, i8 -> ui64
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %2 = tile.sub %l, %r2 : ui64, i16 -> ui64
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %3 = tile.sub %l, %r3 : ui64, i32 -> ui64
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %4 = tile.sub %l, %r4 : ui64, i64 -> ui64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %5 = tile.sub %l, %r5 : ui64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %6 = tile.sub %l, %r6 : ui64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %7 = tile.sub %l, %r7 : ui64, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %8 = tile.sub %l, %r8 : ui64, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %9 = tile.sub %l, %r9 : ui64, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %10 = tile.sub %l, %r10 : ui64, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (ui64, ui64, ui64, ui64, ui64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10) : (ui64, ui64, ui64, ui64, ui64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64, %r4: f16, %r5: f32, %r6: f64, %r7: bf16, %r8: f8E4M3FN, %r9: f8E5M2) {
    // CHECK: tile.sub {{.*}} : i8, i8 -> i8
    %0 = tile.sub %l, %r0 : i8, i8 -> i8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %1 = tile.sub %l, %r1 : i8, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %2 = tile.sub %l, %r2 : i8, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %3 = tile.sub %l, %r3 : i8, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %4 = tile.sub %l, %r4 : i8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : i8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %6 = tile.sub %l, %r6 : i8, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %7 = tile.sub %l, %r7 : i8, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %8 = tile.sub %l, %r8 : i8, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %9 = tile.sub %l, %r9 : i8, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (i8, i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64, %r3: f16, %r4: f32, %r5: f64, %r6: bf16, %r7: f8E4M3FN, %r8: f8E5M2) {
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %0 = tile.sub %l, %r0 : i16, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %1 = tile.sub %l, %r1 : i16, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %2 = tile.sub %l, %r2 : i16, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %3 = tile.sub %l, %r3 : i16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : i16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %5 = tile.sub %l, %r5 : i16, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %6 = tile.sub %l, %r6 : i16, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %7 = tile.sub %l, %r7 : i16, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %8 = tile.sub %l, %r8 : i16, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i16, i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64, %r2: f16, %r3: f32, %r4: f64, %r5: bf16, %r6: f8E4M3FN, %r7: f8E5M2) {
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %0 = tile.sub %l, %r0 : i32, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %1 = tile.sub %l, %r1 : i32, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %2 = tile.sub %l, %r2 : i32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : i32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %4 = tile.sub %l, %r4 : i32, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %5 = tile.sub %l, %r5 : i32, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %6 = tile.sub %l, %r6 : i32, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %7 = tile.sub %l, %r7 : i32, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (i32, i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64, %r1: f16, %r2: f32, %r3: f64, %r4: bf16, %r5: f8E4M3FN, %r6: f8E5M2) {
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %0 = tile.sub %l, %r0 : i64, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %1 = tile.sub %l, %r1 : i64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : i64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : i64, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %4 = tile.sub %l, %r4 : i64, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %5 = tile.sub %l, %r5 : i64, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %6 = tile.sub %l, %r6 : i64, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (i64, f16, f32, f64, bf16, f8E4M3FN, f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @f16
  tile.kernel @f16(%l: f16, %r0: f16, %r1: f32, %r2: f64, %r3: bf16, %r4: f8E4M3FN, %r5: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %0 = tile.sub %l, %r0 : f16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : f16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %2 = tile.sub %l, %r2 : f16, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : f16, bf16 -> f32
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %4 = tile.sub %l, %r4 : f16, f8E4M3FN -> f16
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %5 = tile.sub %l, %r5 : f16, f8E5M2 -> f16
    // CHECK: "test.use"({{.*}}) : (f16, f32, f64, f32, f16, f16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (f16, f32, f64, f32, f16, f16) -> ()
    tile.return
  }
  // CHECK-LABEL: @f32
  tile.kernel @f32(%l: f32, %r0: f32, %r1: f64, %r2: bf16, %r3: f8E4M3FN, %r4: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %0 = tile.sub %l, %r0 : f32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f32, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : f32, bf16 -> f32
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : f32, f8E4M3FN -> f32
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : f32, f8E5M2 -> f32
    // CHECK: "test.use"({{.*}}) : (f32, f64, f32, f32, f32) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (f32, f64, f32, f32, f32) -> ()
    tile.return
  }
  // CHECK-LABEL: @f64
  tile.kernel @f64(%l: f64, %r0: f64, %r1: bf16, %r2: f8E4M3FN, %r3: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %0 = tile.sub %l, %r0 : f64, f64 -> f64
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f64, bf16 -> f64
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %2 = tile.sub %l, %r2 : f64, f8E4M3FN -> f64
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : f64, f8E5M2 -> f64
    // CHECK: "test.use"({{.*}}) : (f64, f64, f64, f64) -> ()
    "test.use"(%0, %1, %2, %3) : (f64, f64, f64, f64) -> ()
    tile.return
  }
  // CHECK-LABEL: @bf
  tile.kernel @bf(%l: bf16, %r0: bf16, %r1: f8E4M3FN, %r2: f8E5M2) {
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %0 = tile.sub %l, %r0 : bf16, bf16 -> bf16
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %1 = tile.sub %l, %r1 : bf16, f8E4M3FN -> bf16
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %2 = tile.sub %l, %r2 : bf16, f8E5M2 -> bf16
    // CHECK: "test.use"({{.*}}) : (bf16, bf16, bf16) -> ()
    "test.use"(%0, %1, %2) : (bf16, bf16, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @e4m3
  tile.kernel @e4m3(%l: f8E4M3FN, %r0: f8E4M3FN, %r1: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %0 = tile.sub %l, %r0 : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %1 = tile.sub %l, %r1 : f8E4M3FN, f8E5M2 -> f16
    // CHECK: "test.use"({{.*}}) : (f8E4M3FN, f16) -> ()
    "test.use"(%0, %1) : (f8E4M3FN, f16) -> ()
    tile.return
  }
  // CHECK-LABEL: @e5m2
  tile.kernel @e5m2(%l: f8E5M2, %r0: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %0 = tile.sub %l, %r0 : f8E5M2, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (f8E5M2) -> ()
    "test.use"(%0) : (f8E5M2) -> ()
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK-LABEL: @b1
  tile.kernel @b1(%l: i1, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64, %r4: i8, %r5: i16, %r6: i32, %r7: i64, %r8: f16, %r9: f32, %r10: f64, %r11: bf16) {
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %0 = tile.sub %l, %r0 : i1, ui8 -> ui8
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %1 = tile.sub %l, %r1 : i1, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %2 = tile.sub %l, %r2 : i1, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %3 = tile.sub %l, %r3 : i1, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : i8, i8 -> i8
    %4 = tile.sub %l, %r4 : i1, i8 -> i8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %5 = tile.sub %l, %r5 : i1, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %6 = tile.sub %l, %r6 : i1, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %7 = tile.sub %l, %r7 : i1, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %8 = tile.sub %l, %r8 : i1, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %9 = tile.sub %l, %r9 : i1, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %10 = tile.sub %l, %r10 : i1, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %11 = tile.sub %l, %r11 : i1, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11) : (ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: ui16, %r2: ui32, %r3: ui64, %r4: f16, %r5: f32, %r6: f64, %r7: bf16) {
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %0 = tile.sub %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %1 = tile.sub %l, %r1 : ui8, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %2 = tile.sub %l, %r2 : ui8, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %3 = tile.sub %l, %r3 : ui8, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %4 = tile.sub %l, %r4 : ui8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : ui8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %6 = tile.sub %l, %r6 : ui8, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %7 = tile.sub %l, %r7 : ui8, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui8, ui16, ui32, ui64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (ui8, ui16, ui32, ui64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16, %r1: ui32, %r2: ui64, %r3: f16, %r4: f32, %r5: f64, %r6: bf16) {
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %0 = tile.sub %l, %r0 : ui16, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %1 = tile.sub %l, %r1 : ui16, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %2 = tile.sub %l, %r2 : ui16, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %3 = tile.sub %l, %r3 : ui16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : ui16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %5 = tile.sub %l, %r5 : ui16, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %6 = tile.sub %l, %r6 : ui16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui16, ui32, ui64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (ui16, ui32, ui64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32, %r1: ui64, %r2: f16, %r3: f32, %r4: f64, %r5: bf16) {
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %0 = tile.sub %l, %r0 : ui32, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %1 = tile.sub %l, %r1 : ui32, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %2 = tile.sub %l, %r2 : ui32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : ui32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %4 = tile.sub %l, %r4 : ui32, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %5 = tile.sub %l, %r5 : ui32, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui32, ui64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (ui32, ui64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %0 = tile.sub %l, %r0 : ui64, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %1 = tile.sub %l, %r1 : ui64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : ui64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : ui64, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %4 = tile.sub %l, %r4 : ui64, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64, %r4: f16, %r5: f32, %r6: f64, %r7: bf16) {
    // CHECK: tile.sub {{.*}} : i8, i8 -> i8
    %0 = tile.sub %l, %r0 : i8, i8 -> i8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %1 = tile.sub %l, %r1 : i8, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %2 = tile.sub %l, %r2 : i8, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %3 = tile.sub %l, %r3 : i8, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %4 = tile.sub %l, %r4 : i8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : i8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %6 = tile.sub %l, %r6 : i8, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %7 = tile.sub %l, %r7 : i8, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64, %r3: f16, %r4: f32, %r5: f64, %r6: bf16) {
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %0 = tile.sub %l, %r0 : i16, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %1 = tile.sub %l, %r1 : i16, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %2 = tile.sub %l, %r2 : i16, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %3 = tile.sub %l, %r3 : i16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : i16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %5 = tile.sub %l, %r5 : i16, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %6 = tile.sub %l, %r6 : i16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64, %r2: f16, %r3: f32, %r4: f64, %r5: bf16) {
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %0 = tile.sub %l, %r0 : i32, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %1 = tile.sub %l, %r1 : i32, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %2 = tile.sub %l, %r2 : i32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : i32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %4 = tile.sub %l, %r4 : i32, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %5 = tile.sub %l, %r5 : i32, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %0 = tile.sub %l, %r0 : i64, i64 -> i64
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %1 = tile.sub %l, %r1 : i64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : i64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : i64, f64 -> f64
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %4 = tile.sub %l, %r4 : i64, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @f16
  tile.kernel @f16(%l: f16, %r0: f16, %r1: f32, %r2: f64) {
    // CHECK: tile.sub {{.*}} : f16, f16 -> f16
    %0 = tile.sub %l, %r0 : f16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : f16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %2 = tile.sub %l, %r2 : f16, f64 -> f64
    // CHECK: "test.use"({{.*}}) : (f16, f32, f64) -> ()
    "test.use"(%0, %1, %2) : (f16, f32, f64) -> ()
    tile.return
  }
  // CHECK-LABEL: @f32
  tile.kernel @f32(%l: f32, %r0: f32, %r1: f64, %r2: bf16) {
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %0 = tile.sub %l, %r0 : f32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f32, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : f32, bf16 -> f32
    // CHECK: "test.use"({{.*}}) : (f32, f64, f32) -> ()
    "test.use"(%0, %1, %2) : (f32, f64, f32) -> ()
    tile.return
  }
  // CHECK-LABEL: @f64
  tile.kernel @f64(%l: f64, %r0: f64, %r1: bf16) {
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %0 = tile.sub %l, %r0 : f64, f64 -> f64
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f64, bf16 -> f64
    // CHECK: "test.use"({{.*}}) : (f64, f64) -> ()
    "test.use"(%0, %1) : (f64, f64) -> ()
    tile.return
  }
  // CHECK-LABEL: @bf
  tile.kernel @bf(%l: bf16, %r0: bf16) {
    // CHECK: tile.sub {{.*}} : bf16, bf16 -> bf16
    %0 = tile.sub %l, %r0 : bf16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (bf16) -> ()
    "test.use"(%0) : (bf16) -> ()
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<torch>} {
  // CHECK-LABEL: @u8
  tile.kernel @u8(%l: ui8, %r0: ui8, %r1: i8, %r2: i16, %r3: i32, %r4: i64, %r5: f16, %r6: f32, %r7: f64, %r8: bf16) {
    // CHECK: tile.sub {{.*}} : ui8, ui8 -> ui8
    %0 = tile.sub %l, %r0 : ui8, ui8 -> ui8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %1 = tile.sub %l, %r1 : ui8, i8 -> i16
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %2 = tile.sub %l, %r2 : ui8, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %3 = tile.sub %l, %r3 : ui8, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %4 = tile.sub %l, %r4 : ui8, i64 -> i64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : ui8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %6 = tile.sub %l, %r6 : ui8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %7 = tile.sub %l, %r7 : ui8, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %8 = tile.sub %l, %r8 : ui8, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui8, i16, i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (ui8, i16, i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u16
  tile.kernel @u16(%l: ui16, %r0: ui16, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : ui16, ui16 -> ui16
    %0 = tile.sub %l, %r0 : ui16, ui16 -> ui16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : ui16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : ui16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : ui16, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : ui16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui16, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui16, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u32
  tile.kernel @u32(%l: ui32, %r0: ui32, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : ui32, ui32 -> ui32
    %0 = tile.sub %l, %r0 : ui32, ui32 -> ui32
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : ui32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : ui32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : ui32, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : ui32, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui32, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui32, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @u64
  tile.kernel @u64(%l: ui64, %r0: ui64, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : ui64, ui64 -> ui64
    %0 = tile.sub %l, %r0 : ui64, ui64 -> ui64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : ui64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : ui64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : ui64, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : ui64, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (ui64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (ui64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i8
  tile.kernel @i8(%l: i8, %r0: i8, %r1: i16, %r2: i32, %r3: i64, %r4: f16, %r5: f32, %r6: f64, %r7: bf16) {
    // CHECK: tile.sub {{.*}} : i8, i8 -> i8
    %0 = tile.sub %l, %r0 : i8, i8 -> i8
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %1 = tile.sub %l, %r1 : i8, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %2 = tile.sub %l, %r2 : i8, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %3 = tile.sub %l, %r3 : i8, i64 -> i64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : i8, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : i8, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %6 = tile.sub %l, %r6 : i8, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %7 = tile.sub %l, %r7 : i8, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (i8, i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i16
  tile.kernel @i16(%l: i16, %r0: i16, %r1: i32, %r2: i64, %r3: f16, %r4: f32, %r5: f64, %r6: bf16) {
    // CHECK: tile.sub {{.*}} : i16, i16 -> i16
    %0 = tile.sub %l, %r0 : i16, i16 -> i16
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %1 = tile.sub %l, %r1 : i16, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %2 = tile.sub %l, %r2 : i16, i64 -> i64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : i16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : i16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %5 = tile.sub %l, %r5 : i16, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %6 = tile.sub %l, %r6 : i16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i16, i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (i16, i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i32
  tile.kernel @i32(%l: i32, %r0: i32, %r1: i64, %r2: f16, %r3: f32, %r4: f64, %r5: bf16) {
    // CHECK: tile.sub {{.*}} : i32, i32 -> i32
    %0 = tile.sub %l, %r0 : i32, i32 -> i32
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %1 = tile.sub %l, %r1 : i32, i64 -> i64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : i32, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : i32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %4 = tile.sub %l, %r4 : i32, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %5 = tile.sub %l, %r5 : i32, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i32, i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (i32, i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @i64
  tile.kernel @i64(%l: i64, %r0: i64, %r1: f16, %r2: f32, %r3: f64, %r4: bf16) {
    // CHECK: tile.sub {{.*}} : i64, i64 -> i64
    %0 = tile.sub %l, %r0 : i64, i64 -> i64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : i64, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : i64, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %3 = tile.sub %l, %r3 : i64, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %4 = tile.sub %l, %r4 : i64, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (i64, f16, f32, f64, bf16) -> ()
    "test.use"(%0, %1, %2, %3, %4) : (i64, f16, f32, f64, bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @f16
  tile.kernel @f16(%l: f16, %r0: f16, %r1: f32, %r2: f64, %r3: bf16) {
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %0 = tile.sub %l, %r0 : f16, f16 -> f16
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %1 = tile.sub %l, %r1 : f16, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %2 = tile.sub %l, %r2 : f16, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %3 = tile.sub %l, %r3 : f16, bf16 -> f32
    // CHECK: "test.use"({{.*}}) : (f16, f32, f64, f32) -> ()
    "test.use"(%0, %1, %2, %3) : (f16, f32, f64, f32) -> ()
    tile.return
  }
  // CHECK-LABEL: @f32
  tile.kernel @f32(%l: f32, %r0: f32, %r1: f64, %r2: bf16) {
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %0 = tile.sub %l, %r0 : f32, f32 -> f32
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f32, f64 -> f64
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %2 = tile.sub %l, %r2 : f32, bf16 -> f32
    // CHECK: "test.use"({{.*}}) : (f32, f64, f32) -> ()
    "test.use"(%0, %1, %2) : (f32, f64, f32) -> ()
    tile.return
  }
  // CHECK-LABEL: @f64
  tile.kernel @f64(%l: f64, %r0: f64, %r1: bf16) {
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %0 = tile.sub %l, %r0 : f64, f64 -> f64
    // CHECK: tile.sub {{.*}} : f64, f64 -> f64
    %1 = tile.sub %l, %r1 : f64, bf16 -> f64
    // CHECK: "test.use"({{.*}}) : (f64, f64) -> ()
    "test.use"(%0, %1) : (f64, f64) -> ()
    tile.return
  }
  // CHECK-LABEL: @bf
  tile.kernel @bf(%l: bf16, %r0: bf16) {
    // CHECK: tile.sub {{.*}} : f32, f32 -> f32
    %0 = tile.sub %l, %r0 : bf16, bf16 -> bf16
    // CHECK: "test.use"({{.*}}) : (bf16) -> ()
    "test.use"(%0) : (bf16) -> ()
    tile.return
  }
  // CHECK-LABEL: @e4m3
  tile.kernel @e4m3(%l: f8E4M3FN, %r0: f8E4M3FN) {
    // CHECK: tile.sub {{.*}} : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    %0 = tile.sub %l, %r0 : f8E4M3FN, f8E4M3FN -> f8E4M3FN
    // CHECK: "test.use"({{.*}}) : (f8E4M3FN) -> ()
    "test.use"(%0) : (f8E4M3FN) -> ()
    tile.return
  }
  // CHECK-LABEL: @e5m2
  tile.kernel @e5m2(%l: f8E5M2, %r0: f8E5M2) {
    // CHECK: tile.sub {{.*}} : f8E5M2, f8E5M2 -> f8E5M2
    %0 = tile.sub %l, %r0 : f8E5M2, f8E5M2 -> f8E5M2
    // CHECK: "test.use"({{.*}}) : (f8E5M2) -> ()
    "test.use"(%0) : (f8E5M2) -> ()
    tile.return
  }
  // CHECK-LABEL: @e8m0
  tile.kernel @e8m0(%l: f8E8M0FNU, %r0: f8E8M0FNU) {
    // CHECK: tile.sub {{.*}} : f8E8M0FNU, f8E8M0FNU -> f8E8M0FNU
    %0 = tile.sub %l, %r0 : f8E8M0FNU, f8E8M0FNU -> f8E8M0FNU
    // CHECK: "test.use"({{.*}}) : (f8E8M0FNU) -> ()
    "test.use"(%0) : (f8E8M0FNU) -> ()
    tile.return
  }
}
