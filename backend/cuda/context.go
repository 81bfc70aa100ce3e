package cuda

import (
	"runtime"
	"unsafe"
)

// A Context is a device's address space in this process, with its modules,
// memory and streams.
type Context struct {
	api    *api
	device *Device
	handle []uintptr // the driver's handle, as the argument list of cuCtxSetCurrent: see invoke
	health
}

// Device returns the device of the context.
func (c *Context) Device() *Device { return c.device }

// Close releases the context. Free everything that was created in it first: objects of a closed context must not be
// used.
func (c *Context) Close() error {
	if lost := c.lost.Load(); lost != nil && lost.abandoned {
		return nil
	}
	err := c.api.call(c.api.primaryCtxRelease, uintptr(c.device.id))
	if c.lost.Load() != nil {
		return nil // the driver repeats a failure that was already reported
	}
	return err
}

// Synchronize waits until all work in the context is done, and reports an
// error that a kernel caused.
func (c *Context) Synchronize() error { return c.call(c.api.ctxSynchronize) }

// MemoryInfo returns the device's free and total memory in bytes.
func (c *Context) MemoryInfo() (free, total uint64, err error) {
	var info struct{ free, total uint64 }
	err = c.call(c.api.memGetInfo, uintptr(unsafe.Pointer(&info.free)), uintptr(unsafe.Pointer(&info.total)))
	return info.free, info.total, err
}

// call makes the context current on this thread and invokes a function on the same thread. The thread is locked, so
// that the scheduler does not move the goroutine between the two. In a lost context, it calls nothing.
//
//go:uintptrescapes
func (c *Context) call(f function, args ...uintptr) error {
	if lost := c.lost.Load(); lost != nil {
		return lost
	}
	if r := c.invoke(f, args...); r != Success {
		return c.note(f, r)
	}
	return nil
}

// release is call for functions that free something: in a lost context there is nothing left to free.
//
//go:uintptrescapes
func (c *Context) release(f function, args ...uintptr) error {
	if c.lost.Load() != nil {
		return nil
	}
	return c.call(f, args...)
}

// invoke is call for functions that return a code other than success without an error. A failure to make the context
// current is returned as the result of f.
//
//go:uintptrescapes
func (c *Context) invoke(f function, args ...uintptr) Result {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// Listing the arguments here would allocate a slice, because of go:uintptrescapes. An existing slice is passed on
	// without an allocation.
	if r := c.api.ctxSetCurrent.invoke(c.handle...); r != Success {
		return r
	}
	return f.invoke(args...)
}
