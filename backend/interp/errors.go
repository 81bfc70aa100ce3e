package interp

import "errors"

// Errors of execution, for errors.Is. All come wrapped in an *ir.Diagnostic at the operation, with a note that says
// which program it was.
var (
	ErrOutOfBounds    = errors.New("access out of bounds")
	ErrDivisionByZero = errors.New("division by zero")
	ErrOverflow       = errors.New("signed division overflows")
	ErrUndefined      = errors.New("undefined value")
	ErrLoop           = errors.New("loop does not end")
	ErrUnsupported    = errors.New("cannot be executed")
	ErrTooDeep        = errors.New("calls are nested too deeply")
	ErrRace           = errors.New("race between programs")
	ErrOverlap        = errors.New("overlapping arrays")
	ErrAssertion      = errors.New("assertion failed")
	ErrAssumption     = errors.New("what the compiler may rely on does not hold")
	ErrDeadlock       = errors.New("programs wait for each other")
)

// Errors of [Run]'s arguments, for errors.Is.
var (
	ErrNoKernel = errors.New("no such kernel")
	ErrGrid     = errors.New("invalid grid")
	ErrArgument = errors.New("invalid argument")
)

// errPoison says that an elementwise function has no defined result; it never leaves the package.
var errPoison = errors.New("poison")
