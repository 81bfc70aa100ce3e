package kernel

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ImportsOf returns the source of the packages whose functions and constants the kernels in a folder use, directly or
// indirectly, for [Options].Imports. They may be in the module of the folder, or in other modules that the go command
// finds. The standard library and package kernel are not included.
func ImportsOf(folder string) (map[string]fs.FS, error) {
	found := map[string]fs.FS{}
	return found, addImports(found, map[string]bool{}, folder, nil)
}

// addImports adds the packages that declarations of a folder use: those with the given names, or, without names, the
// kernels. seen has the names that were already visited, with their packages.
func addImports(found map[string]fs.FS, seen map[string]bool, folder string, names []string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	u := &uses{declared: map[string]declaration{}, seen: map[string]bool{}, packages: map[string][]string{}}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // reading the file reports the error
		}
		names = append(names, u.add(f, names == nil)...)
	}
	for _, name := range names {
		u.follow(name)
	}
	for _, name := range slices.Sorted(maps.Keys(u.packages)) {
		used := slices.DeleteFunc(u.packages[name], func(n string) bool { return seen[name+"."+n] })
		if len(used) == 0 {
			continue
		}
		for _, n := range used {
			seen[name+"."+n] = true
		}
		dir, err := folderOf(name, folder)
		if err != nil {
			return err
		}
		found[name] = os.DirFS(dir)
		if err := addImports(found, seen, dir, used); err != nil {
			return err
		}
	}
	return nil
}

// uses finds what the declarations of a package use of other packages.
type uses struct {
	declared map[string]declaration // top-level declarations by name
	seen     map[string]bool
	packages map[string][]string // for each package, the names that are used of it
}

type declaration struct {
	node ast.Node
	file *ast.File
}

// add adds the declarations of a file. If kernels is set, it returns the names of the kernels in it: the functions with
// a parameter of a type of package kernel.
func (u *uses) add(f *ast.File, kernels bool) (names []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			u.declared[d.Name.Name] = declaration{d, f}
			if kernels && u.mentions(d.Type.Params, "kernel") {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					u.declared[s.Name.Name] = declaration{s, f}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						u.declared[name.Name] = declaration{s, f}
					}
				}
			}
		}
	}
	return names
}

// mentions reports whether a node contains a name of a package.
func (u *uses) mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, isName := s.X.(*ast.Ident)
			found = found || isName && x.Name == name
		}
		return !found
	})
	return found
}

// follow finds what the declaration of a name uses.
func (u *uses) follow(name string) {
	d, ok := u.declared[name]
	if !ok || u.seen[name] {
		return
	}
	u.seen[name] = true
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				if p := importPath(d.file, x.Name); p != "" && mayHaveKernels(p) {
					u.packages[p] = append(u.packages[p], n.Sel.Name)
				}
			}
		case *ast.Ident:
			u.follow(n.Name)
		}
		return true
	})
}

// importPath returns the path of the package that a file imports under a name, or "" if there is none.
func importPath(f *ast.File, name string) string {
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		if i.Name != nil && i.Name.Name == name || i.Name == nil && path.Base(p) == name {
			return p
		}
	}
	return ""
}

// mayHaveKernels reports whether a package may contain kernel code: it is not in the standard library, and not one of
// the packages for writing and launching kernels.
func mayHaveKernels(name string) bool {
	const language = "github.com/girih-ir/girih/kernel"
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".") && name != language && !strings.HasPrefix(name, language+"/")
}

// folderOf returns the folder of a package that files in a folder import.
func folderOf(name, from string) (string, error) {
	if root, module := moduleOf(from); module != "" {
		if rest, ok := strings.CutPrefix(name, module); ok && (rest == "" || rest[0] == '/') {
			return filepath.Join(root, filepath.FromSlash(rest)), nil
		}
	}
	list := exec.Command("go", "list", "-find", "-f", "{{.Dir}}", name)
	list.Dir = from
	var errs bytes.Buffer
	list.Stderr = &errs
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("the source of package %s is not found: %w: %s", name, err, bytes.TrimSpace(errs.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}

// moduleOf returns the folder and the path of the module that contains a folder, or "" if there is none.
func moduleOf(folder string) (root, module string) {
	root, err := filepath.Abs(folder)
	for ; err == nil; root = filepath.Dir(root) {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(text)) {
				if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
					return root, strings.Trim(strings.TrimSpace(rest), `"`)
				}
			}
			return root, ""
		}
		if filepath.Dir(root) == root {
			break
		}
	}
	return "", ""
}
