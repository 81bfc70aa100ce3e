// Package decompose is the pass torch-decompose: it replaces PyTorch's operators by what their references say, in
// loosely typed functions and primitives. torch-promote (package promote) then makes primitives of all.
//
// An operator without a reference stays, or is an error with its location if the pass is strict. [New] makes the pass
// with a table of references of one's own.
//
// Before:
//
//	func.func @f(%x: tensor<?x8xf16>) -> tensor<?x8xf16> {
//	  %0 = torch.aten.softmax.int(%x, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
//	  return %0 : tensor<?x8xf16>
//	}
//
// After torch-decompose:
//
//	func.func @f(%arg0: tensor<?x8xf16>) -> tensor<?x8xf16> {
//	  %0 = prim.convert_element_type %arg0 : tensor<?x8xf16> -> tensor<?x8xf32>
//	  %1 = prim.size %0 dim 0 : tensor<?x8xf32>
//	  %c8 = arith.constant 8 : index
//	  %2 = arith.muli %1, %c8 : index
//	  %3 = prim.amax %0 dims [1] : tensor<?x8xf32> -> tensor<?xf32>
//	  %4 = prim.expand_dims %3 dims [1] : tensor<?xf32> -> tensor<?x1xf32>
//	  %5 = torch.sub(%0, %4) : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
//	  %6 = torch.exp(%5) : (tensor<?x8xf32>) -> tensor<?x8xf32>
//	  %7 = prim.sum %6 dims [1] : tensor<?x8xf32> -> tensor<?xf32>
//	  %8 = prim.expand_dims %7 dims [1] : tensor<?xf32> -> tensor<?x1xf32>
//	  %9 = torch.div(%6, %8) : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
//	  %10 = prim.convert_element_type %9 : tensor<?x8xf32> -> tensor<?x8xf16>
//	  return %10 : tensor<?x8xf16>
//	}
package decompose

import (
	"errors"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/pass"
)

// Options are the options of the pass.
type Options struct {
	Strict bool `opt:"strict" help:"Refuse operators that have no reference"`
}

// Pass is torch-decompose with the references of this project.
var Pass = New(references.Standard())

// New returns torch-decompose with the references of a table.
func New(table references.Table) *pass.Pass {
	return &pass.Pass{
		Name:     "torch-decompose",
		Summary:  "Replace PyTorch's operators by their references",
		Dialects: []*ir.Dialect{torch.Dialect, prim.Dialect, arith.Dialect},
		Options:  func() any { return new(Options) },
		Run: func(ctx *pass.Context, op *ir.Operation) error {
			return run(ctx, op, table, ctx.Options.(*Options).Strict)
		},
	}
}

// run replaces the operators in op. All that cannot be replaced are reported.
func run(ctx *pass.Context, root *ir.Operation, table references.Table, strict bool) (failed error) {
	var operators []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op.Info().DialectName() == torch.Dialect.Name || table[op.Name()] != nil {
			if _, function := torch.FunctionOf(op); !function {
				operators = append(operators, op)
			}
		}
		return true
	})
	b := ir.NewBuilder(root.Context())
	for _, op := range operators {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.Before(op).CopyLoc(op)
		results, err := table.Apply(b, op)
		switch {
		case err == nil:
			for i, v := range results {
				op.Result(i).ReplaceAllUsesWith(v)
			}
			op.Erase()
		case errors.Is(err, references.ErrNoReference) && !strict:
		case failed == nil:
			failed = op.Errorf("%w", err)
		default:
			ctx.Report(op.Errorf("%w", err))
		}
	}
	return failed
}
