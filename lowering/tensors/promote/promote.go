// Package promote is the pass torch-promote: it lowers loosely typed functions to primitives. It makes the conversions
// and broadcasts of PyTorch's type promotion explicit. Operands are converted to the type that the function computes
// in, then they are broadcast, and the result is converted to the type that the function returns. Numbers become
// tensors.
//
// Before:
//
//	func.func @f(%x: tensor<4x8xf16>, %y: tensor<8xi64>) -> tensor<4x8xf16> {
//	  %0 = torch.mul(%x, 0.5) : (tensor<4x8xf16>) -> tensor<4x8xf16>
//	  %1 = torch.add(%0, %y) : (tensor<4x8xf16>, tensor<8xi64>) -> tensor<4x8xf16>
//	  return %1 : tensor<4x8xf16>
//	}
//
// After torch-promote:
//
//	func.func @f(%arg0: tensor<4x8xf16>, %arg1: tensor<8xi64>) -> tensor<4x8xf16> {
//	  %0 = prim.convert_element_type %arg0 : tensor<4x8xf16> -> tensor<4x8xf32>
//	  %1 = prim.fill %0, 0.5 : tensor<4x8xf32>
//	  %2 = prim.mul %0, %1 : tensor<4x8xf32>
//	  %3 = prim.convert_element_type %2 : tensor<4x8xf32> -> tensor<4x8xf16>
//	  %4 = prim.convert_element_type %3 : tensor<4x8xf16> -> tensor<4x8xf32>
//	  %5 = prim.convert_element_type %arg1 : tensor<8xi64> -> tensor<8xf32>
//	  %6 = prim.broadcast_in_dim %5 dims [1] : tensor<8xf32> -> tensor<4x8xf32>
//	  %7 = prim.add %4, %6 : tensor<4x8xf32>
//	  %8 = prim.convert_element_type %7 : tensor<4x8xf32> -> tensor<4x8xf16>
//	  return %8 : tensor<4x8xf16>
//	}
package promote

import (
	"fmt"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is torch-promote.
var Pass = &pass.Pass{
	Name:     "torch-promote",
	Summary:  "Write out the conversions and broadcasts of loosely typed functions of tensors",
	Dialects: []*ir.Dialect{prim.Dialect},
	Run: func(ctx *pass.Context, root *ir.Operation) (failed error) {
		functions := root.Collect(func(op *ir.Operation) bool {
			_, ok := torch.FunctionOf(op)
			return ok
		})
		b := ir.NewBuilder(root.Context())
		for _, op := range functions {
			if err := ctx.Err(); err != nil {
				return err
			}
			b.Before(op).CopyLoc(op)
			v, err := promote(b, op)
			switch {
			case err == nil:
				op.Result(0).ReplaceAllUsesWith(v)
				op.Erase()
			case failed == nil:
				failed = op.Errorf("%w", err)
			default:
				ctx.Report(op.Errorf("%w", err))
			}
		}
		return failed
	},
}

// promote builds the primitive that a function corresponds to, and returns its result in the function's result type.
func promote(b *ir.Builder, op *ir.Operation) (*ir.Value, error) {
	f, _ := torch.FunctionOf(op)
	schema, _ := torch.SchemaOf(op)
	call := torch.Call{Operation: op, Schema: schema}
	typing, err := f.Typing(call)
	if err != nil {
		return nil, err
	}
	p := promoter{b: b, shape: typing.Shape, call: call}
	operands := make([]*ir.Value, len(schema.Params))
	for i, param := range schema.Params {
		v := call.Tensor(param.Name)
		if v == nil {
			continue
		}
		if elem := typing.Computed; i > 0 || f.Prim != &prim.Where {
			if v, err = p.convert(v, elem); err != nil {
				return nil, err
			}
		}
		if operands[i], err = p.broadcast(v); err != nil {
			return nil, err
		}
	}
	for i, param := range schema.Params {
		if operands[i] == nil {
			if operands[i], err = p.number(operands, call.Number(param.Name), typing.Computed); err != nil {
				return nil, err
			}
		}
	}
	results, err := prim.Apply(b, f.Prim, operands)
	if err != nil {
		return nil, err
	}
	return p.convert(results[0], typing.Result)
}

// promoter converts and broadcasts the operands of a function.
type promoter struct {
	b     *ir.Builder
	shape []int64
	call  torch.Call
}

func (p *promoter) convert(v *ir.Value, elem ir.Type) (*ir.Value, error) {
	x, _ := prim.TensorOf(v.Type())
	if x.Elem == elem {
		return v, nil
	}
	return prim.Make(p.b, &prim.ConvertElementType, p.b.Context().TensorType(x.Shape, elem, nil), []*ir.Value{v})
}

// broadcast broadcasts v to the shape of the function.
func (p *promoter) broadcast(v *ir.Value) (*ir.Value, error) {
	x, _ := prim.TensorOf(v.Type())
	t := p.b.Context().TensorType(p.shape, x.Elem, nil)
	if t == v.Type() {
		return v, nil
	}
	front := len(p.shape) - x.Rank()
	dims, repeated := make([]int, x.Rank()), front > 0
	for i, n := range x.Shape {
		dims[i] = i + front
		repeated = repeated || n == 1 && p.shape[i+front] != 1
	}
	if !repeated { // an unknown size, which must be equal to that of another operand
		return prim.Make(p.b, &prim.GuardShape, t, []*ir.Value{v})
	}
	return prim.Make(p.b, &prim.BroadcastInDim, t, append([]*ir.Value{v}, p.sizes()...),
		prim.IntsAttr(p.b.Context(), "dims", dims))
}

// sizes returns the unknown sizes of the function's shape, each taken from an operand.
func (p *promoter) sizes() (values []*ir.Value) {
	for d, n := range p.shape {
		if n == ir.Dynamic {
			values = append(values, p.size(d))
		}
	}
	return values
}

func (p *promoter) size(d int) *ir.Value {
	for _, v := range p.call.OperandValues() {
		x, _ := prim.TensorOf(v.Type())
		if at := d - len(p.shape) + x.Rank(); at >= 0 && x.Shape[at] == ir.Dynamic {
			return p.b.Build(&prim.Size, []*ir.Value{v}, prim.IntAttr(p.b.Context(), "dim", at)).Result(0)
		}
	}
	panic(fmt.Sprintf("promote: an operand has each unknown size of a result, but none has size %d of %s", d,
		p.call.Name()))
}

// number converts a number to a tensor. It takes the shape of an operand that has the same type, if there is one.
func (p *promoter) number(operands []*ir.Value, number any, elem ir.Type) (*ir.Value, error) {
	ctx := p.b.Context()
	t := ctx.TensorType(p.shape, elem, nil)
	value := prim.Attr(ctx, "value", number)
	for _, like := range operands {
		if like != nil && like.Type() == t {
			results, err := prim.Apply(p.b, &prim.Fill, []*ir.Value{like}, value)
			if err != nil {
				return nil, err
			}
			return results[0], nil
		}
	}
	return prim.Make(p.b, &prim.Full, t, p.sizes(), value)
}
