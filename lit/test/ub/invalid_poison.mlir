// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the operations of ub reject.

func.func @f() {
  // expected-error@+1 {{custom op 'ub.poison' invalid kind of attribute specified}}
  %0 = ub.poison <5> : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{invalid properties {value = 5 : i32} for op ub.poison: Invalid attribute `value` in property conversion: 5 : i32}}
  %0 = "ub.poison"() <{value = 5 : i32}> : () -> f32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance}}
  %0 = "ub.poison"() {value = 5 : i32} : () -> f32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{unknown attribute `foo` in dialect `ub`}}
  %0 = ub.poison <#ub.foo> : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected attribute value}}
  %0 = ub.poison <> : i32
  return
}

// -----

// ub.unreachable ends its block.
func.func @f() {
  // expected-error@+1 {{'ub.unreachable' op must be the last operation in the parent block}}
  ub.unreachable
  return
}
