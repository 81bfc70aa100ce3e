package importgo

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// closure is a function value: a function of a package, a method with its receiver, or a function literal.
type closure struct {
	function *types.Func
	instance types.Instance
	receiver *value
	literal  *ast.FuncLit
	frame    *frame // the frame that contains a literal
}

// call translates a conversion or a call.
func (i *importer) call(e *ast.CallExpr) *value {
	fun := i.pkg.info.Types[e.Fun]
	switch {
	case fun.IsType():
		x := i.expr(e.Args[0])
		i.at(e)
		return i.convert(x, fun.Type)
	case fun.IsBuiltin():
		return i.goBuiltin(e)
	}
	callee := i.expr(e.Fun)
	if callee.fn == nil {
		i.fail(e, "a kernel cannot call this")
	}
	c := callee.fn
	if c.function != nil && isLanguage(c.function) {
		if b, ok := builtins[builtinName(c)]; ok {
			return i.builtin(b, c, e)
		}
	}
	var arguments []*value
	for _, a := range e.Args {
		arguments = append(arguments, i.expr(a))
	}
	if len(arguments) == 1 && arguments[0].fields != nil && isTuple(i.pkg.info.TypeOf(e.Args[0])) {
		arguments = arguments[0].fields
	}
	i.at(e)
	return i.inline(c, arguments, e.Pos())
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// goBuiltin translates Go's builtin functions min and max.
func (i *importer) goBuiltin(e *ast.CallExpr) *value {
	name := e.Fun.(*ast.Ident).Name
	def, ok := map[string]*ir.OpDef{"min": &tile.Min, "max": &tile.Max}[name]
	if !ok {
		i.fail(e, "a kernel has no %s: of Go's own functions it has min and max", name)
	}
	t := i.subst(i.pkg.info.TypeOf(e))
	out := i.expr(e.Args[0])
	for _, a := range e.Args[1:] {
		x := i.expr(a)
		i.at(e)
		out = i.map2(def, i.typed(out, t), i.typed(x, t), t)
		if isFloat(i.element(t)) {
			out.v.DefiningOp().SetAttr(tile.PropagateNaN, i.ctx.Unit())
		}
	}
	return out
}

// inline translates the body of a function in place of a call.
func (i *importer) inline(c *closure, arguments []*value, at token.Pos) *value {
	f := &frame{call: at, caller: i.frame, approx: i.frame.approx}
	var signature *types.Signature
	var body *ast.BlockStmt
	if c.literal != nil {
		f.decl, f.vars, f.types = c.literal, c.frame.vars.fork(), c.frame.types
		f.captured = map[*types.Var]bool{}
		for v := range f.vars {
			f.captured[v] = true
		}
		signature, body = i.pkg.info.TypeOf(c.literal).(*types.Signature), c.literal.Body
	} else {
		decl := i.pkg.decls[c.function]
		if decl == nil || decl.Body == nil {
			i.fail(i.node(at), "a kernel cannot call %s: it calls functions of its package, of package kernel, and of "+
				"packages whose source was given with it (Options.Imports)", c.function.Name())
		}
		f.decl, f.object, f.vars, body = decl, c.function, environment{}, decl.Body
		signature = c.function.Type().(*types.Signature)
		f.types = i.instance(signature, c)
	}
	i.checkRecursion(f, at)
	for n := range signature.Params().Len() {
		p := signature.Params().At(n)
		v := arguments[n]
		if v.fn == nil && v.fields == nil && v.option == nil {
			out := *v
			out.typ = substitute(p.Type(), f.types)
			v = &out
		}
		f.vars[p] = v
	}
	if r := signature.Recv(); r != nil {
		f.vars[r] = c.receiver
	}
	f.results = signature.Results()
	caller := i.frame
	i.frame = f
	if decl, ok := f.decl.(*ast.FuncDecl); ok {
		i.checkDecl(i.pkg, decl)
	}
	for n := range f.results.Len() {
		if r := f.results.At(n); r.Name() != "" {
			f.vars[r] = i.zero(r.Type())
		}
	}
	i.block(body.List)
	out := i.collect(f)
	i.frame = caller
	return out
}

// instance returns the types of a called function's type parameters.
func (i *importer) instance(s *types.Signature, c *closure) map[*types.TypeParam]types.Type {
	out := map[*types.TypeParam]types.Type{}
	for n := range s.TypeParams().Len() {
		out[s.TypeParams().At(n)] = i.subst(c.instance.TypeArgs.At(n))
	}
	if r := s.RecvTypeParams(); r.Len() > 0 {
		named, _ := types.Unalias(c.receiver.typ).(*types.Named)
		for n := range r.Len() {
			out[r.At(n)] = named.TypeArgs().At(n)
		}
	}
	return out
}

// collect returns the results of a function whose body has been translated.
func (i *importer) collect(f *frame) *value {
	n := f.results.Len()
	out := &value{typ: f.results, fields: make([]*value, n)}
	for k := range n {
		v := f.vars[f.results.At(k)]
		if v == nil {
			i.fail(f.decl, "missing return: a path through the function ends without a result")
		}
		out.fields[k] = v
	}
	if n == 1 {
		return out.fields[0]
	}
	return out
}

func (i *importer) checkRecursion(f *frame, at token.Pos) {
	if f.object == nil {
		return
	}
	for g := i.frame; g != nil; g = g.caller {
		if g.object == f.object {
			i.failAt(at, "%s calls itself: a kernel has no recursion; write a loop", f.object.Name())
		}
	}
}

// position returns a position as a part of the key of an axis.
func position(p token.Pos) string { return fmt.Sprint(int(p), ".") }

// node returns a node at a position, for errors.
func (i *importer) node(at token.Pos) ast.Node { return &ast.BadExpr{From: at, To: at} }
