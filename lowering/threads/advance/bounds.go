package advance

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// bounds are the least and the greatest number, with a sign, that a value of at most 32 bits can be.
type bounds struct{ least, greatest int64 }

// allOf returns the bounds of a type.
func allOf(t ir.Type) bounds {
	half := int64(1) << (ir.BitWidth(t) - 1)
	return bounds{-half, half - 1}
}

// within reports whether all numbers of b are in c.
func (b bounds) within(c bounds) bool { return c.least <= b.least && b.greatest <= c.greatest }

// isSmall reports whether values of a type are integers of which bounds are known.
func isSmall(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width <= 32
}

// boundsOf returns the bounds of a number behind the test of the loop.
func (l *loop) boundsOf(v *ir.Value) bounds {
	if b, known := l.known[v]; known {
		return b
	}
	all := allOf(v.Type())
	l.known[v] = all // while it is computed: a counter may depend on itself
	b := l.exact(v)
	if !b.within(all) { // it may wrap around
		b = all
	}
	l.known[v] = b
	return b
}

// exact returns the bounds of what a value would be if it had more bits.
func (l *loop) exact(v *ir.Value) bounds {
	all := allOf(v.Type())
	if n, ok := llvm.ConstantInt(v); ok {
		return bounds{n, n}
	}
	if v == l.counter {
		return bounds{l.boundsOf(l.enter.Operand(v.Index())).least, l.boundsOf(l.limit).greatest - 1}
	}
	op := v.DefiningOp()
	if op == nil {
		return all
	}
	if r, ok := op.Inherent("range").(*llvm.ConstantRangeAttr); ok && op.NumOperands() == 0 {
		return bounds{int64(r.Lower), int64(r.Upper) - 1}
	}
	if op.NumOperands() == 2 && isSmall(op.Operand(0).Type()) {
		return l.ofTwo(op, l.boundsOf(op.Operand(0)), l.boundsOf(op.Operand(1)))
	}
	switch {
	case op.Is(&llvm.Select):
		x, y := l.boundsOf(op.Operand(1)), l.boundsOf(op.Operand(2))
		return bounds{min(x.least, y.least), max(x.greatest, y.greatest)}
	case op.Is(&llvm.SExt) && isSmall(op.Operand(0).Type()):
		return l.boundsOf(op.Operand(0))
	case op.Is(&llvm.ZExt) && isSmall(op.Operand(0).Type()):
		return unsigned(l.boundsOf(op.Operand(0)), allOf(op.Operand(0).Type()))
	}
	return all
}

// products returns the bounds of products.
func products(x, y bounds) bounds {
	list := []int64{x.least * y.least, x.least * y.greatest, x.greatest * y.least, x.greatest * y.greatest}
	return bounds{slices.Min(list), slices.Max(list)}
}

// unsigned returns the bounds of a number without a sign that has the same bits.
func unsigned(b, all bounds) bounds {
	if b.least < 0 {
		return bounds{0, all.greatest - all.least}
	}
	return b
}

// ofTwo returns the bounds of the result of an operation with two operands. Flags do not say that it never wraps
// around: it may be poison where an iteration copies nothing from that address.
func (l *loop) ofTwo(op *ir.Operation, x, y bounds) bounds {
	all := allOf(op.Result(0).Type())
	switch {
	case op.Is(&llvm.Add):
		return bounds{x.least + y.least, x.greatest + y.greatest}
	case op.Is(&llvm.Sub):
		return bounds{x.least - y.greatest, x.greatest - y.least}
	case op.Is(&llvm.Mul):
		return products(x, y)
	case op.Is(&llvm.Shl) && 0 <= y.least && y.greatest < 32:
		return products(x, bounds{1 << y.least, 1 << y.greatest})
	case y.least < 0:
		return all
	case op.Is(&llvm.And) && x.least < 0:
		return bounds{0, y.greatest}
	case x.least < 0 || op.Is(&llvm.UDiv) && y.least == 0:
		return all
	case op.Is(&llvm.LShr) && y.greatest < 32, op.Is(&llvm.AShr) && y.greatest < 32:
		return bounds{x.least >> y.greatest, x.greatest >> y.least}
	case op.Is(&llvm.And):
		return bounds{0, min(x.greatest, y.greatest)}
	case op.Is(&llvm.Or), op.Is(&llvm.XOr):
		return bounds{0, 1<<bits.Len64(uint64(x.greatest|y.greatest)) - 1}
	case op.Is(&llvm.UDiv):
		return bounds{x.least / y.greatest, x.greatest / y.least}
	case op.Is(&llvm.URem):
		return bounds{0, min(x.greatest, y.greatest-1)}
	}
	return all
}
