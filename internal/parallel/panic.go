package parallel

import (
	"fmt"
	"runtime"
	"sync"
)

// Panic is the value of a panic that began on another goroutine.
type Panic struct {
	Value any
	PCs   []uintptr // the stack there, as [runtime.Callers] gives it, from the function that panicked on
}

// Error describes the value.
func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// Recovered returns a panic to be handed to another goroutine. The deferred function that recovered its value calls it.
func Recovered(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	pcs := make([]uintptr, 64)
	return &Panic{Value: value, PCs: pcs[:runtime.Callers(3, pcs)]}
}

// Group is a number of goroutines that share work in a way of their own. The zero value is ready to use.
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

// Wait waits until all goroutines have ended, and panics if one did.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.panic != nil {
		panic(g.panic)
	}
}
