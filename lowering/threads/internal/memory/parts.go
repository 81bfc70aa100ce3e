package memory

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/arithmetic"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// AddParts lowers tilegpu.add_parts. A thread has the same elements of all parts. So it reads what threads with its
// number wrote in other blocks, and elements can lie as neighbors in a warp access them best. One thread counts the
// block, between two barriers, and tells the others whether it is the last one.
func AddParts(c *emit.Code, op *ir.Operation) error {
	p := tilegpu.PartsAdded{Operation: op}
	l, err := c.Layout(op, p.Values()[0].Type())
	if err != nil {
		return err
	}
	s := newSlots(c, p, l)
	for _, v := range p.Values() {
		s.mine = append(s.mine, c.Values.Get(v)...)
	}
	parts := c.Element(p.Count(), 0)
	alone := append(slices.Clone(s.mine), c.Compare("eq", parts, c.I32(1)))
	out := s.when(c.Compare("sgt", parts, c.I32(1)), alone, func() []*ir.Value {
		last := s.arrive()
		return append(s.when(last, s.mine, s.sums), last)
	})
	for i, v := range op.Results() {
		n := emit.RegisterCount(l)
		if i == len(p.Values()) {
			n = 1
		}
		c.Values.Set(v, out[:n])
		out = out[n:]
	}
	return nil
}

// slots is the memory of parts, as a thread of a block accesses it.
type slots struct {
	*emit.Code
	tilegpu.PartsAdded
	mine  []*ir.Value // what the thread has of the block's part
	owner *ir.Value   // whether it writes that
	// vectors are the registers that one instruction accesses, and places are the numbers of their words in a slot.
	vectors [][]int
	places  []*ir.Value
	copied  int // the bits in which registers that hold the same differ
}

// newSlots chooses where elements lie: as threads have them, or in row-major order where several threads have the same.
func newSlots(c *emit.Code, p tilegpu.PartsAdded, l layout.Layout) *slots {
	copied, lanes, warps := c.Copies(l)
	s := &slots{Code: c, PartsAdded: p, owner: c.Owner(lanes, warps), copied: copied}
	registers := emit.RegisterCount(l)
	var distinct []int
	for r := range registers {
		if r&copied == 0 {
			distinct = append(distinct, r)
		}
	}
	width, rows := min(maxWords, len(distinct)), []*ir.Value(nil)
	if s.owner != nil {
		width, rows = 1, c.Places(l, emit.RowMajor(l), 0)
	}
	threads, elements := int64(c.Warps*tilegpu.WarpSize), ir.Product(ir.TensorShape(p.Values()[0].Type()))
	for i := range p.Values() {
		for j, v := range slices.Collect(slices.Chunk(distinct, width)) {
			first := int64(i)*elements + int64(j*width)*threads
			place := c.Binary(&llvm.Mul, c.Thread, c.I32(int64(width)))
			if rows != nil {
				first, place = int64(i)*elements, rows[v[0]]
			}
			s.places = append(s.places, c.Binary(&llvm.Add, place, c.I32(first)))
			of := make([]int, width)
			for k, r := range v {
				of[k] = i*registers + r
			}
			s.vectors = append(s.vectors, of)
		}
	}
	return s
}

// maxWords is the number of words that one instruction accesses (PTX ISA, "ld": .v4.b32).
const maxWords = 4

// when emits code that all threads of the block execute, if they do: the condition is the same in all of them.
func (s *slots) when(condition *ir.Value, otherwise []*ir.Value, then func() []*ir.Value) []*ir.Value {
	inside, after := s.NewBlock(), s.NewBlock()
	for _, v := range otherwise {
		after.AddArg(s.Ctx, v.Type(), s.B.Loc())
	}
	llvm.NewCondBr(s.B, condition, inside, nil, after, otherwise)
	s.B.AtEnd(inside)
	touched := s.Accesses
	llvm.NewBr(s.B, after, then()...)
	s.B.AtEnd(after)
	s.Accesses = emit.Join(touched, s.Accesses)
	return after.Args()
}

// arrive writes the block's part and counts the block. It returns whether all others were counted before.
func (s *slots) arrive() (last *ir.Value) {
	i32 := s.Ctx.I(32)
	s.When(s.owner, nil, func() []*ir.Value {
		slot := s.slot(s.Element(s.Part(), 0))
		for i, registers := range s.vectors {
			words := make([]*ir.Value, len(registers))
			for j, r := range registers {
				words[j] = s.Bits(s.mine[r])
			}
			v := words[0]
			if len(words) > 1 {
				v = s.Vector(words)
			}
			llvm.NewStore(s.B, v, s.at(slot, s.places[i]), int64(len(words))*registerBytes)
		}
		return nil
	})
	flag := s.Acquire(1, i32)
	s.Barrier()
	s.first(func() {
		before := llvm.NewAtomicRMW(s.B, atomicKinds[tile.AtomicAdd].integer, orderings[tile.AcqRel],
			scopes[tile.ScopeDevice], s.counter(), s.I32(1))
		s.StoreShared(flag, s.I32(0), before)
	})
	s.Barrier()
	all := s.Binary(&llvm.Sub, s.Element(s.Count(), 0), s.I32(1))
	return s.Compare("eq", s.LoadShared(flag, s.I32(0), i32), all)
}

// first emits what only one thread does.
func (s *slots) first(do func()) {
	s.When(s.Compare("eq", s.Thread, s.I32(0)), nil, func() []*ir.Value {
		do()
		return nil
	})
}

// sums adds up all parts, in their order, and sets the counter to zero.
func (s *slots) sums() []*ir.Value {
	s.first(func() { llvm.NewStore(s.B, s.I32(0), s.counter(), registerBytes) })
	head, body, after := s.NewBlock(), s.NewBlock(), s.NewBlock()
	llvm.NewBr(s.B, head, append([]*ir.Value{s.I32(1)}, s.load(s.I32(0))...)...)
	part := head.AddArg(s.Ctx, s.Ctx.I(32), s.B.Loc())
	for _, v := range s.mine {
		head.AddArg(s.Ctx, v.Type(), s.B.Loc())
	}
	sums := slices.Clone(head.Args()[1:])
	s.B.AtEnd(head)
	llvm.NewCondBr(s.B, s.Compare("slt", part, s.Element(s.Count(), 0)), body, nil, after, nil)
	s.B.AtEnd(body)
	next := []*ir.Value{s.Binary(&llvm.Add, part, s.I32(1))}
	for i, v := range s.load(part) {
		if ir.IsFloat(v.Type()) {
			next = append(next, arithmetic.Float(&llvm.FAdd)(s.Code, s.Operation, []*ir.Value{sums[i], v}, v.Type()))
		} else {
			next = append(next, s.Binary(&llvm.Add, sums[i], v))
		}
	}
	llvm.NewBr(s.B, head, next...)
	s.B.AtEnd(after)
	return sums
}

// load reads what the thread needs of a part.
func (s *slots) load(part *ir.Value) []*ir.Value {
	out, slot := make([]*ir.Value, len(s.mine)), s.slot(part)
	for i, registers := range s.vectors {
		t := s.Ctx.I(32)
		if len(registers) == 1 {
			out[registers[0]] = llvm.NewLoad(s.B, t, s.at(slot, s.places[i]), registerBytes)
			continue
		}
		v := llvm.NewLoad(s.B, s.Ctx.VectorType([]int64{int64(len(registers))}, t, nil), s.at(slot, s.places[i]),
			int64(len(registers))*registerBytes)
		for j, r := range registers {
			out[r] = s.B.Build(&llvm.ExtractElement, []*ir.Value{v, s.I32(int64(j))}).Result(0)
		}
	}
	for r := range out {
		if out[r] == nil { // another register holds the same
			out[r] = out[r&^s.copied]
		} else {
			out[r] = s.Bitcast(out[r], s.mine[r].Type())
		}
	}
	return out
}

// slot returns the address of the slot of a part.
func (s *slots) slot(part *ir.Value) *ir.Value {
	number := s.Binary(&llvm.Add, s.Element(s.First(), 0), part)
	return llvm.NewGEP(s.B, llvm.ArrayOf(s.Ctx, s.SlotWords(), s.Ctx.I(32)), s.Element(s.Memory(), 0), 0,
		llvm.Index{Value: number})
}

func (s *slots) at(slot, place *ir.Value) *ir.Value {
	return llvm.NewGEP(s.B, s.Ctx.I(32), slot, 0, llvm.Index{Value: place})
}

func (s *slots) counter() *ir.Value {
	return llvm.NewGEP(s.B, s.Ctx.I(32), s.Element(s.Counters(), 0), 0, llvm.Index{Value: s.Element(s.Counter(), 0)})
}
