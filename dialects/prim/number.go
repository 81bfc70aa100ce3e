package prim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Number admits attributes that are numbers of the source program. They have a kind but no width: 2, 2.5, true, or the
// complex number (0.0, 1.0). The text of infinities is inf and -inf, and that of NaN is nan.
var Number = ir.AttrConstraint{
	Summary: "number",
	Check:   func(a ir.Attribute) bool { return KindOf(a) != 0 },
	Parse:   func(p ir.OpParser) ir.Attribute { return ParseNumber(p) },
	Print:   PrintNumber,
}

// NumberAttr returns the attribute of a Go number: bool, int, int64, float64 or complex128. It panics for other types.
func NumberAttr(ctx *ir.Context, v any) ir.Attribute {
	switch v := v.(type) {
	case bool:
		return ctx.Bool(v)
	case int:
		return ctx.Integer(ctx.I(64), int64(v))
	case int64:
		return ctx.Integer(ctx.I(64), v)
	case float64:
		return ctx.FloatAttr(ctx.F64(), v)
	case complex128:
		return ctx.Array(NumberAttr(ctx, real(v)), NumberAttr(ctx, imag(v)))
	}
	panic(fmt.Sprintf("prim: %T is not a number", v))
}

// NumberOf returns the Go number of an attribute: bool, int64, float64 or complex128; nil for other attributes.
func NumberOf(a ir.Attribute) any {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		switch t, _ := a.Type().(*ir.IntegerType); {
		case t != nil && t.Width == 1:
			return a.Bool()
		case t != nil && t.Width == 64:
			return a.Int64()
		}
	case *ir.FloatAttr:
		if a.Format().Name() == "f64" {
			return a.Float64()
		}
	case *ir.ArrayAttr:
		if len(a.Elems) == 2 {
			re, ok := NumberOf(a.Elems[0]).(float64)
			im, too := NumberOf(a.Elems[1]).(float64)
			if ok && too {
				return complex(re, im)
			}
		}
	}
	return nil
}

// KindOf returns the kind of a number, or 0 for other attributes.
func KindOf(a ir.Attribute) Dtype {
	switch NumberOf(a).(type) {
	case bool:
		return Bool
	case int64:
		return Int
	case float64:
		return Float
	case complex128:
		return Complex
	}
	return 0
}

// ParseNumber reads a number.
func ParseNumber(p ir.Parser) ir.Attribute {
	ctx := p.Context()
	switch {
	case p.TryLiteral("true"):
		return NumberAttr(ctx, true)
	case p.TryLiteral("false"):
		return NumberAttr(ctx, false)
	case p.TryLiteral("("):
		re := ParseNumber(p)
		p.Literal(",")
		im := ParseNumber(p)
		p.Literal(")")
		return ctx.Array(re, im)
	}
	sign := int64(1)
	if p.TryLiteral("-") {
		sign = -1
	}
	if word, ok := p.TryKeyword(); ok {
		switch word {
		case "inf":
			return NumberAttr(ctx, math.Inf(int(sign)))
		case "nan":
			return NumberAttr(ctx, math.NaN())
		}
		p.Errorf(p.Pos(), "expected a number, such as 2, 2.5, -inf, nan, true, or (0.0, 1.0), but got '%s'", word)
		return nil
	}
	if v, ok := p.TryInt64(); ok {
		return NumberAttr(ctx, sign*v)
	}
	return NumberAttr(ctx, float64(sign)*p.Float())
}

// PrintNumber prints what [ParseNumber] reads.
func PrintNumber(p ir.OpPrinter, a ir.Attribute) {
	switch v := NumberOf(a).(type) {
	case bool:
		p.Text(strconv.FormatBool(v))
	case int64:
		p.Text(strconv.FormatInt(v, 10))
	case float64:
		p.Text(floatText(v))
	case complex128:
		p.Text("(" + floatText(real(v)) + ", " + floatText(imag(v)) + ")")
	default:
		p.Attribute(a)
	}
}

// floatText is the shortest text of a float, with the point that MLIR wants.
func floatText(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+"))
	}
	text := strconv.FormatFloat(v, 'g', -1, 64)
	mantissa, exponent, scaled := strings.Cut(text, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if scaled {
		return mantissa + "e" + exponent
	}
	return mantissa
}

// Attributes that many primitives have.

func intAttr(name string) ir.OpAttr { return ir.OpAttr{Name: name, Attr: constraints.I64Attr} }

func numberAttr(name string) ir.OpAttr { return ir.OpAttr{Name: name, Attr: Number} }

func flagAttr(name string) ir.OpAttr {
	return ir.OpAttr{Name: name, Attr: constraints.Unit, Optional: true}
}

// intsAttr is a list of integers, `?` standing for [ir.Dynamic].
func intsAttr(name string) ir.OpAttr {
	c := constraints.DenseI64Array
	c.Parse = func(p ir.OpParser) ir.Attribute { return p.Context().DenseI64(parseInts(p)...) }
	c.Print = func(p ir.OpPrinter, a ir.Attribute) {
		if list, ok := a.(*ir.DenseArrayAttr); ok {
			p.Text(ShapeString(list.Ints()))
		}
	}
	return ir.OpAttr{Name: name, Attr: c}
}

// parseInts reads `[1, ?, -1]`.
func parseInts(p ir.Parser) (list []int64) {
	p.Literal("[")
	for more := !p.TryLiteral("]"); more && !p.Failed(); {
		if p.TryLiteral("?") {
			list = append(list, ir.Dynamic)
		} else {
			list = append(list, p.Int64())
		}
		if more = p.TryLiteral(","); !more {
			p.Literal("]")
		}
	}
	return list
}
