package llvm

import (
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/ir/fastmath"
)

// FastMath is the attribute #llvm.fastmath, a set of the flags of package fastmath.
var FastMath = fastmath.New("llvm", "LLVM fastmath flags", ", ",
	"fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")

const fastmathFlags = "fastmathFlags"

// FastMathOf returns the fast-math flags of an operation, 0 if it has none.
func FastMathOf(op *ir.Operation) uint32 {
	bits, _ := FastMath.Value(op.Inherent(fastmathFlags))
	return bits
}

func defaultFastMath() ir.OpAttr {
	return ir.OpAttr{Name: fastmathFlags, Attr: FastMath.Constraint(), Default: FastMath.None}
}

// Overflow flags of integer operations: if a result wraps around, it is poison.
const (
	NSW int64 = 1 << iota // as a signed integer
	NUW                   // as an unsigned integer
)

const overflowFlags = "overflowFlags"

// OverflowOf returns the overflow flags of an operation, 0 if it has none.
func OverflowOf(op *ir.Operation) int64 { return flagsOf(op, overflowFlags) }

// No-wrap flags of getelementptr; inbounds implies nusw.
const (
	InBounds int64 = 1 | nusw
	nusw     int64 = 2
	nuw      int64 = 4
)

const noWrapFlags = "noWrapFlags"

// Unit attributes of other operations with such flags.
const (
	exact    = "isExact"
	disjoint = "isDisjoint"
	nonNeg   = "nonNeg"
)

// NoWrapOf returns the no-wrap flags of a getelementptr.
func NoWrapOf(op *ir.Operation) int64 { return flagsOf(op, noWrapFlags) }

// DropPoisonFlags removes the flags of an operation that make its result poison.
func DropPoisonFlags(op *ir.Operation) {
	for _, name := range []string{overflowFlags, noWrapFlags} {
		if flagsOf(op, name) != 0 {
			op.SetAttr(name, zeroI32(op.Context()))
		}
	}
	for _, name := range []string{exact, disjoint, nonNeg} {
		if op.Inherent(name) != nil {
			op.SetAttr(name, nil)
		}
	}
}

func flagsOf(op *ir.Operation, name string) int64 {
	if i, ok := op.Inherent(name).(*ir.IntegerAttr); ok {
		return i.Int64()
	}
	return 0
}

func zeroI32(ctx *ir.Context) ir.Attribute { return ctx.Integer(ctx.I(32), 0) }

// overflow is the property of integer operations: bits in an i32, printed as `overflow<nsw, nuw>`.
var overflow = ir.AttrConstraint{
	Summary: "overflow flags",
	Check:   isFlagBits(NSW | NUW),
	Storage: isFlagBits(NSW | NUW),
	Parse: func(p ir.OpParser) ir.Attribute {
		if !p.TryLiteral("overflow") {
			return nil
		}
		p.Literal("<")
		bits := int64(0)
		for more := true; more; more = p.TryLiteral(",") {
			pos := p.Pos()
			switch name := p.Keyword(); name {
			case "nsw":
				bits |= NSW
			case "nuw":
				bits |= NUW
			case "none":
			default:
				p.Errorf(pos, "invalid overflow flag '%s'", name)
			}
		}
		p.Literal(">")
		return p.Context().Integer(p.Context().I(32), bits)
	},
	Print: func(p ir.OpPrinter, a ir.Attribute) {
		i, ok := a.(*ir.IntegerAttr)
		if !ok {
			return
		}
		var names []string
		if i.Int64()&NSW != 0 {
			names = append(names, "nsw")
		}
		if i.Int64()&NUW != 0 {
			names = append(names, "nuw")
		}
		p.Text("overflow<" + strings.Join(names, ", ") + ">")
	},
}

func isFlagBits(all int64) func(ir.Attribute) bool {
	return func(a ir.Attribute) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && ir.IsInt(i.Type(), 32) && i.Int64()&^all == 0
	}
}

func defaultOverflow() ir.OpAttr {
	return ir.OpAttr{Name: overflowFlags, Attr: overflow, Default: zeroI32}
}

// quoted returns the constraint of a keyword enumeration that is printed as a string, as comparison predicates are.
func quoted(k *enums.Keyword, attr string) ir.AttrConstraint {
	c := k.Constraint()
	c.Parse = func(p ir.OpParser) ir.Attribute {
		pos := p.Pos()
		given := p.Attribute(nil)
		if p.Failed() {
			return nil
		}
		name, ok := given.(*ir.StringAttr)
		if !ok {
			p.Errorf(pos, "invalid kind of attribute specified")
			return nil
		}
		v, ok := k.Parse(name.Value)
		if !ok {
			p.Errorf(pos, "'%s' is an incorrect value of the '%s' attribute", name.Value, attr)
			return nil
		}
		return k.Attr(p.Context(), v)
	}
	c.Print = func(p ir.OpPrinter, a ir.Attribute) {
		if v, ok := k.Value(a); ok {
			p.String(k.Name(v))
		}
	}
	return c
}
