// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Dictionaries: order of keys, unit values, keys that are keywords or need quotes, nesting.

"u.a"() {a = {}} : () -> ()
"u.a"() {a = {a = 1}} : () -> ()
"u.a"() {a = {b = 1, a = 2}} : () -> ()
"u.a"() {a = {a}} : () -> ()
"u.a"() {a = {a, b = unit}} : () -> ()
"u.a"() {a = {a = {b = {c = 1}}}} : () -> ()

// -----

"u.a"() {B = 1, a = 2, _z = 3, a10 = 4, a2 = 5, "a b" = 6, Z = 7, a.b = 8, a$c = 9} : () -> ()

// -----

"u.a"() {true = 1, false = 2, loc = 3, i32 = 4, f32 = 5, index = 6, dense = 7, unit = 8, affine_map = 9, array = 10, tensor = 11, vector = 12, module = 13, distinct = 14, none = 15, to = 16} : () -> ()

// -----

"u.a"() {"0digit" = 1, "a-b" = 2, "a b" = 3, "u:v" = 4, "ok" = 5} : () -> ()

// -----

"u.a"() {} : () -> ()
"u.a"() {a = unit} : () -> ()
"u.a"() {a = {}} : () -> ()

// -----

"u.a"() {u.dialect_attribute = 1, v.other = 2, u.nested.name = 3} : () -> ()
