package interp

import (
	"errors"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// Errors of execution, for errors.Is. Each is wrapped in an *ir.Diagnostic at the operation, with a note that names the
// program.
var (
	ErrOutOfBounds    = errors.New("access out of bounds")
	ErrDivisionByZero = smallint.ErrDivisionByZero
	ErrOverflow       = smallint.ErrOverflow
	ErrUndefined      = errors.New("undefined value")
	ErrLoop           = errors.New("loop does not end")
	ErrUnsupported    = errors.New("cannot be executed")
	ErrTooDeep        = errors.New("calls are nested too deeply")
	ErrRace           = errors.New("race between programs")
	ErrOverlap        = errors.New("overlapping arrays")
	ErrAssertion      = errors.New("assertion failed")
	ErrAssumption     = errors.New("an assumption of the program is false")
	ErrDeadlock       = errors.New("programs wait for each other")
)

// Errors about the arguments of [Run], for errors.Is.
var (
	ErrNoKernel = errors.New("no such kernel")
	ErrGrid     = errors.New("invalid grid")
	ErrArgument = errors.New("invalid argument")
)
