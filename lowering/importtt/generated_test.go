package importtt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// writer writes the text of a kernel.
type writer struct {
	strings.Builder
	*rand.Rand
	names int
}

// op writes an operation and returns its result.
func (w *writer) op(format string, args ...any) string {
	w.names++
	fmt.Fprintf(w, "  %%v%d = %s\n", w.names, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", w.names)
}

func (w *writer) chance() bool { return w.IntN(2) == 0 }

// index describes a tile along one dimension.
type index struct {
	start, size string // names of i32 values: the tile's first index, and the size of the matrix
	stride      string // the name of an i32; "" for 1
	wraps       bool   // indices are taken modulo the size
	masked      bool
}

// column returns the indices along a dimension, from start on, as a tensor of 64x1 or 1x64 integers of the given width.
func (w *writer) column(axis, bits int, start string) string {
	shape := [2]string{"64x1", "1x64"}[axis]
	n := w.op("tt.expand_dims %%i {axis = %d : i32} : tensor<64xi32> -> tensor<%sxi32>", 1-axis, shape)
	if bits == 64 {
		n = w.op("arith.extsi %s : tensor<%sxi32> to tensor<%[2]sxi64>", n, shape)
	}
	if start == "" {
		return n
	}
	if bits == 64 {
		start = w.op("arith.extsi %s : i32 to i64", start)
	}
	s := w.op("tt.splat %s : i%d -> tensor<%sxi%[2]d>", start, bits, shape)
	if w.chance() {
		n, s = s, n
	}
	return w.op("arith.addi %s, %s : tensor<%sxi%d>", n, s, shape, bits)
}

// wrapped returns the indices along a dimension modulo its size.
func (w *writer) wrapped(axis int, d index) string {
	s := w.op("tt.splat %s : i32 -> tensor<64xi32>", d.start)
	n := w.op("arith.addi %s, %%i : tensor<64xi32>", s)
	size := w.op("tt.splat %s : i32 -> tensor<64xi32>", d.size)
	n = w.op("arith.remsi %s, %s : tensor<64xi32>", n, size)
	return w.op("tt.expand_dims %s {axis = %d : i32} : tensor<64xi32> -> tensor<%sxi32>", n, 1-axis,
		[2]string{"64x1", "1x64"}[axis])
}

// pointers returns the addresses of a tile.
func (w *writer) pointers(base, elem string, bits int, dims [2]index) string {
	var offsets [2]string
	for axis, d := range dims {
		shape := [2]string{"64x1", "1x64"}[axis]
		n := ""
		if d.wraps {
			n = w.wrapped(axis, d)
		} else {
			n = w.column(axis, bits, d.start)
		}
		if d.stride != "" {
			stride := d.stride
			if bits == 64 {
				stride = w.op("arith.extsi %s : i32 to i64", stride)
			}
			s := w.op("tt.splat %s : i%d -> tensor<%sxi%[2]d>", stride, bits, shape)
			n = w.op("arith.muli %s, %s : tensor<%sxi%d>", n, s, shape, bits)
		}
		offsets[axis] = w.op("tt.broadcast %s : tensor<%sxi%d> -> tensor<64x64xi%[3]d>", n, shape, bits)
	}
	p := w.op("tt.splat %s : !tt.ptr<%s> -> tensor<64x64x!tt.ptr<%[2]s>>", base, elem)
	add := func(p, n string) string {
		return w.op("tt.addptr %s, %s : tensor<64x64x!tt.ptr<%s>>, tensor<64x64xi%d>", p, n, elem, bits)
	}
	if w.chance() {
		return add(add(p, offsets[0]), offsets[1])
	}
	return add(p, w.op("arith.addi %s, %s : tensor<64x64xi%d>", offsets[0], offsets[1], bits))
}

// mask returns a mask of the elements of a tile within the sizes; "" if no dimension is masked.
func (w *writer) mask(bits int, dims [2]index) (all string) {
	for axis, d := range dims {
		if !d.masked {
			continue
		}
		shape, start, size := [2]string{"64x1", "1x64"}[axis], d.start, d.size
		if bits == 32 && start != "" && w.chance() { // compare the index alone with size - start
			size, start = w.op("arith.subi %s, %s : i32", size, start), ""
		}
		n := w.column(axis, bits, start)
		if bits == 64 {
			size = w.op("arith.extsi %s : i32 to i64", size)
		}
		s := w.op("tt.splat %s : i%d -> tensor<%sxi%[2]d>", size, bits, shape)
		is := w.op("arith.cmpi slt, %s, %s : tensor<%sxi%d>", n, s, shape, bits)
		is = w.op("tt.broadcast %s : tensor<%sxi1> -> tensor<64x64xi1>", is, shape)
		if all != "" {
			is = w.op("arith.andi %s, %s : tensor<64x64xi1>", all, is)
		}
		all = is
	}
	return all
}

// load loads a tile.
func (w *writer) load(p, mask string) string {
	if mask == "" {
		return w.op("tt.load %s : tensor<64x64x!tt.ptr<f16>>", p)
	}
	return w.op("tt.load %s, %s, %%none : tensor<64x64x!tt.ptr<f16>>", p, mask)
}

// batch returns the pointer to the program's matrix in a batch of matrices with a stride. Its offset is computed in 32
// or 64 bits.
func (w *writer) batch(base, elem, stride string) string {
	if w.chance() {
		n := w.op("arith.muli %%z, %s : i32", stride)
		return w.op("tt.addptr %s, %s : !tt.ptr<%s>, i32", base, n, elem)
	}
	z := w.op("arith.extsi %%z : i32 to i64")
	n := w.op("arith.muli %s, %s : i64", z, w.op("arith.extsi %s : i32 to i64", stride))
	return w.op("tt.addptr %s, %s : !tt.ptr<%s>, i64", base, n, elem)
}

// side says how a factor is addressed. One of its dimensions is rows or columns of the result, the other one is the
// contracted dimension.
type side struct {
	dims    [2]index
	bits    int
	along   int // the contracted dimension
	carried bool
	base    string
}

// first returns the dimensions for the loop's first iteration, in which the contracted dimension starts at 0.
func (s *side) first() [2]index {
	d := s.dims
	d[s.along].start = "%c0"
	return d
}

// generatedProduct returns a kernel that multiplies matrices, whether the contracted dimension must be a multiple of 64
// (whole), and whether there is a batch of matrices.
func generatedProduct(r *rand.Rand) (text string, whole, batched bool) {
	w := &writer{Rand: r}
	whole = w.IntN(3) == 0
	byStep := w.chance() // the loop counts elements, not tiles
	batched = w.chance() // in a batch, all rows and columns are masked
	choose := func(base, start, size, stride string, along int) *side {
		s := &side{bits: 32, along: along, base: base, carried: w.chance()}
		if w.IntN(3) == 0 {
			s.bits = 64
		}
		s.dims[1-along] = index{start: start, size: size, wraps: s.bits == 32 && w.chance(),
			masked: batched || w.IntN(3) == 0}
		s.dims[along] = index{start: "%at", size: "%K", masked: batched || !whole || w.chance()}
		s.dims[0].stride = stride
		if w.IntN(4) == 0 { // the matrix is column-major
			s.dims[0].stride, s.dims[1].stride = "", stride
		}
		return s
	}
	a := choose("%a", "%row", "%M", "%sa", 1)
	b := choose("%b", "%column", "%N", "%sb", 0)
	w.WriteString(header)
	bases := [...]string{"%a", "%b", "%c"}
	for i := range bases {
		if !batched {
			break
		}
		bases[i] = w.batch(bases[i], [...]string{"f16", "f16", "f32"}[i], [...]string{"%sz", "%sz", "%scz"}[i])
	}
	a.base, b.base = bases[0], bases[1]
	inits, types, args := "", "", ""
	for i, s := range []*side{a, b} {
		if s.carried {
			p := w.pointers(s.base, "f16", s.bits, s.first())
			inits += fmt.Sprintf(", %%p%d = %s", i, p)
			types += ", tensor<64x64x!tt.ptr<f16>>"
		}
	}
	upper, step := "%trips", "%c1"
	if byStep {
		upper, step = "%K", "%c64"
	}
	fmt.Fprintf(w, "  %%sum:%d = scf.for %%k = %%c0 to %s step %s iter_args(%%acc = %%zero%s)\n"+
		"      -> (tensor<64x64xf32>%s) : i32 {\n",
		1+strings.Count(types, ","), upper, step, inits, types)
	if byStep {
		w.WriteString("  %at = arith.addi %k, %c0 : i32\n")
	} else {
		w.WriteString("  %at = arith.muli %k, %c64 : i32\n")
	}
	var tiles [2]string
	for i, s := range []*side{a, b} {
		p := fmt.Sprintf("%%p%d", i)
		if !s.carried {
			p = w.pointers(s.base, "f16", s.bits, s.dims)
		} else {
			by := "%c64"
			if stride := s.dims[s.along].stride; stride != "" {
				by = w.op("arith.muli %s, %%c64 : i32", stride)
			}
			if s.bits == 64 {
				by = w.op("arith.extsi %s : i32 to i64", by)
			}
			by = w.op("tt.splat %s : i%d -> tensor<64x64xi%[2]d>", by, s.bits)
			args += ", " + w.op("tt.addptr %s, %s : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi%d>", p, by, s.bits)
		}
		tiles[i] = w.load(p, w.mask(s.bits, s.dims))
	}
	next := w.op("tt.dot %s, %s, %%acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>", tiles[0], tiles[1])
	fmt.Fprintf(w, "  scf.yield %s%s : tensor<64x64xf32>%s\n  }\n", next, args, types)
	out := [2]index{{start: "%row", size: "%M", stride: "%sc", masked: true}, {start: "%column", size: "%N", masked: true}}
	p := w.pointers(bases[2], "f32", 32, out)
	fmt.Fprintf(w, "  tt.store %s, %%sum#0, %s : tensor<64x64x!tt.ptr<f32>>\n  tt.return\n}\n}\n", p, w.mask(32, out))
	return w.String(), whole, batched
}

const header = `module {
tt.func public @matmul(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %c: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %M: i32, %N: i32, %K: i32, %sa: i32 {tt.divisibility = 16 : i32},
    %sb: i32 {tt.divisibility = 16 : i32}, %sc: i32 {tt.divisibility = 16 : i32},
    %sz: i32 {tt.divisibility = 16 : i32}, %scz: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf16>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_program_id z : i32
  %row = arith.muli %x, %c64 : i32
  %column = arith.muli %y, %c64 : i32
  %rounded = arith.addi %K, %c63 : i32
  %trips = arith.divsi %rounded, %c64 : i32
`

// generatedArgs returns arguments for a kernel. Rows, or columns, of the matrices are padded, so that tiles may extend
// beyond them.
func generatedArgs(t *testing.T, size [3]int64, batches int) (args []any, out *interp.Array, grid [3]int32) {
	t.Helper()
	const pitch, pitchB, pitchC = 512, 528, 144
	ctx := ir.NewContext()
	fill := func(seed int, elements int64) *interp.Array {
		a, err := interp.Filled(ctx.F16(), []int64{elements}, func(i int) float64 { return float64((i*seed+i/7)%9) - 4 })
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	out, err := interp.NewArray(ctx.F32(), int64(batches)*size[0]*pitchC)
	if err != nil {
		t.Fatal(err)
	}
	grid = [3]int32{int32((size[0] + 63) / 64), int32((size[1] + 63) / 64), int32(batches)}
	return []any{fill(5, 2*pitch*pitchB), fill(3, 2*pitch*pitchB), out, size[0], size[1], size[2], int64(pitch),
		int64(pitchB), int64(pitchC), int64(pitch * pitchB), size[0] * pitchC}, out, grid
}

// Generated products compute the same if bulk copies load their tiles, for all ways to compute addresses and masks.
func TestGeneratedProductsComputeTheSameByBulkCopies(t *testing.T) {
	seeds, copied := longtest.Count(4, 600), 0
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 1))
		source, whole, batched := generatedProduct(r)
		size := [3]int64{1 + r.Int64N(140), 1 + r.Int64N(140), r.Int64N(330)}
		if whole {
			size[2] = size[2] / 64 * 64
		}
		program, counts := forWarpGroups(t, parsed(t, source), bulkLoad)
		if counts[0] > 5 { // bulk copies load the tiles of both factors
			copied++
		}
		batches := 1
		if batched {
			batches = 2
		}
		args, want, grid := generatedArgs(t, size, batches)
		if err := parsed(t, source).Execute(t.Context(), "matmul", interp.Grid(grid), args...); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		args, got, _ := generatedArgs(t, size, batches)
		launch := simt.Launch{Grid: grid, Seed: seed}
		if _, err := program.Execute(t.Context(), "matmul", launch, args...); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		if err := same(want, got); err != nil {
			t.Fatalf("seed %d, %v: %v\n%s", seed, size, err, source)
		}
	}
	t.Logf("bulk copies bring both tiles of %d", copied)
	if copied < seeds/2 {
		t.Errorf("bulk copies bring both tiles of only %d", copied)
	}
}
