// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Locations that do not parse.

// A location is needed.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc()

// -----

// There is no such location.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc(nowhere)

// -----

// A number is no location.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc(1)

// -----

// A location is closed.
// expected-error@+1 {{expected ')' in location}}
"u.l"() : () -> () loc("x"

// -----

// A line is a number.
// expected-error@+1 {{expected integer line number in FileLineColRange}}
"u.l"() : () -> () loc("f":x:1)

// -----

// A column is a number.
// expected-error@+1 {{expected integer column number in FileLineColRange}}
"u.l"() : () -> () loc("f":1:x)

// -----

// A range ends in a number.
// expected-error@+1 {{expected either integer or `:` post `to` in FileLineColRange}}
"u.l"() : () -> () loc("f":1:2 to x)

// -----

// A range has an end.
// expected-error@+1 {{expected either integer or `:` post `to` in FileLineColRange}}
"u.l"() : () -> () loc("f":1:2 to)

// -----

// A call site has a caller.
// expected-error@+1 {{expected 'at' in callsite location}}
"u.l"() : () -> () loc(callsite("a"))

// -----

// A call site stands in parentheses.
// expected-error@+1 {{expected '(' in callsite location}}
"u.l"() : () -> () loc(callsite "a" at "b")

// -----

// A call site is closed.
// expected-error@+1 {{expected ')' in location}}
"u.l"() : () -> () loc(callsite("a" at "b")

// -----

// A call site has an at.
// expected-error@+1 {{expected 'at' in callsite location}}
"u.l"() : () -> () loc(callsite("a" "b"))

// -----

// Fused locations stand in brackets.
// expected-error@+1 {{expected '[' in fused location}}
"u.l"() : () -> () loc(fused"a")

// -----

// Fused locations are locations.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc(fused[1])

// -----

// Fused locations are closed.
// expected-error@+1 {{expected ']' in fused location}}
"u.l"() : () -> () loc(fused["a")

// -----

// Fused metadata is closed.
// expected-error@+1 {{expected '>' after fused location metadata}}
"u.l"() : () -> () loc(fused<1 : i8["a"])

// -----

// A comma in fused needs a location.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc(fused["a",])

// -----

// A name has one child.
// expected-error@+1 {{expected ')' after child location of NameLoc}}
"u.l"() : () -> () loc("n"("a", "b"))

// -----

// The child of a name is a location.
// expected-error@+1 {{expected location instance}}
"u.l"() : () -> () loc("n"(1))

// -----

// The child of a name is closed.
// expected-error@+1 {{expected ')' in location}}
"u.l"() : () -> () loc("n"("a")

// -----

// An alias is defined.
// expected-error@+1 {{operation location alias was never defined}}
"u.l"() : () -> () loc(#nowhere)

// -----

// An alias of a location is one.
#a = 1 : i8
// expected-error@+1 {{expected location, but found '1 : i8'}}
"u.l"() : () -> () loc(#a)

// -----

// An alias behind the module is a location.
// expected-error@+1 {{expected location, but found '1 : i8'}}
"u.l"() : () -> () loc(#a)
#a = 1 : i8

// -----

// A location as an attribute is closed.
// expected-error@+1 {{expected ')' in inline location}}
"u.a"() {a = loc("x"} : () -> ()

// -----

// The location of a block argument.
"u.r"() ({
// expected-error@+1 {{expected location instance}}
^bb0(%a: i32 loc(1)):
}) : () -> ()

// -----

// Metadata is an attribute.
// expected-error@+1 {{expected attribute value}}
"u.l"() : () -> () loc(fused<>["a"])
