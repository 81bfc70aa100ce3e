package control

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Split lowers tilegpu.split: it runs the body in every block of the cluster. Each thread stores the registers that it
// holds of the results in the shared memory of its block. After a cluster barrier, each thread of the first block reads
// what the corresponding threads of the other blocks stored, which are the same elements, and combines them. The other
// blocks wait until the first one has read, and then end.
func Split(c *emit.Code, op *ir.Operation) error {
	s, _ := tilegpu.AsSplit(op)
	rank := nvvm.ReadRegister(c.B, nvvm.ClusterRank, s.Parts())
	c.Values.Set(s.Body().Arg(0), []*ir.Value{rank})
	if err := c.Block(s.Body()); err != nil {
		return err
	}
	e := newExchange(c, s)
	e.leave()
	meet(c)
	first, others := c.NewBlock(), c.NewBlock()
	llvm.NewCondBr(c.B, c.Compare("eq", rank, c.I32(0)), first, nil, others, nil)
	c.B.AtEnd(others)
	meet(c)
	c.Return()
	c.B.AtEnd(first)
	if err := e.combine(); err != nil {
		return err
	}
	meet(c)
	for i, v := range s.ResultValues() {
		c.Values.Set(v, e.held[i])
	}
	return nil
}

// meet makes all threads of the cluster wait for each other.
func meet(c *emit.Code) {
	nvvm.NewClusterArrive(c.B)
	nvvm.NewClusterWait(c.B)
}

// maxAhead is how many registers of other blocks a thread reads before it combines any of them. Reads from other blocks
// have a long latency, so several of them should be under way at once.
const maxAhead = 64

// exchange has the registers that a thread holds of the results of its part, and their places in shared memory.
type exchange struct {
	*emit.Code
	split   tilegpu.Splitting
	yielded []*ir.Value
	held    [][]*ir.Value // by result
	places  []place
}

// place is the address in shared memory of registers that a thread holds, which one instruction stores. If all threads
// of the block hold the same number, all is set, and there is one address for the block.
type place struct {
	address *ir.Value
	values  []*ir.Value
	all     bool
}

func newExchange(c *emit.Code, s tilegpu.Splitting) *exchange {
	e := &exchange{Code: c, split: s, yielded: s.Body().Last().OperandValues()}
	threads := int64(c.Warps) * tilegpu.WarpSize
	for _, v := range e.yielded {
		e.held = append(e.held, c.Values.Get(v))
		_, isTensor := v.Type().(*ir.TensorType)
		distinct := c.Distinct(v)
		t := emit.MemoryType(c.Ctx, distinct[0].Type())
		width := together(len(distinct), t)
		for values := range slices.Chunk(distinct, width) {
			n, at := threads*int64(width), c.Binary(&llvm.Mul, c.Thread, c.I32(int64(width)))
			if !isTensor {
				n, at = 1, c.I32(0)
			}
			address := llvm.NewGEP(c.B, t, c.Acquire(n, t), 0, llvm.Index{Value: at})
			e.places = append(e.places, place{address, values, !isTensor})
		}
	}
	return e
}

// together returns how many of n registers of a type one instruction reads from another block. That takes less time
// than to read them one by one.
func together(n int, t ir.Type) int {
	if _, isPointer := t.(*llvm.PointerType); isPointer || emit.BytesOf(t) != costs.WordBytes {
		return 1
	}
	width := int(costs.VectorBytes / costs.WordBytes)
	for n%width != 0 {
		width /= 2
	}
	return width
}

// leave stores the registers that the thread holds.
func (e *exchange) leave() {
	store := func(all bool) {
		for _, p := range e.places {
			if p.all == all {
				values := e.AllToMemory(p.values)
				v, bytes := values[0], int64(len(values))*emit.BytesOf(values[0].Type())
				if len(values) > 1 {
					v = e.Vector(values)
				}
				llvm.NewStore(e.B, v, p.address, bytes)
			}
		}
	}
	store(false)
	for _, p := range e.places {
		if p.all {
			e.When(e.Compare("eq", e.Thread, e.I32(0)), nil, func() []*ir.Value { store(true); return nil })
			return
		}
	}
}

// combine combines the thread's values with those that the corresponding thread of each other block has written, in the
// order of the blocks.
func (e *exchange) combine() error {
	parts, registers, atOnce := int(e.split.Parts()), 0, 1
	for _, p := range e.places {
		registers += len(p.values)
	}
	if registers*(parts-1) <= maxAhead {
		atOnce = parts - 1
	}
	for from := 1; from < parts; from += atOnce {
		var read [][][]*ir.Value
		for rank := from; rank < from+atOnce; rank++ {
			read = append(read, e.read(rank))
		}
		for i, right := range read {
			isUsed := e.Compare("slt", e.I32(int64(from+i)), e.Element(e.split.Used(), 0))
			n, args := len(e.yielded), e.split.Combiner().Args()
			for i := range n {
				e.Values.Set(args[i], e.held[i])
				e.Values.Set(args[n+i], right[i])
			}
			if err := e.Block(e.split.Combiner()); err != nil {
				return err
			}
			for i, v := range e.split.Combiner().Last().OperandValues() {
				e.held[i] = e.ChooseAll(isUsed, e.Values.Get(v), e.held[i])
			}
		}
	}
	return nil
}

// read returns the registers that the corresponding thread of another block holds of each result.
func (e *exchange) read(rank int) [][]*ir.Value {
	got := make(map[*ir.Value]*ir.Value)
	for _, p := range e.places {
		t, n := p.values[0].Type(), len(p.values)
		m := emit.MemoryType(e.Ctx, t)
		remote := nvvm.NewMapA(e.B, p.address, e.I32(int64(rank)))
		for i, v := range e.LoadVector(remote, m, n, int64(n)*emit.BytesOf(m)) {
			got[p.values[i]] = e.FromMemory(v, t)
		}
	}
	out := make([][]*ir.Value, len(e.yielded))
	for i, v := range e.yielded {
		for _, one := range e.Values.Get(v) {
			out[i] = append(out[i], got[one])
		}
	}
	return out
}
