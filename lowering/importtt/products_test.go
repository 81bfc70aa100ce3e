package importtt_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// imported reads a module of testdata, in which some text is replaced, and converts it.
func imported(t *testing.T, file string, replace ...string) *girih.Module {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	ctx := girih.NewContext()
	module, err := text.ParseString(ctx, strings.NewReplacer(replace...).Replace(string(source)))
	if err != nil {
		t.Fatal(err)
	}
	if err := importtt.Convert(module); err != nil {
		t.Fatal(err)
	}
	facade, err := girih.FromOperation(module)
	if err != nil {
		t.Fatal(err)
	}
	return facade
}

// forWarpGroups compiles a module for sm_90a, and returns it with how many operations of some names it has.
func forWarpGroups(t *testing.T, m *girih.Module, names ...string) (*girih.Program, []int) {
	t.Helper()
	program, err := m.Compile(t.Context(), girih.CompileOptions{SM: 90, ArchSpecific: true})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, len(names))
	program.Operation().Walk(func(op *ir.Operation) bool {
		for i, name := range names {
			if op.Name() == name {
				counts[i]++
			}
		}
		return true
	})
	return program, counts
}

// Names of the operations that copy boxes of arrays asynchronously, to shared memory and from there.
const (
	bulkLoad  = "nvvm.cp.async.bulk.tensor.shared.cluster.global"
	bulkStore = "nvvm.cp.async.bulk.tensor.global.shared.cta"
)

// matmulArgs are the arguments of a product of matrices of m by k and n by k.
func matmulArgs(t *testing.T, m, n, k int64) (args []any, out *interp.Array) {
	t.Helper()
	f16 := ir.NewContext().F16()
	fill := func(seed int, shape ...int64) *interp.Array {
		a, err := interp.Filled(f16, shape, func(i int) float64 { return float64((i*seed+i/7)%9) - 4 })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	out, err := interp.NewArray(f16, max(m*n, 1))
	if err != nil {
		t.Fatal(err)
	}
	return []any{fill(5, max(m*k, 1)), fill(3, max(n*k, 1)), out, m, n, k}, out
}

// Products of tiles that descriptors lead to are those of arrays: bulk copies bring the tiles through rings, and take
// the results out. They compute what the reference executor does, whatever the sizes and the trip count.
func TestDescriptorsAreTensorMaps(t *testing.T) {
	program, counts := forWarpGroups(t, imported(t, "descriptors.ttir"), bulkLoad, bulkStore, "nvvm.wgmma.mma_async")
	if counts[0] == 0 || counts[1] == 0 {
		t.Fatalf("%d bulk loads and %d bulk stores", counts[0], counts[1])
	}
	for _, size := range [][3]int64{{1, 16, 16}, {64, 64, 64}, {65, 80, 192}, {129, 16, 256}, {7, 144, 272}, {64, 64, 320},
		{3, 16, 0}} {
		compareMatmul(t, program, "descriptors.ttir", size)
	}
}

// compareMatmul runs a program thread by thread, in some orders, and what was imported by the reference executor.
func compareMatmul(t *testing.T, program *girih.Program, file string, size [3]int64) {
	t.Helper()
	m, n, k := size[0], size[1], size[2]
	grid := [3]int32{int32((m + 63) / 64), int32((n + 63) / 64), 1}
	args, want := matmulArgs(t, m, n, k)
	if err := imported(t, file).Execute(t.Context(), "matmul", interp.Grid(grid), args...); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		args, got := matmulArgs(t, m, n, k)
		launch := simt.Launch{Grid: grid, Seed: seed}
		if _, err := program.Execute(context.Background(), "matmul", launch, args...); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if err := same(want, got); err != nil {
			t.Fatalf("%v, seed %d: %v", size, seed, err)
		}
	}
}

// same reports where arrays differ.
func same(want, got *interp.Array) error {
	for i := range want.Len() {
		if got.Defined(i) != want.Defined(i) || got.Defined(i) && got.Float64(i) != want.Float64(i) {
			return fmt.Errorf("element %d is %v (written %v), want %v (%v)", i, got.Float64(i), got.Defined(i), want.Float64(i),
				want.Defined(i))
		}
	}
	return nil
}

// What a program may have written before is not brought by bulk copies, which would not see it: pointers of Triton's
// kernels may lead to the same memory.
func TestTilesThatMayBeWrittenBeforeAreNotCopiedAsynchronously(t *testing.T) {
	const store = "    tt.descriptor_store %c_desc[%i, %j], "
	for _, c := range []struct {
		name, from, to string
		bulk           bool
	}{
		{"written behind the loop", "", "", true},
		{"written before it", "    %acc = scf.for", store + `%first : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    %acc = scf.for`, false},
		{"written in it", "      scf.yield", store + `%first : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
      scf.yield`, false},
		{"written before it, but apart", "    %acc = scf.for", store +
			`%first : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    %acc = scf.for`, true},
	} {
		replace := []string{"    %zeros =", "    %first = arith.constant dense<1.0> : tensor<64x64xf16>\n    %zeros ="}
		if c.from != "" {
			replace = append(replace, c.from, c.to)
		}
		if strings.HasSuffix(c.name, "apart") {
			replace = append(replace, "!tt.ptr<f16> {", "!tt.ptr<f16> {tt.noalias, ")
		}
		if _, counts := forWarpGroups(t, imported(t, "descriptors.ttir", replace...), bulkLoad); counts[0] > 0 != c.bulk {
			t.Errorf("%s: %d bulk loads", c.name, counts[0])
		}
	}
}
