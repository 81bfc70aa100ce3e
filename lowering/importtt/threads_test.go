package importtt_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtt"
)

// Imported kernels, after Triton's own passes or before them, compute the same in the simulator as on a GPU, without
// races. They are compiled for all targets, and for sm_90a.
func TestCompiledKernelsComputeWhatTheGPUDid(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(recorded, "*", "*.ttir"))
	if err != nil || len(files) < 104+25 {
		t.Fatalf("found %d modules: %v", len(files), err)
	}
	for i, file := range files {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder)+"/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			for at, options := range []girih.CompileOptions{{}, {SM: 90, ArchSpecific: true}} {
				if !longtest.Includes(i+at, 8) {
					continue
				}
				module := read(t, file)
				if err := importtt.Convert(module); err != nil {
					t.Fatal(err)
				}
				executeThreads(t, module, folder, options)
			}
		})
	}
}

// executeThreads is like execute, but compiles the kernel and runs its threads in the simulator.
func executeThreads(t *testing.T, module *ir.Operation, folder string, options girih.CompileOptions) {
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
	program, err := facade.Compile(context.Background(), options)
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
}
