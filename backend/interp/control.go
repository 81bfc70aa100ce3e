package interp

import (
	"fmt"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// maxDepth bounds nested calls.
const maxDepth = 1000

func addControl(table map[*ir.OpDef]evaluator) {
	table[&scf.IfOp] = evalIf
	table[&scf.ForOp] = evalFor
	table[&scf.ParallelOp] = evalParallel
	table[&scf.ForallOp] = evalForall
	table[&scf.WhileOp] = evalWhile
	table[&scf.ExecuteRegion] = func(f *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		_, values, err := f.runBlocks(op.Region(0).Entry(), nil)
		return values, err
	}
	table[&scf.IndexSwitchOp] = evalIndexSwitch
	table[&fn.CallOp] = evalCall
}

// chooseSuccessor returns the successor that a branch takes.
func (f *frame) chooseSuccessor(end *ir.Operation) (int, error) {
	switch {
	case end.Is(&cf.Branch):
		return 0, nil
	case end.Is(&cf.CondBranch):
		taken, err := word(f.values[end.Operand(0)], "a branch")
		if err != nil {
			return 0, located(end, err)
		}
		return int(1 - taken), nil
	case end.Is(&cf.Switch):
		if v := f.values[end.Operand(0)]; v.poisoned(0) {
			return 0, located(end, undefined("a branch"))
		} else if i, ok := switchSuccessor(end, v); ok {
			return i, nil
		}
	}
	return 0, end.Errorf("%w by the interpreter", ErrUnsupported)
}

// switchSuccessor returns the successor that a cf.switch takes for a value.
func switchSuccessor(end *ir.Operation, v *value) (int, bool) {
	branch, ok := ir.InterfaceOf[ir.ConditionalBranch](end)
	if !ok {
		return 0, false
	}
	constants := make([]ir.Attribute, end.NumOperands())
	constants[0] = end.Context().BigInteger(end.Operand(0).Type(), signedOf(v.bits(0), bitWidth(v.elem)))
	i := branch.SuccessorFor(end, constants)
	return i, i >= 0
}

func evalIndexSwitch(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	w, err := word(operands[0], "a branch")
	if err != nil {
		return nil, err
	}
	chosen := 0
	for i, c := range (scf.IndexSwitch{Operation: op}).Cases() {
		if c == int64(w) {
			chosen = i + 1
			break
		}
	}
	_, values, err := f.runBlocks(op.Region(chosen).Entry(), nil)
	return values, err
}

func evalIf(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	taken, err := word(operands[0], "a branch")
	if err != nil {
		return nil, err
	}
	region := op.Region(int(1 - taken))
	if region.IsEmpty() {
		return nil, nil
	}
	_, values, err := f.runBlocks(region.Entry(), nil)
	return values, err
}

func evalFor(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	loop := scf.For{Operation: op}
	var bounds [3]uint64
	for i := range bounds {
		var err error
		if bounds[i], err = word(operands[i], "a loop bound"); err != nil {
			return nil, err
		}
	}
	t := loop.LowerBound().Type()
	width := bitWidth(t)
	lower, upper, step := bounds[0], bounds[1], bounds[2]
	if step == 0 || !loop.IsUnsigned() && smallint.SignExtend(step, width) < 0 {
		return nil, fmt.Errorf("%w: its step is %d", ErrLoop, smallint.SignExtend(step, width))
	}
	less := func(x uint64) bool { return smallint.SignExtend(x, width) < smallint.SignExtend(upper, width) }
	if loop.IsUnsigned() {
		less = func(x uint64) bool { return x < upper }
	}
	carried := operands[3:]
	for i := lower; less(i); {
		_, values, err := f.runBlocks(loop.Body(), append([]*value{scalar64(t, i)}, carried...))
		if err != nil {
			return nil, err
		}
		carried = values
		next := (i + step) & smallint.Mask(width)
		if !loop.IsUnsigned() && smallint.SignExtend(next, width) < smallint.SignExtend(i, width) ||
			loop.IsUnsigned() && next < i {
			break // the induction variable would overflow, so it has passed the bound
		}
		i = next
	}
	return carried, nil
}

// scalar64 returns a scalar of an integer type or index.
func scalar64(t ir.Type, w uint64) *value {
	return &value{elem: t, words: []uint64{w & smallint.Mask(bitWidth(t))}}
}

func evalWhile(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	loop := scf.While{Operation: op}
	for {
		end, values, err := f.runBlocks(loop.Before(), operands)
		if err != nil {
			return nil, err
		}
		again, err := word(values[0], "a loop")
		if err != nil {
			return nil, located(end, err)
		}
		if again == 0 {
			return values[1:], nil
		}
		if _, operands, err = f.runBlocks(loop.After(), values[1:]); err != nil {
			return nil, err
		}
	}
}

func evalCall(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	ref, ok := op.Inherent("callee").(*ir.SymbolRefAttr)
	if !ok {
		return nil, ErrUnsupported
	}
	callee, ok := fn.AsFunc(ir.ResolveSymbol(op, ref))
	if !ok || callee.IsDeclaration() {
		return nil, fmt.Errorf("%w: %s has no body", ErrUnsupported, ref)
	}
	if f.depth++; f.depth > maxDepth {
		return nil, ErrTooDeep
	}
	defer func() { f.depth-- }()
	inner := &frame{machine: f.machine, values: make(map[*ir.Value]*value)}
	_, values, err := inner.runBlocks(callee.Entry(), operands)
	return values, err
}
