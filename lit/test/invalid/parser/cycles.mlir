// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Aliases that refer to themselves.

// An attribute in itself.
// expected-error@+1 {{undefined symbol alias id 'a'}}
#a = [#a]
"u.a"() {a = #a} : () -> ()

// -----

// A type in itself.
// expected-error@+1 {{undefined symbol alias id 'a'}}
!a = tuple<!a>
"u.a"() {t = !a} : () -> ()

// -----

// Two attributes in each other.
// expected-error@+1 {{undefined symbol alias id 'b'}}
#a = [#b]
#b = [#a]

// -----

// Two locations in each other.
"u.l"() : () -> () loc(#a)
// expected-error@+1 {{undefined symbol alias id 'b'}}
#a = loc(fused[#b])
#b = loc(fused[#a])

// -----

// A location in itself.
"u.l"() : () -> () loc(#a)
// expected-error@+1 {{undefined symbol alias id 'a'}}
#a = loc("n"(#a))

// -----

// A type in an attribute in a type.
// expected-error@+1 {{undefined symbol alias id 't'}}
#a = tuple<!t>
!t = tensor<4xi32, #a>
