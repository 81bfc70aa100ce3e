package tensors

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// run computes the results. If times is not nil, it receives the time of each step.
func (p *plan) run(ctx context.Context, args []*Tensor, o Options, times []time.Duration) ([]*Tensor, error) {
	if err := p.admits(o.MemoryLimit); err != nil {
		return nil, err
	}
	arena := p.arena()
	defer p.release(arena)
	data := make(map[*root]any, len(p.roots))
	for _, r := range p.roots {
		switch {
		case r.argument > 0:
			data[r] = args[r.argument-1].data
		case r.constant != nil:
			data[r] = r.constant
		case r.buffer != nil:
			at := unsafe.Add(unsafe.Pointer(unsafe.SliceData(arena)), r.buffer.Offset)
			data[r] = reflect.SliceAt(reflect.TypeOf(zero(r.elem)), at, r.n).Interface()
		default:
			data[r] = uncleared(r.elem, r.n)
		}
	}
	real := func(list []*Tensor) []*Tensor {
		out := make([]*Tensor, len(list))
		for i, t := range list {
			if t != nil {
				now := *t
				now.data = data[t.data.(*root)]
				out[i] = &now
			}
		}
		return out
	}
	m := &machine{ctx: ctx, seed: o.Seed}
	for i, s := range p.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := time.Now()
		if err := s.run(m, real(s.in), real(s.out)); err != nil {
			return nil, located(s.op, err)
		}
		if times != nil {
			times[i] = time.Since(start)
		}
	}
	return real(p.results), nil
}

// arena returns memory for all buffers.
func (p *plan) arena() []uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.released); n > 0 {
		arena := p.released[n-1]
		p.released = p.released[:n-1]
		return arena
	}
	return make([]uint64, p.size/8+1)
}

func (p *plan) release(arena []uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.released = append(p.released, arena)
}

// print prints the steps.
func (p *plan) print(w io.Writer, times []time.Duration) error {
	var b strings.Builder
	var all time.Duration
	for i, s := range p.steps {
		moved := 0
		for _, t := range slices.Concat(s.in, s.out) {
			if t != nil {
				moved += t.Numel() * elementSize(t.elem)
			}
		}
		all += times[i]
		shapes := make([]string, len(s.out))
		for k, t := range s.out {
			shapes[k] = fmt.Sprint(t.elem, t.shape)
		}
		fmt.Fprintf(&b, "%4d %-28s %10s %10v  %s\n", i, s.name, bytesText(moved), times[i].Round(time.Microsecond),
			strings.Join(shapes, " "))
	}
	fmt.Fprintf(&b, "%d steps in %v\n", len(p.steps), all.Round(time.Microsecond))
	for _, r := range p.remarks {
		fmt.Fprintf(&b, "remark: %s\n", r)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return printBuffers(w, p.buffers, p.size)
}
