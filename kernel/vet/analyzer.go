package vet

import (
	"context"
	"go/token"
	"path/filepath"
	"strings"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/girih-ir/girih/kernel"
)

// Analyzer reports what [Check] finds in packages that import package kernel.
var Analyzer = &analysis.Analyzer{
	Name: "tilevet",
	Doc: "check kernels written in Go\n\nConstructs that a kernel cannot have, wrong axes and shapes, tiles that do not " +
		"fit in registers or shared memory, and slow accesses of memory.",
	Run: run,
}

const kernelPath = "github.com/girih-ir/girih/kernel"

func run(pass *analysis.Pass) (any, error) {
	files := fstest.MapFS{}
	places := map[string]*token.File{}
	kernels := false
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		text, err := pass.ReadFile(file.Name())
		if err != nil {
			return nil, err
		}
		name := filepath.Base(file.Name())
		files[name] = &fstest.MapFile{Data: text}
		places[name] = file
		for _, i := range f.Imports {
			kernels = kernels || i.Path.Value == `"`+kernelPath+`"`
		}
	}
	if !kernels {
		return nil, nil
	}
	imports, err := kernel.ImportsOf(filepath.Dir(pass.Fset.File(pass.Files[0].FileStart).Name()))
	if err != nil {
		return nil, err
	}
	found, err := Check(context.Background(), files, imports)
	for _, f := range found {
		pos := token.NoPos
		if file := places[f.File]; file != nil && f.Line >= 1 && f.Line <= file.LineCount() {
			pos = file.LineStart(f.Line) + token.Pos(max(f.Column, 1)-1)
		}
		pass.Report(analysis.Diagnostic{Pos: pos, Message: f.Message})
	}
	return nil, err
}
