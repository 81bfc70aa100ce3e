package kernels

import (
	"errors"
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// KernelAttr is the attribute of a function of primitives that names its kernel. GridAttr has the number of programs,
// if all sizes are known. The arguments of the kernel are the function's arguments that it reads, then the results,
// then sizes, in the order in which the kernel first needs them.
const (
	KernelAttr = "prim.kernel"
	GridAttr   = "prim.grid"
)

// Options of the pass.
type Options struct {
	// Remarks reports functions that have no kernel, and why.
	Remarks bool `opt:"remarks" help:"report functions without kernels, and why"`
}

// Pass is tensor-to-tile. It assumes that all tensors are in row-major order.
var Pass = &pass.Pass{
	Name:       "tensor-to-tile",
	Summary:    "Lower the functions of tensor-fuse to tile kernels",
	Anchor:     "builtin.module",
	Dialects:   []*ir.Dialect{prim.Dialect, fn.Dialect, tile.Dialect},
	Options:    func() any { return new(Options) },
	Statistics: func() any { return new(statistics) },
	Run: func(ctx *pass.Context, module *ir.Operation) error {
		counts := ctx.Statistics.(*statistics)
		taken := make(map[string]bool)
		var functions []fn.Func
		for op := range module.Region(0).Entry().Ops() {
			taken[ir.SymbolNameOf(op)] = true
			if f, ok := fn.AsFunc(op); ok && f.Attr(prim.RegionAttr) != nil && f.Attr(KernelAttr) == nil {
				functions = append(functions, f)
			}
		}
		for _, f := range functions {
			if err := ctx.Err(); err != nil {
				return err
			}
			c, err := Build(stepOf(f))
			switch {
			case errors.Is(err, ErrNoKernel):
				if ctx.Options.(*Options).Remarks {
					ctx.Remark(f.Errorf("%w", err))
				}
			case err != nil:
				return err
			case len(c.Launches) == 1:
				place(f, &c.Launches[0], taken)
				counts.Kernels++
			}
		}
		return nil
	},
}

type statistics struct {
	Kernels int64 `stat:"kernels" help:"Kernels that were made"`
}

// stepOf describes a function by its types. Unknown sizes are represented by prime numbers, a different one for each
// dimension. Products of sizes are then equal only if they are equal for all sizes. A dimension has the same number in
// all arguments, since primitives require equal sizes of their operands.
func stepOf(f fn.Func) *Step {
	s := &Step{Op: f.Operation, Region: f, Unsized: true}
	sizes := []int64{1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121, 1000133, 1000151}
	memory := 0
	operand := func(t ir.Type) *Operand {
		x, ok := prim.TensorOf(t)
		if !ok {
			return nil
		}
		o := &Operand{Elem: x.Elem, Memory: memory}
		memory++
		for d, n := range x.Shape {
			open := n == ir.Dynamic
			if open {
				n = sizes[d%len(sizes)]
			}
			o.Shape, o.Open = append(o.Shape, n), append(o.Open, open)
		}
		o.Strides = prim.Contiguous(o.Shape)
		return o
	}
	for _, arg := range f.Entry().Args() {
		s.In = append(s.In, operand(arg.Type()))
	}
	for _, v := range f.Entry().Last().Operands() {
		s.Out = append(s.Out, operand(v.Type()))
	}
	return s
}

// place inserts a kernel behind its function.
func place(f fn.Func, l *Launch, taken map[string]bool) {
	ctx, base := f.Context(), ir.SymbolNameOf(f.Operation)+"_kernel"
	name := base
	for i := 0; taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	taken[name] = true
	kernel := ir.NewBuilder(ctx).After(f.Operation).Clone(l.Kernel.Module.Region(0).Entry().First(), new(ir.Mapping))
	kernel.SetAttr(ir.SymbolName, ctx.StringAttr(name))
	kernel.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	f.SetAttr(KernelAttr, ctx.SymbolRef(name))
	for _, a := range l.Args {
		if a.Memory < 0 {
			return // the grid depends on sizes that are not known
		}
	}
	f.SetAttr(GridAttr, ctx.DenseI64(l.Grid[:]...))
}
