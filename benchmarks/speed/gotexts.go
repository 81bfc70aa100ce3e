package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel"
)

// readGo reads the kernels in Go of a folder whose comments have configurations. If benchmarks are given, it reads only
// their kernels. Each becomes a text with the variant [goVariant].
func readGo(folder fs.FS, benchmarks []string) (out []*kernelText, err error) {
	names, err := fs.Glob(folder, "*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		source, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Base(name), source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(f.Doc.Text(), "configurations: ") {
				continue
			}
			k, err := goText(folder, f)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name.Name, err)
			}
			if len(benchmarks) == 0 || slices.Contains(benchmarks, k.Benchmark) {
				out = append(out, k)
			}
		}
	}
	return out, nil
}

// goVariant is the variant of all kernels in Go.
const goVariant = "go"

// goText reads the comment of a kernel in Go.
func goText(folder fs.FS, f *ast.FuncDecl) (*kernelText, error) {
	k := &kernelText{Variant: goVariant}
	var except []string
	for line := range strings.Lines(f.Doc.Text()) {
		key, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "benchmark":
			k.Benchmark, k.Name = rest, rest+"."+goVariant
		case "columns":
			var err error
			if k.Columns, err = strconv.Atoi(rest); err != nil {
				return nil, fmt.Errorf("columns: %w", err)
			}
		case "except":
			except = strings.Fields(rest)
		}
		if err := k.setting(key, rest); err != nil {
			return nil, err
		}
	}
	if k.Benchmark == "" || k.Lists == nil || k.grid == "" {
		return nil, fmt.Errorf("the comment names no benchmark, no configurations, or no grid")
	}
	k.compile = func(constants map[string]int) (string, error) {
		o := kernel.Options{NumWarps: constants["warps"], Divisible: 16, Except: except, Constants: map[string]int64{}}
		for name, n := range constants {
			if name != "warps" && name != "parts" {
				o.Constants[name] = int64(n)
			}
		}
		compiled, err := kernel.Compile(folder, f.Name.Name, o)
		if err != nil {
			return "", err
		}
		m, err := compiled.Module()
		if err != nil {
			return "", err
		}
		return string(text.Print(m.Operation(), text.Options{DebugInfo: true})), nil // to have the parameters' names
	}
	return k, nil
}
