package advance

import (
	"maps"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// sum is a number of 64 bits, or an address if it has a base: that base, a constant, and multiples of terms. As
// numbers of 64 bits wrap around, so does a sum.
type sum struct {
	base     *ir.Value
	constant int64
	terms    map[term]int64
}

// term is a number of 64 bits, or one of fewer bits that is extended with its sign.
type term struct {
	v        *ir.Value
	extended bool
}

// plus returns s + n * t. It has the base of s.
func (s sum) plus(t sum, n int64) sum {
	out := sum{base: s.base, constant: s.constant + n*t.constant, terms: maps.Clone(s.terms)}
	for x, times := range t.terms {
		if out.terms == nil {
			out.terms = make(map[term]int64)
		}
		if out.terms[x] += n * times; out.terms[x] == 0 {
			delete(out.terms, x)
		}
	}
	return out
}

// minus returns s - t, if that is a constant.
func (s sum) minus(t sum) (constant int64, ok bool) {
	return s.constant - t.constant, s.base == t.base && maps.Equal(s.terms, t.terms)
}

// addressOf returns an address as a sum of bytes.
func (l *loop) addressOf(v *ir.Value) sum {
	op := v.DefiningOp()
	if op == nil || !op.Is(&llvm.GetElementPtr) || len(llvm.GEPIndices(op)) != 1 {
		return sum{base: v}
	}
	width := ir.BitWidth(llvm.GEPElemType(op))
	if width < 8 || width&(width-1) != 0 { // LLVM rounds up the size of an element
		return sum{base: v}
	}
	index := llvm.GEPIndices(op)[0]
	offset := sum{constant: int64(index.Constant)}
	if index.Value != nil {
		offset = l.numberOf(term{index.Value, ir.BitWidth(index.Value.Type()) < 64})
	}
	return l.addressOf(op.Operand(0)).plus(offset, int64(width)/8)
}

// numberOf returns a number as a sum.
func (l *loop) numberOf(t term) sum {
	if s, known := l.sums[t]; known {
		return s
	}
	s, ok := l.parts(t)
	if !ok {
		s = sum{terms: map[term]int64{t: 1}}
	}
	l.sums[t] = s
	return s
}

// parts returns a number as a sum of other terms, if its operation can be taken apart.
func (l *loop) parts(t term) (s sum, ok bool) {
	if n, ok := llvm.ConstantInt(t.v); ok {
		return sum{constant: n}, true
	}
	op := t.v.DefiningOp()
	if op == nil {
		return sum{}, false
	}
	switch {
	case op.Is(&llvm.SExt):
		return l.numberOf(term{op.Operand(0), true}), true
	case op.Is(&llvm.ZExt) && isSmall(op.Operand(0).Type()) && l.boundsOf(op.Operand(0)).least >= 0:
		return l.numberOf(term{op.Operand(0), true}), true
	case t.extended && !l.exact(t.v).within(allOf(t.v.Type())):
		return sum{}, false // it may wrap around, and the sum would not
	case op.Is(&llvm.Add):
		return l.part(t, op, 0).plus(l.part(t, op, 1), 1), true
	case op.Is(&llvm.Sub):
		return l.part(t, op, 0).plus(l.part(t, op, 1), -1), true
	}
	n, isConstant := int64(0), false
	if op.NumOperands() == 2 {
		n, isConstant = llvm.ConstantInt(op.Operand(1))
	}
	switch {
	case isConstant && op.Is(&llvm.Mul):
		return sum{}.plus(l.part(t, op, 0), n), true
	case isConstant && op.Is(&llvm.Shl) && 0 <= n && n < int64(ir.BitWidth(t.v.Type())):
		return sum{}.plus(l.part(t, op, 0), 1<<n), true
	}
	return sum{}, false
}

// part returns an operand of a term's operation.
func (l *loop) part(t term, op *ir.Operation, i int) sum {
	return l.numberOf(term{op.Operand(i), t.extended})
}

// stepOf returns what a sum advances by in each iteration, if that is the same constant in all.
func (l *loop) stepOf(s sum) (step int64, ok bool) {
	if s.base != nil {
		if step, ok = l.advanceOf(term{s.base, false}); !ok {
			return 0, false
		}
	}
	for t, times := range s.terms {
		by, ok := l.advanceOf(t)
		if !ok {
			return 0, false
		}
		step += times * by
	}
	return step, true
}

// advanceOf returns what a term advances by in each iteration.
func (l *loop) advanceOf(t term) (step int64, ok bool) {
	switch {
	case l.isFixed(t.v):
		return 0, true
	case t.v == l.counter:
		return l.stride, true
	case t.v.ArgumentOf() != l.header || t.extended:
		return 0, false
	}
	next := l.back.Operand(t.v.Index())
	if _, isPointer := next.Type().(*llvm.PointerType); isPointer {
		return l.addressOf(next).minus(sum{base: t.v})
	}
	return l.numberOf(term{v: next}).minus(l.numberOf(t))
}
