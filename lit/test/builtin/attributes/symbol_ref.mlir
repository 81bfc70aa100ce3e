// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Symbol references: flat, nested, quoted, with blanks around the colons.

"u.a"() {a = @a} : () -> ()
"u.a"() {a = @_a} : () -> ()
"u.a"() {a = @a.b} : () -> ()
"u.a"() {a = @a$b} : () -> ()
"u.a"() {a = @a1} : () -> ()

// -----

"u.a"() {a = @a::@b} : () -> ()
"u.a"() {a = @a::@b::@c} : () -> ()
"u.a"() {a = @"a b"::@c} : () -> ()
"u.a"() {a = @a :: @b} : () -> ()
"u.a"() {a = @a::@"b::c"} : () -> ()
"u.a"() {a = @"plain"} : () -> ()
"u.a"() {a = @"0"} : () -> ()
"u.a"() {a = @"with \"quote"} : () -> ()
"u.a"() {a = @"\C3\A9"} : () -> ()

// -----

"u.a"() {a = [@a, @b]} : () -> ()
"u.a"() {a = {f = @g}} : () -> ()
