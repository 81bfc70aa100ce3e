package tile

import (
	"math/big"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// LiteralOp defines `tile.literal`: a number of the source program, written as `2`, `2.5`, `true`, or `N : ui64` for
// integers beyond i64.
var LiteralOp = ir.OpDef{
	Name:    "tile.literal",
	Summary: "number without a type of its own",
	Results: []ir.ValueDef{{Name: "result", Type: ir.TypeConstraint{Summary: "literal", Check: func(t ir.Type) bool {
		_, ok := t.(*LiteralType)
		return ok
	}}}},
	Attrs: []ir.OpAttr{{Name: "value", Attr: ir.AttrConstraint{
		Summary: "i64, ui64, f64 or bool attribute",
		Check:   func(a ir.Attribute) bool { _, ok := numberOf(a); return ok },
		Parse:   func(p ir.OpParser) ir.Attribute { return p.Attribute(nil) },
		Print:   printNumber,
	}}},
	Traits: ir.Pure,
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

// LiteralValue returns the number of a literal; ok is false when v is not the result of a tile.literal.
func LiteralValue(v *ir.Value) (n promotion.Number, ok bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&LiteralOp) {
		return n, false
	}
	return numberOf(op.Inherent("value"))
}

func numberOf(a ir.Attribute) (n promotion.Number, ok bool) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		return promotion.Number{Kind: promotion.Float, Float: a.Float64()}, a.Format().Name() == "f64"
	case *ir.IntegerAttr:
		t, ok := a.Type().(*ir.IntegerType)
		switch {
		case ok && t.Width == 1:
			return promotion.Number{Kind: promotion.Bool, Int: big.NewInt(int64(a.Uint64()))}, true
		case ok && t.Width == 64 && t.Signedness != ir.Signed:
			return promotion.Number{Kind: promotion.Int, Int: a.Big()}, true
		}
	}
	return n, false
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

// printNumber leaves out the type where the value's text implies it: text such as 0x7FC0 is an integer's without it.
func printNumber(p ir.OpPrinter, a ir.Attribute) {
	text := a.String()
	implied := ir.IsInt(a.(ir.TypedAttr).Type(), 64) || ir.IsInt(a.(ir.TypedAttr).Type(), 1) ||
		ir.IsFloat(a.(ir.TypedAttr).Type()) && !strings.HasPrefix(text, "0x")
	if implied {
		p.AttributeNoType(a)
	} else {
		p.Attribute(a)
	}
}
