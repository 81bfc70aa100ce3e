// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @one(%n: i32) {
  // expected-error @+1 {{expected 2 to 16 parts, but got 1}}
  %r = tilegpu.split 1 used %n {
  ^bb0(%part: i32):
    tile.yield %part : i32
  } combine {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  } : i32
  tile.return
}

// -----

tile.kernel @inside(%n: i32, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{must be in the entry block of a kernel, since only one block of the cluster continues after it}}
    %r = tilegpu.split 2 used %n {
    ^bb0(%part: i32):
      tile.yield %part : i32
    } combine {
    ^bb0(%a: i32, %b: i32):
      tile.yield %a : i32
    } : i32
  }
  tile.return
}

// -----

tile.kernel @twice(%n: i32) {
  // expected-note @+1 {{another one is here}}
  %r = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    tile.yield %part : i32
  } combine {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  } : i32
  // expected-error @+1 {{must be the only tilegpu.split of its kernel}}
  %s = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    tile.yield %part : i32
  } combine {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  } : i32
  tile.return
}

// -----

tile.kernel @types(%n: i32, %x: f32) {
  // expected-error @+1 {{combiner must have arguments of types}}
  %r = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    tile.yield %x : f32
  } combine {
  ^bb0(%a: f32):
    tile.yield %a : f32
  } : f32
  tile.return
}

// -----

tile.kernel @yields(%n: i32, %x: f32) {
  // expected-error @+1 {{body must end with tile.yield of values of types}}
  %r = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    tile.yield %part : i32
  } combine {
  ^bb0(%a: f32, %b: f32):
    tile.yield %a : f32
  } : f32
  tile.return
}

// -----

tile.kernel @effects(%n: i32, %p: !tile.ptr<i32>) {
  %r = tilegpu.split 2 used %n {
  ^bb0(%part: i32):
    tile.yield %part : i32
  } combine {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{must have no effects, since it combines parts}}
    %v = tile.load %p : !tile.ptr<i32>
    tile.yield %v : i32
  } : i32
  tile.return
}
