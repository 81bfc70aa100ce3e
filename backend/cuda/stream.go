package cuda

import "unsafe"

// A Stream is a queue of work on the device. A nil *Stream stands for the
// default stream.
type Stream struct {
	ctx    *Context
	handle uintptr
}

// NewStream makes a stream that is ordered with the default stream.
func (c *Context) NewStream() (*Stream, error) {
	s := &Stream{ctx: c}
	if err := c.call(c.api.streamCreate, uintptr(unsafe.Pointer(&s.handle)), 0); err != nil {
		return nil, err
	}
	return s, nil
}

// raw returns the driver's handle, 0 for the default stream.
func (s *Stream) raw() uintptr {
	if s == nil {
		return 0
	}
	return s.handle
}

// Synchronize waits until all work in the stream is done, and reports an error
// that a kernel caused. For the default stream use [Context.Synchronize].
func (s *Stream) Synchronize() error { return s.ctx.call(s.ctx.api.streamSynchronize, s.handle) }

// Done reports whether all work in the stream is done, without waiting.
func (s *Stream) Done() (bool, error) {
	return s.ctx.done(s.ctx.api.streamQuery, s.handle)
}

// Wait makes later work in the stream wait for an event.
func (s *Stream) Wait(e *Event) error {
	return s.ctx.call(s.ctx.api.streamWaitEvent, s.handle, e.handle, 0)
}

// Close releases the stream; work already in it is still done.
func (s *Stream) Close() error { return s.ctx.call(s.ctx.api.streamDestroy, s.handle) }

// done asks a query function, whose answer is Success or ErrorNotReady.
func (c *Context) done(query function, handle uintptr) (bool, error) {
	switch r := c.invoke(query, handle); r {
	case Success:
		return true, nil
	case ErrorNotReady:
		return false, nil
	default:
		return false, c.api.check(query, r)
	}
}
