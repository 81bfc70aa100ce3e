package tilearith

import (
	"slices"
	"sync"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is tile-to-arith.
var Pass = &pass.Pass{
	Name:    "tile-to-arith",
	Summary: "Lower tile arithmetic on operands of one type to arith and math on signless integers",
	Anchor:  "builtin.module",
	Run:     run,
}

// run works in two steps. First the patterns replace operations but keep the types of all values, so that each pattern
// sees the signedness of its operands, in whatever order patterns apply. Then the types become signless.
func run(ctx *pass.Context, module *ir.Operation) error {
	if err := checkUniform(module); err != nil {
		return err
	}
	if _, err := rewrite.Greedy(module, patterns(), rewrite.Options{Context: ctx, ScatteredConstants: true}); err != nil {
		return err
	}
	for op := range module.Region(0).Entry().Ops() {
		if !hasTiles(op) {
			continue
		}
		if err := dropSignedness(op); err != nil {
			return err
		}
	}
	updateTypes(module)
	return nil
}

// patterns returns the patterns of the pass's first step. By themselves they leave unsigned types on arith operations.
var patterns = sync.OnceValue(func() *rewrite.Set {
	return rewrite.MustSet(slices.Concat(arithmeticPatterns(), conversionPatterns())...)
})

// checkUniform returns an error if an operation has operands that still need conversion or broadcasting.
func checkUniform(module *ir.Operation) (err error) {
	module.Walk(func(op *ir.Operation) bool {
		t, ok, typing := tile.TypingOf(op)
		if !ok || err != nil {
			return err == nil
		}
		if typing != nil {
			err = op.Errorf("%w", typing)
			return false
		}
		for i, computed := range t.Computed {
			if _, literal := computed.(*tile.LiteralType); literal || !uniform(op.Result(i).Type(), computed) {
				err = op.Errorf("result #%d must be a number of the type that is computed, %s, but got %s: run tile-promote "+
					"first", i, ir.Quote(computed), ir.Quote(op.Result(i).Type()))
				return false
			}
		}
		for i, t := range t.Operands {
			if !uniform(op.Operand(i).Type(), t) {
				err = op.Errorf("operand #%d must be of type %s, but got %s: run tile-promote and tile-broadcast first", i,
					ir.Quote(t), ir.Quote(op.Operand(i).Type()))
				return false
			}
		}
		return true
	})
	return err
}

// uniform reports whether two types are equal, apart from the encoding of tensors.
func uniform(a, b ir.Type) bool {
	if a == b {
		return true
	}
	s, ok1 := a.(*ir.TensorType)
	t, ok2 := b.(*ir.TensorType)
	return ok1 && ok2 && slices.Equal(s.Shape(), t.Shape()) && s.ElementType() == t.ElementType()
}
