package interp

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addConstants(table map[*ir.OpDef]evaluator) {
	table[&arith.ConstantOp] = func(_ *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		v, err := constant(op.Result(0).Type(), op.Inherent("value"))
		return []*value{v}, err
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
		return &value{elem: t, words: []uint64{a.Uint64()}}, nil
	case *ir.FloatAttr:
		return &value{elem: t, words: []uint64{a.Bits().Lo}}, nil
	case *ir.DenseElementsAttr:
		v := newValue(t)
		for i := range v.words {
			v.words[i] = a.Bits(i)
		}
		return v, nil
	}
	return nil, ErrUnsupported
}
