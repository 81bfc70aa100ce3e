package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// A product of a warp group writes the registers of its accumulator between its start and a wait. Until then only
// further products of the same shape may use them, which add to the same registers (PTX ISA, "Asynchronous Warpgroup
// Level Matrix Instructions", on accesses to registers). Each such register of a warp has a mark. Operations that only
// pass values on, which take no instructions, pass the mark on. Any other operation that reads the register is an
// error, and so is a product that would not add to it in its place.

// running is a product of a warp group.
type running struct {
	op    *ir.Operation
	shape nvvm.Wgmma
	reads []span // the memory that it reads
	words slot   // the first register of its left factor, or noWords
	ended bool   // the warp has waited for it
	// continued says that a later product adds to its registers.
	continued bool
}

// mark says that a register belongs to the accumulator of a product, at a place. Only registers whose value is
// undefined are marked.
type mark struct {
	product *running
	at      slot
}

// marked returns the mark of a register whose product still runs; ok is false if there is none.
func (w *warp) marked(s slot, active uint32) (m mark, ok bool) {
	m = w.marks[s]
	return m, m.product != nil && !m.product.ended && w.poison[s]&active != 0
}

// remark marks a register whose active lanes get a value with a mark, which may be none.
func (w *warp) remark(to slot, m mark, active uint32) {
	if w.marks != nil && (active == everyone || m.product != nil) {
		w.marks[to] = m
	}
}

// passesOn are the operations that pass the values of operands on. Products only pass on the accumulator.
var passesOn = map[*ir.OpDef]bool{&llvm.InsertValue: true, &llvm.ExtractValue: true, &llvm.Br: true, &llvm.CondBr: true,
	&llvm.Switch: true, &llvm.Return: true, &llvm.CallOp: true, &tilegpu.FenceRegisters: true,
	&tilegpu.AwaitProducts: true}

// readBy returns the registers that the instruction of an operation reads.
func (c *compiler) readBy(op *ir.Operation) []slot {
	if passesOn[op.Def()] {
		return nil
	}
	values := slices.Clone(op.OperandValues())
	switch {
	case op.Is(&nvvm.WgmmaMMAAsync):
		values = values[1:]
	case op.Is(&tilegpu.RegisterProduct):
		values = values[:2]
	}
	return c.registersOf(values)
}

// registersOf returns the registers of values.
func (c *compiler) registersOf(values []*ir.Value) (list []slot) {
	for _, v := range values {
		for i := range slot(len(leavesOf(v.Type()))) {
			list = append(list, c.slotOf(v)+i)
		}
	}
	return list
}

// untouched returns an error if an instruction reads registers that a product still writes, or writes registers that
// one still reads.
func (w *warp) untouched(in *instruction, active uint32) error {
	for _, s := range in.reads {
		if m, ok := w.marked(s, active); ok {
			return m.product.misused(fmt.Errorf("%w: register %d of the accumulator of a product is read, but the warp has not "+
				"waited for the product", ErrInFlight, m.at))
		}
	}
	if w.products.withWords == 0 {
		return nil
	}
	for _, s := range in.writes {
		if err := w.overwritten(s); err != nil {
			return err
		}
	}
	return nil
}

// passWait passes a register through a wait. If the product that wrote it has ended, its value is defined.
func (w *warp) passWait(to, from slot) error {
	m := w.marks[from]
	if w.poison[from] == 0 || m.product == nil {
		w.move(to, from, everyone)
		return nil
	}
	if m.product.continued {
		return m.product.misused(fmt.Errorf("%w: the accumulator of a product passes through a wait, but a later product "+
			"adds to its registers", ErrInFlight))
	}
	w.move(to, from, everyone)
	if m.product.ended {
		w.poison[to], w.marks[to] = 0, mark{}
	}
	return nil
}

// misused returns an error about the registers of a product, with its location.
func (p *running) misused(err error) error {
	return &laneError{lane: 0, err: err, other: p.op, does: "where the product begins"}
}

// addsTo returns an error if a product must not add to the registers from sums on. It must continue the product that
// still writes them, or find all of them written.
func (w *warp) addsTo(shape nvvm.Wgmma, sums slot) error {
	var before *running
	for i := range slot(shape.N / 2) {
		if m, ok := w.marked(sums+i, everyone); ok {
			before = m.product
		}
	}
	for i := range slot(shape.N / 2) {
		m, ok := w.marked(sums+i, everyone)
		switch bad := w.poison[sums+i]; {
		case before == nil && bad != 0 && !shape.Clear && w.marks[sums+i].product == nil:
			return w.inLane(lowest(bad), undefined("a product's accumulator"))
		case before != nil && (!ok || m.product != before || m.at != i):
			return before.misused(fmt.Errorf("%w: register %d of an accumulator is not that of the product which still writes "+
				"others of its registers", ErrInFlight, i))
		}
	}
	switch {
	case before == nil:
		return nil
	case before.continued:
		return before.misused(fmt.Errorf("%w: a product adds to an accumulator, but a later product already adds to its "+
			"registers", ErrInFlight))
	}
	if p := before.shape; p.N != shape.N || p.K() != shape.K() {
		return before.misused(fmt.Errorf("%w: a product of shape m64n%dk%d adds to an accumulator which one of shape "+
			"m64n%dk%d still writes", ErrInFlight, shape.N, shape.K(), p.N, p.K()))
	}
	before.continued = true
	return nil
}
