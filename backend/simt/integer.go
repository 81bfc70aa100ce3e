package simt

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

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
		&llvm.Shl: smallint.ShiftLeft, &llvm.UDiv: smallint.DivUnsigned, &llvm.SDiv: smallint.DivSigned,
		&llvm.URem: smallint.RemUnsigned, &llvm.SRem: smallint.RemSigned,
	} {
		table[def] = func(op *ir.Operation) elementwise {
			w, check := width(op.Result(0).Type()), promises(op)
			return partial2(func(x, y uint64) (uint64, error) {
				v, err := f(w, x, y)
				if err == nil && check != nil && !check(x, y, v&smallint.Mask(w)) {
					err = smallint.ErrPoison
				}
				return v & smallint.Mask(w), err
			})
		}
	}
	table[&llvm.SMax] = signedChoice(func(x, y int64) bool { return x >= y })
	table[&llvm.SMin] = signedChoice(func(x, y int64) bool { return x <= y })
	table[&llvm.Add] = wrapping(func(x, y uint64) uint64 { return x + y })
	table[&llvm.Sub] = wrapping(func(x, y uint64) uint64 { return x - y })
	table[&llvm.Mul] = wrapping(func(x, y uint64) uint64 { return x * y })
	table[&llvm.LShr] = rightShift(func(width int, x, y uint64) uint64 { return x >> y })
	table[&llvm.AShr] = rightShift(func(width int, x, y uint64) uint64 {
		return uint64(smallint.SignExtend(x, width) >> y)
	})
	table[&llvm.Or] = func(op *ir.Operation) elementwise {
		if op.Inherent("isDisjoint") == nil {
			return total2(func(x, y uint64) uint64 { return x | y })
		}
		return partial2(func(x, y uint64) (uint64, error) {
			if x&y != 0 {
				return 0, smallint.ErrPoison
			}
			return x | y, nil
		})
	}
	table[&llvm.ICmp] = func(op *ir.Operation) elementwise {
		p, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
		return total2(smallint.Compare(llvm.IntPredicate.Name(p), width(op.Operand(0).Type())))
	}
}

// wrapping is addition, subtraction or multiplication.
func wrapping(f func(x, y uint64) uint64) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		cut, check := smallint.Mask(width(op.Result(0).Type())), promises(op)
		if check == nil {
			return total2(func(x, y uint64) uint64 { return f(x, y) & cut })
		}
		return partial2(func(x, y uint64) (uint64, error) {
			v := f(x, y) & cut
			if !check(x, y, v) {
				return 0, smallint.ErrPoison
			}
			return v, nil
		})
	}
}

// wrappings are the operations that have the flags nsw and nuw.
var wrappings = map[*ir.OpDef]smallint.Wrapping{
	&llvm.Add: smallint.Add, &llvm.Sub: smallint.Sub, &llvm.Mul: smallint.Mul, &llvm.Shl: smallint.Shl,
}

// promises returns a function that reports whether a result satisfies an operation's flags (such as nsw); nil if there
// are none.
func promises(op *ir.Operation) func(x, y, result uint64) bool {
	w := width(op.Result(0).Type())
	if op.Inherent("isExact") != nil {
		return func(x, y, v uint64) bool { return (v*y-x)&smallint.Mask(w) == 0 }
	}
	flags, wraps := llvm.OverflowOf(op), wrappings[op.Def()]
	if flags == 0 {
		return nil
	}
	return func(x, y, _ uint64) bool {
		return (flags&llvm.NUW == 0 || !wraps.Unsigned(w, x, y)) && (flags&llvm.NSW == 0 || !wraps.Signed(w, x, y))
	}
}

func signedChoice(first func(x, y int64) bool) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		w := width(op.Result(0).Type())
		return total2(func(x, y uint64) uint64 {
			if first(smallint.SignExtend(x, w), smallint.SignExtend(y, w)) {
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
			if y >= uint64(w) || exact && x&smallint.Mask(int(y)) != 0 {
				return 0, smallint.ErrPoison
			}
			return f(w, x, y) & smallint.Mask(w), nil
		})
	}
}
