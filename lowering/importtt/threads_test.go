package importtt_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtt"
)

// compiledKernels is how many kernels of the corpus at least have a lowering to what threads do.
const compiledKernels = 104

// Imported kernels that can be compiled to what threads do compute what a GPU computed, thread by thread, without races.
func TestCompiledKernelsComputeWhatTheGPUDid(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(recorded, "*", "kernel.ttir"))
	if err != nil {
		t.Fatal(err)
	}
	var compiled atomic.Int64
	t.Run("kernels", func(t *testing.T) {
		for _, file := range files {
			t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
				t.Parallel()
				module := read(t, file)
				if err := importtt.Convert(module); err != nil {
					t.Fatal(err)
				}
				if executeThreads(t, module, filepath.Dir(file)) {
					compiled.Add(1)
				}
			})
		}
	})
	t.Logf("%d of %d kernels are compiled to what threads do", compiled.Load(), len(files))
	if compiled.Load() < compiledKernels {
		t.Errorf("only %d kernels are compiled to what threads do, want %d", compiled.Load(), compiledKernels)
	}
}

// executeThreads is execute for threads; it reports whether the module can be compiled.
func executeThreads(t *testing.T, module *ir.Operation, folder string) bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(ir.LookupSymbol(module, m.Kernel))
	args := make([]any, len(m.Arguments))
	for i, a := range m.Arguments {
		args[i] = load(t, folder, a, kernel.Type().Inputs[i])
	}
	facade, err := girih.FromOperation(module)
	if err != nil {
		t.Fatal(err)
	}
	program, err := facade.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := program.Execute(context.Background(), m.Kernel, simt.Launch{Grid: m.Grid}, args...); err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for i, a := range m.Arguments {
		if a.Output {
			got := args[i].(*interp.Array)
			compare(t, m, a, got, readArray(t, filepath.Join(folder, a.Name+".out.npy"), got.Elem()))
		}
	}
	return true
}
