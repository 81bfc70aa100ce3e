package importgo

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/girih-ir/girih/ir"
)

func (i *importer) declare(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return // the type checker has handled constants and types
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) > 0 {
			i.assignAll(identifiers(spec.Names), spec.Values)
			continue
		}
		for _, name := range spec.Names {
			i.at(name)
			i.assign(name, i.zero(i.pkg.info.TypeOf(name)))
		}
	}
}

func identifiers(names []*ast.Ident) []ast.Expr {
	out := make([]ast.Expr, len(names))
	for n, name := range names {
		out[n] = name
	}
	return out
}

func (i *importer) assignment(s *ast.AssignStmt) {
	if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
		i.assignAll(s.Lhs, s.Rhs)
		return
	}
	op := s.Tok + (token.ADD - token.ADD_ASSIGN)
	x, y := i.expr(s.Lhs[0]), i.expr(s.Rhs[0])
	i.at(s)
	i.assign(s.Lhs[0], i.binary(op, x, y, x.typ))
}

// assignAll assigns the values of expressions to variables. It computes all values first.
func (i *importer) assignAll(to, from []ast.Expr) {
	var values []*value
	for _, e := range from {
		values = append(values, i.expr(e))
	}
	if len(from) == 1 && len(to) > 1 {
		values = values[0].fields // a call with several results
	}
	for n, e := range to {
		i.at(e)
		v := values[n]
		if name, ok := e.(*ast.Ident); ok && name.Name != "_" {
			if object, ok := i.object(name).(*types.Var); ok && v.fn == nil && v.fields == nil {
				v = i.typed(v, object.Type())
			}
		}
		i.assign(e, v)
	}
}

// typed returns a value with type t. An untyped constant takes on the type of the variable to which it is assigned.
func (i *importer) typed(v *value, t types.Type) *value {
	out := *v
	out.typ = i.subst(t)
	return &out
}

func (i *importer) object(name *ast.Ident) types.Object {
	if o := i.pkg.info.Defs[name]; o != nil {
		return o
	}
	return i.pkg.info.Uses[name]
}

// assign sets a variable, or a field of a variable, to a value.
func (i *importer) assign(to ast.Expr, v *value) {
	switch to := to.(type) {
	case *ast.ParenExpr:
		i.assign(to.X, v)
		return
	case *ast.Ident:
		if to.Name == "_" {
			return
		}
		object, ok := i.object(to).(*types.Var)
		if !ok || object.Parent() == i.pkg.types.Scope() {
			i.fail(to, "a kernel cannot assign to %s: it stores results in arrays", to.Name)
		}
		if f := i.frame; f.captured[object] {
			i.fail(to, "the function assigns to %s, which is declared outside of it: return the value instead", to.Name)
		}
		i.frame.vars[object] = v
		i.name(v.v, to.Name)
		return
	case *ast.SelectorExpr:
		if selection := i.pkg.info.Selections[to]; selection != nil && selection.Kind() == types.FieldVal {
			i.assign(to.X, withField(i.expr(to.X), selection.Index(), v))
			return
		}
	case *ast.IndexExpr:
		i.fail(to, "a kernel stores elements by the array's method: x.Store(i, v)")
	}
	i.fail(to, "a kernel cannot assign to this: it assigns to variables and their fields")
}

// name gives a value the name of a variable, unless it has a name already.
func (i *importer) name(v *ir.Value, name string) {
	if v == nil {
		return
	}
	if _, named := v.Loc().(*ir.NameLoc); named {
		return
	}
	if op := v.DefiningOp(); op == nil {
		v.ArgumentOf().SetArgLoc(i.ctx, v.Index(), i.ctx.NameLoc(name, v.Loc()))
	} else if op.NumResults() == 1 {
		op.SetLoc(i.ctx.NameLoc(name, op.Loc()))
	}
}

// withField returns a struct with one field replaced.
func withField(s *value, index []int, v *value) *value {
	if len(index) == 0 {
		return v
	}
	out := &value{typ: s.typ, fields: append([]*value(nil), s.fields...)}
	out.fields[index[0]] = withField(s.fields[index[0]], index[1:], v)
	return out
}
