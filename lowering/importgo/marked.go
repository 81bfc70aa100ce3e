package importgo

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Function is a function of a package that may be a kernel: it takes arrays or pointers of package kernel and returns
// nothing.
type Function struct {
	Name           string
	TypeParameters []TypeParameter
	Parameters     []FunctionParameter
	Called         bool // whether a function of the package calls it
	// Launches has the texts after //girih:launch in its comment.
	Launches []Mark
	File     string
	Line     uint32
	Column   uint32
}

// TypeParameter is a type parameter. Floats says that float32 satisfies its constraint.
type TypeParameter struct {
	Name   string
	Floats bool
}

// FunctionParameter is a parameter, with its type as written in the source, such as "kernel.Array2[T]". A constant
// parameter, of type kernel.Const, gets its value when the kernel is compiled.
type FunctionParameter struct {
	Name, Type string
	Constant   bool
}

// Mark is a line of a comment, with its position.
type Mark struct {
	Text         string
	Line, Column uint32
}

// Errorf returns an error at the mark.
func (f *Function) Errorf(ctx *ir.Context, m Mark, format string, args ...any) *ir.Diagnostic {
	return ir.Errorf(ctx.FileLoc(f.File, m.Line, m.Column), format, args...)
}

// Functions returns the functions that may be kernels, in the order of the source.
func (p *Package) Functions() []Function {
	var list []Function
	called := map[types.Object]bool{}
	for _, object := range p.info.Uses {
		called[object] = true
	}
	for _, file := range p.files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil {
				if f, ok := p.describe(d); ok {
					f.Called = called[p.info.Defs[d.Name]]
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// describe returns a function's description, and whether it may be a kernel.
func (p *Package) describe(d *ast.FuncDecl) (f Function, ok bool) {
	object, defined := p.info.Defs[d.Name].(*types.Func)
	if !defined {
		return f, false
	}
	at := p.fset.Position(d.Name.Pos())
	f = Function{Name: d.Name.Name, File: at.Filename, Line: uint32(at.Line), Column: uint32(at.Column)}
	signature := object.Type().(*types.Signature)
	for n := range signature.TypeParams().Len() {
		t := signature.TypeParams().At(n)
		constraint, _ := t.Constraint().Underlying().(*types.Interface)
		f.TypeParameters = append(f.TypeParameters, TypeParameter{Name: t.Obj().Name(),
			Floats: constraint != nil && types.Satisfies(types.Typ[types.Float32], constraint)})
	}
	qualify := func(q *types.Package) string {
		if q == p.types {
			return ""
		}
		return q.Name()
	}
	for n := range signature.Params().Len() {
		v := signature.Params().At(n)
		t := types.Unalias(v.Type())
		f.Parameters = append(f.Parameters,
			FunctionParameter{Name: v.Name(), Type: types.TypeString(t, qualify), Constant: isConst(t)})
		if named, isNamed := t.(*types.Named); isNamed && named.Obj().Pkg() == p.language.types {
			name := named.Obj().Name()
			ok = ok || strings.HasPrefix(name, "Array") || name == "Pointer"
		}
	}
	if d.Doc != nil {
		for _, c := range d.Doc.List {
			text, marked := strings.CutPrefix(c.Text, "//girih:launch")
			if marked && (text == "" || text[0] == ' ' || text[0] == '\t') {
				at := p.fset.Position(c.Pos())
				f.Launches = append(f.Launches, Mark{strings.TrimSpace(text), uint32(at.Line), uint32(at.Column)})
			}
		}
	}
	return f, (ok || f.Launches != nil) && signature.Results().Len() == 0
}
