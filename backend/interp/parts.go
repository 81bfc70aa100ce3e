package interp

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// parts is an execution of tilegpu.add_parts.
type parts struct {
	*frame
	tilegpu.PartsAdded
	mine         []*value
	number       int64 // of parts
	first        int64 // slot
	memory       *value
	counter      *value
	part, places int64 // the program's part, and the elements of a part
}

// evalAddParts writes the program's part to its slot, in row-major order, and counts the program. The last one adds up
// what is in the slots.
func evalAddParts(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	p := parts{frame: f, PartsAdded: tilegpu.PartsAdded{Operation: op}}
	n := len(p.Values())
	p.mine, p.memory, p.places = operands[:n], operands[n+3], p.SlotWords()
	var counter int64
	for i, to := range []*int64{&p.part, &p.number, &p.first, nil, &counter} { // between them is the memory
		if to == nil {
			continue
		}
		w, err := word(operands[n+i], "a number of a part")
		if err != nil {
			return nil, err
		}
		*to = smallint.SignExtend(w, 32)
	}
	p.counter = moved(operands[n+5], counter)
	last := scalar64(op.Context().I(1), smallint.Truth(p.number == 1))
	out := append([]*value{}, p.mine...)
	if p.number > 1 {
		arrived, err := p.arrive()
		if err == nil && arrived+1 == uint64(p.number) {
			last = scalar64(op.Context().I(1), 1)
			out, err = p.sums()
		}
		if err != nil {
			return nil, err
		}
	}
	return append(out, last), nil
}

// moved returns a pointer to an element behind another one.
func moved(ptr *value, by int64) *value {
	out := allocate(ptr.elem, nil)
	out.ptrs = []pointer{{ptr.ptrs[0].array, ptr.ptrs[0].offset + by*pointeeBytes(ptr.elem)}}
	return out
}

// slot calls do for each element of a part, with its place, the number of the value and that of its element.
func (p *parts) slot(part int64, do func(at place, v, i int) error) error {
	next := (p.first + part) * p.places
	for v := range p.mine {
		for i := range p.mine[v].words {
			at, err := locate(moved(p.memory, next), 0)
			if err == nil {
				err = do(at, v, i)
			}
			if err != nil {
				return err
			}
			next++
		}
	}
	return nil
}

// arrive returns how many programs have arrived before.
func (p *parts) arrive() (uint64, error) {
	if err := p.slot(p.part, func(at place, v, i int) error { return p.storeTo(at, i, p.mine[v]) }); err != nil {
		return 0, err
	}
	before := newValue(p.Context().I(32))
	err := p.exchange(before, 0, p.counter, tile.AcqRel, func(old uint64) (uint64, bool, error) {
		return old + 1, true, nil
	})
	p.spin()
	return before.words[0], err
}

// sums adds up the parts in their order, and sets the counter to zero.
func (p *parts) sums() (out []*value, err error) {
	add := make([]kernel, len(p.mine))
	for v, mine := range p.mine {
		out = append(out, newValue(p.Result(v).Type()))
		add[v] = atomicKernel(tile.AtomicAdd, mine.elem)
	}
	for part := range p.number {
		err := p.slot(part, func(at place, v, i int) error {
			sum, one := out[v].words[i], allocate(out[v].elem, []int64{1})
			if err := p.loadFrom(one, 0, at); err != nil {
				return err
			}
			if one.poisoned(0) {
				return undefined("a part of a sum")
			}
			if out[v].words[i] = one.words[0]; part > 0 {
				out[v].words[i], err = add[v]([]uint64{sum, one.words[0]})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, p.store(p.counter, 0, scalar64(p.Context().I(32), 0))
}
