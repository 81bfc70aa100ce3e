package parallel

import (
	"fmt"
	"runtime"
	"sync"
)

// Panic is the value of a panic on another goroutine.
type Panic struct {
	Value any
	PCs   []uintptr // the stack of the panic, as [runtime.Callers] returns it, from the panicking function on
}

// Error describes the value.
func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// Recovered returns a panic that can be passed to another goroutine. The deferred function that recovered its value
// calls it.
func Recovered(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	pcs := make([]uintptr, 64)
	return &Panic{Value: value, PCs: pcs[:runtime.Callers(3, pcs)]}
}

// Group is a group of goroutines. The zero value is ready to use.
type Group struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	panic *Panic // the first one
}

// Go calls f on a goroutine.
func (g *Group) Go(f func()) {
	g.wg.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				p := Recovered(r)
				g.mu.Lock()
				defer g.mu.Unlock()
				if g.panic == nil {
					g.panic = p
				}
			}
		}()
		f()
	})
}

// Wait waits until all goroutines have ended, and panics if one of them did.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.panic != nil {
		panic(g.panic)
	}
}
