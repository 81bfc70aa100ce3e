package simt

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func addIntegers(table map[*ir.OpDef]func(op *ir.Operation) elementwise) {
	for def, f := range map[*ir.OpDef]func(x, y uint64) uint64{
		&llvm.And:  func(x, y uint64) uint64 { return x & y },
		&llvm.XOr:  func(x, y uint64) uint64 { return x ^ y },
		&llvm.UMax: func(x, y uint64) uint64 { return max(x, y) },
		&llvm.UMin: func(x, y uint64) uint64 { return min(x, y) },
	} {
		table[def] = func(*ir.Operation) elementwise { return total2(f) }
	}
	for def, f := range map[*ir.OpDef]func(width int, x, y uint64) (uint64, error){
		&llvm.Shl: shiftLeft, &llvm.UDiv: divUnsigned, &llvm.SDiv: divSigned,
		&llvm.URem: remUnsigned, &llvm.SRem: remSigned,
	} {
		table[def] = func(op *ir.Operation) elementwise {
			w, check := width(op.Result(0).Type()), promises(op)
			return partial2(func(x, y uint64) (uint64, error) {
				v, err := f(w, x, y)
				if err == nil && check != nil && !check(x, y, v&mask(w)) {
					err = errPoison
				}
				return v & mask(w), err
			})
		}
	}
	table[&llvm.SMax] = signedChoice(func(x, y int64) bool { return x >= y })
	table[&llvm.SMin] = signedChoice(func(x, y int64) bool { return x <= y })
	table[&llvm.Add] = wrapping(func(x, y uint64) uint64 { return x + y })
	table[&llvm.Sub] = wrapping(func(x, y uint64) uint64 { return x - y })
	table[&llvm.Mul] = wrapping(func(x, y uint64) uint64 { return x * y })
	table[&llvm.LShr] = rightShift(func(width int, x, y uint64) uint64 { return x >> y })
	table[&llvm.AShr] = rightShift(func(width int, x, y uint64) uint64 { return uint64(signExtend(x, width) >> y) })
	table[&llvm.Or] = func(op *ir.Operation) elementwise {
		if op.Inherent("isDisjoint") == nil {
			return total2(func(x, y uint64) uint64 { return x | y })
		}
		return partial2(func(x, y uint64) (uint64, error) {
			if x&y != 0 {
				return 0, errPoison
			}
			return x | y, nil
		})
	}
	table[&llvm.ICmp] = func(op *ir.Operation) elementwise {
		p, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
		return compareIntegers(llvm.IntPredicate.Name(p), width(op.Operand(0).Type()))
	}
}

// wrapping is addition, subtraction or multiplication.
func wrapping(f func(x, y uint64) uint64) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		cut, check := mask(width(op.Result(0).Type())), promises(op)
		if check == nil {
			return total2(func(x, y uint64) uint64 { return f(x, y) & cut })
		}
		return partial2(func(x, y uint64) (uint64, error) {
			v := f(x, y) & cut
			if !check(x, y, v) {
				return 0, errPoison
			}
			return v, nil
		})
	}
}

// promises returns a function that says whether a result keeps what an operation's flags promise; nil if they promise
// nothing.
func promises(op *ir.Operation) func(x, y, result uint64) bool {
	flags := llvm.OverflowOf(op)
	exact := op.Inherent("isExact") != nil
	w := width(op.Result(0).Type())
	if flags == 0 && !exact {
		return nil
	}
	signed := func(x, y, v uint64) bool { return true }
	unsigned := signed
	switch op.Def() {
	case &llvm.Add:
		unsigned = func(x, _, v uint64) bool { return v >= x }
		signed = func(x, y, v uint64) bool { return (x^v)&(y^v)>>(w-1)&1 == 0 }
	case &llvm.Sub:
		unsigned = func(x, y, _ uint64) bool { return x >= y }
		signed = func(x, y, v uint64) bool { return (x^y)&(x^v)>>(w-1)&1 == 0 }
	case &llvm.Mul:
		unsigned = func(x, y, _ uint64) bool {
			high, low := bits.Mul64(x, y)
			return high == 0 && low&^mask(w) == 0
		}
		signed = func(x, y, v uint64) bool { return productFits(signExtend(x, w), signExtend(y, w), signExtend(v, w)) }
	case &llvm.Shl:
		unsigned = func(x, y, v uint64) bool { return v>>y == x }
		signed = func(x, y, v uint64) bool { return signExtend(v, w)>>y == signExtend(x, w) }
	case &llvm.UDiv:
		return func(x, y, v uint64) bool { return v*y == x }
	case &llvm.SDiv:
		return func(x, y, v uint64) bool { return (v*y-x)&mask(w) == 0 }
	}
	return func(x, y, v uint64) bool {
		return (flags&llvm.NUW == 0 || unsigned(x, y, v)) && (flags&llvm.NSW == 0 || signed(x, y, v))
	}
}

// productFits reports whether v, the low bits of x*y, is the product.
func productFits(x, y, v int64) bool {
	high, low := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	return low == uint64(v) && high == uint64(v>>63)
}

func signedChoice(first func(x, y int64) bool) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		w := width(op.Result(0).Type())
		return total2(func(x, y uint64) uint64 {
			if first(signExtend(x, w), signExtend(y, w)) {
				return x
			}
			return y
		})
	}
}

func rightShift(f func(width int, x, y uint64) uint64) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		w, exact := width(op.Result(0).Type()), op.Inherent("isExact") != nil
		return partial2(func(x, y uint64) (uint64, error) {
			if y >= uint64(w) || exact && x&mask(int(y)) != 0 {
				return 0, errPoison
			}
			return f(w, x, y) & mask(w), nil
		})
	}
}

func shiftLeft(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, errPoison
	}
	return x << y, nil
}

func divUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x / y, nil
}

func remUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x % y, nil
}

func divSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := dividends(width, x, y)
	if err != nil {
		return 0, err
	}
	return uint64(a / b), nil
}

func remSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := dividends(width, x, y)
	if err != nil {
		return 0, err
	}
	return uint64(a % b), nil
}

// dividends returns the operands of a signed division that has a result.
func dividends(width int, x, y uint64) (a, b int64, err error) {
	a, b = signExtend(x, width), signExtend(y, width)
	switch {
	case b == 0:
		return 0, 0, ErrDivisionByZero
	case b == -1 && x == 1<<(width-1):
		return 0, 0, ErrOverflow
	}
	return a, b, nil
}

func compareIntegers(predicate string, w int) total2 {
	signed := func(holds func(x, y int64) bool) total2 {
		return func(x, y uint64) uint64 { return truth(holds(signExtend(x, w), signExtend(y, w))) }
	}
	switch predicate {
	case "eq":
		return func(x, y uint64) uint64 { return truth(x == y) }
	case "ne":
		return func(x, y uint64) uint64 { return truth(x != y) }
	case "slt":
		return signed(func(x, y int64) bool { return x < y })
	case "sle":
		return signed(func(x, y int64) bool { return x <= y })
	case "sgt":
		return signed(func(x, y int64) bool { return x > y })
	case "sge":
		return signed(func(x, y int64) bool { return x >= y })
	case "ult":
		return func(x, y uint64) uint64 { return truth(x < y) }
	case "ule":
		return func(x, y uint64) uint64 { return truth(x <= y) }
	case "ugt":
		return func(x, y uint64) uint64 { return truth(x > y) }
	}
	return func(x, y uint64) uint64 { return truth(x >= y) }
}
