package importgo

import (
	"go/ast"
	"go/parser"
	"go/types"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// languageType returns the name of a type of package kernel and its type arguments; the name is "" for any other type.
func languageType(t types.Type) (name string, arguments *types.TypeList) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != languagePath {
		return "", nil
	}
	return named.Obj().Name(), named.TypeArgs()
}

func isConst(t types.Type) bool {
	name, _ := languageType(t)
	return name == "Const"
}

// narrowFloat returns the element type for a float type of package kernel that Go does not have; nil for other names.
func (i *importer) narrowFloat(name string) ir.Type {
	switch name {
	case "Float16":
		return i.ctx.F16()
	case "BFloat16":
		return i.ctx.Float("bf16")
	case "Float8E4M3":
		return i.ctx.Float("f8E4M3FN")
	case "Float8E5M2":
		return i.ctx.Float("f8E5M2")
	}
	return nil
}

// element returns the element type for a Go type.
func (i *importer) element(t types.Type) ir.Type {
	t = i.subst(t)
	name, _ := languageType(t)
	if e := i.narrowFloat(name); e != nil {
		return e
	}
	if basic, ok := t.Underlying().(*types.Basic); ok {
		if e := i.basicElement(basic); e != nil {
			return e
		}
	}
	i.failHere("a kernel has no values of type %s: it has numbers, bools and structs of them", i.typeName(t))
	return nil
}

func (i *importer) basicElement(t *types.Basic) ir.Type {
	switch t.Kind() {
	case types.Bool, types.UntypedBool:
		return i.ctx.I(1)
	case types.Int8:
		return i.ctx.I(8)
	case types.Int16:
		return i.ctx.I(16)
	case types.Int32, types.UntypedRune:
		return i.ctx.I(32)
	case types.Int, types.Int64, types.UntypedInt:
		return i.ctx.I(64)
	case types.Uint8:
		return i.ctx.IntegerType(8, ir.Unsigned)
	case types.Uint16:
		return i.ctx.IntegerType(16, ir.Unsigned)
	case types.Uint32:
		return i.ctx.IntegerType(32, ir.Unsigned)
	case types.Uint, types.Uint64:
		return i.ctx.IntegerType(64, ir.Unsigned)
	case types.Float32:
		return i.ctx.F32()
	case types.Float64, types.UntypedFloat:
		return i.ctx.F64()
	}
	return nil
}

// stridedArrays returns the names of the arrays that a line //girih:strided in a kernel's comment lists.
func (i *importer) stridedArrays(decl *ast.FuncDecl, s *types.Signature) (names []string) {
	if decl.Doc == nil {
		return nil
	}
	for _, c := range decl.Doc.List {
		list, ok := strings.CutPrefix(c.Text, "//girih:strided")
		if !ok {
			continue
		}
		names = append(names, strings.Fields(list)...)
		if len(strings.Fields(list)) == 0 {
			i.fail(c, "say which arrays may have any strides: //girih:strided x y")
		}
	}
	for _, name := range names {
		isArray := false
		for n := range s.Params().Len() {
			p := s.Params().At(n)
			t, _ := languageType(p.Type())
			isArray = isArray || p.Name() == name && strings.HasPrefix(t, "Array")
		}
		if !isArray {
			i.fail(decl.Name, "%s has no array %s that may have any strides", decl.Name.Name, name)
		}
	}
	return names
}

// argumentType returns the type of a kernel's argument. The last dimension of an array is contiguous, unless the array
// is strided.
func (i *importer) argumentType(p *types.Var, strided bool) ir.Type {
	i.pos = p.Pos()
	t := i.subst(p.Type())
	name, arguments := languageType(t)
	rank := int(0)
	switch {
	case strings.HasPrefix(name, "Array"):
		rank = int(name[len("Array")] - '0')
	case name == "Pointer":
		return tile.Ptr(i.ctx, i.element(arguments.At(0)))
	default:
		return i.element(t)
	}
	dims, strides := make([]int64, rank), make([]int64, rank)
	for d := range dims {
		dims[d], strides[d] = ir.Dynamic, ir.Dynamic
	}
	if !strided {
		strides[rank-1] = 1
	}
	return tile.Array(i.ctx, dims, i.element(arguments.At(0)), strides)
}

// typeArguments returns the types of a kernel's type parameters.
func (i *importer) typeArguments(decl *ast.FuncDecl, s *types.Signature, r Request) map[*types.TypeParam]types.Type {
	out := map[*types.TypeParam]types.Type{}
	for n := range s.TypeParams().Len() {
		p := s.TypeParams().At(n)
		text, ok := r.Types[p.Obj().Name()]
		if !ok {
			i.failAt(p.Obj().Pos(), "say what type %s stands for when the kernel is compiled", p.Obj().Name())
		}
		t := i.parseType(text)
		if t == nil {
			i.failAt(p.Obj().Pos(), "%q is not a type: write float32 or kernel.BFloat16, for example", text)
		}
		if !types.Satisfies(t, p.Constraint().Underlying().(*types.Interface)) {
			i.failAt(p.Obj().Pos(), "%s cannot be %s: it is %s", p.Obj().Name(), text, p.Constraint())
		}
		out[p] = t
	}
	return out
}

// parseType parses the name of a type: a predeclared type of Go, or a type of package kernel.
func (i *importer) parseType(text string) types.Type {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return nil
	}
	scope, name := types.Universe, ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		scope, name = i.pkg.languageScope(), e.Sel.Name
	}
	if object, ok := scope.Lookup(name).(*types.TypeName); ok {
		return object.Type()
	}
	return nil
}

// subst replaces the type parameters of the function being translated.
func (i *importer) subst(t types.Type) types.Type {
	if i.frame == nil || len(i.frame.types) == 0 {
		return t
	}
	return substitute(t, i.frame.types)
}

func substitute(t types.Type, by map[*types.TypeParam]types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if to, ok := by[t]; ok {
			return to
		}
	case *types.Named:
		if list := t.TypeArgs(); list.Len() > 0 {
			arguments := make([]types.Type, list.Len())
			for n := range arguments {
				arguments[n] = substitute(list.At(n), by)
			}
			if out, err := types.Instantiate(nil, t.Origin(), arguments, false); err == nil {
				return out
			}
		}
	case *types.Tuple:
		vars := make([]*types.Var, t.Len())
		for n := range vars {
			v := t.At(n)
			vars[n] = types.NewVar(v.Pos(), v.Pkg(), v.Name(), substitute(v.Type(), by))
		}
		return types.NewTuple(vars...)
	}
	return t
}

func (i *importer) typeName(t types.Type) string {
	return types.TypeString(i.subst(t), func(p *types.Package) string { return p.Name() })
}

func isFloat(t ir.Type) bool { return ir.IsFloat(t) }

func isUnsigned(t ir.Type) bool {
	n, ok := t.(*ir.IntegerType)
	return ok && n.Signedness == ir.Unsigned
}
