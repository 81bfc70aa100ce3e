// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Overflow and exact flags that are invalid.

// Overflow flags stand in angle brackets.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected '<'}}
  %0 = arith.addi %x, %x overflow nsw : i32
  return
}

// -----

// overflowFlags is an overflow attribute.
func.func @f(%x: i32) {
  // expected-error@+1 {{invalid properties {overflowFlags = 1 : i32} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 1 : i32}}
  %0 = "arith.addi"(%x, %x) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
  return
}

// -----

// overflowFlags is an overflow attribute, in the dictionary too.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%x, %x) {overflowFlags = "nsw"} : (i32, i32) -> i32
  return
}

// -----

// arith.divui has no overflow flags.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.divui %x, %x overflow<nsw> : i32
  return
}

// -----

// arith.addi has no exact flag.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.addi %x, %x exact : i32
  return
}

// -----

// isExact is a unit attribute.
func.func @f(%x: i32) {
  // expected-error@+1 {{invalid properties {isExact = true} for op arith.divui: Invalid attribute `isExact` in property conversion: true}}
  %0 = "arith.divui"(%x, %x) <{isExact = true}> : (i32, i32) -> i32
  return
}

// -----

// The exact keyword stands once.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.shrui %x, %x exact exact : i32
  return
}

// -----

// arith.andi has no flags.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.andi %x, %x overflow<nsw> : i32
  return
}

// -----

// A property of the wrong kind in the dictionary of the custom form.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'arith.addi' 'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = arith.addi %x, %x {overflowFlags = 3 : i8} : i32
  return
}

// -----

// The dialect has no such attribute.
// expected-error@+1 {{unknown attribute `rounding` in dialect `arith`}}
"u.a"() {a = #arith.rounding<up>} : () -> ()
