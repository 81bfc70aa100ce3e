package interp

import (
	"math/big"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
)

func addConstants(table map[*ir.OpDef]evaluator) {
	table[&arith.ConstantOp] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		v, err := constant(op.Result(0).Type(), op.Inherent("value"))
		return []*value{v}, err
	}
	table[&ub.Poison] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		t := op.Result(0).Type()
		if s, ok := t.(ir.ShapedType); ok && slices.ContainsFunc(s.Shape(), func(d int64) bool { return d < 0 }) {
			return nil, ErrUnsupported
		}
		return []*value{undefinedValue(t)}, nil
	}
	table[&tile.LiteralOp] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		n, _ := tile.LiteralValue(op.Result(0))
		return []*value{{elem: op.Result(0).Type(), literal: n}}, nil
	}
	table[&arith.Select] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{selectElements(op.Result(0).Type(), operands[0], operands[1], operands[2])}, nil
	}
}

// constant returns the value of an attribute as a scalar or tensor of type t.
func constant(t ir.Type, a ir.Attribute) (*value, error) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		v := newValue(t)
		v.setBits(0, a.Big())
		return v, nil
	case *ir.FloatAttr:
		v := newValue(t)
		v.setBits(0, fromPattern(a.Bits()))
		return v, nil
	case *ir.DenseElementsAttr:
		v := newValue(t)
		for i := range v.words {
			if i > 0 && a.IsSplat() {
				v.words[i] = v.words[0]
				continue
			}
			v.words[i] = a.Bits(i)
		}
		for i := range v.wide {
			v.wide[i] = bigBits(a, i)
		}
		return v, nil
	}
	return nil, ErrUnsupported
}

// bigBits returns the bits of an element with more than 64 bits.
func bigBits(a *ir.DenseElementsAttr, i int) *big.Int {
	raw := []byte(a.ValueBytes(i))
	slices.Reverse(raw)
	return unsignedOf(new(big.Int).SetBytes(raw), bitWidth(a.Type()))
}
