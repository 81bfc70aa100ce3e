// The output is the same with one thread and with many.
// RUN: tile-opt %s --mlir-disable-threading > %t.one
// RUN: tile-opt %s > %t.many
// RUN: diff %t.one %t.many
func.func @a(%x: i32) -> i32 { return %x : i32 }
func.func @b(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }
func.func @c(%x: i32) -> i32 { %y = arith.muli %x, %x : i32  return %y : i32 }
