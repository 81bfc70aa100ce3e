package execute

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
)

// capture keeps the data written to it. If there is more than a limit, the test ends.
type capture struct {
	mu     sync.Mutex
	buf    bytes.Buffer
	limit  int64
	closed bool
	over   func()
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return 0, io.ErrClosedPipe
	}
	if int64(c.buf.Len()+len(p)) > c.limit {
		c.closed = true
		c.over()
		return 0, io.ErrShortWrite
	}
	return c.buf.Write(p)
}

// take ends the capture and returns its data.
func (c *capture) take() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return c.buf.Bytes()
}

// tooMuch ends the test because a command writes without end.
func (s *Shell) tooMuch(c *command, limit int64) func() {
	return func() {
		s.cancel(&errOutput{fmt.Sprintf("%s: stopped, because a stream of it is longer than %d bytes", c.args[0], limit)})
	}
}

// conduit is the pipe between two programs that both run in this process. After the reader has ended, the writer's data
// is dropped without an error, since LLVM's lit drains the pipes of commands that stop early.
type conduit struct {
	mu          sync.Mutex
	ready       sync.Cond
	buf         []byte
	total       int64
	limit       int64
	over        func()
	done        bool // the writer has ended
	abandoned   bool // the reader has ended
	interrupted bool
}

// window is the number of bytes that the writer of a conduit may be ahead.
const window = 4 << 20

func newConduit(ctx context.Context, limit int64, over func()) *conduit {
	c := &conduit{limit: limit, over: over}
	c.ready.L = &c.mu
	context.AfterFunc(ctx, func() { c.set(&c.interrupted) })
	return c
}

func (c *conduit) set(flag *bool) {
	c.mu.Lock()
	*flag = true
	c.mu.Unlock()
	c.ready.Broadcast()
}

func (c *conduit) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.buf) > window && !c.abandoned && !c.interrupted && !c.done {
		c.ready.Wait()
	}
	c.total += int64(len(p))
	switch {
	case c.interrupted || c.done:
		return 0, io.ErrClosedPipe
	case c.total > c.limit:
		c.over()
		return 0, io.ErrShortWrite
	case c.abandoned:
		return len(p), nil
	}
	c.buf = append(c.buf, p...)
	c.ready.Broadcast()
	return len(p), nil
}

func (c *conduit) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.buf) == 0 && !c.done && !c.interrupted {
		c.ready.Wait()
	}
	switch {
	case c.interrupted:
		return 0, io.ErrUnexpectedEOF
	case len(c.buf) == 0:
		return 0, io.EOF
	}
	n := copy(p, c.buf)
	c.buf = c.buf[n:]
	c.ready.Broadcast()
	return n, nil
}

// counted ends the test if a program reads without end.
type counted struct {
	io.Reader
	left int64
	over func()
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.left -= int64(n); c.left < 0 {
		c.over()
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// drain reads a pipe to its end, up to the limit, and drops the data.
func drain(r io.Reader, limit int64, over func()) {
	if n, _ := io.Copy(io.Discard, io.LimitReader(r, limit+1)); n > limit {
		over()
	}
}
