// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Graph regions: values used before they are defined, also from nested regions, and cycles.

%a = "u.v"(%b) : (i32) -> f32
%b = "u.v"(%a) : (f32) -> i32

// -----

"u.r"() ({
  "u.use"(%later#1) : (f32) -> ()
}) : () -> ()
%later:2 = "u.v"() : () -> (i32, f32)

// -----

"u.r"() ({
  %x = "u.v"(%y) : (i32) -> i32
  "u.r"() ({
    "u.use"(%y, %x) : (i32, i32) -> ()
  }) : () -> ()
  %y = "u.v"(%x) : (i32) -> i32
}) : () -> ()

// -----

"u.r"() ({
  "u.e"()[^b] : () -> ()
^a:
  %w = "u.v"(%v) : (i32) -> i32
  "u.e"() : () -> ()
^b:
  %v = "u.v"() : () -> i32
  "u.e"()[^a] : () -> ()
}) : () -> ()

// -----

%self = "u.v"(%self, %self) : (i32, i32) -> i32

// -----

func.func @dominance(%c: i1) -> i32 {
  cf.br ^a
^b:
  return %x : i32
^a:
  %x = "u.v"() : () -> i32
  cf.br ^b
}

// -----

func.func @unreachable() {
  return
^dead:
  "u.use"(%x) : (i32) -> ()
  %x = "u.v"() : () -> i32
  cf.br ^dead
}
