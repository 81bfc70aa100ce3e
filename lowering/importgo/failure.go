package importgo

import (
	"go/ast"
	"go/token"

	"github.com/girih-ir/girih/ir"
)

// failure is the value with which the importer panics after an error. Import recovers it and returns the diagnostic.
type failure struct{ diagnostic *ir.Diagnostic }

// at sets the location of new operations and errors to that of a node.
func (i *importer) at(n ast.Node) {
	i.pos = n.Pos()
	i.b.SetLoc(i.location(i.pos))
}

func (i *importer) location(pos token.Pos) ir.Location {
	p := i.pkg.fset.Position(pos)
	return i.ctx.FileLoc(p.Filename, uint32(p.Line), uint32(p.Column))
}

// fail reports an error at a node.
func (i *importer) fail(n ast.Node, format string, args ...any) {
	i.failAt(n.Pos(), format, args...)
}

// failHere reports an error at the expression or statement being translated.
func (i *importer) failHere(format string, args ...any) { i.failAt(i.pos, format, args...) }

func (i *importer) failAt(pos token.Pos, format string, args ...any) {
	d := ir.Errorf(i.location(pos), format, args...)
	for f := i.frame; f != nil && f.call.IsValid(); f = f.caller {
		d = d.Note(i.location(f.call), "called from here")
	}
	panic(failure{d})
}

// check returns v. If err is not nil, it reports err at the expression being translated.
func (i *importer) check(v *ir.Value, err error) *ir.Value {
	if err != nil {
		i.failHere("%w", err)
	}
	return v
}
