package importgo

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// ErrSource is wrapped by errors about the source as a whole: no Go files, or no such function.
var ErrSource = errors.New("no such kernel")

// Package is a type-checked Go package that has kernels.
type Package struct {
	fset     *token.FileSet
	info     *types.Info
	types    *types.Package
	language *Language
	files    []*ast.File
	sources  []*ir.Source
	decls    map[*types.Func]*ast.FuncDecl
	errors   []types.Error
}

// Load parses and type-checks the Go files, except for tests, in the root of a file system. imports has the files of
// other packages that kernels use, by their import paths.
//
// Code outside of kernels may import any package: packages that are not in imports are not read. Type errors outside of
// the functions that a kernel needs are ignored.
func Load(fsys fs.FS, language *Language, imports map[string]fs.FS) (*Package, error) {
	p := &Package{fset: language.files(), info: language.extended(), language: language,
		sources: []*ir.Source{language.source}, decls: map[*types.Func]*ast.FuncDecl{}}
	var err error
	if p.files, err = p.parseAll(fsys, ""); err != nil {
		return nil, err
	}
	return p, p.check(imports)
}

// parseAll parses the Go files in the root of a file system. It prepends a prefix to their names.
func (p *Package) parseAll(fsys fs.FS, prefix string) (files []*ast.File, err error) {
	names, err := fs.Glob(fsys, "*.go")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, "_test.go") })
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: %sthere are no Go files", ErrSource, prefix)
	}
	for _, name := range names {
		if built, err := isBuilt(fsys, name); err != nil || !built {
			if err != nil {
				return nil, err
			}
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		f, err := p.parse(prefix+name, text)
		if err != nil {
			return nil, err
		}
		if files = append(files, f); f.Name.Name != files[0].Name.Name {
			return nil, fmt.Errorf("%w: %s is of package %s and %s of package %s: a folder has one package", ErrSource,
				p.fset.Position(files[0].Pos()).Filename, files[0].Name.Name, prefix+name, f.Name.Name)
		}
	}
	return files, nil
}

// isBuilt reports whether build constraints include a file in its package. //go:build ignore, for instance, excludes
// it.
func isBuilt(fsys fs.FS, name string) (bool, error) {
	rules := build.Default
	rules.JoinPath = path.Join
	rules.OpenFile = func(name string) (io.ReadCloser, error) { return fsys.Open(name) }
	return rules.MatchFile("", name)
}

func (p *Package) parse(name string, text []byte) (*ast.File, error) {
	p.sources = append(p.sources, &ir.Source{Name: name, Text: text})
	return parser.ParseFile(p.fset, name, text, parseMode)
}

func (p *Package) check(imports map[string]fs.FS) error {
	loader := &loader{p: p, imports: imports,
		known: map[string]*types.Package{languagePath: p.language.types, "math": mathConstants()}}
	p.types = loader.check(p.files[0].Name.Name, p.files)
	if loader.err != nil {
		return loader.err
	}
	for _, f := range slices.Concat(p.files, []*ast.File{p.language.file}, loader.files) {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if object, ok := p.info.Defs[d.Name].(*types.Func); ok {
					p.decls[object] = d
				}
			}
		}
	}
	return nil
}

// AddSources adds the package's files to a context, so that diagnostics show their lines.
func (p *Package) AddSources(ctx *ir.Context) {
	for _, s := range p.sources {
		ctx.AddSource(s)
	}
}

// function returns the declaration of a function; nil if there is none.
func (p *Package) function(name string) *ast.FuncDecl {
	object, _ := p.types.Scope().Lookup(name).(*types.Func)
	return p.decls[object]
}

func (p *Package) functionNames() string {
	var names []string
	for _, name := range p.types.Scope().Names() {
		if _, ok := p.types.Scope().Lookup(name).(*types.Func); ok {
			names = append(names, name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (p *Package) languageScope() *types.Scope { return p.language.types.Scope() }

// errorIn returns the first error of the type checker within a node.
func (p *Package) errorIn(n ast.Node) *types.Error {
	for i, e := range p.errors {
		if n.Pos() <= e.Pos && e.Pos < n.End() {
			return &p.errors[i]
		}
	}
	return nil
}

// loader imports the packages that kernels may use. For any other package it returns an empty one. Uses of an empty
// package are type errors, which matter only inside of kernels.
type loader struct {
	p       *Package
	imports map[string]fs.FS
	known   map[string]*types.Package // nil while the package is being loaded
	files   []*ast.File               // of the packages of imports
	err     error                     // the first file that cannot be read
}

// check type-checks the files of a package.
func (l *loader) check(name string, files []*ast.File) *types.Package {
	config := types.Config{Importer: l, FakeImportC: true,
		Error: func(err error) { l.p.errors = append(l.p.errors, err.(types.Error)) }}
	out, _ := config.Check(name, l.p.fset, files, l.p.info)
	return out
}

func (l *loader) Import(name string) (*types.Package, error) {
	p, seen := l.known[name]
	switch source := l.imports[name]; {
	case p != nil:
		return p, nil
	case seen:
		return nil, fmt.Errorf("packages import each other: %s", name)
	case source != nil:
		l.known[name] = nil
		files, err := l.p.parseAll(source, name+"/")
		if err != nil {
			l.err = errors.Join(l.err, err)
			return nil, err
		}
		l.files = append(l.files, files...)
		p = l.check(name, files)
	default:
		p = types.NewPackage(name, path.Base(name))
		p.MarkComplete()
	}
	l.known[name] = p
	return p, nil
}

// mathConstants returns the part of package math that kernels can use: its constants. For functions, kernels use
// package kernel.
func mathConstants() *types.Package {
	p := types.NewPackage("math", "math")
	for name, text := range map[string]string{
		"Pi":         "3.14159265358979323846264338327950288419716939937510582097494459",
		"E":          "2.71828182845904523536028747135266249775724709369995957496696763",
		"Sqrt2":      "1.41421356237309504880168872420969807856967187537694807317667974",
		"Ln2":        "0.693147180559945309417232121458176568075500134360255254120680009",
		"Log2E":      "1.44269504088896340735992468100189213742664595415298593413544940",
		"MaxFloat32": "0x1p127 * (1 + (1 - 0x1p-23))",
		"MaxInt8":    "127", "MinInt8": "-128", "MaxInt16": "32767", "MinInt16": "-32768", "MaxInt32": "2147483647",
		"MinInt32": "-2147483648", "MaxInt64": "9223372036854775807", "MinInt64": "-9223372036854775808",
		"MaxUint8": "255", "MaxUint16": "65535", "MaxUint32": "4294967295", "MaxUint64": "18446744073709551615",
	} {
		tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
		if err != nil {
			panic(fmt.Sprintf("importgo: the table of Go's constants has %s: %v", text, err))
		}
		v := tv.Value
		if v.Kind() == constant.Int && strings.Contains(text, ".") {
			v = constant.ToFloat(v)
		}
		p.Scope().Insert(types.NewConst(token.NoPos, p, name, tv.Type, v))
	}
	p.MarkComplete()
	return p
}
