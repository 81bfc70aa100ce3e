package importtt_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// imported reads a module of testdata, replaces some text in it, and converts it.
func imported(t *testing.T, file string, replace ...string) *girih.Module {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, strings.NewReplacer(replace...).Replace(string(source)))
}

// parsed reads a module, and converts it.
func parsed(t *testing.T, source string) *girih.Module {
	t.Helper()
	module, err := text.ParseString(girih.NewContext(), source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
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

// forWarpGroups compiles a module for sm_90a. It also returns the number of operations with each of the given names.
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

// Names of the operations for bulk copies of boxes, from arrays to shared memory and back.
const (
	bulkLoad  = "nvvm.cp.async.bulk.tensor.shared.cluster.global"
	bulkStore = "nvvm.cp.async.bulk.tensor.global.shared.cta"
	bulkAdd   = "nvvm.cp.async.bulk.tensor.reduce"
)

// product is a kernel of testdata that multiplies matrices, with tiles of 64 by 64.
type product struct {
	file, elem, out string
	transposed      bool // the right matrix has the shape n by k
	flat            bool // the grid has one axis, and strides are arguments
	sizes           [][3]int64
	replace         []string // replacements of text in the file
}

// products has a kernel for each way in which Triton's kernels load tiles. Sizes are not multiples of tiles, and the
// numbers of iterations are 0, 1, and close to the number of slots, which is 3.
var products = []product{
	{"descriptors.ttir", "f16", "f16", true, false, aligned, nil},
	{"blockpointers.ttir", "bf16", "f32", false, false, aligned, nil},
	{"pointers.ttir", "f16", "f16", false, true, [][3]int64{{1, 1, 1}, {64, 64, 64}, {65, 77, 190}, {129, 9, 255},
		{7, 131, 257}, {64, 64, 320}, {30, 20, 128}, {3, 5, 0}}, nil},
}

// aligned are sizes of matrices whose rows begin at multiples of 16 elements.
var aligned = [][3]int64{{1, 16, 16}, {64, 64, 64}, {65, 80, 192}, {129, 16, 256}, {7, 144, 272}, {64, 64, 320},
	{30, 32, 128}, {3, 16, 0}}

// dense is a value for the stride of rows in launch.
const dense = -1

// launch returns the arguments of a product, including its result, and the grid. If the kernel has strides as
// arguments, stride is the stride of rows of the left matrix. With dense, it is the length of rows, rounded up to the
// promised divisibility.
func (p *product) launch(t *testing.T, size [3]int64, stride int64) (args []any, out *interp.Array, grid [3]int32) {
	t.Helper()
	ctx := ir.NewContext()
	m, n, k := size[0], size[1], size[2]
	const slack = 64 // rows after the matrices
	pitch := func(n int64) int64 {
		if p.flat {
			return (n + 15) / 16 * 16
		}
		return n
	}
	fill := func(seed int, elements int64) *interp.Array {
		a, err := interp.Filled(ctx.Float(p.elem), []int64{max(elements, 1)},
			func(i int) float64 { return float64((i*seed+i/7)%9) - 4 })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	out, err := interp.NewArray(ctx.Float(p.out), (m+slack)*pitch(n))
	if err != nil {
		t.Fatal(err)
	}
	rows, columns := k, n
	if p.transposed {
		rows, columns = n, k
	}
	grid = [3]int32{int32((m + 63) / 64), int32((n + 63) / 64), 1}
	args = []any{fill(5, (m+slack)*pitch(k)), fill(3, rows*pitch(columns)), out, m, n, k}
	if p.flat {
		grid = [3]int32{grid[0] * grid[1], 1, 1}
		if stride == dense {
			stride = pitch(k)
		}
		args = append(args, stride, pitch(columns), pitch(n))
	}
	return args, out, grid
}

// compare runs a program in the simulator, with several orders of threads, and the imported module in the reference
// executor. It reports whether bulk copies loaded tiles.
func (p *product) compare(t *testing.T, program *girih.Program, size [3]int64, stride int64) (bulk bool) {
	t.Helper()
	args, want, grid := p.launch(t, size, stride)
	if err := imported(t, p.file, p.replace...).Execute(t.Context(), "matmul", interp.Grid(grid), args...); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		args, got, grid := p.launch(t, size, stride)
		launch := simt.Launch{Grid: grid, Seed: seed}
		stats, err := program.Execute(context.Background(), "matmul", launch, args...)
		if err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if err := same(want, got); err != nil {
			t.Fatalf("%v, seed %d: %v", size, seed, err)
		}
		bulk = slices.ContainsFunc(stats.Operations, func(o simt.OperationStats) bool { return o.Name == bulkLoad })
	}
	return bulk
}

// Bulk copies load the tiles of products through rings, and store the results, for all ways in which Triton's kernels
// access matrices. The kernels compute the same as the reference executor.
func TestTilesOfImportedProductsAreCopiedInBulk(t *testing.T) {
	for _, p := range products {
		t.Run(p.file, func(t *testing.T) {
			t.Parallel()
			program, counts := forWarpGroups(t, imported(t, p.file), bulkLoad, bulkStore)
			if counts[0] == 0 || counts[1] == 0 {
				t.Fatalf("%d bulk loads and %d bulk stores", counts[0], counts[1])
			}
			for i, size := range p.sizes {
				if !longtest.Includes(i, 3) {
					continue
				}
				if bulk := p.compare(t, program, size, dense); bulk != (size[2] > 0) {
					t.Errorf("%v: bulk copies: %v", size, bulk)
				}
			}
		})
	}
}

// Descriptors that are arguments become arrays. Triton promises the alignment that tensor maps require for them. The
// kernel also gets their sizes and strides as arguments.
func TestDescriptorsThatAreArgumentsAreCopiedInBulk(t *testing.T) {
	program, counts := forWarpGroups(t, imported(t, "hostdescriptors.ttir"), bulkLoad, bulkStore)
	if counts[0] == 0 || counts[1] == 0 {
		t.Fatalf("%d bulk loads and %d bulk stores", counts[0], counts[1])
	}
	p := products[0]
	for _, size := range p.sizes {
		args, want, grid := p.launch(t, size, dense)
		if err := imported(t, p.file).Execute(t.Context(), "matmul", interp.Grid(grid), args...); err != nil {
			t.Fatal(err)
		}
		args, got, _ := p.launch(t, size, dense)
		m, n, k := size[0], size[1], size[2]
		expanded := []any{args[0], m, k, k, args[1], n, k, k, got, m, n, n, m, n, k}
		if _, err := program.Execute(t.Context(), "matmul", simt.Launch{Grid: grid}, expanded...); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		if err := same(want, got); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
	}
}

// An addition of a block to an array through a descriptor becomes a bulk reduction. Several programs may add to the
// same block, in any order.
func TestDescriptorsAddInBulk(t *testing.T) {
	p := products[0]
	p.replace = []string{"tt.descriptor_store", "tt.descriptor_reduce add,", "%pid_m = tt.get_program_id x : i32",
		"%pid_m = arith.constant 0 : i32"}
	program, counts := forWarpGroups(t, imported(t, p.file, p.replace...), bulkLoad, bulkStore, bulkAdd)
	if counts[0] == 0 || counts[1] != 0 || counts[2] == 0 {
		t.Fatalf("%d bulk loads, %d bulk stores and %d bulk reductions", counts[0], counts[1], counts[2])
	}
	size := [3]int64{129, 80, 64}
	launch := func() (args []any, out *interp.Array, grid [3]int32) {
		args, out, grid = p.launch(t, size, dense)
		for i := range out.Len() {
			out.SetFloat64(i, float64(i%5))
		}
		return args, out, grid
	}
	args, want, grid := launch()
	if err := imported(t, p.file, p.replace...).Execute(t.Context(), "matmul", interp.Grid(grid), args...); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		args, got, grid := launch()
		if _, err := program.Execute(t.Context(), "matmul", simt.Launch{Grid: grid, Seed: seed}, args...); err != nil {
			t.Fatal(err)
		}
		if err := same(want, got); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// Tiles are loaded through pointers if a tensor map cannot have the strides, or if offsets of 32 bits might wrap
// around.
func TestTilesAreNotCopiedInBulkWhereNoTensorMapDescribesThem(t *testing.T) {
	p := products[len(products)-1]
	program, _ := forWarpGroups(t, imported(t, p.file))
	for _, c := range []struct {
		size   [3]int64
		stride int64
		bulk   bool
	}{
		{[3]int64{70, 30, 100}, dense, true},
		{[3]int64{70, 30, 100}, 0, false},
		{[3]int64{1, 30, 100}, 1 << 30, false},
		{[3]int64{1, 30, 100}, 1 << 24, true},
	} {
		if bulk := p.compare(t, program, c.size, c.stride); bulk != c.bulk {
			t.Errorf("%v: bulk copies: %v, want %v", c, bulk, c.bulk)
		}
	}
}

// same returns an error that says where two arrays differ; nil if they are equal.
func same(want, got *interp.Array) error {
	for i := range want.Len() {
		if got.Defined(i) != want.Defined(i) || got.Defined(i) && got.Float64(i) != want.Float64(i) {
			return fmt.Errorf("element %d is %v (written %v), want %v (%v)", i, got.Float64(i), got.Defined(i), want.Float64(i),
				want.Defined(i))
		}
	}
	return nil
}

// Bulk copies do not load memory that the program may have written before, since they might not see the writes.
// Pointers of Triton's kernels may point to the same memory.
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
