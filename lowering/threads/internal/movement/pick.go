package movement

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// pick returns the registers of a selection. If the register depends on a bit of the lane or warp number, a select
// chooses between two.
func pick(c *emit.Code, held []*ir.Value, s layout.Selection) []*ir.Value {
	p := &picker{Code: c, held: held}
	for i, flip := range s.Lane {
		p.add(flip, c.Lane, i)
	}
	for i, flip := range s.Warp {
		p.add(flip, c.Warp, i)
	}
	if len(p.bits) > 0 {
		p.made = make(map[[2]int]*ir.Value)
	}
	out := make([]*ir.Value, len(s.Registers))
	for r, source := range s.Registers {
		out[r] = p.value(len(p.bits), source)
	}
	return out
}

// picker selects between registers by bits of the thread's number, one after the other.
type picker struct {
	*emit.Code
	held []*ir.Value
	bits []pickBit
	made map[[2]int]*ir.Value // selected values, by the number of bits considered, and the register if all of them are 0
}

// pickBit is a bit of the lane or warp number. If it is set, the bits flip of the register number are inverted.
type pickBit struct {
	set  *ir.Value
	flip int
}

func (p *picker) add(flip int, index *ir.Value, bit int) {
	if flip != 0 {
		p.bits = append(p.bits, pickBit{p.Bit(index, bit), flip})
	}
}

// value returns the register that the first n bits select.
func (p *picker) value(n, register int) *ir.Value {
	if n == 0 {
		return p.held[register]
	}
	key := [2]int{n, register}
	if v := p.made[key]; v != nil {
		return v
	}
	b := p.bits[n-1]
	set, clear := p.value(n-1, register^b.flip), p.value(n-1, register)
	v := clear
	if set != clear {
		v = p.B.Build(&llvm.Select, []*ir.Value{b.set, set, clear}).Result(0)
	}
	p.made[key] = v
	return v
}
