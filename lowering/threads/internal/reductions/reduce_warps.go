package reductions

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// slots is the shared memory through which the warps of a reduction exchange what they have. Slot w*elements + e holds
// what the w-th of so many warps has of element e of the result. Slots of operands with equal elements have no memory:
// all warps have the values in own. If threads combine elements of their own, they write them to the slots of the w-th
// warp for w = totals.
type slots struct {
	bases                   []*ir.Value
	elements, warps, totals int
	own                     []*ir.Value
}

// acrossWarps combines the results of the warps that differ in the bits of mask, and returns all registers of the
// result. Each warp writes its own to shared memory. Then every thread reads and combines what the warps have of its
// registers' elements. Warps would thereby combine the same. Where that takes longer than another exchange, each thread
// combines an element of its own instead, and writes it to shared memory, where everyone reads it: over what only this
// thread has read, or, if there are more threads than elements, behind what all warps have written.
func (r *reduction) acrossWarps(p *part, mask int) ([][]*ir.Value, error) {
	s := &slots{elements: 1, warps: 1 << bits.OnesCount(uint(mask)), own: p.values[0]}
	for _, d := range r.out.Outs() {
		s.elements *= d.Size
	}
	divide, exchanges := r.dividesElements(s, len(p.registers)), slices.Contains(r.equal, false)
	s.bases = make([]*ir.Value, len(r.types))
	if exchanges {
		all := s.warps
		if divide && s.elements < r.threads() {
			s.totals = s.warps
			all++
		}
		s.bases = r.acquire(int64(s.elements * all))
		r.write(p, s, mask)
		r.Barrier()
	}
	if !divide {
		return r.combineAll(p, s)
	}
	totals, err := r.combineOwn(s)
	if err != nil {
		return nil, err
	}
	r.Barrier()
	s.own = totals
	at, values := r.resultOffsets(), make([][]*ir.Value, len(p.registers))
	for i, reg := range p.registers {
		values[i] = r.slot(s, s.totals, at[reg])
	}
	return r.copied(p.registers, values), nil
}

// combineAll combines what all warps have of the elements of a thread's registers.
func (r *reduction) combineAll(p *part, s *slots) ([][]*ir.Value, error) {
	at, values := r.resultOffsets(), make([][]*ir.Value, len(p.registers))
	read := make([][][]*ir.Value, len(p.registers))
	for i, reg := range p.registers {
		read[i] = r.slots(s, at[reg])
	}
	for i := range read {
		var err error
		if values[i], err = r.combineList(read[i]); err != nil {
			return nil, err
		}
	}
	return r.copied(p.registers, values), nil
}

// dividesElements reports whether it takes longer if each thread combines what all warps have of so many registers'
// elements, than if it combines elements of its own. That takes another barrier, and threads wait for what they have
// written and read.
func (r *reduction) dividesElements(s *slots, registers int) bool {
	combine, words := r.combinerCost(), r.words()
	each := float64(s.warps)*words*costs.Shared + float64(s.warps-1)*combine
	own := float64(r.ownElements(s)) * (each + words*costs.Shared)
	return own+float64(registers)*words*costs.Shared+2*costs.Barrier < float64(registers)*each
}

// ownElements returns how many elements of the result each thread combines, at most, if threads divide them.
func (r *reduction) ownElements(s *slots) int { return (s.elements + r.threads() - 1) / r.threads() }

func (r *reduction) threads() int { return r.Warps * tilegpu.WarpSize }

// acquire returns shared memory for so many elements of each operand that warps exchange, and nil for others.
func (r *reduction) acquire(elements int64) []*ir.Value {
	var types []ir.Type
	for i, t := range r.types {
		if !r.equal[i] {
			types = append(types, t)
		}
	}
	bases, found := make([]*ir.Value, len(r.types)), r.AcquireEach(elements, types)
	for i := range bases {
		if !r.equal[i] {
			bases[i], found = found[0], found[1:]
		}
	}
	return bases
}

// write writes what each warp has to its slots. Of the lanes with the same values, the first one writes them.
func (r *reduction) write(p *part, s *slots, mask int) {
	all := r.resultOffsets()
	at := make([]*ir.Value, len(p.registers))
	for i, reg := range p.registers {
		at[i] = all[reg]
	}
	_, lanes, copies := r.Copies(r.in)
	lanes |= r.axisBits(layout.Lane)
	for _, bit := range p.divided {
		half, second := len(at)/2, r.Bit(r.Lane, bit)
		for i := range half {
			at[i] = r.Choose(second, at[half+i], at[i])
		}
		at, lanes = at[:half], lanes&^(1<<bit)
	}
	first := r.warpSlot(mask, int64(s.elements))
	r.When(r.Owner(lanes, copies), nil, func() []*ir.Value {
		for i, values := range p.values {
			to := first
			if at[i] != nil {
				to = r.Disjoint(first, at[i])
			}
			r.store(s, to, values)
		}
		return nil
	})
}

// store writes the values of an element to a slot.
func (r *reduction) store(s *slots, to *ir.Value, values []*ir.Value) {
	for i, base := range s.bases {
		if base != nil {
			r.StoreShared(base, to, values[i])
		}
	}
}

// slot reads what a warp has of the element at an offset; for a scalar, that is nil.
func (r *reduction) slot(s *slots, warp int, at *ir.Value) []*ir.Value {
	from := r.I32(int64(warp * s.elements))
	if at != nil {
		from = r.Disjoint(at, from)
	}
	out := make([]*ir.Value, len(s.bases))
	for i, base := range s.bases {
		if out[i] = s.own[i]; base != nil {
			out[i] = r.LoadShared(base, from, r.types[i])
		}
	}
	return out
}

// slots reads what all warps have of the element at an offset.
func (r *reduction) slots(s *slots, at *ir.Value) [][]*ir.Value {
	out := make([][]*ir.Value, s.warps)
	for w := range out {
		out[w] = r.slot(s, w, at)
	}
	return out
}

// combineList combines the elements of a list, one after the other.
func (r *reduction) combineList(list [][]*ir.Value) (acc []*ir.Value, err error) {
	acc = list[0]
	for _, next := range list[1:] {
		if acc, err = r.combineWith(acc, next); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

// combineOwn has each thread combine and write elements of its own. It returns one of them, which has the totals of
// operands with equal elements.
func (r *reduction) combineOwn(s *slots) (totals []*ir.Value, err error) {
	for k := range r.ownElements(s) {
		at := r.Thread
		if k > 0 {
			at = r.Disjoint(at, r.I32(int64(k*r.threads())))
		}
		var within *ir.Value
		if s.elements < r.threads() { // the other threads compute the same again
			at = r.Binary(&llvm.And, at, r.I32(int64(s.elements-1)))
			within = r.Compare("ult", r.Thread, r.I32(int64(s.elements)))
		}
		if totals, err = r.combineList(r.slots(s, at)); err != nil {
			return nil, err
		}
		r.When(within, nil, func() []*ir.Value {
			r.store(s, r.Disjoint(at, r.I32(int64(s.totals*s.elements))), totals)
			return nil
		})
	}
	return totals, nil
}

func (r *reduction) freeRegisters() int { return r.out.FreeMask(layout.Register) }

// resultOffsets returns the index of each register's element in the result. For a scalar it is nil.
func (r *reduction) resultOffsets() []*ir.Value {
	if len(r.out.Outs()) == 0 {
		return []*ir.Value{nil}
	}
	return r.Offsets(r.out)
}

// warpSlot returns the index of the thread's warp among those that differ in the bits of mask, times elements.
func (r *reduction) warpSlot(mask int, elements int64) *ir.Value {
	var slot *ir.Value
	for i, image := 0, uint64(elements); mask>>i != 0; {
		n := bits.TrailingZeros(^uint(mask >> i)) // the length of a run of set bits
		if n == 0 {
			i++
			continue
		}
		part, _ := r.MoveBits(r.Warp, i, n, image)
		if slot == nil {
			slot = part
		} else {
			slot = r.Disjoint(slot, part)
		}
		i, image = i+n, image<<n
	}
	return slot
}
