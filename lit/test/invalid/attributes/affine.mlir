// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Affine maps and sets that do not exist.

// Products of dimensions are not affine.
// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
"u.a"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()

// -----

// A square is not affine.
// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
"u.a"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()

// -----

// A divisor is no dimension.
// expected-error@+1 {{non-affine expression: right operand of floordiv has to be either a constant or symbolic}}
"u.a"() {a = affine_map<(d0, d1) -> (d0 floordiv d1)>} : () -> ()

// -----

// A divisor of ceildiv is no dimension.
// expected-error@+1 {{non-affine expression: right operand of ceildiv has to be either a constant or symbolic}}
"u.a"() {a = affine_map<(d0, d1) -> (d0 ceildiv d1)>} : () -> ()

// -----

// A modulus is no dimension.
// expected-error@+1 {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
"u.a"() {a = affine_map<(d0, d1) -> (d0 mod d1)>} : () -> ()

// -----

// A name is known.
// expected-error@+1 {{use of undeclared identifier}}
"u.a"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// A name stands once.
// expected-error@+1 {{redefinition of identifier 'd0'}}
"u.a"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()

// -----

// A symbol is no dimension.
// expected-error@+1 {{redefinition of identifier 'd0'}}
"u.a"() {a = affine_map<(d0)[d0] -> (d0)>} : () -> ()

// -----

// An arrow is needed.
// expected-error@+1 {{expected '->' or ':'}}
"u.a"() {a = affine_map<(d0) (d0)>} : () -> ()

// -----

// Results stand in parentheses.
// expected-error@+1 {{expected '(' in affine map range}}
"u.a"() {a = affine_map<(d0) -> d0>} : () -> ()

// -----

// Results are closed.
// expected-error@+1 {{expected ')' in affine map range}}
"u.a"() {a = affine_map<(d0) -> (d0>} : () -> ()

// -----

// An operator has a right side.
// expected-error@+1 {{missing right operand of binary operator}}
"u.a"() {a = affine_map<(d0) -> (d0 +)>} : () -> ()

// -----

// An operator has a left side.
// expected-error@+1 {{missing left operand of binary operator}}
"u.a"() {a = affine_map<(d0) -> (* d0)>} : () -> ()

// -----

// A minus has an operand.
// expected-error@+2 {{expected affine expression}}
// expected-error@+1 {{missing operand of negation}}
"u.a"() {a = affine_map<(d0) -> (-)>} : () -> ()

// -----

// Parentheses match.
// expected-error@+1 {{expected ')' in affine map range}}
"u.a"() {a = affine_map<(d0) -> ((d0 + 1)>} : () -> ()

// -----

// Parentheses are not empty.
// expected-error@+1 {{no expression inside parentheses}}
"u.a"() {a = affine_map<(d0) -> (())>} : () -> ()

// -----

// Numbers are integers.
// expected-error@+1 {{missing right operand of binary operator}}
"u.a"() {a = affine_map<(d0) -> (d0 + 1.5)>} : () -> ()

// -----

// Numbers fit into 64 bits.
// expected-error@+1 {{constant too large for index}}
"u.a"() {a = affine_map<(d0) -> (d0 + 99999999999999999999)>} : () -> ()

// -----

// Dimensions are names.
// expected-error@+1 {{expected bare identifier}}
"u.a"() {a = affine_map<(1) -> (1)>} : () -> ()

// -----

// Dimensions stand in parentheses.
// expected-error@+1 {{expected '(' in dimensional identifier list}}
"u.a"() {a = affine_map<d0 -> (d0)>} : () -> ()

// -----

// Symbols are closed.
// expected-error@+1 {{expected ']' in symbol list}}
"u.a"() {a = affine_map<(d0)[s0 -> (d0)>} : () -> ()

// -----

// Maps are closed.
// expected-error@+1 {{expected '>' in affine map}}
"u.a"() {a = affine_map<(d0) -> (d0)} : () -> ()

// -----

// A map has no constraints.
// expected-error@+1 {{expected AffineMap, but got IntegerSet}}
"u.a"() {a = affine_map<(d0) : (d0 >= 0)>} : () -> ()

// -----

// A set has no results.
// expected-error@+1 {{expected IntegerSet, but got AffineMap}}
"u.a"() {a = affine_set<(d0) -> (d0)>} : () -> ()

// -----

// A constraint has a comparison.
// expected-error@+1 {{expected '== affine-expr' or '>= affine-expr' at end of affine constraint}}
"u.a"() {a = affine_set<(d0) : (d0)>} : () -> ()

// -----

// A constraint has a right side.
// expected-error@+1 {{expected affine expression}}
"u.a"() {a = affine_set<(d0) : (d0 >=)>} : () -> ()

// -----

// A comparison is one of three.
// expected-error@+1 {{expected '== affine-expr' or '>= affine-expr' at end of affine constraint}}
"u.a"() {a = affine_set<(d0) : (d0 < 0)>} : () -> ()

// -----

// Constraints stand in parentheses.
// expected-error@+1 {{expected '(' in integer set constraint list}}
"u.a"() {a = affine_set<(d0) : d0 >= 0>} : () -> ()

// -----

// A set stands in angle brackets.
// expected-error@+1 {{expected '<' in integer set}}
"u.a"() {a = affine_set(d0) : (d0 >= 0)} : () -> ()

// -----

// A comma needs a constraint.
// expected-error@+1 {{expected affine expression}}
"u.a"() {a = affine_set<(d0) : (d0 >= 0,)>} : () -> ()
