package cuda

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A lostError is what every call in a context reports after a kernel has failed in it.
type lostError struct {
	cause  error // of the call that noticed
	kernel string
	// abandoned says that work may still run, so that giving anything back would wait for it.
	abandoned bool
}

func (e *lostError) Error() string {
	text := e.cause.Error()
	if e.abandoned {
		return text + "; the context was given up while work was running in it"
	}
	if e.kernel != "" {
		text += fmt.Sprintf("; the kernel launched last was %s", e.kernel)
	}
	return text + "; the context is lost with all memory and modules in it: go on in a new process, or try Context.Renew"
}

func (e *lostError) Unwrap() []error { return []error{ErrContextLost, e.cause} }

// isSticky reports results after which the driver refuses every further call in a context (cuda.h: those that leave the
// process in an inconsistent state).
func isSticky(r Result) bool {
	switch r {
	case ErrorECCUncorrectable, ErrorNVLinkUncorrectable, ErrorIllegalAddress, ErrorLaunchTimeout, ErrorContextIsDestroyed,
		ErrorAssert, ErrorHardwareStack, ErrorIllegalInstruction, ErrorMisalignedAddress, ErrorInvalidAddressSpace,
		ErrorInvalidPC, ErrorLaunchFailed:
		return true
	}
	return false
}

// health is what a context knows about failed kernels.
type health struct {
	lost atomic.Pointer[lostError]
	last atomic.Pointer[Function] // launched last
}

// note turns a failed call's result into an error and remembers that the context is lost, if the result says so.
func (c *Context) note(f function, r Result) error {
	err := c.api.check(f, r)
	if err == nil || !isSticky(r) {
		return err
	}
	lost := &lostError{cause: err}
	if k := c.last.Load(); k != nil {
		lost.kernel = k.name
	}
	// The first failure is the one to report.
	if !c.lost.CompareAndSwap(nil, lost) {
		lost = c.lost.Load()
	}
	return lost
}

// Abandon gives up on work that does not end, such as a kernel in an endless loop. From then on, every call in the
// context returns an error with the given cause. Free and Close do nothing, since they would wait for the work. The
// device stays busy until the process ends.
func (c *Context) Abandon(cause error) {
	c.lost.CompareAndSwap(nil, &lostError{cause: cause, abandoned: true})
}

// Err returns the error that lost the context, which wraps [ErrContextLost], or nil. The failure of a kernel is
// reported by the next call that waits for the device, such as [Context.Synchronize].
func (c *Context) Err() error {
	if lost := c.lost.Load(); lost != nil {
		return lost
	}
	return nil
}

// Renew gives up a context that is lost and asks the driver for a new one on the same device. The device's primary
// context is reset for that: everything in it is gone, in every Context of the device in this process and for other
// libraries that use it. Buffers, modules and streams of a lost context need not be freed; doing so does nothing.
//
// CUDA does not promise that a process in which a kernel has failed gets another context, and drivers refuse it after
// most failures (580.159 does after an illegal address and after a trap). The error wraps [ErrContextLost] then, and
// only a new process can use the device: work that may fail is best given to one.
func (c *Context) Renew() (*Context, error) {
	// The release may report the failure that made the context unusable; the reset is what counts.
	_ = c.api.call(c.api.primaryCtxRelease, uintptr(c.device.id))
	if err := c.api.call(c.api.primaryCtxReset, uintptr(c.device.id)); err != nil {
		return nil, err
	}
	renewed, err := c.device.Context()
	var e *Error
	if errors.As(err, &e) && isSticky(e.Result) {
		return nil, fmt.Errorf("%w, and the driver gives this process no other one (%s: %s): go on in a new process",
			c.lostOr(err), e.Call, e.Name)
	}
	return renewed, err
}

// lostOr returns the error by which the context was lost, or err if it was not.
func (c *Context) lostOr(err error) error {
	if lost := c.lost.Load(); lost != nil {
		return fmt.Errorf("%w: %w", ErrContextLost, lost.cause)
	}
	return fmt.Errorf("%w: %w", ErrContextLost, err)
}
