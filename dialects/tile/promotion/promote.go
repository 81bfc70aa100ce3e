package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Promote returns the element type that operands are converted to before they are combined. At least one must not be a
// literal: a front end combines literals alone by itself. It also checks that each literal is a value of the result.
//
// More than two operands are combined from the left, literals last: which type they take depends on the others.
func Promote(ctx *ir.Context, s Semantics, operands []Operand) (ir.Type, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	common, err := promoteTyped(ctx, s, operands)
	if err != nil {
		return nil, err
	}
	for _, o := range operands {
		if o.Type != nil {
			continue
		}
		if common, err = promoteLiteral(ctx, s, common, o.Literal); err != nil {
			return nil, err
		}
	}
	for _, o := range operands {
		if o.Type != nil {
			continue
		}
		if err := CheckLiteral(o.Literal, common); err != nil {
			return nil, err
		}
	}
	return common, nil
}

// promoteTyped combines the operands that are not literals.
func promoteTyped(ctx *ir.Context, s Semantics, operands []Operand) (ir.Type, error) {
	pair := tritonPair
	if s == CuTile {
		pair = cutilePair
	}
	var common ir.Type
	for _, o := range operands {
		if o.Type == nil {
			continue
		}
		if _, ok := KindOf(o.Type); !ok {
			return nil, fmt.Errorf("%w: '%s' is not an element type of arithmetic", ErrOperand, o.Type)
		}
		if common == nil || common == o.Type {
			common = o.Type
			continue
		}
		var err error
		if common, err = pair(ctx, common, o.Type); err != nil {
			return nil, err
		}
	}
	if common == nil {
		return nil, fmt.Errorf("%w: all operands are literals", ErrNoCommonType)
	}
	return common, nil
}

// promoteLiteral combines a literal with an operand of type t. A literal of t's kind or a lower one takes t; one of a
// higher kind decides by itself.
func promoteLiteral(ctx *ir.Context, s Semantics, t ir.Type, n Number) (ir.Type, error) {
	kind, _ := KindOf(t)
	if n.Kind <= kind {
		return t, nil
	}
	return LiteralType(ctx, s, n)
}

// LiteralType returns the type that a literal has when nothing else gives it one: the first that holds it, of i32, ui32,
// i64, ui64 (CuTile: i32, i64, ui64) for integers, and of f32, f64 (CuTile: f32) for floats.
func LiteralType(ctx *ir.Context, s Semantics, n Number) (ir.Type, error) {
	i32, i64, ui64 := ctx.I(32), ctx.I(64), ctx.IntegerType(64, ir.Unsigned)
	switch n.Kind {
	case Bool:
		return ctx.I(1), nil
	case Int:
		if s == CuTile {
			return lowestInt(n.Int, i32, i64, ui64)
		}
		return lowestInt(n.Int, i32, ctx.IntegerType(32, ir.Unsigned), i64, ui64)
	}
	if s == CuTile || fitsF32(n.Float) {
		return ctx.F32(), nil
	}
	return ctx.F64(), nil
}
