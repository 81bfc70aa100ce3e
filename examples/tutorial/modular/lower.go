package modular

import (
	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// ToArith is the pass `convert-modular-to-arith`: a number becomes an i32.
var ToArith = &pass.Pass{
	Name:     "convert-modular-to-arith",
	Summary:  "Convert the dialect modular to arith",
	Anchor:   "builtin.module",
	Dialects: []*ir.Dialect{arith.Dialect},
	Run: func(ctx *pass.Context, module *ir.Operation) error {
		types := new(conversion.TypeConverter)
		types.AddOne(func(t ir.Type) ir.Type { return t })
		types.AddOne(func(t ir.Type) ir.Type {
			if _, ok := t.(*IntType); ok {
				return module.Context().I(32)
			}
			return nil
		})
		patterns, err := conversion.NewSet(lowerings(types)...)
		if err != nil {
			return err
		}
		return conversion.Partial(module, target(types), patterns, conversion.Options{Context: ctx})
	},
}

// target says which operations are legal: none of this dialect, and functions and returns without its types.
func target(types *conversion.TypeConverter) *conversion.Target {
	t := conversion.NewTarget()
	t.LegalDialects("arith")
	t.IllegalDialects("modular")
	t.DynamicOps(func(op *ir.Operation) bool { return types.IsLegalSignature(function.Type(op)) }, &fn.FuncOp)
	t.DynamicOps(types.IsLegalOp, &fn.Return)
	return t
}

func lowerings(types *conversion.TypeConverter) []*conversion.Pattern {
	pattern := func(root *ir.OpDef, rewrite func(*conversion.Rewriter, *ir.Operation,
		[]*ir.Value) *ir.Value) *conversion.Pattern {
		return &conversion.Pattern{Name: root.Name, Root: root, Converter: types,
			Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
				rw.Replace(op, rewrite(rw, op, operands.Values()))
				return nil
			}}
	}
	return []*conversion.Pattern{
		pattern(&Constant, func(rw *conversion.Rewriter, op *ir.Operation, _ []*ir.Value) *ir.Value {
			return arith.NewConstant(rw.Builder, op.Inherent("value").(*ir.IntegerAttr))
		}),
		pattern(&From, func(rw *conversion.Rewriter, op *ir.Operation, in []*ir.Value) *ir.Value {
			return remainder(rw, in[0], modulus(op.Result(0)))
		}),
		pattern(&Value, func(_ *conversion.Rewriter, _ *ir.Operation, in []*ir.Value) *ir.Value { return in[0] }),
		pattern(&Add, func(rw *conversion.Rewriter, op *ir.Operation, in []*ir.Value) *ir.Value {
			return remainder(rw, rw.Build(&arith.AddI, in).Result(0), modulus(op.Result(0)))
		}),
		pattern(&Mul, func(rw *conversion.Rewriter, op *ir.Operation, in []*ir.Value) *ir.Value {
			return remainder(rw, rw.Build(&arith.MulI, in).Result(0), modulus(op.Result(0)))
		}),
		{Name: "func.func", Root: &fn.FuncOp, Converter: types, Rewrite: signature(types)},
		{Name: "func.return", Root: &fn.Return, Converter: types,
			Rewrite: func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
				rw.ReplaceWithOp(op, fn.NewReturn(rw.Builder, operands.Values()...))
				return nil
			}},
	}
}

func remainder(rw *conversion.Rewriter, v *ir.Value, modulus int64) *ir.Value {
	n := arith.NewInt(rw.Builder, rw.Context().I(32), modulus)
	return rw.Build(&arith.RemUI, []*ir.Value{v, n}).Result(0)
}

// signature converts the type of a function and the arguments of its body.
func signature(types *conversion.TypeConverter) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
		inputs, _ := types.ConvertAll(function.Type(op).Inputs)
		results, _ := types.ConvertAll(function.Type(op).Results)
		if err := rw.ConvertRegion(op.Region(0), types); err != nil {
			return err
		}
		ctx := rw.Context()
		rw.Modify(op, func() { op.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(inputs, results))) })
		return nil
	}
}
