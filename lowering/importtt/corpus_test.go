package importtt_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/npy"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/lowering/strict/tilearith"
	"github.com/girih-ir/girih/lowering/transforms/canonicalize"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/licm"
	"github.com/girih-ir/girih/lowering/transforms/sccp"
	"github.com/girih-ir/girih/pass"
)

const recorded = "../../benchmarks/triton/recorded"

// manifest describes a recorded kernel launch; see benchmarks/triton/manifest.py.
type manifest struct {
	Name, Kernel string
	Grid         interp.Grid
	Arguments    []argument
	RTol, ATol   float64
}

type argument struct {
	Name, Kind, Type string
	Value            any
	Shape            []int64
	Zero, Output     bool
	Unordered        bool
}

// Every kernel of the corpus, imported and executed over its grid, computes the same as the kernel that Triton compiled
// did on a GPU. The corpus has the kernels after Triton's own passes (kernel.ttir) and before them (source.ttir).
func TestImportedKernelsComputeWhatTheGPUDid(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(recorded, "*", "*.ttir"))
	if err != nil || len(files) < 110 {
		t.Fatalf("found %d modules: %v", len(files), err)
	}
	for _, file := range files {
		folder, stage := filepath.Dir(file), filepath.Base(file)
		t.Run(filepath.Base(folder)+"/"+stage, func(t *testing.T) {
			t.Parallel()
			module := read(t, file)
			if err := importtt.Convert(module); err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(module, nil); err != nil {
				t.Fatalf("%v\n%s", err, text.Print(module, text.Options{}))
			}
			again, err := text.ParseString(module.Context(), string(text.Print(module, text.Options{})))
			if err != nil {
				t.Fatalf("what is imported does not read back: %v", err)
			}
			execute(t, again, folder)
		})
	}
}

// Passes do not change the results of imported kernels.
func TestPassesKeepWhatImportedKernelsCompute(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(recorded, "*", "source.ttir"))
	if err != nil || len(files) < 20 {
		t.Fatalf("found %d modules: %v", len(files), err)
	}
	for name, passes := range map[string][]*pass.Pass{
		"cleanup":  {importtt.Pass, canonicalize.Pass, cse.Pass, sccp.Pass, licm.Pass, canonicalize.Pass},
		"promoted": {importtt.Pass, promote.Pass, broadcast.Pass, tilearith.Pass, cse.Pass},
	} {
		for _, file := range files {
			folder := filepath.Dir(file)
			t.Run(name+"/"+filepath.Base(folder), func(t *testing.T) {
				t.Parallel()
				module := read(t, file)
				pipeline := pass.NewPipeline("builtin.module")
				for _, p := range passes {
					pipeline.Add(p)
				}
				if err := pipeline.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
					t.Fatal(err)
				}
				execute(t, module, folder)
			})
		}
	}
}

func read(t *testing.T, file string) *ir.Operation {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx := registry.NewContext()
	ctx.OpText = text.OpLine
	module, err := text.Parse(ctx, &ir.Source{Name: file, Text: source}, text.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	return module
}

// execute runs the kernel and compares the arrays with those recorded.
func execute(t *testing.T, module *ir.Operation, folder string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	kernel, ok := tile.AsKernel(ir.LookupSymbol(module, m.Kernel))
	if !ok {
		t.Fatalf("there is no kernel @%s", m.Kernel)
	}
	args := make([]any, len(m.Arguments))
	for i, a := range m.Arguments {
		args[i] = load(t, folder, a, kernel.Type().Inputs[i])
	}
	ctx := interp.WithOutput(context.Background(), io.Discard)
	if err := interp.Run(ctx, module, m.Kernel, m.Grid, args...); err != nil {
		t.Fatal(err)
	}
	for i, a := range m.Arguments {
		if a.Output {
			compare(t, m, a, args[i].(*interp.Array), readArray(t, filepath.Join(folder, a.Name+".out.npy"),
				args[i].(*interp.Array).Elem()))
		}
	}
}

// load returns the value of an argument before the launch.
func load(t *testing.T, folder string, a argument, param ir.Type) any {
	t.Helper()
	if a.Kind == "scalar" {
		if v, isNumber := a.Value.(float64); isNumber && !ir.IsFloat(param) {
			return int64(v)
		}
		return a.Value
	}
	elem := param.(*tile.PtrType).Pointee()
	if !a.Zero {
		return readArray(t, filepath.Join(folder, a.Name+".in.npy"), elem)
	}
	zeros, err := interp.NewArray(elem, a.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range zeros.Len() {
		zeros.SetBits(i, 0)
	}
	return zeros
}

func readArray(t *testing.T, file string, elem ir.Type) *interp.Array {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	content, err := npy.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	out, err := interp.NewArray(elem, content.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	size := content.ElementSize()
	for i := range out.Len() {
		var word [8]byte
		copy(word[:], content.Data[i*size:][:size])
		out.SetBits(i, binary.LittleEndian.Uint64(word[:]))
	}
	return out
}

// compare checks that two arrays have equal bits, or, if the case has a tolerance, that their numbers are within it.
func compare(t *testing.T, m manifest, a argument, got, want *interp.Array) {
	t.Helper()
	have, ideal := order(got, a.Unordered), order(want, a.Unordered)
	wrong, first := 0, ""
	for i := range ideal {
		x, y := have[i], ideal[i]
		if x.bits == y.bits || math.IsNaN(x.number) && math.IsNaN(y.number) ||
			math.Abs(x.number-y.number) <= m.ATol+m.RTol*math.Abs(y.number) && m.ATol+m.RTol > 0 {
			continue
		}
		if wrong++; wrong == 1 {
			first = fmt.Sprintf("element %d is %v (%#x), want %v (%#x)", i, x.number, x.bits, y.number, y.bits)
		}
	}
	if wrong > 0 {
		t.Errorf("%s: %d of %d elements are wrong; %s", a.Name, wrong, len(ideal), first)
	}
}

type element struct {
	bits   uint64
	number float64
}

func order(a *interp.Array, sorted bool) []element {
	out := make([]element, a.Len())
	for i := range out {
		out[i] = element{a.Bits(i), a.Float64(i)}
	}
	if sorted {
		slices.SortFunc(out, func(x, y element) int { return int(int64(x.bits) - int64(y.bits)) })
	}
	return out
}
