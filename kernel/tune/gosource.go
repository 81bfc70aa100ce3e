package tune

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
)

// goSource is a kernel in Go whose comment declares a space.
type goSource struct {
	files    fs.FS
	function string
	options  kernel.Options
	space    *Space
	hash     string
}

// NewGo reads the declaration of a space in the comment of a function in a file. The parameters of the space are
// constant parameters of the function. The options have its types and all other constants.
func NewGo(ctx *ir.Context, files fs.FS, file, function string, o kernel.Options) (Source, error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	ctx.AddSource(&ir.Source{Name: file, Text: text})
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	s := &goSource{files: files, function: function, options: o, space: &Space{Settings: map[string]string{}}}
	s.hash = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(text, o.Types, o.Constants)))[:12]
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != function || f.Doc == nil {
			continue
		}
		for _, c := range f.Doc.List {
			at := positions.Position(c.Pos())
			comment, _ := strings.CutPrefix(c.Text, "//")
			err := s.space.line(comment, func(column int) ir.Location {
				return ctx.FileLoc(file, uint32(at.Line), uint32(at.Column+len("//")+column))
			})
			if err != nil {
				return nil, err
			}
		}
	}
	s.space.complete()
	return s, nil
}

func (s *goSource) Space() *Space { return s.space }

func (s *goSource) Hash() string { return s.hash }

func (s *goSource) Module(c Configuration) (*girih.Module, error) {
	o := s.options
	o.Constants = maps.Clone(o.Constants)
	if o.Constants == nil {
		o.Constants = map[string]int64{}
	}
	for name, n := range c {
		if name != Warps && name != Blocks && name != Parts {
			o.Constants[name] = int64(n)
		}
	}
	k, err := kernel.Compile(s.files, s.function, o)
	if err != nil {
		return nil, err
	}
	return k.Module()
}
