package simt

import (
	"errors"

	"github.com/girih-ir/girih/backend/interp"
)

// Errors of execution, for errors.Is. Each is wrapped in an *ir.Diagnostic at the operation, with a note that names the
// thread. Errors that package interp has too are the same values.
var (
	ErrOutOfBounds    = interp.ErrOutOfBounds
	ErrDivisionByZero = interp.ErrDivisionByZero
	ErrOverflow       = interp.ErrOverflow
	ErrUndefined      = interp.ErrUndefined
	ErrUnsupported    = interp.ErrUnsupported
	ErrAssumption     = interp.ErrAssumption
	ErrAssertion      = interp.ErrAssertion
	ErrSteps          = interp.ErrSteps

	ErrRace          = errors.New("data race")
	ErrMisaligned    = errors.New("misaligned access")
	ErrUninitialized = errors.New("read of uninitialized shared memory")
	ErrReadOnly      = errors.New("write to constant memory")
	ErrDivergence    = errors.New("warp operation without all lanes of its mask")
	ErrBarrier       = errors.New("barrier that not all threads reach")
	ErrDeadlock      = errors.New("threads wait for each other")
	ErrUnreachable   = errors.New("unreachable code is reached")
	ErrInFlight      = errors.New("memory or registers that an asynchronous operation still uses")
	ErrProxy         = errors.New("asynchronous access to what was stored without a fence between proxies")
	ErrFence         = errors.New("missing fence")
	ErrMemoryBarrier = errors.New("misuse of a barrier in memory")
	ErrTransaction   = errors.New("more bytes arrive at a barrier than it expects")
	ErrRegisters     = errors.New("misuse of register reallocation")
)

// Errors about the arguments of [Run], for errors.Is.
var (
	ErrNoKernel = interp.ErrNoKernel
	ErrLaunch   = errors.New("invalid launch")
	ErrArgument = interp.ErrArgument
)
