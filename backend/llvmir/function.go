package llvmir

import (
	"slices"
	"strconv"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/value"
)

// body translates one function.
type body struct {
	*translator
	fn     *llir.Func
	block  *llir.Block // the block that instructions are appended to
	values pointermap.Map[ir.Value, value.Value]
	blocks map[*ir.Block]*llir.Block
	phis   map[*ir.Value]*llir.InstPhi
	parts  map[*ir.Value][]value.Value // fields of structures that are not put together
	chains map[*ir.Operation]*chain    // by their operations
	apart  bool                        // whether products add to several accumulators
	// multiplies says whether there are products of warps (loadbeside.go).
	multiplies bool
	scope      *node                  // scope of source positions; nil for none
	policies   map[string]value.Value // cache policies of L2, by eviction priority (cache.go)
	// predicate is the condition under which a signal is given; nil for everywhere (predicated.go).
	predicate *ir.Value
}

func (t *translator) function(f llvm.Func) error {
	region := f.Region(0)
	if region.IsEmpty() {
		return nil
	}
	fn := t.functions[ir.SymbolNameOf(f.Operation)]
	size := 0
	for block := range region.Blocks() {
		size += block.NumArgs() + block.NumOps()
	}
	b := &body{translator: t, fn: fn, values: pointermap.Of[ir.Value, value.Value](size),
		blocks: make(map[*ir.Block]*llir.Block), phis: make(map[*ir.Value]*llir.InstPhi),
		parts: make(map[*ir.Value][]value.Value), chains: make(map[*ir.Operation]*chain)}
	if t.debug != nil {
		b.scope = t.debug.function(f, fn)
	}
	for i, arg := range region.Entry().Args() {
		b.values.Set(arg, fn.Params[i])
	}
	order := reversePostorder(region.Entry())
	b.apart, b.multiplies = accumulateApart(order), multiplies(order)
	priorities := b.prioritiesOf(order)
	order = slices.DeleteFunc(order, func(block *ir.Block) bool { // printed with the branch
		for branch := range block.Predecessors() {
			if aside, _ := signalBeside(branch); aside == block {
				return true
			}
			if l := b.loadBeside(branch); l != nil && l.aside == block {
				return true
			}
		}
		return false
	})
	for _, block := range order {
		if err := b.open(f.Operation, block); err != nil {
			return err
		}
	}
	b.block = b.blocks[region.Entry()]
	b.createPolicies(priorities)
	for _, block := range order {
		b.block = b.blocks[block]
		for op := range block.Ops() {
			if err := b.operation(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// open creates a block with a phi for each of its arguments. For the entry block, these are the parameters of the
// function.
func (b *body) open(f *ir.Operation, block *ir.Block) error {
	out := b.newBlock()
	out.Insts = make([]llir.Instruction, 0, block.NumArgs()+block.NumOps())
	b.blocks[block] = out
	if block.IsEntry() || b.isBehindLoad(block) {
		return nil
	}
	for _, arg := range block.Args() {
		typ, err := b.convert(f, arg.Type())
		if err != nil {
			return err
		}
		phi := &llir.InstPhi{Typ: typ}
		out.Insts = append(out.Insts, phi)
		b.values.Set(arg, phi)
		b.phis[arg] = phi
	}
	return nil
}

// newBlock appends a block with a name, since LLVM 7 cannot read numbers as labels.
func (b *body) newBlock() *llir.Block { return b.fn.NewBlock("b" + strconv.Itoa(len(b.fn.Blocks))) }

// reversePostorder lists the reachable blocks so that each comes after those that dominate it. So definitions are
// translated before their uses.
func reversePostorder(entry *ir.Block) []*ir.Block {
	var order []*ir.Block
	seen := make(map[*ir.Block]bool)
	var visit func(*ir.Block)
	visit = func(b *ir.Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		if end := b.Last(); end != nil {
			for i := end.NumSuccessors() - 1; i >= 0; i-- {
				visit(end.Successor(i))
			}
		}
		order = append(order, b)
	}
	visit(entry)
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

func (b *body) operation(op *ir.Operation) error {
	emit, ok := emitters.Lookup(op.Def())
	if !ok {
		return op.Errorf("has no translation to LLVM IR")
	}
	if err := checkCluster(op); err != nil {
		return err
	}
	block, instructions, blocks := b.block, len(b.block.Insts), len(b.fn.Blocks)
	if err := b.withWhole(op, emit); err != nil {
		return err
	}
	if b.scope != nil {
		b.locate(op, block, instructions, blocks)
	}
	if b.visit != nil {
		return b.visitInstructions(op, block, instructions, blocks)
	}
	return nil
}

// emit appends an instruction. If op has a result, the instruction is its value.
func (b *body) emit(op *ir.Operation, inst llir.Instruction) {
	b.block.Insts = append(b.block.Insts, inst)
	if op.NumResults() == 1 {
		if v, ok := valueOf(inst); ok {
			b.values.Set(op.Result(0), v)
		}
	}
}

// valueOf returns an instruction as a value if it is one. Go finds the usual instructions in a list in a few steps, and
// asks others for the interface, which takes ten times as long.
func valueOf(inst llir.Instruction) (v value.Value, ok bool) {
	switch v := inst.(type) {
	case *llir.InstAdd:
		return v, true
	case *llir.InstFAdd:
		return v, true
	case *llir.InstMul:
		return v, true
	case *llir.InstFMul:
		return v, true
	case *llir.InstAnd:
		return v, true
	case *llir.InstOr:
		return v, true
	case *llir.InstXor:
		return v, true
	case *llir.InstFCmp:
		return v, true
	case *llir.InstSelect:
		return v, true
	case *llir.InstCall:
		return v, true
	case *llir.InstLoad:
		return v, true
	case *llir.InstGetElementPtr:
		return v, true
	case *llir.InstExtractValue:
		return v, true
	}
	v, ok = inst.(value.Value)
	return v, ok
}

// add appends an instruction that the translation of op needs, and returns it.
func add[I llir.Instruction](b *body, inst I) I {
	b.block.Insts = append(b.block.Insts, inst)
	return inst
}

// operand returns the value of operand i.
func (b *body) operand(op *ir.Operation, i int) value.Value { return b.values.Get(op.Operand(i)) }

func (b *body) operands(op *ir.Operation) []value.Value {
	args := make([]value.Value, op.NumOperands())
	for i := range args {
		args[i] = b.operand(op, i)
	}
	return args
}

// plain returns v. A pointer becomes a pointer to i8, the form in which phis, selects and stores use pointers.
func (b *body) plain(op *ir.Operation, v *ir.Value) (value.Value, error) {
	if p, ok := v.Type().(*llvm.PointerType); ok {
		return b.address(op, b.values.Get(v), p, nil)
	}
	return b.values.Get(v), nil
}

// address returns a pointer to pointee. With typed pointers it casts the pointer if needed.
func (b *body) address(op *ir.Operation, v value.Value, p *llvm.PointerType, pointee ir.Type) (value.Value, error) {
	want, err := b.pointer(op, p, pointee)
	if err != nil {
		return nil, err
	}
	if b.pointers == Opaque || sameType(v.Type(), want) {
		return v, nil
	}
	return add(b, llir.NewBitCast(v, want)), nil
}

func (b *body) addressOperand(op *ir.Operation, i int, pointee ir.Type) (value.Value, error) {
	ptr, ok := op.Operand(i).Type().(*llvm.PointerType)
	if !ok {
		return nil, op.Errorf("has no translation to LLVM IR: only single pointers have")
	}
	return b.address(op, b.operand(op, i), ptr, pointee)
}

// branchTo adds the values from the current block to the phis of a successor, and returns the successor's block.
func (b *body) branchTo(op *ir.Operation, i int, from *llir.Block) (*llir.Block, error) {
	edges, _ := ir.InterfaceOf[ir.Branch](op)
	first, last := edges.SuccessorOperands(op, i)
	dest := op.Successor(i)
	for k := first; k < last; k++ {
		v, err := b.plain(op, op.Operand(k))
		if err != nil {
			return nil, err
		}
		phi := b.phis[dest.Arg(k-first)]
		phi.Incs = append(phi.Incs, llir.NewIncoming(v, from))
	}
	return b.blocks[dest], nil
}
