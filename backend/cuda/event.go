package cuda

import (
	"context"
	"time"
	"unsafe"
)

// An Event is a point in a stream, with the time at which the device passed it.
type Event struct {
	ctx    *Context
	handle uintptr
}

// NewEvent makes an event that is not recorded yet.
func (c *Context) NewEvent() (*Event, error) {
	e := &Event{ctx: c}
	if err := c.call(c.api.eventCreate, uintptr(unsafe.Pointer(&e.handle)), 0); err != nil {
		return nil, err
	}
	return e, nil
}

// Record puts the event after the work that is now in the stream.
func (e *Event) Record(s *Stream) error {
	return e.ctx.call(e.ctx.api.eventRecord, e.handle, s.raw())
}

// Synchronize waits until the device has passed the event.
func (e *Event) Synchronize() error { return e.ctx.call(e.ctx.api.eventSynchronize, e.handle) }

// Wait waits until the device has passed the event. If the context is done first, it returns that context's error. The
// device continues with the work in that case: see [Context.Abandon].
func (e *Event) Wait(ctx context.Context) error {
	for pause := time.Duration(0); ; pause = min(pause+10*time.Microsecond, time.Millisecond) {
		if done, err := e.Done(); done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// Done reports whether the device has passed the event, without waiting.
func (e *Event) Done() (bool, error) { return e.ctx.done(e.ctx.api.eventQuery, e.handle) }

// Since returns the device's time from start to e, to about half a microsecond.
// Both must have been passed; otherwise errors.Is(err, ErrorNotReady) holds.
func (e *Event) Since(start *Event) (time.Duration, error) {
	var milliseconds float32
	if err := e.ctx.call(e.ctx.api.eventElapsedTime,
		uintptr(unsafe.Pointer(&milliseconds)), start.handle, e.handle); err != nil {
		return 0, err
	}
	return time.Duration(float64(milliseconds) * float64(time.Millisecond)), nil
}

// Close releases the event.
func (e *Event) Close() error { return e.ctx.release(e.ctx.api.eventDestroy, e.handle) }
