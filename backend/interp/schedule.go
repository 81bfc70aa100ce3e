package interp

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/girih-ir/girih/backend/internal/onlyvalue"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// run is one launch of a kernel over a grid.
type run struct {
	kernel    tile.Kernel
	grid      Grid
	args      []*value
	arrays    []*Array         // the arrays of the arguments, each once
	addresses map[*Array]int64 // numbers of the arrays, from 1, for their addresses
	output    io.Writer        // receives the output of tile.print
	progress  func(done, total int)
}

type progressKey struct{}

// WithProgress returns a context with which [Run] calls report after each program, with the number of finished
// programs. The calls are sequential.
func WithProgress(ctx context.Context, report func(done, total int)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

type outputKey struct{}

// WithOutput returns a context with which [Run] writes the output of tile.print to w. Without it, the output is
// dropped.
func WithOutput(ctx context.Context, w io.Writer) context.Context {
	return context.WithValue(ctx, outputKey{}, w)
}

// Output returns the writer of [WithOutput], nil if there is none.
func Output(ctx context.Context) io.Writer {
	w, _ := ctx.Value(outputKey{}).(io.Writer)
	return w
}

// programs returns the number of programs.
func (r *run) programs() int { return int(r.grid[0]) * int(r.grid[1]) * int(r.grid[2]) }

// index returns the position of a program in the grid; the first axis varies fastest.
func (r *run) index(program int) Grid {
	x, y := int(r.grid[0]), int(r.grid[1])
	return Grid{int32(program % x), int32(program / x % y), int32(program / x / y)}
}

// execute runs all programs. If they write to different memory, they run in parallel. After an error they run again in
// sequence, so that the error and the arrays do not depend on timing.
func (r *run) execute(ctx context.Context) error {
	for i, a := range r.arrays {
		r.addresses[a] = int64(i + 1)
	}
	defer r.forget()
	if r.talks() {
		return r.taking(ctx, newClocks())
	}
	if r.programs() > 1 && runtime.GOMAXPROCS(0) > 1 {
		before := r.snapshot()
		r.track(false)
		err := r.sideBySide(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		r.restore(before)
	}
	return r.taking(ctx, nil)
}

// talks reports whether programs may depend on each other or print: the kernel, or a function of its module, has atomic
// operations, contractions that add to their output, volatile accesses or tile.print.
func (r *run) talks() bool {
	found := false
	look := func(op *ir.Operation) bool {
		switch {
		case op.Is(&tile.AtomicRMW), op.Is(&tile.AtomicRMWView), op.Is(&tile.AtomicCAS), op.Is(&tilegpu.AddParts),
			op.Is(&tile.Print):
			found = true
		case op.Is(&tile.Load), op.Is(&tile.Store):
			found = found || op.Inherent(tile.VolatileName) != nil
		case op.Is(&tile.Contract):
			c, err := tile.ContractionOf(op)
			found = found || err != nil || c.Scatters()
		}
		return !found
	}
	for op := range r.kernel.Block().Ops() {
		if _, ok := fn.AsFunc(op); ok || op == r.kernel.Operation {
			op.Walk(look)
		}
	}
	return found
}

// track starts to record accesses.
func (r *run) track(clocks bool) {
	for _, a := range r.arrays {
		a.shadow = &shadow{writer: make([]int32, a.Len()), reader: make([]int32, a.Len()),
			value: make([]onlyvalue.Record, a.Len()), arguments: r.arguments(a)}
		if clocks {
			a.shadow.epoch = make([]int32, a.Len())
		}
	}
}

func (r *run) forget() {
	for _, a := range r.arrays {
		a.shadow = nil
	}
}

// arguments returns the array arguments that refer to an array; none if all of them may overlap.
func (r *run) arguments(a *Array) []int {
	var out []int
	apart := false
	for i, v := range r.args {
		if v.array != nil && v.array.array == a {
			out = append(out, i)
			apart = apart || !r.kernel.MayOverlap(i)
		}
	}
	if !apart {
		return nil
	}
	return out
}

// contents is a copy of an array's contents.
type contents struct {
	words   []uint64
	undef   []bool
	written bool
}

func (r *run) snapshot() []contents {
	out := make([]contents, len(r.arrays))
	for i, a := range r.arrays {
		out[i] = contents{slices.Clone(a.words), slices.Clone(a.undef), a.Written()}
	}
	return out
}

func (r *run) restore(before []contents) {
	for i, a := range r.arrays {
		copy(a.words, before[i].words)
		copy(a.undef, before[i].undef)
		a.written.Store(before[i].written)
	}
}

// sideBySide runs the programs on all processors and returns one of their errors.
func (r *run) sideBySide(ctx context.Context) error {
	total := int64(r.programs())
	var next, done atomic.Int64
	var mu sync.Mutex
	var first error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), int(total)) {
		wg.Go(func() {
			m := newMachine(ctx, r, nil)
			for p := next.Add(1) - 1; p < total && ctx.Err() == nil; p = next.Add(1) - 1 {
				err := m.runProgram(int(p), nil)
				mu.Lock()
				if err != nil && first == nil {
					first = err
					cancel()
				}
				if r.progress != nil && err == nil {
					r.progress(int(done.Add(1)), int(total))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if first == nil {
		first = ctx.Err()
	}
	return first
}

// taking runs the programs one after the other in the order of their numbers. A program that waits for another in a
// loop lets the next one run.
func (r *run) taking(ctx context.Context, c *clocks) error {
	r.track(c != nil)
	m := newMachine(ctx, r, c)
	if c == nil {
		for p := range r.programs() {
			if err := m.runProgram(p, nil); err != nil {
				return err
			}
			r.report(p + 1)
		}
		return nil
	}
	return r.takingTurns(ctx, c)
}

func (r *run) report(done int) {
	if r.progress != nil {
		r.progress(done, r.programs())
	}
}

// waiting is a program that has been suspended.
type waiting struct {
	next func() (error, bool)
	stop func()
}

// takingTurns runs programs that may wait for each other. If all remaining programs have been suspended, and none has
// written since the first of them was, it is a deadlock.
func (r *run) takingTurns(ctx context.Context, c *clocks) error {
	shared := &turns{}
	var queue []waiting
	defer func() {
		for _, w := range queue {
			w.stop()
		}
	}()
	started, done, idle, writes := 0, 0, 0, 0
	for started < r.programs() || len(queue) > 0 {
		var w waiting
		if started < r.programs() {
			w.next, w.stop = iter.Pull(r.program(ctx, c, shared, started))
			started++
		} else {
			w, queue = queue[0], queue[1:]
		}
		err, gaveWay := w.next()
		switch {
		case gaveWay && err == nil:
			queue = append(queue, w)
			if idle++; shared.writes != writes {
				idle, writes = 0, shared.writes
			}
			if started == r.programs() && idle > 2*len(queue) {
				return fmt.Errorf("@%s: %w: %d of %d programs wait, and none of them writes", r.kernel.SymName(), ErrDeadlock,
					len(queue), r.programs())
			}
			continue
		case err != nil:
			w.stop()
			return err
		}
		idle = 0
		done++
		r.report(done)
	}
	return nil
}

// turns is the state that programs which take turns share.
type turns struct{ writes int }

// program runs one program as an iterator. It yields nil when the program is suspended, and the error that ends it.
func (r *run) program(ctx context.Context, c *clocks, shared *turns, p int) iter.Seq[error] {
	return func(yield func(error) bool) {
		m := newMachine(ctx, r, c)
		m.turns = shared
		stopped := false
		err := m.runProgram(p, func() bool {
			stopped = stopped || !yield(nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(err)
		}
	}
}

// patience is the number of atomic operations that a program executes before it is suspended.
const patience = 4096

// spin counts an operation by which a program may wait for another one.
func (f *frame) spin() {
	if f.spins++; f.spins%patience == 0 && f.giveWay != nil && !f.giveWay() {
		f.abandoned = true
	}
}

// wrote counts a write to memory.
func (f *frame) wrote() {
	if f.turns != nil {
		f.turns.writes++
	}
}
