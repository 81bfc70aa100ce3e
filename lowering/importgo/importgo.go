// Package importgo is the front end for kernels written in Go: it translates a Go function into a kernel of dialect
// tile.
//
// In such a function, Go's scalar types stand for tiles of that element type. A value has named axes. Each call of
// kernel.Range in the source makes an axis, and a value has the axes of all values from which it is computed. So
// programs need no shapes, broadcasts or keepdims:
//
//	i, j := kernel.Range(32), kernel.Range(64)   // i32 along axis i; i32 along axis j
//	v := x.Load(i, j)                            // f32 along i and j: tensor<32x64xf32>
//	m := kernel.Max(v, j)                        // f32 along i:       tensor<32xf32>
//	y.Store(i, j, v-m)                           // m is broadcast along j
//
// The source is type-checked by go/types. Functions that a kernel calls are inlined into it. The result is loosely
// typed: the passes of lowering/strict make conversions and broadcasts explicit.
//
// Start at [Import]. source.go reads and checks; value.go has the values and their axes; expr.go, stmt.go, branch.go
// and loop.go follow the language; call.go inlines functions; builtin.go lists what package kernel offers.
package importgo

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// Request names the kernel to import, and gives values to its type parameters and constants.
type Request struct {
	// Function is the name of the function.
	Function string
	// Types has the types that the function's type parameters stand for, as Go writes them: "float32",
	// "kernel.BFloat16".
	Types map[string]string
	// Constants has the values of the parameters of type kernel.Const.
	Constants map[string]int64
	// Divisible divides the address, in bytes, of all arrays and pointers, and the strides and the size of the last
	// dimension, in elements, of all arrays. 0 stands for no such promise.
	Divisible int64
	// Except has the names of arrays and pointers to which Divisible does not apply.
	Except []string
	// Ones has the names of integer parameters whose value is 1.
	Ones []string
}

// Import returns a module with a function of the package as a kernel. Errors are *ir.Diagnostic values located in the
// source, or wrap [ErrSource].
func Import(ctx *ir.Context, p *Package, r Request) (module *ir.Operation, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failure:
			module, err = nil, f.diagnostic
		default:
			panic(f)
		}
	}()
	decl := p.function(r.Function)
	if decl == nil {
		return nil, fmt.Errorf("%w: package %s has no function %s; it has %s", ErrSource, p.types.Name(), r.Function,
			p.functionNames())
	}
	b := ir.NewBuilder(ctx)
	m := builtin.NewModule(b, "")
	m.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	b.AtEnd(m.Body())
	i := &importer{b: b, pkg: p, ctx: ctx, axes: map[string]*axis{}}
	p.AddSources(ctx)
	i.kernel(decl, r)
	return m.Operation, nil
}

// importer translates one kernel. After an error it panics with a [failure], which Import returns.
type importer struct {
	b     *ir.Builder
	ctx   *ir.Context
	pkg   *Package
	axes  map[string]*axis // axes by the position of the call of kernel.Range, and the calls of functions around it
	frame *frame
	pos   token.Pos // the position that is being translated
	mask  *value    // a condition that is true for the active elements; nil if all are active
	flags int       // the number of variables that flag has made
}

// kernel translates the function of the kernel.
func (i *importer) kernel(decl *ast.FuncDecl, r Request) {
	object := i.pkg.info.Defs[decl.Name].(*types.Func)
	signature := object.Type().(*types.Signature)
	f := &frame{decl: decl, object: object, vars: environment{}, results: signature.Results(),
		types: i.typeArguments(decl, signature, r), approx: directive(decl, "approx")}
	i.frame = f
	i.checkDecl(i.pkg, decl)
	if signature.Results().Len() > 0 {
		i.fail(decl.Type.Results, "a kernel returns nothing: store results in an array")
	}
	i.at(decl.Name)
	strided := i.stridedArrays(decl, signature)
	var arguments []ir.Type
	var open []*types.Var
	for n := range signature.Params().Len() {
		p := signature.Params().At(n)
		if isConst(p.Type()) {
			f.vars[p] = i.parameterConstant(p, r)
			continue
		}
		arguments, open = append(arguments, i.argumentType(p, slices.Contains(strided, p.Name()))), append(open, p)
	}
	for name := range r.Constants {
		if i.parameter(signature, name) == nil {
			i.fail(decl.Name, "%s has no parameter %s to give a value to", r.Function, name)
		}
	}
	k := tile.NewKernel(i.b, r.Function)
	for n, p := range open {
		arg := k.Entry().AddArg(i.ctx, arguments[n], i.ctx.NameLoc(p.Name(), i.location(p.Pos())))
		f.vars[p] = &value{typ: i.subst(p.Type()), v: arg}
		if slices.Contains(r.Ones, p.Name()) {
			f.vars[p] = constantInt(i.subst(p.Type()), 1)
		}
	}
	k.UpdateType()
	i.promise(k, open, r)
	i.b.AtEnd(k.Entry())
	i.body(decl.Body)
	i.at(decl.Body)
	i.b.SetLoc(i.location(decl.Body.Rbrace))
	tile.NewReturn(i.b)
}

// parameterConstant returns the value of a parameter of type kernel.Const.
func (i *importer) parameterConstant(p *types.Var, r Request) *value {
	n, ok := r.Constants[p.Name()]
	if !ok {
		i.failAt(p.Pos(), "parameter %s is a constant: say its value when the kernel is compiled", p.Name())
	}
	return constantInt(p.Type(), n)
}

func (i *importer) parameter(s *types.Signature, name string) *types.Var {
	for n := range s.Params().Len() {
		if p := s.Params().At(n); p.Name() == name && isConst(p.Type()) {
			return p
		}
	}
	return nil
}

// promise sets the argument attributes for the request's promises about arrays and pointers.
func (i *importer) promise(k tile.Kernel, parameters []*types.Var, r Request) {
	if r.Divisible <= 1 {
		return
	}
	attrs := make([]ir.Attribute, k.Entry().NumArgs())
	for n, arg := range k.Entry().Args() {
		attrs[n] = i.ctx.Dict()
		if !slices.Contains(r.Except, parameters[n].Name()) {
			attrs[n] = i.ctx.Dict(i.facts(arg.Type(), r.Divisible)...)
		}
	}
	k.SetAttr(function.ArgAttrs, i.ctx.Array(attrs...))
}

// facts returns the attributes that state the divisibility of an argument of type t.
func (i *importer) facts(t ir.Type, divisible int64) []ir.NamedAttr {
	alignment := ir.NamedAttr{Name: tile.ArgDivisibility, Value: i.ctx.Integer(i.ctx.I(32), divisible)}
	switch t := t.(type) {
	case *tile.PtrType:
		return []ir.NamedAttr{alignment}
	case *tile.ArrayType:
		sizes, strides := make([]int64, t.Rank()), make([]int64, t.Rank())
		for d := range sizes {
			sizes[d], strides[d] = 1, divisible
		}
		last := t.Rank() - 1
		if sizes[last], strides[last] = divisible, 1; t.Strides()[last] != 1 {
			sizes[last] = 1 // the array is strided: its last dimension is not contiguous
		}
		return []ir.NamedAttr{alignment, {Name: tile.ShapeDivisibility, Value: i.ctx.DenseI64(sizes...)},
			{Name: tile.StrideDivisibility, Value: i.ctx.DenseI64(strides...)}}
	}
	return nil
}
