package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Op builds an operation without attributes, or returns its result if that can be folded: operations on constants, x +
// 0, and x ^ (x ^ y), which is y. Compilers would fold them, too, but smaller programs compile faster.
func (c *Code) Op(def *ir.OpDef, args []*ir.Value) *ir.Value {
	if v := c.fold(def, args); v != nil {
		return v
	}
	return c.B.Build(def, args).Result(0)
}

// fold returns the result of an operation if it can be folded, and nil otherwise.
func (c *Code) fold(def *ir.OpDef, args []*ir.Value) *ir.Value {
	switch def {
	case &llvm.Select:
		return choose(args[0], args[1], args[2])
	case &llvm.XOr, &llvm.Or, &llvm.And, &llvm.Add:
		return c.foldInts(def, args[0], args[1])
	}
	return nil
}

func (c *Code) foldInts(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	m, isNumber := numberOf(x)
	n, too := numberOf(y)
	switch {
	case isNumber && too:
		return c.Number(x.Type(), number(def, m, n))
	case too && n == 0 && def != &llvm.And:
		return x
	case isNumber && m == 0 && def != &llvm.And:
		return y
	case def == &llvm.XOr:
		if v := without(x, y); v != nil {
			return v
		}
		return without(y, x)
	}
	return nil
}

// numberOf returns the sign-extended value of a constant of at most 64 bits, and whether v is one.
func numberOf(v *ir.Value) (n int64, ok bool) {
	if n, ok = llvm.ConstantInt(v); !ok || ir.BitWidth(v.Type()) > 64 {
		return 0, false
	}
	if ir.IsInt(v.Type(), 1) && n != 0 {
		return -1, true
	}
	return n, true
}

// number computes an operation on two constants. The caller truncates the result to the width of the type.
func number(def *ir.OpDef, m, n int64) int64 {
	switch def {
	case &llvm.XOr:
		return m ^ n
	case &llvm.Or:
		return m | n
	case &llvm.And:
		return m & n
	}
	return m + n
}

// without returns y if sum is x ^ y or y ^ x, and nil otherwise.
func without(x, sum *ir.Value) *ir.Value {
	op := sum.DefiningOp()
	switch {
	case op == nil || !op.Is(&llvm.XOr):
		return nil
	case op.Operand(0) == x:
		return op.Operand(1)
	case op.Operand(1) == x:
		return op.Operand(0)
	}
	return nil
}

// choose returns the result of a select if it is known without the condition's value at run time, and nil otherwise.
func choose(condition, x, y *ir.Value) *ir.Value {
	if x == y {
		return x
	}
	if holds, ok := llvm.ConstantInt(condition); ok && holds != 0 {
		return x
	} else if ok {
		return y
	}
	return nil
}

// orders are the predicates of llvm.icmp that are folded, by name.
var orders = map[string]func(m, n int64) bool{
	"eq": func(m, n int64) bool { return m == n }, "ne": func(m, n int64) bool { return m != n },
	"slt": func(m, n int64) bool { return m < n }, "sle": func(m, n int64) bool { return m <= n },
	"sgt": func(m, n int64) bool { return m > n }, "sge": func(m, n int64) bool { return m >= n },
}

// compare returns the result of comparing two constants, or nil if they are not constants.
func (c *Code) compare(predicate string, x, y *ir.Value) *ir.Value {
	m, isNumber := numberOf(x)
	n, too := numberOf(y)
	holds := orders[predicate]
	if !isNumber || !too || holds == nil {
		return nil
	}
	if holds(m, n) {
		return c.Number(c.Ctx.I(1), 1)
	}
	return c.Number(c.Ctx.I(1), 0)
}
