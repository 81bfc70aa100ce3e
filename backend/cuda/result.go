package cuda

import (
	"errors"
	"fmt"
)

// A Result is a CUresult, the code that every driver function returns. It is
// an error so that errors.Is can compare against the constants below.
type Result uint32

// Results that callers commonly tell apart (cuda.h, CUresult). Any other code
// is a valid Result too.
const (
	Success                  Result = 0
	ErrorInvalidValue        Result = 1
	ErrorOutOfMemory         Result = 2
	ErrorNotInitialized      Result = 3
	ErrorNoDevice            Result = 100
	ErrorInvalidDevice       Result = 101
	ErrorInvalidImage        Result = 200
	ErrorInvalidContext      Result = 201
	ErrorNoBinaryForGPU      Result = 209
	ErrorInvalidPTX          Result = 218
	ErrorUnsupportedPTX      Result = 222
	ErrorInvalidHandle       Result = 400
	ErrorNotFound            Result = 500
	ErrorNotReady            Result = 600
	ErrorIllegalAddress      Result = 700
	ErrorLaunchOutOfResource Result = 701
	ErrorLaunchTimeout       Result = 702
	ErrorMisalignedAddress   Result = 716
	ErrorLaunchFailed        Result = 719
)

// Error returns the number; an [*Error] has the driver's name and text for it.
func (r Result) Error() string { return fmt.Sprintf("CUDA result %d", uint32(r)) }

// An Error is a driver function's failure.
type Error struct {
	Call   string // the driver function, such as "cuMemAlloc_v2"
	Result Result
	Name   string // the driver's name of Result, such as "CUDA_ERROR_OUT_OF_MEMORY"
	Text   string // the driver's explanation, such as "out of memory"
}

// Error names the call, the code and the driver's explanation.
func (e *Error) Error() string {
	name := e.Name
	if name == "" {
		name = e.Result.Error()
	}
	if e.Text == "" {
		return fmt.Sprintf("cuda: %s: %s", e.Call, name)
	}
	return fmt.Sprintf("cuda: %s: %s (%s)", e.Call, name, e.Text)
}

// Unwrap returns the result code.
func (e *Error) Unwrap() error { return e.Result }

// ErrNoDriver is wrapped by the error of [Open] where there is no CUDA driver.
var ErrNoDriver = errors.New("no CUDA driver")
