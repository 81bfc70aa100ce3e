package simt

import (
	"fmt"
	"math/bits"

	"github.com/girih-ir/girih/ir"
)

// warp is 32 threads of a block with consecutive numbers.
type warp struct {
	*block
	number    int
	registers []row
	poison    []uint32 // for each register, the lanes with an undefined value
	marks     []mark   // for each register, if the kernel has products of warp groups
	counter   [lanes]int32
	ended     uint32 // lanes that have returned or never existed
	waiting   uint32 // lanes at an operation that waits for others
	exists    uint32
	steps     int64 // number of jumps
	order     warpOrder
	products  pipeline
	waits     [lanes]waits
	seen      clock
	budget    budget
	// arrivedAt has, for each lane that has arrived at the cluster's barrier and not waited, the number of phases after
	// which it may continue.
	arrivedAt [lanes]int32
	// initialized is the warp's knowledge at its last fence for initializations of barriers.
	initialized clock
}

func lowest(active uint32) int { return bits.TrailingZeros32(active) }

// reset prepares a warp for its first instruction.
func (w *warp) reset() {
	threads := w.threads - w.number*lanes
	w.exists = everyone
	if threads < lanes {
		w.exists = 1<<threads - 1
	}
	w.ended, w.waiting, w.counter, w.steps = ^w.exists, 0, [lanes]int32{}, 0
	w.order.reset()
	w.products, w.waits, w.seen = pipeline{}, [lanes]waits{}, clock{}
	w.budget = budget{each: w.program.entryRegisters}
	w.arrivedAt, w.initialized = [lanes]int32{}, clock{}
}

// goTo sets the program counter of lanes.
func (w *warp) goTo(at int32, active uint32) {
	for ; active != 0; active &= active - 1 {
		w.counter[bits.TrailingZeros32(active)] = at
	}
}

// advance runs until no lane can continue.
func (w *warp) advance() error {
	for {
		ready := ^(w.ended | w.waiting)
		if ready == 0 {
			return nil
		}
		at, active := w.next(ready)
		if err := w.straight(at, active, active == ready); err != nil {
			return err
		}
	}
}

// next returns the smallest program counter of lanes, and the lanes that have it.
func (w *warp) next(ready uint32) (at int32, active uint32) {
	at = w.counter[lowest(ready)]
	for m := ready; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		switch c := w.counter[i]; {
		case c < at:
			at, active = c, 1<<i
		case c == at:
			active |= 1 << i
		}
	}
	return at, active
}

// straight runs lanes until they diverge, wait or end. alone says that no other lane of the warp can continue; then
// straight also follows branches, as long as all lanes take the same one.
func (w *warp) straight(at int32, active uint32, alone bool) error {
	n := int64(bits.OnesCount32(active))
	for {
		in := &w.program.code[at]
		w.counts[at].threads += n
		w.counts[at].warps++
		if w.launch.Observe != nil {
			w.observe(in, active)
		}
		if w.products.inFlight() {
			if err := w.untouched(in, active); err != nil {
				return w.located(in.op, err)
			}
		}
		if in.step != nil {
			if err := in.step(w, active); err != nil {
				return w.located(in.op, err)
			}
			at++
			continue
		}
		next, together, err := in.jump(w, at, active)
		if err != nil {
			return w.located(in.op, err)
		}
		if err := w.interrupted(active); err != nil {
			return w.located(in.op, err)
		}
		switch {
		case !together:
			return nil
		case !alone:
			w.goTo(next, active)
			return nil
		}
		at = next
	}
}

// interrupted counts a jump, and returns an error if the warp must not continue.
func (w *warp) interrupted(active uint32) error {
	w.steps++
	if limit := w.launch.MaxSteps; limit > 0 && w.steps > limit {
		return w.inLane(lowest(active), ErrSteps)
	}
	if w.steps%cancelInterval == 0 {
		return w.ctx.Err()
	}
	return nil
}

// laneError is an error of one lane.
type laneError struct {
	lane int
	err  error
	// other is another operation that the error is about, or nil. does is a text about its effect there.
	other *ir.Operation
	does  string
}

func (e *laneError) Error() string { return e.err.Error() }
func (e *laneError) Unwrap() error { return e.err }

func (w *warp) inLane(lane int, err error) error { return &laneError{lane: lane, err: err} }

// located gives an error the location of an operation, and a note about the thread.
func (w *warp) located(op *ir.Operation, err error) error {
	e, ok := err.(*laneError)
	if !ok {
		return err
	}
	d := op.Errorf("%w", e.err)
	if e.other != nil {
		d.Note(e.other.Loc(), "%s", e.does)
	}
	return d.Note(w.program.kernel.Loc(), "in thread %s of block (%d, %d, %d)", w.threadName(w.number*lanes+e.lane),
		w.index[0], w.index[1], w.index[2])
}

// threadName returns a thread's position in its block.
func (b *block) threadName(thread int) string {
	x, y := int(b.launch.Block[0]), int(b.launch.Block[1])
	return fmt.Sprintf("(%d, %d, %d)", thread%x, thread/x%y, thread/x/y)
}

func undefined(what string) error { return fmt.Errorf("%w: %s depends on it", ErrUndefined, what) }
