package gradients_test

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// lowered runs the given derivative passes on a program, and lowers the result to primitives.
func lowered(ctx *ir.Context, source string, steps ...any) (*ir.Operation, error) {
	module, err := text.ParseString(ctx, source)
	if err != nil {
		return nil, err
	}
	p := pass.NewPipeline("builtin.module")
	for _, o := range steps {
		switch o := o.(type) {
		case *gradients.Options:
			p.AddWith(gradients.Pass, o)
		case *gradients.TangentOptions:
			p.AddWith(gradients.TangentPass, o)
		}
	}
	p.AddWith(decompose.Pass, &decompose.Options{Strict: true}).Add(promote.Pass)
	return module, p.Run(context.Background(), module, pass.RunOptions{Verify: true})
}

// run runs the gradient of the function f.
func run(t *testing.T, ctx *ir.Context, source string, o *gradients.Options, args []*tensors.Tensor) (
	[]*tensors.Tensor, error) {
	t.Helper()
	module, err := lowered(ctx, source, o)
	if err != nil {
		return nil, err
	}
	name := o.Name
	if name == "" {
		name = o.Function + "_gradient"
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, name))
	return tensors.Run(t.Context(), f, args, tensors.Options{})
}
