// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Scalar, tuple, complex and function types that do not exist.

// A width is at most 16777215.
// expected-error@+1 {{integer bitwidth is limited to 16777215 bits}}
"u.t"() {t = i16777216} : () -> ()

// -----

// A width of any size is too large.
// expected-error@+1 {{invalid integer width}}
"u.t"() {t = i99999999999999999999} : () -> ()

// -----

// There is no f7.
// expected-error@+1 {{expected attribute value}}
"u.t"() {t = f7} : () -> ()

// -----

// There is no integer without a width.
// expected-error@+1 {{expected attribute value}}
"u.t"() {t = i} : () -> ()

// -----

// complex needs an element.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = complex<>} : () -> ()

// -----

// complex of index.
// expected-error@+1 {{invalid element type for complex}}
"u.t"() {t = complex<index>} : () -> ()

// -----

// complex of vectors.
// expected-error@+1 {{invalid element type for complex}}
"u.t"() {t = complex<vector<2xf32>>} : () -> ()

// -----

// complex of complex.
// expected-error@+1 {{invalid element type for complex}}
"u.t"() {t = complex<complex<f32>>} : () -> ()

// -----

// complex is closed.
// expected-error@+1 {{expected '>' in complex type}}
"u.t"() {t = complex<f32} : () -> ()

// -----

// complex stands in angle brackets.
// expected-error@+1 {{expected '<' in complex type}}
"u.t"() {t = complex f32} : () -> ()

// -----

// tuple is closed.
// expected-error@+1 {{expected '>' in tuple type}}
"u.t"() {t = tuple<i32} : () -> ()

// -----

// tuple has types.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tuple<1>} : () -> ()

// -----

// A comma in a tuple needs a type.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tuple<i32,>} : () -> ()

// -----

// tuple stands in angle brackets.
// expected-error@+1 {{expected '<' in tuple type}}
"u.t"() {t = tuple} : () -> ()

// -----

// A function type has an arrow.
// expected-error@+1 {{expected '->' in function type}}
"u.t"() {t = (i32)} : () -> ()

// -----

// A function type has results.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = (i32) ->} : () -> ()

// -----

// A function type is closed.
// expected-error@+1 {{expected ')'}}
"u.t"() {t = (i32 -> i32} : () -> ()

// -----

// Function results of a function type stand in parentheses.
// expected-error@+1 {{expected '}' in attribute dictionary}}
"u.t"() {t = () -> () -> ()} : () -> ()

// -----

// A type of a dialect is closed.
// expected-error@+1 {{unbalanced '<' character in pretty dialect name}}
"u.t"() {t = !u.t<a} : () -> ()

// -----

// Brackets of a type of a dialect match.
// expected-error@+1 {{unbalanced '[' character in pretty dialect name}}
"u.t"() {t = !u.t<[a>]} : () -> ()

// -----

// A type of the builtin dialect is known.
// expected-error@+1 {{dialect 'builtin' provides no type parsing hook}}
"u.t"() {t = !builtin.nothing} : () -> ()

// -----

// An attribute for a type in a tuple.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tuple<"x">} : () -> ()
