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

// StreamOptions change how a stream is scheduled.
type StreamOptions struct {
	// NonBlocking makes the stream independent of the default stream.
	NonBlocking bool
	// Priority is the priority of the stream; lower numbers are served first. [Context.StreamPriorities] returns the
	// range.
	Priority int
}

// NewStreamWith makes a stream with options.
func (c *Context) NewStreamWith(options StreamOptions) (*Stream, error) {
	s, flags := &Stream{ctx: c}, uintptr(0)
	if options.NonBlocking {
		flags = streamNonBlocking
	}
	err := c.call(c.api.streamCreateWithPriority, uintptr(unsafe.Pointer(&s.handle)), flags, uintptr(options.Priority))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// StreamPriorities returns the least and the greatest priority of streams. Lower numbers are served first.
func (c *Context) StreamPriorities() (least, greatest int, err error) {
	var out struct{ least, greatest int32 }
	err = c.call(c.api.ctxGetStreamPriorityRange, uintptr(unsafe.Pointer(&out.least)),
		uintptr(unsafe.Pointer(&out.greatest)))
	return int(out.least), int(out.greatest), err
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
func (s *Stream) Close() error { return s.ctx.release(s.ctx.api.streamDestroy, s.handle) }

// done calls a query function, which returns Success or ErrorNotReady.
func (c *Context) done(query function, handle uintptr) (bool, error) {
	if lost := c.lost.Load(); lost != nil {
		return false, lost
	}
	switch r := c.invoke(query, handle); r {
	case Success:
		return true, nil
	case ErrorNotReady:
		return false, nil
	default:
		return false, c.note(query, r)
	}
}
