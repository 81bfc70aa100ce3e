package simt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
)

func addControl(table map[*ir.OpDef]rule) {
	table[&llvm.Br] = func(c *compiler, op *ir.Operation) error {
		copies, to := c.edge(op, 0)
		c.emitJump(op, func(w *warp, _ int32, active uint32) (int32, bool, error) {
			return to.at, true, w.copy(copies, active)
		})
		return nil
	}
	table[&llvm.CondBr] = (*compiler).conditional
	for _, mark := range []*ir.OpDef{&llvm.StackRestore, &llvm.LifetimeStart, &llvm.LifetimeEnd} {
		table[mark] = func(*compiler, *ir.Operation) error { return nil } // every alloca has memory of its own
	}
	table[&llvm.StackSave] = func(c *compiler, op *ir.Operation) error {
		result := c.result(op)
		c.emit(op, func(w *warp, active uint32) error {
			w.taint(result, active, 0)
			forEach(active, func(lane int) { w.registers[result][lane] = 0 })
			return nil
		})
		return nil
	}
	table[&llvm.Switch] = (*compiler).switchOn
	table[&llvm.Return] = (*compiler).leave
	table[&llvm.CallOp] = (*compiler).call
	table[&llvm.Alloca] = (*compiler).allocate
	table[&llvm.InlineAsm] = (*compiler).inlineAsm
	table[&llvm.Unreachable] = func(c *compiler, op *ir.Operation) error {
		c.emit(op, func(w *warp, active uint32) error { return w.inLane(lowest(active), ErrUnreachable) })
		return nil
	}
	table[&llvm.Assume] = func(c *compiler, op *ir.Operation) error {
		condition := c.operand(op, 0)
		c.emit(op, func(w *warp, active uint32) error {
			if bad := active & (w.poison[condition] | ^w.truths(condition)); bad != 0 {
				return w.inLane(lowest(bad), ErrAssumption)
			}
			return nil
		})
		return nil
	}
}

// transfer is the copy of a branch's operands to the arguments of a block. All copies happen at the same time.
type transfer struct {
	to, from []slot
	// aside says that some operand is an argument that another operand replaces, so that a temporary copy is needed.
	aside bool
}

// edge returns the copies and the target of a branch to successor i.
func (c *compiler) edge(op *ir.Operation, i int) (t transfer, to *label) {
	edges, _ := ir.InterfaceOf[ir.Branch](op)
	first, _ := edges.SuccessorOperands(op, i)
	block := op.Successor(i)
	written := make(map[slot]bool)
	for j, arg := range block.Args() {
		source, target := c.operand(op, first+j), c.slotOf(arg)
		for k := range slot(len(leavesOf(arg.Type()))) {
			if source+k == target+k {
				continue
			}
			t.to, t.from = append(t.to, target+k), append(t.from, source+k)
			t.aside = t.aside || written[source+k]
			written[target+k] = true
		}
	}
	return t, c.scope.labels[block]
}

// copy executes a transfer. It returns an error if that overwrites a left factor which a product still reads.
func (w *warp) copy(t transfer, active uint32) error {
	for i := 0; w.products.withWords > 0 && i < len(t.to); i++ {
		if err := w.overwritten(t.to[i]); err != nil {
			return err
		}
	}
	if !t.aside {
		for i, to := range t.to {
			w.move(to, t.from[i], active)
		}
		return nil
	}
	rows, poison, marks := make([]row, len(t.from)), make([]uint32, len(t.from)), make([]mark, len(t.from))
	for i, from := range t.from {
		rows[i], poison[i] = w.registers[from], w.poison[from]
		if w.marks != nil {
			marks[i] = w.marks[from]
		}
	}
	for i, to := range t.to {
		forEach(active, func(lane int) { w.registers[to][lane] = rows[i][lane] })
		w.taint(to, active, poison[i])
		w.remark(to, marks[i], active)
	}
	return nil
}

func (c *compiler) conditional(op *ir.Operation) error {
	condition := c.operand(op, 0)
	yes, ifTrue := c.edge(op, 0)
	no, ifFalse := c.edge(op, 1)
	c.emitJump(op, func(w *warp, _ int32, active uint32) (int32, bool, error) {
		if bad := active & w.poison[condition]; bad != 0 {
			return 0, false, w.inLane(lowest(bad), undefined("a branch"))
		}
		taken := active & w.truths(condition)
		if taken != 0 {
			if err := w.copy(yes, taken); err != nil {
				return 0, false, err
			}
		}
		if taken == active {
			return ifTrue.at, true, nil
		}
		if err := w.copy(no, active&^taken); err != nil {
			return 0, false, err
		}
		if taken == 0 {
			return ifFalse.at, true, nil
		}
		w.goTo(ifTrue.at, taken)
		w.goTo(ifFalse.at, active&^taken)
		return 0, false, nil
	})
	return nil
}

// switchOn compiles a switch: lanes with different values take different successors.
func (c *compiler) switchOn(op *ir.Operation) error {
	width := ir.BitWidth(op.Operand(0).Type())
	if width > 64 {
		return op.Errorf("%w by threads: a switch on %s", ErrUnsupported, ir.Quote(op.Operand(0).Type()))
	}
	flag, values := c.operand(op, 0), branch.ValuesOf(op)
	copies, labels := make([]transfer, op.NumSuccessors()), make([]*label, op.NumSuccessors())
	for i := range labels {
		copies[i], labels[i] = c.edge(op, i)
	}
	mask := ^uint64(0) >> (64 - width)
	c.emitJump(op, func(w *warp, _ int32, active uint32) (int32, bool, error) {
		if bad := active & w.poison[flag]; bad != 0 {
			return 0, false, w.inLane(lowest(bad), undefined("a switch"))
		}
		taken := make([]uint32, len(labels))
		forEach(active, func(lane int) {
			to := 1 + slices.IndexFunc(values, func(v int64) bool { return uint64(v)&mask == w.registers[flag][lane]&mask })
			taken[to] |= 1 << lane
		})
		for i, lanes := range taken {
			if lanes == 0 {
				continue
			}
			if err := w.copy(copies[i], lanes); err != nil {
				return 0, false, err
			}
			if lanes == active {
				return labels[i].at, true, nil
			}
			w.goTo(labels[i].at, lanes)
		}
		return 0, false, nil
	})
	return nil
}

// leave compiles a return: it ends the lanes of a kernel, or continues after a call.
func (c *compiler) leave(op *ir.Operation) error {
	done := c.scope.done
	if done == nil {
		c.emitJump(op, func(w *warp, _ int32, active uint32) (int32, bool, error) {
			w.ended |= active
			return 0, false, nil
		})
		return nil
	}
	var n, from slot
	to := c.scope.result
	if op.NumOperands() > 0 {
		n, from = slot(len(leavesOf(op.Operand(0).Type()))), c.operand(op, 0)
	}
	c.emitJump(op, func(w *warp, _ int32, active uint32) (int32, bool, error) {
		for i := range n {
			w.move(to+i, from+i, active)
		}
		return done.at, true, nil
	})
	return nil
}

// call compiles the called function inline, with registers of its own.
func (c *compiler) call(op *ir.Operation) error {
	callee := llvm.Callee(op)
	if callee == nil {
		return op.Errorf("%w by threads: a call through a pointer", ErrUnsupported)
	}
	f, ok := llvm.AsFunc(ir.ResolveSymbol(op, callee))
	if !ok || f.Type().Variadic {
		return op.Errorf("%w by threads: the callee is not a function with a fixed number of parameters",
			ErrUnsupported)
	}
	if f.Region(0).IsEmpty() {
		return c.external(op, f)
	}
	inner := newScope()
	inner.done = &label{}
	if op.NumResults() > 0 {
		inner.result = c.result(op)
	}
	for i, arg := range f.Region(0).Entry().Args() {
		n := len(leavesOf(arg.Type()))
		at := c.reserve(n)
		inner.slots[arg] = at
		c.emitMoves(op, at, c.operand(op, i), slot(n))
	}
	outer := c.scope
	c.scope = inner
	err := c.function(f)
	c.scope = outer
	if err != nil {
		return ir.Errorf(op.Loc(), "'%s' op %w", op.Name(), err)
	}
	inner.done.at = int32(len(c.code))
	return nil
}
