package constfold

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
)

// Poison is the interface of attributes that stand for a poison value, such as #ub.poison.
type Poison interface {
	ir.Attribute
	IsPoison() bool
}

// IsPoison reports whether a constant is poison, in all its elements.
func IsPoison(a ir.Attribute) bool {
	p, ok := a.(Poison)
	return ok && p.IsPoison()
}

// Int returns the value of an integer or index constant. Elements must all have the same value.
func Int(a ir.Attribute) (v apint.Int, ok bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return intOf(a), true
	case *ir.DenseElementsAttr:
		if a.IsSplat() && isInteger(a.ShapedType().ElementType()) {
			return intElement(a, 0), true
		}
	}
	return apint.Int{}, false
}

// FloatOf returns the value of a float constant. Elements must all have the same value.
func FloatOf(a ir.Attribute) (v Float, ok bool) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		return Float{a.Format(), a.Bits()}, true
	case *ir.DenseElementsAttr:
		if a.IsSplat() && ir.IsFloat(a.ShapedType().ElementType()) {
			return floatElement(a, 0), true
		}
	}
	return Float{}, false
}

// Splat returns the constant of a scalar type t with the value v, or of a shaped type t with v for every element. It
// returns nil for shapes that are not static.
func Splat(ctx *ir.Context, t ir.Type, v int64) ir.TypedAttr {
	if !isShaped(t) {
		return ctx.Integer(t, v)
	}
	shaped := staticShape(t)
	if shaped == nil {
		return nil
	}
	return ctx.DenseSplat(shaped, ctx.Integer(shaped.ElementType(), v))
}

// AllInts reports whether a is an integer constant all of whose elements satisfy holds.
func AllInts(a ir.Attribute, holds func(apint.Int) bool) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return holds(intOf(a))
	case *ir.DenseElementsAttr:
		if !isInteger(a.ShapedType().ElementType()) {
			return false
		}
		if a.IsSplat() {
			return holds(intElement(a, 0))
		}
		for i := range a.Len() {
			if !holds(intElement(a, i)) {
				return false
			}
		}
		return true
	}
	return false
}
