package tile

import (
	"iter"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// KernelOp defines `tile.kernel`: the operation is a function that the host launches over a grid of programs. Its
// arguments are arrays, pointers and numbers, and it has no results.
var KernelOp = ir.OpDef{
	Name:    "tile.kernel",
	Summary: "function that runs once for every program of a grid",
	Attrs:   function.Attrs(),
	Regions: []ir.RegionDef{{Name: "body", Summary: "region with at least 1 blocks",
		Check: func(r *ir.Region) bool { return !r.IsEmpty() }}},
	Traits: ir.AffineScope | ir.AutomaticAllocationScope | ir.IsolatedFromAbove | ir.Symbol,
	Parse:  function.Parse,
	Print:  function.Print,
	Verify: verifyKernel,

	Interfaces: []any{callable{}},
}

// callable implements [ir.Callable] and [alias.Apart] for kernels, which the host calls.
type callable struct{}

var _ alias.Apart = callable{}

// IsArgumentApart reports whether an argument's memory does not overlap with that of other arguments if one of them is
// written. The behavior of a program whose arguments overlap is undefined unless they have the attribute [MayOverlap].
func (callable) IsArgumentApart(op *ir.Operation, i int) bool { return !Kernel{op}.MayOverlap(i) }

func (callable) CallableRegion(op *ir.Operation) *ir.Region { return op.Region(0) }
func (callable) CallableResults(*ir.Operation) []ir.Type    { return nil }

// Return defines `tile.return`: the operation ends a program.
var Return = ir.OpDef{
	Name:     "tile.return",
	Summary:  "end of a program",
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Parents:  []string{"tile.kernel"},
	Assembly: `attr-dict`,
}

// Kernel is a view of a `tile.kernel`.
type Kernel struct{ *ir.Operation }

// AsKernel returns op as a kernel; ok is false when it is something else.
func AsKernel(op *ir.Operation) (k Kernel, ok bool) { return Kernel{op}, op.Is(&KernelOp) }

// Kernels yields the kernels of a module.
func Kernels(module *ir.Operation) iter.Seq[Kernel] {
	return func(yield func(Kernel) bool) {
		for op := range module.Region(0).Entry().Ops() {
			if k, ok := AsKernel(op); ok && !yield(k) {
				return
			}
		}
	}
}

// Operations lists the kernels of a module as operations.
func Operations(module *ir.Operation) (list []*ir.Operation) {
	for k := range Kernels(module) {
		list = append(list, k.Operation)
	}
	return list
}

// SymName returns the kernel's name.
func (k Kernel) SymName() string { return ir.SymbolNameOf(k.Operation) }

// Type returns the kernel's type. It has the types of the arguments and no results.
func (k Kernel) Type() *ir.FunctionType { return function.Type(k.Operation) }

// Entry returns the entry block. Its arguments are those of the kernel.
func (k Kernel) Entry() *ir.Block { return k.Region(0).Entry() }

// UpdateType sets the kernel's type after a change of its entry block's arguments.
func (k Kernel) UpdateType() {
	ctx := k.Context()
	k.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(k.Entry().ArgTypes(), nil)))
}

// NewKernel creates a kernel with arguments of the given types. Its entry block is empty and needs a tile.return.
func NewKernel(b *ir.Builder, name string, args ...ir.Type) Kernel {
	ctx := b.Context()
	st := b.State(&KernelOp)
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(args, nil)))
	body := &ir.Region{}
	entry := body.AppendNew()
	for _, t := range args {
		entry.AddArg(ctx, t, b.Loc())
	}
	st.Regions = append(st.Regions, body)
	return Kernel{b.Create(st)}
}

// NewReturn creates the end of a program.
func NewReturn(b *ir.Builder) *ir.Operation { return b.Build(&Return, nil) }

func verifyKernel(op *ir.Operation) error {
	t := function.Type(op)
	if len(t.Results) > 0 {
		return op.Errorf("must have no results, but its type is %s", ir.Quote(t))
	}
	for i, in := range t.Inputs {
		if !arrays.Check(in) && !isValue(in) {
			return op.Errorf("argument #%d must be an array, pointer or number, but got %s", i, ir.Quote(in))
		}
	}
	for _, err := range []error{verifyFacts(op, t.Inputs), verifyLaunch(op)} {
		if err != nil {
			return err
		}
	}
	return function.Verify(op)
}
