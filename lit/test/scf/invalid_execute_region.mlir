// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What scf.execute_region rejects.

// A block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----

// No block arguments.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%a: i32):
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// As many yielded values as results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %r = scf.execute_region -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
  return
}

// -----

// Yielded values of the types of the results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.execute_region -> f32 {
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  }
  return
}

// -----

// No yielded values without results.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 1 operands, but region successor needs 0 inputs}}
  scf.execute_region {
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  }
  return
}

// -----

// In every block.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : f32
  ^b:
    // expected-note@+1 {{region branch point}}
    scf.yield %k : i32
  }
  return
}

// -----

// A terminator.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  scf.execute_region {
    // expected-error@+1 {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
    %0 = arith.constant 1 : i32
  }
  return
}

// -----

// A region.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op requires one region}}
  "scf.execute_region"() : () -> ()
  return
}

// -----

// No operands.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{'scf.execute_region' op requires zero operands}}
  "scf.execute_region"(%k) ({
    "scf.yield"() : () -> ()
  }) : (i32) -> ()
  return
}

// -----

// no_inline is a unit.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{invalid properties {no_inline = 1 : i8} for op scf.execute_region: Invalid attribute `no_inline` in property conversion: 1 : i8}}
  "scf.execute_region"() <{no_inline = 1 : i8}> ({
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A region in the custom form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{expected '{' to begin a region}}
  scf.execute_region -> f32
  return
}

// -----

// Jumps stay inside.
func.func @f(%c: i1) {
  scf.execute_region {
    // expected-error@+1 {{reference to an undefined block}}
    cf.br ^out
  }
  cf.br ^out
^out:
  return
}
