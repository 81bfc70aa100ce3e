// Package sorting lowers tile.sort.
package sorting

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// sorting is the lowering of one tile.sort by a bitonic network (K. E. Batcher, "Sorting networks and their
// applications", 1968). It sorts words made of a key and, so that the sort is stable, the key's place along the axis
// (keys.go). In the end, the other operands are gathered by these places through shared memory.
//
// Small networks compare words in registers, by shuffles, and between warps through shared memory (registers.go), with
// less work if only the first elements are used (first.go); the code of larger ones would be long, so they are loops
// over words in shared memory (shared.go).
type sorting struct {
	*emit.Code
	op       *ir.Operation
	axis     int
	layout   layout.Layout
	size     int // size of the axis
	coding   *keyCoding
	words    [][]*ir.Value // by register; nil for registers that hold copies
	distinct []int         // registers that hold no copies
}

// maxNetwork bounds the comparisons in the code of a network.
const maxNetwork = 2048

// Sort lowers tile.sort.
func Sort(c *emit.Code, op *ir.Operation) error {
	s := &sorting{Code: c, op: op, axis: tile.Axis(op)}
	var err error
	if s.layout, err = c.Layout(op, op.Operand(0).Type()); err != nil {
		return err
	}
	s.size = s.layout.Outs()[s.axis].Size
	if s.coding, err = s.newKeyCoding(); err != nil {
		return err
	}
	s.encode()
	steps := bits.Len(uint(s.size-1)) * bits.Len(uint(s.size)) / 2
	axis, simple := emit.AxisBits(s.layout, s.axis)
	first := s.newSelection(axis, int(tile.Leading(op)))
	switch {
	case simple && first.taken < s.size && first.comparisons() <= maxNetwork:
		if err := first.apply(); err != nil {
			return err
		}
	case simple && steps*len(s.distinct) <= maxNetwork:
		s.inRegisters(axis)
	default:
		s.inShared()
	}
	s.decode()
	return s.follow()
}

// encode encodes the keys as words.
func (s *sorting) encode() {
	s.words = make([][]*ir.Value, emit.RegisterCount(s.layout))
	free := s.layout.FreeMask(layout.Register)
	places := s.Positions(s.layout, func(coords []int) uint64 { return uint64(coords[s.axis]) })
	for r := range s.words {
		if r&free == 0 {
			s.distinct = append(s.distinct, r)
			s.words[r] = s.coding.encode(s.Element(s.op.Operand(0), r), places[r])
		}
	}
}

// decode returns the sorted keys.
func (s *sorting) decode() {
	t := s.Element(s.op.Operand(0), 0).Type()
	s.Values.Set(s.op.Result(0), s.withCopies(func(r int) *ir.Value { return s.coding.decode(s.words[r], t) }))
}

// withCopies calls f for each register that is not a copy of another one. Copies get the value of the register that
// they copy.
func (s *sorting) withCopies(f func(r int) *ir.Value) []*ir.Value {
	at := emit.RowMajor(s.layout)
	made := make(map[uint64]*ir.Value)
	for _, r := range s.distinct {
		made[at(s.layout.Apply(r))] = f(r)
	}
	out := make([]*ir.Value, len(s.words))
	for r := range out {
		out[r] = made[at(s.layout.Apply(r))]
	}
	return out
}

// follow gathers the elements of the other operands at the places of their keys.
func (s *sorting) follow() error {
	others := s.op.OperandValues()[1:]
	if len(others) == 0 {
		return nil
	}
	var types []ir.Type
	for _, v := range others {
		t, err := s.Scalar(s.op, v.Type())
		if err != nil {
			return err
		}
		types = append(types, t)
	}
	at := emit.RowMajor(s.layout)
	bases := s.AcquireEach(emit.ElementCount(s.layout), types)
	for k, v := range others {
		s.PutAll(bases[k], v, s.layout, at, 0)
	}
	s.Barrier()
	unit := make([]int, len(s.layout.Outs()))
	unit[s.axis] = 1
	lines := s.Places(s.layout, func(coords []int) uint64 {
		coords = slices.Clone(coords)
		coords[s.axis] = 0
		return at(coords)
	}, 0)
	from := s.withCopies(func(r int) *ir.Value {
		step := s.Binary(&llvm.Mul, s.coding.place(s.words[r]), s.I32(int64(at(unit))))
		return s.Binary(&llvm.Add, lines[r], step)
	})
	for k := range others {
		base := bases[k]
		s.Values.Set(s.op.Result(k+1), s.withCopies(func(r int) *ir.Value {
			return s.LoadShared(base, from[r], types[k])
		}))
	}
	return nil
}
