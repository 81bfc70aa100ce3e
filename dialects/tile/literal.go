package tile

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// LiteralOp defines `tile.literal`: the result is a number of the source program. Its text is `2`, `2.5`, `-inf`, `nan`
// or `true`, or for integers that do not fit in i64 `N : ui64` or `N : i128`. The type in the text only gives the
// number of bits that the integer is stored with.
var LiteralOp = ir.OpDef{
	Name:    "tile.literal",
	Summary: "number without a type of its own",
	Results: []ir.ValueDef{{Name: "result", Type: ir.TypeConstraint{Summary: "literal", Check: func(t ir.Type) bool {
		_, ok := t.(*LiteralType)
		return ok
	}}}},
	Attrs: []ir.OpAttr{{Name: "value", Attr: ir.AttrConstraint{
		Summary: "f64 or bool attribute, or integer attribute of at least 64 bits",
		Check:   func(a ir.Attribute) bool { _, ok := numberOf(a); return ok },
		Parse:   parseNumber,
		Print:   printNumber,
	}}},
	Traits: ir.Pure | ir.ConstantLike,
	TypeRules: []ir.TypeRule{{From: "value", To: "result", Map: literalTypeOf,
		Summary: "the literal's type says of what kind its value is"}},
	Assembly: `$value attr-dict`,
}

// LiteralInt, LiteralFloat and LiteralBool create a literal and return it.
func LiteralInt(b *ir.Builder, v int64) *ir.Value {
	return newLiteral(b, b.Context().Integer(b.Context().I(64), v))
}

func LiteralFloat(b *ir.Builder, v float64) *ir.Value {
	return newLiteral(b, b.Context().FloatAttr(b.Context().F64(), v))
}

func LiteralBool(b *ir.Builder, v bool) *ir.Value { return newLiteral(b, b.Context().Bool(v)) }

func newLiteral(b *ir.Builder, value ir.Attribute) *ir.Value {
	return b.Build(&LiteralOp, nil, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

func numberOf(a ir.Attribute) (n promotion.Number, ok bool) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		return promotion.NewFloat(a.Float64()), a.Format().Name() == "f64"
	case *ir.IntegerAttr:
		t, ok := a.Type().(*ir.IntegerType)
		switch {
		case ok && t.Width == 1:
			return promotion.NewBool(a.Bool()), true
		case ok && t.Width >= 64 && t.Signedness != ir.Signed:
			return promotion.NewInt(a.Big()), true
		}
	}
	return n, false
}

// literalAttr is the inverse of numberOf. An integer gets the type i64, ui64 or the smallest multiple of 64 bits that
// holds it.
func literalAttr(ctx *ir.Context, n promotion.Number) ir.Attribute {
	switch {
	case n.Kind == promotion.Float:
		return ctx.FloatAttr(ctx.F64(), n.Float)
	case n.Kind == promotion.Bool:
		return ctx.Bool(n.Int.Sign() != 0)
	case n.Int.IsUint64() && !n.Int.IsInt64():
		return ctx.BigInteger(ctx.IntegerType(64, ir.Unsigned), n.Int)
	}
	return ctx.BigInteger(ctx.I(uint32(n.Int.BitLen()/64+1)*64), n.Int)
}

func literalTypeOf(ctx *ir.Context, from ir.Type) ir.Type {
	switch {
	case ir.IsFloat(from):
		return Literal(ctx, promotion.Float)
	case ir.IsInt(from, 1):
		return Literal(ctx, promotion.Bool)
	}
	return Literal(ctx, promotion.Int)
}

// parseNumber reads the attribute of a literal. Messages explain how to write floats that other languages write
// differently.
func parseNumber(p ir.OpParser) ir.Attribute {
	at := p.Pos()
	if p.PeekLiteral("-inf") {
		p.Literal("-")
		p.Literal("inf")
		return p.Context().FloatAttr(p.Context().F64(), math.Inf(-1))
	}
	if !p.PeekLiteral("true") && !p.PeekLiteral("false") {
		switch word, ok := p.TryKeyword(); {
		case word == "inf":
			return p.Context().FloatAttr(p.Context().F64(), math.Inf(1))
		case word == "nan":
			return p.Context().FloatAttr(p.Context().F64(), math.Float64frombits(quietNaN))
		case ok:
			p.Errorf(at, "expected a number, true, false, inf, -inf or nan, but got '%s'", word)
			return nil
		}
	}
	a := p.Attribute(nil)
	if i, ok := a.(*ir.IntegerAttr); ok && !ir.IsInt(i.Type(), 1) {
		if word, ok := p.TryKeyword(); ok && exponent.MatchString(word) {
			p.Errorf(at, "a float needs a point before its exponent, as in 1.0%s", word)
			return nil
		}
	}
	return a
}

// quietNaN is the bits of the NaN that is printed as nan.
const quietNaN = 0x7FF8000000000000

// exponent matches the text after the digits of a float that has no point.
var exponent = regexp.MustCompile(`^[eE][0-9]*$`)

// printNumber prints a number without its type if the type follows from the text. NaNs other than quietNaN need it,
// since 0x7FC0 alone would be an integer.
func printNumber(p ir.OpPrinter, a ir.Attribute) {
	if f, ok := a.(*ir.FloatAttr); ok {
		if v := f.Float64(); math.IsInf(v, 0) || math.Float64bits(v) == quietNaN {
			p.Text(strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+")))
			return
		}
	}
	text := a.String()
	implied := ir.IsInt(a.(ir.TypedAttr).Type(), 64) || ir.IsInt(a.(ir.TypedAttr).Type(), 1) ||
		ir.IsFloat(a.(ir.TypedAttr).Type()) && !strings.HasPrefix(text, "0x")
	if implied {
		p.AttributeNoType(a)
	} else {
		p.Attribute(a)
	}
}
