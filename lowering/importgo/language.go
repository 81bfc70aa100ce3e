package importgo

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"

	"github.com/girih-ir/girih/ir"
)

// languagePath is the import path of the package whose functions kernels use.
const languagePath = "github.com/girih-ir/girih/kernel"

// languageFile is the name of its source in messages.
const languageFile = "kernel/language.go"

// Language is the type-checked source of package kernel's declarations. It is immutable. All packages with kernels
// share it, since checking it takes longer than checking a kernel.
type Language struct {
	source *ir.Source
	file   *ast.File
	lines  []int // the offsets of the beginnings of lines
	types  *types.Package
	info   types.Info
}

// LoadLanguage parses and type-checks the source of package kernel's declarations.
func LoadLanguage(source []byte) (*Language, error) {
	l := &Language{source: &ir.Source{Name: languageFile, Text: source}, info: newInfo()}
	fset := token.NewFileSet()
	var err error
	if l.file, err = parser.ParseFile(fset, languageFile, source, parseMode); err != nil {
		return nil, err
	}
	l.lines = fset.File(l.file.Pos()).Lines()
	config := types.Config{Importer: noImports{}}
	l.types, err = config.Check(languagePath, fset, []*ast.File{l.file}, &l.info)
	return l, err
}

const parseMode = parser.ParseComments | parser.SkipObjectResolution

func newInfo() types.Info {
	return types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
}

// files returns a new file set that contains the language's file at the positions to which its syntax tree refers.
func (l *Language) files() *token.FileSet {
	fset := token.NewFileSet()
	fset.AddFile(languageFile, int(l.file.FileStart), len(l.source.Text)).SetLines(l.lines)
	return fset
}

// extended returns a copy of the language's type information, to which a package adds its own.
func (l *Language) extended() *types.Info {
	return &types.Info{Types: maps.Clone(l.info.Types), Defs: maps.Clone(l.info.Defs), Uses: maps.Clone(l.info.Uses),
		Selections: maps.Clone(l.info.Selections), Instances: maps.Clone(l.info.Instances)}
}

// noImports is the importer of a package that imports nothing.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("cannot import %q", path)
}
