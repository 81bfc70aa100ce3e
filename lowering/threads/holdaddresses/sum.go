package holdaddresses

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// sum is a value without the constant that is added to it: a number, or the address of element index of base. An
// address without an index has only its base.
type sum struct {
	base, index *ir.Value
	element     ir.Type // of the address
}

// sumOf returns a number or an address as a sum with a constant. The constant of an address counts bytes.
func sumOf(v *ir.Value) (s sum, offset int64) {
	if _, isPointer := v.Type().(*llvm.PointerType); !isPointer {
		s.index, offset = withoutConstant(v)
		return s, offset
	}
	for {
		op := v.DefiningOp()
		if op == nil || !isAddressOfElement(op) {
			return sum{base: v}, offset
		}
		index, t := llvm.GEPIndices(op)[0], llvm.GEPElemType(op)
		size := int64(ir.BitWidth(t)) / 8
		if index.Value != nil {
			variable, constant := withoutConstant(index.Value)
			return sum{base: op.Operand(0), index: variable, element: t}, offset + constant*size
		}
		v, offset = op.Operand(0), offset+int64(index.Constant)*size
	}
}

// withoutConstant returns a number as a sum with a constant.
func withoutConstant(v *ir.Value) (*ir.Value, int64) {
	offset := int64(0)
	for op := v.DefiningOp(); op != nil && op.Is(&llvm.Add); op = v.DefiningOp() {
		n, ok := llvm.ConstantInt(op.Operand(1))
		if !ok {
			break
		}
		v, offset = op.Operand(0), offset+n
	}
	return v, offset
}

// isAddressOfElement reports whether an operation computes an address in shared memory from one index. The size of an
// element is a power of two: LLVM rounds up that of others.
func isAddressOfElement(op *ir.Operation) bool {
	if !op.Is(&llvm.GetElementPtr) || !isShared(op.Result(0)) || len(llvm.GEPIndices(op)) != 1 {
		return false
	}
	width := ir.BitWidth(llvm.GEPElemType(op))
	return width >= 8 && width&(width-1) == 0
}

func isShared(v *ir.Value) bool {
	p, ok := v.Type().(*llvm.PointerType)
	return ok && p.AddrSpace == llvm.SharedSpace
}

// arithmetic are the operations of numbers that are cheap enough to be computed again.
var arithmetic = []*ir.OpDef{&llvm.Add, &llvm.Sub, &llvm.Mul, &llvm.And, &llvm.Or, &llvm.XOr, &llvm.Shl, &llvm.LShr}

// isCheap reports whether an operation is part of the computation of an address, and may be executed at any time.
func isCheap(op *ir.Operation) bool {
	switch {
	case op.Is(&llvm.PtrToInt):
		return isShared(op.Operand(0)) && ir.BitWidth(op.Result(0).Type()) == 32
	case slices.Contains(arithmetic, op.Def()):
		return ir.BitWidth(op.Result(0).Type()) == 32
	}
	return isAddressOfElement(op) || isConstant(op)
}

func isConstant(op *ir.Operation) bool { return op.Is(&llvm.ConstantOp) || op.Is(&llvm.AddressOf) }

// isFixed reports whether an operation inside the loop is cheap and has the same result in all iterations.
func (l *loop) isFixed(op *ir.Operation) bool {
	return op.NumResults() == 1 && isCheap(op) && l.cost(op.Result(0)) >= 0
}

// cost returns how many operations compute a value, at most Least; -1 if the value may change in the loop.
func (l *loop) cost(v *ir.Value) int {
	if n, known := l.costs[v]; known {
		return n
	}
	n, op := 0, v.DefiningOp()
	switch {
	case op != nil && isCheap(op):
		if !isConstant(op) {
			n = 1
		}
		for _, operand := range op.OperandValues() {
			part := l.cost(operand)
			if part < 0 {
				n = -1
				break
			}
			n += part
		}
	case l.blocks[v.ParentBlock()]:
		n = -1
	}
	l.costs[v] = min(n, Least)
	return l.costs[v]
}

// costOf returns how many operations compute a sum; 0 if it is no address in shared memory and does not depend on one.
func (l *loop) costOf(s sum) (n int) {
	if s.base == nil && !l.dependsOnAddress(s.index) {
		return 0
	}
	for _, v := range []*ir.Value{s.base, s.index} {
		if v != nil {
			n += l.cost(v)
		}
	}
	return n
}

// dependsOnAddress reports whether a number is computed from an address.
func (l *loop) dependsOnAddress(v *ir.Value) bool {
	if depends, known := l.depends[v]; known {
		return depends
	}
	op := v.DefiningOp()
	l.depends[v] = op != nil && isCheap(op) &&
		(op.Is(&llvm.PtrToInt) || slices.ContainsFunc(op.OperandValues(), l.dependsOnAddress))
	return l.depends[v]
}

// opaque is an instruction of which a compiler does not know that its result is its operand.
const opaque = "mov.b32 $0, $1;"

// isHold reports whether an operation holds an address for a loop.
func isHold(op *ir.Operation) bool {
	if !op.Is(&llvm.InlineAsm) {
		return false
	}
	text, _, _ := llvm.AsmOf(op)
	return text == opaque
}

// heldValue returns a sum that is computed ahead of the loop. Addresses in shared memory have 32 bits.
func (l *loop) heldValue(s sum, t ir.Type) *ir.Value {
	if v := l.held[s]; v != nil {
		return v
	}
	i32 := l.b.Context().I(32)
	var v *ir.Value
	switch {
	case s.base == nil:
		v = l.copied(s.index)
	case s.index == nil:
		v = llvm.NewCast(l.b, &llvm.PtrToInt, l.copied(s.base), i32)
	default:
		address := llvm.NewGEP(l.b, s.element, l.copied(s.base), 0, llvm.Index{Value: l.copied(s.index)})
		v = llvm.NewCast(l.b, &llvm.PtrToInt, address, i32)
	}
	v = llvm.NewInlineAsm(l.b, opaque, "=r,r", true, i32, v)
	if s.base != nil {
		v = llvm.NewCast(l.b, &llvm.IntToPtr, v, t)
	}
	l.held[s] = v
	return v
}

// holdTerms holds the terms of an address that are the same in all iterations, where the address itself changes.
func (l *loop) holdTerms(v *ir.Value) {
	op := v.DefiningOp()
	if op == nil || !l.blocks[op.Block()] || !isCheap(op) || l.cost(v) >= 0 || l.searched[op] {
		return
	}
	l.searched[op] = true
	for i, term := range op.OperandValues() {
		s, offset := sumOf(term)
		if s.base == nil && l.cost(s.index) >= Least {
			op.SetOperand(i, l.plus(op, l.heldValue(s, term.Type()), offset))
		} else {
			l.holdTerms(term)
		}
	}
}

// copied returns a value that is available ahead of the loop: v itself or a copy.
func (l *loop) copied(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	if op == nil || !l.blocks[op.Block()] {
		return v
	}
	if l.copies[v] == nil {
		m := &ir.Mapping{}
		for _, operand := range op.OperandValues() {
			m.Map(operand, l.copied(operand))
		}
		l.copies[v] = l.b.Clone(op, m).Result(0)
	}
	return l.copies[v]
}

// plus adds a constant to a number or an address ahead of an operation.
func (l *loop) plus(op *ir.Operation, v *ir.Value, offset int64) *ir.Value {
	if offset == 0 {
		return v
	}
	b := ir.NewBuilder(l.b.Context())
	b.Before(op)
	if isShared(v) {
		return llvm.NewGEP(b, b.Context().I(8), v, 0, llvm.Index{Constant: int32(offset)})
	}
	return b.Build(&llvm.Add, []*ir.Value{v, llvm.NewInt(b, v.Type(), offset)}).Result(0)
}
