package cuda

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A lostError is the error of every call in a context in which a kernel has failed.
type lostError struct {
	cause  error // the error of the call that found the failure
	kernel string
	// abandoned says that work may still be running, so that freeing anything would wait for it.
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

// isSticky reports whether the driver refuses every further call in a context after this result (in cuda.h: those that
// leave the process in an inconsistent state).
func isSticky(r Result) bool {
	switch r {
	case ErrorECCUncorrectable, ErrorNVLinkUncorrectable, ErrorIllegalAddress, ErrorLaunchTimeout, ErrorContextIsDestroyed,
		ErrorAssert, ErrorHardwareStack, ErrorIllegalInstruction, ErrorMisalignedAddress, ErrorInvalidAddressSpace,
		ErrorInvalidPC, ErrorLaunchFailed:
		return true
	}
	return false
}

// health is the state of a context with regard to failed kernels.
type health struct {
	lost atomic.Pointer[lostError]
	last atomic.Pointer[Function] // the last kernel that was launched
}

// note turns the result of a failed call into an error. If the result means that the context is lost, it records that.
func (c *Context) note(f function, r Result) error {
	err := c.api.check(f, r)
	if err == nil || !isSticky(r) {
		return err
	}
	lost := &lostError{cause: err}
	if k := c.last.Load(); k != nil {
		lost.kernel = k.name
	}
	// Only the first failure is reported.
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

// Renew closes a lost context and asks the driver for a new one on the same device. For that it resets the device's
// primary context: everything in it is gone, in every Context of the device in this process and for other libraries
// that use it. Buffers, modules and streams of a lost context need not be freed; freeing them does nothing.
//
// CUDA does not guarantee another context to a process in which a kernel has failed, and drivers refuse it after most
// failures (580.159 does after an illegal address and after a trap). The error then wraps [ErrContextLost], and only a
// new process can use the device. So run work that may fail in a process of its own.
func (c *Context) Renew() (*Context, error) {
	// The release may report the failure that made the context unusable; only the reset matters.
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

// lostOr returns the error that lost the context, or err if it is not lost.
func (c *Context) lostOr(err error) error {
	if lost := c.lost.Load(); lost != nil {
		return fmt.Errorf("%w: %w", ErrContextLost, lost.cause)
	}
	return fmt.Errorf("%w: %w", ErrContextLost, err)
}
