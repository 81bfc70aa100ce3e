// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Symbol names that need quotes, and those that do not.

module @"quoted module" {
}
module @"needless" {
}
module @_a.b$c {
}
module @"1" {
}
module @"a-b" {
}
module @"\22" {
}

// -----

func.func private @"<>"()
func.func private @"::"()
func.func private @"ünicode"()
"u.use"() {a = @"<>", b = @"::"::@"x y", c = @"ünicode"} : () -> ()

// -----

func.func private @func()
func.func private @module()
func.func private @i32()
func.func private @private()
func.func private @true()
"u.use"() {a = [@func, @module, @i32, @private, @true]} : () -> ()
