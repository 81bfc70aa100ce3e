package gradients

import (
	"slices"
	"sync"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/pass"
)

// Options are the options of torch-gradient.
type Options struct {
	Function   string `opt:"function" help:"Name of the function"`
	Arguments  []int  `opt:"arguments" help:"Indices of the arguments to differentiate with respect to (default: all floats)"`
	Name       string `opt:"name" help:"Name of the new function (default: the function's name and _gradient)"`
	Loss       int    `opt:"loss" help:"Index of the result that is the loss"`
	Cotangents bool   `opt:"cotangents" help:"Take gradients of the results as further arguments"`
}

// TangentOptions are the options of torch-tangent.
type TangentOptions struct {
	Function  string `opt:"function" help:"Name of the function"`
	Arguments []int  `opt:"arguments" help:"Indices of the arguments that change (default: all floats)"`
	Name      string `opt:"name" help:"Name of the new function (default: the function's name and _tangent)"`
}

// Pass and TangentPass are torch-gradient and torch-tangent with the rules of this package, and with the references of
// package references for operators without a rule.
var (
	Pass        = newGradient(standard)
	TangentPass = newTangent(standard)
)

// tables are the rules and references of a pass.
type tables struct {
	rules     Table
	operators references.Table
}

var standard = sync.OnceValue(func() tables { return tables{Standard(), references.Standard()} })

// New returns torch-gradient with a table of rules, and a table of references for operators without a rule.
func New(rules Table, operators references.Table) *pass.Pass {
	return newGradient(func() tables { return tables{rules, operators} })
}

func newGradient(tables func() tables) *pass.Pass {
	return &pass.Pass{
		Name:     "torch-gradient",
		Summary:  "Make a function that also returns gradients with respect to its arguments",
		Dialects: []*ir.Dialect{torch.Dialect, prim.Dialect, fn.Dialect},
		Options:  func() any { return &Options{Function: "main"} },
		Run: func(ctx *pass.Context, module *ir.Operation) error {
			o := ctx.Options.(*Options)
			t := tables()
			p := newProgram(ctx, module, t.rules, t.operators)
			d, err := p.begin(o.Function, orElse(o.Name, o.Function+"_gradient"), o.Arguments)
			if err != nil {
				return err
			}
			return p.end(d.function, d.reverse(o.Loss, o.Cotangents))
		},
	}
}

// NewTangent returns torch-tangent with a table of rules, and a table of references for operators without a rule.
func NewTangent(rules Table, operators references.Table) *pass.Pass {
	return newTangent(func() tables { return tables{rules, operators} })
}

func newTangent(tables func() tables) *pass.Pass {
	return &pass.Pass{
		Name:     "torch-tangent",
		Summary:  "Make a function that also returns how its results change with its arguments",
		Dialects: []*ir.Dialect{torch.Dialect, prim.Dialect, fn.Dialect},
		Options:  func() any { return &TangentOptions{Function: "main"} },
		Run: func(ctx *pass.Context, module *ir.Operation) error {
			o := ctx.Options.(*TangentOptions)
			t, forward := tables(), make(Table)
			for name, r := range t.rules {
				if r.Forward != nil {
					forward[name] = r
				}
			}
			p := newProgram(ctx, module, forward, t.operators)
			p.recompute = false
			d, err := p.begin(o.Function, orElse(o.Name, o.Function+"_tangent"), o.Arguments)
			if err != nil {
				return err
			}
			return p.end(d.function, d.forward())
		},
	}
}

func orElse(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

// derivative is a copy of a function to which the computation of derivatives is added.
type derivative struct {
	program   *program
	function  fn.Func
	arguments []int
	b         *ir.Builder
	active    map[*ir.Value]bool   // the values that depend on selected arguments
	changes   map[*ir.Value]Tensor // the gradients, or the tangents, of values
}

// begin copies a function, and decomposes its operators without rules into primitives.
func (p *program) begin(name, newName string, arguments []int) (*derivative, error) {
	source, ok := p.find(name)
	switch {
	case !ok || source.IsDeclaration():
		return nil, p.module.Errorf("%w: there is no function @%s with a body; name one with the option function",
			ErrArguments, name)
	case ir.LookupSymbol(p.module, newName) != nil:
		return nil, source.Errorf("%w: there is a @%s already; name another with the option name", ErrArguments, newName)
	}
	chosen, err := choose(source, arguments)
	if err != nil {
		return nil, err
	}
	f, err := p.lowered(source, newName)
	if err != nil {
		return nil, err
	}
	d := &derivative{program: p, function: f, arguments: chosen, b: ir.NewBuilder(p.module.Context()),
		active: make(map[*ir.Value]bool), changes: make(map[*ir.Value]Tensor)}
	d.b.Before(f.Entry().Terminator()).CopyLoc(f.Entry().Terminator())
	for _, k := range chosen {
		d.active[f.Entry().Arg(k)] = true
	}
	return d, nil
}

// choose checks the arguments that the options select.
func choose(f fn.Func, arguments []int) (chosen []int, err error) {
	args := f.Entry().Args()
	for k, a := range args {
		if len(arguments) == 0 && differentiable(a) {
			chosen = append(chosen, k)
		}
	}
	for _, k := range arguments {
		switch {
		case k < 0 || k >= len(args):
			return nil, f.Errorf("%w: @%s has no argument %d; it has %d, counted from 0", ErrArguments, f.SymName(), k,
				len(args))
		case !differentiable(args[k]):
			return nil, f.Errorf("%w: argument %d of @%s is of type %s; only tensors of floats have gradients", ErrArguments, k,
				f.SymName(), ir.Quote(args[k].Type()))
		case slices.Contains(chosen, k):
			return nil, f.Errorf("%w: argument %d of @%s is named twice", ErrArguments, k, f.SymName())
		}
		chosen = append(chosen, k)
	}
	if len(chosen) == 0 {
		return nil, f.Errorf("%w: @%s has no argument that is a tensor of floats", ErrArguments, f.SymName())
	}
	return chosen, nil
}

// finish adds results to the function.
func (d *derivative) finish(further []Tensor) {
	ret := d.function.Entry().Terminator()
	values := ret.OperandValues()
	for _, t := range further {
		values = append(values, t.Value)
	}
	ret.SetOperands(values)
	var results []ir.Type
	for _, v := range values {
		results = append(results, v.Type())
	}
	ctx := d.program.module.Context()
	d.function.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(d.function.Entry().ArgTypes(), results)))
}

// further adds an argument with the type of a value.
func (d *derivative) further(like *ir.Value) Tensor {
	ctx := d.program.module.Context()
	return references.Of(d.b, d.function.Entry().AddArg(ctx, like.Type(), d.function.Loc()))
}

// activate marks the results of operations that depend on selected arguments.
func (d *derivative) activate(ops []*ir.Operation) {
	for _, op := range ops {
		if !slices.ContainsFunc(op.OperandValues(), func(v *ir.Value) bool { return d.active[v] }) {
			continue
		}
		for _, v := range op.ResultValues() {
			if differentiable(v) || isComplex(v) {
				d.active[v] = true
			}
		}
	}
}

func isComplex(v *ir.Value) bool {
	x, ok := prim.TensorOf(v.Type())
	return ok && prim.DtypeOf(x.Elem) == prim.Complex
}

// body returns the operations of a function except its terminator.
func body(f fn.Func) (ops []*ir.Operation) {
	for op := range f.Entry().Ops() {
		ops = append(ops, op)
	}
	return ops[:len(ops)-1]
}

// sweep erases operations without uses, since rules build more than is needed.
func sweep(f fn.Func) {
	ops := body(f)
	for _, op := range slices.Backward(ops) {
		if ir.IsTriviallyDead(op) {
			op.Erase()
		}
	}
}
