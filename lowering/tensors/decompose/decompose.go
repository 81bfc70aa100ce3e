// Package decompose is the pass torch-decompose: it replaces PyTorch's operators by their references (package
// references), which consist of loosely typed functions and primitives. Then torch-promote (package promote) lowers the
// functions to primitives.
//
// An operator without a reference stays, or is an error with its location if the pass is strict. [New] makes the pass
// with another table of references.
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
//	  %1 = prim.amax %0 dims [1] : tensor<?x8xf32> -> tensor<?xf32>
//	  %2 = prim.expand_dims %1 dims [1] : tensor<?xf32> -> tensor<?x1xf32>
//	  %3 = torch.sub(%0, %2) : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
//	  %4 = torch.exp(%3) : (tensor<?x8xf32>) -> tensor<?x8xf32>
//	  %5 = prim.sum %4 dims [1] : tensor<?x8xf32> -> tensor<?xf32>
//	  %6 = prim.expand_dims %5 dims [1] : tensor<?xf32> -> tensor<?x1xf32>
//	  %7 = torch.div(%4, %6) : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
//	  %8 = prim.convert_element_type %7 : tensor<?x8xf32> -> tensor<?x8xf16>
//	  return %8 : tensor<?x8xf16>
//	}
package decompose

import (
	"errors"
	"sync"

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
var Pass = newPass(sync.OnceValue(references.Standard))

// New returns torch-decompose with the references of a table.
func New(table references.Table) *pass.Pass {
	return newPass(func() references.Table { return table })
}

func newPass(table func() references.Table) *pass.Pass {
	return &pass.Pass{
		Name:     "torch-decompose",
		Summary:  "Replace PyTorch's operators by their references",
		Dialects: []*ir.Dialect{torch.Dialect, prim.Dialect, arith.Dialect},
		Options:  func() any { return new(Options) },
		Run: func(ctx *pass.Context, op *ir.Operation) error {
			return run(ctx, op, table(), ctx.Options.(*Options).Strict)
		},
	}
}

// run replaces the operators inside root. It reports all operators that cannot be replaced.
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
		results, warnings, err := table.Apply(b, op)
		for _, w := range warnings {
			d := op.Errorf("%s", w)
			d.Severity = ir.Warning
			ctx.Report(d)
		}
		if err == nil {
			err = replace(op, results)
		}
		switch {
		case err == nil:
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

// replace replaces the uses of op's results. If op changes a tensor in place, later uses of that tensor become uses of
// the first result.
func replace(op *ir.Operation, results []*ir.Value) error {
	if changed := torch.Changed(op); changed != nil {
		if err := checkUnshared(op, changed); err != nil {
			return err
		}
		changed.ReplaceUsesIf(results[0], func(u *ir.Operand) bool {
			return u.Owner().Block() == op.Block() && op.IsBefore(u.Owner())
		})
	}
	for i, v := range results {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	return nil
}

// checkUnshared returns an error if a tensor that is changed in place shares its elements with another one, which would
// change as well.
func checkUnshared(op *ir.Operation, changed *ir.Value) error {
	shared := changed.DefiningOp() != nil && prim.IsView(changed.DefiningOp())
	for u := range changed.Uses() {
		shared = shared || prim.IsView(u.Owner()) && u.Owner().Block() == op.Block() && u.Owner().IsBefore(op)
	}
	if shared {
		return errors.New("changes a tensor that shares its elements with another one; functionalize the program first, " +
			"as torch.export does")
	}
	return nil
}
