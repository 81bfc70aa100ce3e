// RUN: tile-compile --target=sm_90a --remarks --emit=manifest --stages=auto %s -o %t 2>&1 | filecheck %s --check-prefix=AUTO
// RUN: filecheck %s --check-prefix=STEPS < %t
// RUN: tile-compile --target=sm_90a --remarks --emit=manifest %s -o %t 2>&1 | filecheck %s --check-prefix=NEVER
// RUN: filecheck %s --check-prefix=ONE < %t
// RUN: not tile-compile --stages=sometimes %s 2>&1 | filecheck %s --check-prefix=BAD

// With --stages=auto, another kernel first copies operands whose tiles are not boxes, and the remark says so. Without it,
// threads load tiles, and the remark says why.

// AUTO: remark: {{.*}} tiles are boxes of the operands, {{.*}} another kernel first copies lhs to the order n(h+r)(w+s)c
// STEPS: "before": [
// STEPS-NEXT: "convolution_copies"
// NEVER: remark: {{.*}} threads load tiles, not bulk copies: lhs has no tensor map: its address and rows must be multiples of 16 bytes
// ONE-NOT: "before"
// BAD: invalid value "sometimes" for flag -stages: expected one of never, auto, always

!x = !tile.array<8x64x66x130xf16, strides = [549120, 8580, 130, 1]>
!w = !tile.array<128x64x3x3xf16, strides = [576, 9, 3, 1]>
!y = !tile.array<8x128x64x128xf16, strides = [1048576, 8192, 128, 1]>
tile.kernel @convolution(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  tile.contract "nc(h+r)(w+s),kcrs->nkhw" %x, %w into %y : !x, !w, !y
  tile.return
}
