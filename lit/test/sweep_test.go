package test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/girih-ir/girih/backend/llvmir"
	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Every pass, run by itself on every module of the suite, ends in time. The result is IR that verifies, or an error
// that does not come from a fault in the pass. This takes minutes, so all modules are tested only with GIRIH_LONG.
func TestEveryPassOnEveryModuleOfTheSuite(t *testing.T) {
	few := !longtest.Enabled()
	passes := registry.Passes()
	modules, runs := 0, 0
	for _, file := range moduleFiles(t) {
		if few && filepath.Dir(file) != "cf" && filepath.Dir(file) != "scf" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(data), "// -----") {
			module := readModule(part)
			if module == nil {
				continue
			}
			modules++
			for _, p := range passes {
				runs++
				if problem := runAlone(t.Context(), module, p); problem != "" && !isExcused(p, problem) {
					t.Errorf("%s, part %d, --%s: %s", file, i+1, p.Name, problem)
				}
			}
			_, err := llvmir.Print(module, llvmir.Opaque) // may return an error, but must not panic
			_ = err
		}
	}
	t.Logf("%d runs of %d passes on %d modules", runs, len(passes), modules)
	if modules < 20 {
		t.Errorf("only %d modules were found", modules)
	}
}

// excused are messages of the verifier after passes that may leave invalid IR: because upstream's passes do, or for
// now.
var excused = map[string][]string{
	"convert-scf-to-cf": {"does not dominate this use"}, // a graph region becomes blocks, as in mlir-opt
}

func isExcused(p *pass.Pass, problem string) bool {
	return slices.ContainsFunc(excused[p.Name], func(message string) bool { return strings.Contains(problem, message) })
}

// moduleFiles returns the files of the suite that contain IR.
func moduleFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.Contains(filepath.Base(path), ".mlir") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// readModule reads a module. It returns nil for a module that is invalid on purpose.
func readModule(source string) *ir.Operation {
	ctx := dialects.NewContext()
	ctx.AllowUnregistered = true
	module, err := text.ParseString(ctx, source)
	if err != nil || ir.Verify(module, nil) != nil {
		return nil
	}
	return module
}

// aloneLimit is far more time than a pass needs for a file of the suite.
const aloneLimit = 20 * time.Second

// runAlone runs a pass on a copy of a module. It returns a description of a fault, or "".
func runAlone(ctx context.Context, module *ir.Operation, p *pass.Pass) (problem string) {
	ctx, cancel := context.WithTimeout(ctx, aloneLimit)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panics: %v", r)
		}
	}()
	err := pass.NewPipeline("builtin.module", p).Run(ctx, new(ir.Arena).Clone(module, new(ir.Mapping)),
		pass.RunOptions{Verify: true})
	var failure *pass.Failure
	switch {
	case err == nil:
	case errors.Is(err, pass.ErrPanic), errors.Is(err, rewrite.ErrPanic), errors.Is(err, conversion.ErrPanic):
		return err.Error()
	case ctx.Err() != nil:
		return fmt.Sprintf("takes more than %s", aloneLimit)
	case errors.As(err, &failure) && failure.Invalid:
		return "leaves invalid IR: " + err.Error()
	}
	return ""
}
