package simt_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// windowed is a product of a filter and of windows of an image: the convolution "c(h+step*r),crk->kh", for blocks of
// channels from $FROM to $TO, from pixel $COLUMN on.
const windowed = `tile.kernel @conv(%x: !tile.ptr<$T>, %f: !tile.ptr<$T>, %out: !tile.ptr<f32>,
    %fm: !tile.ptr<i8> {tilegpu.tensor_map = {base = 1 : i32, box = array<i64: 1, $PARTS, $LINES, 64>, elem = $T,
      sizes = array<i64: $SIZES_F>, strides = array<i64: $STRIDES_F>, swizzle = 128 : i32}},
    %im: !tile.ptr<i8> {tilegpu.tensor_map = {base = 0 : i32, box = array<i64: $LINES, $PITCH>, elem = $T,
      sizes = array<i64: $SIZES_I>, strides = array<i64: $STRIDES_I>, swizzle = 0 : i32}}) {
  %from = arith.constant $FROM : i32
  %to = arith.constant $TO : i32
  %row = arith.constant $ROW : i32
  %line = arith.constant $LINE : i32
  %column = arith.constant $COLUMN : i32
  %start = arith.constant dense<1.0> : tensor<$Mx$Nxf32>
  %sum:$COUNT = tilegpu.window_dot %fm[%row] by %im[%line, %column] from %from to %to, $ALL(%start) {lhs_tile = tensor<64x$Mx$T>,
    starts = array<i64: $BEGINS>, offsets = array<i64: $OFFSETS>, shifts = $SHIFTS : i32, step = $STEP : i32,
    stages = $STAGES : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> $ALL(tensor<$Mx$Nxf32>)
  %i = tile.iota : tensor<$Mxi32>
  %j = tile.iota : tensor<$Nxi32>
  %width = arith.constant dense<$WIDTH> : tensor<$Mxi32>
  %rows = arith.muli %i, %width : tensor<$Mxi32>
  %rows1 = tile.expand_dims %rows axis = 1 : tensor<$Mxi32> -> tensor<$Mx1xi32>
  %columns1 = tile.expand_dims %j axis = 0 : tensor<$Nxi32> -> tensor<1x$Nxi32>
  %rows2 = tile.broadcast %rows1 : tensor<$Mx1xi32> -> tensor<$Mx$Nxi32>
  %columns2 = tile.broadcast %columns1 : tensor<1x$Nxi32> -> tensor<$Mx$Nxi32>
  %at = arith.addi %rows2, %columns2 : tensor<$Mx$Nxi32>
  %all = tile.splat %out : !tile.ptr<f32> -> tensor<$Mx$Nx!tile.ptr<f32>>
  %p = tile.addptr %all, %at : tensor<$Mx$Nx!tile.ptr<f32>>, tensor<$Mx$Nxi32>
$STORES  tile.return
}
`

// storedWindows stores one of several results side by side.
const storedWindows = `  %by$R = arith.constant dense<$FIRST> : tensor<$Mx$Nxi32>
  %p$R = tile.addptr %p, %by$R : tensor<$Mx$Nx!tile.ptr<f32>>, tensor<$Mx$Nxi32>
  tile.store %p$R, %sum#$R : tensor<$Mx$Nx!tile.ptr<f32>>, tensor<$Mx$Nxf32>
`

// windowCase is an image of channels by pixels, a filter, and the part of their convolution that a block computes.
type windowCase struct {
	elem                           string
	channels, pixels, shifts, step int64
	filters, m, n, results         int64 // n columns for each result
	stages, warps                  int64
	row, column, from, to          int64
}

// generatedWindows returns a case and how many of the image's rows are in a line.
func generatedWindows(r *rand.Rand) (c windowCase, parts int64) {
	parts = 1 << r.IntN(4)
	c = windowCase{elem: []string{"f16", "bf16"}[r.IntN(2)], shifts: 1 + r.Int64N(5), step: 1 + r.Int64N(3),
		m: 64 << r.IntN(2), n: 16 << r.IntN(3), results: 1 + r.Int64N(3), stages: 2 + r.Int64N(3), warps: 4}
	c.pixels = 8/parts*(2*r.Int64N(8)+1) + 16
	if parts == 1 {
		c.pixels = 8 * (2 + r.Int64N(16))
	}
	c.channels = parts * (1 + r.Int64N(160/parts))
	c.filters = 8 * (1 + r.Int64N(24))
	c.row, c.column = 64*r.Int64N(2), 8*r.Int64N(4)
	c.from = r.Int64N(2)
	c.to = c.from + r.Int64N(4)
	c.warps = 4 << r.IntN(2)
	if c.warps == 8 && c.m == 64 { // warp groups side by side
		c.results = 1
	}
	return c, parts
}

func (c windowCase) source(parts int64) string {
	list := func(values ...int64) string {
		return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(values)), ", "), "[]")
	}
	constants := func(values ...int64) string {
		for i, v := range values {
			values[i] = -1 - v
		}
		return list(values...)
	}
	var starts, offsets []int64
	most := int64(0)
	for i := range parts {
		starts, offsets = append(starts, i*c.pixels/8*8), append(offsets, i*c.pixels%8)
		most = max(most, offsets[i])
	}
	pitch := ((most+(c.shifts-1)*c.step+c.results*c.n+7)/8 | 1) * 8
	lines := c.channels / parts
	all := regexp.MustCompile(`\$ALL\((.*)\)`).ReplaceAllStringFunc(windowed, func(s string) string {
		return strings.Join(slices.Repeat([]string{s[len("$ALL(") : len(s)-1]}, int(c.results)), ", ")
	})
	stores := ""
	for i := range c.results {
		stores += strings.NewReplacer("$R", fmt.Sprint(i), "$FIRST", fmt.Sprint(i*c.n)).Replace(storedWindows)
	}
	return strings.NewReplacer("$PARTS", fmt.Sprint(parts), "$LINES", fmt.Sprint(64/parts), "$PITCH", fmt.Sprint(pitch),
		"$SIZES_F", constants(c.shifts, parts, lines, c.filters),
		"$STRIDES_F", constants(c.filters, c.shifts*c.filters, parts*c.shifts*c.filters, 1),
		"$SIZES_I", constants(lines, parts*c.pixels), "$STRIDES_I", constants(parts*c.pixels, 1),
		"$FROM", fmt.Sprint(c.from), "$TO", fmt.Sprint(c.to), "$ROW", fmt.Sprint(c.row), "$LINE", "0",
		"$COLUMN", fmt.Sprint(c.column), "$BEGINS", list(starts...), "$OFFSETS", list(offsets...),
		"$SHIFTS", fmt.Sprint(c.shifts), "$STEP", fmt.Sprint(c.step), "$STAGES", fmt.Sprint(c.stages),
		"$M", fmt.Sprint(c.m), "$N", fmt.Sprint(c.n), "$T", c.elem, "$COUNT", fmt.Sprint(c.results),
		"$WIDTH", fmt.Sprint(c.results*c.n)).Replace(strings.Replace(all, "$STORES", stores, 1))
}

// at returns the sum for an element of the result, and whether all pixels that it needs are in the rows of the image.
func (c windowCase) at(image, filter *interp.Array, parts, i, j int64) (sum float64, inside bool) {
	sum = 1
	if c.column+j+(c.shifts-1)*c.step >= c.pixels {
		return 0, false
	}
	if c.row+i >= c.filters {
		return sum, true
	}
	for channel := c.from * 64; channel < min(c.to*64, c.channels); channel++ {
		for r := range c.shifts {
			x := image.Float64(int(channel*c.pixels + c.column + j + r*c.step))
			sum += x * filter.Float64(int((channel*c.shifts+r)*c.filters+c.row+i))
		}
	}
	return sum, true
}

// Products of a filter with shifted windows of an image are those of the definition, for rows of an image that begin at
// any element, for blocks with few channels, and for filters with few rows.
func TestProductsWithWindowsAreThoseOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	for n := range longtest.Count(12, 300) {
		c, parts := generatedWindows(r)
		c.check(t, n, parts)
	}
}

func (c windowCase) check(t *testing.T, n int, parts int64) {
	t.Helper()
	source := c.source(parts)
	m, err := girih.Parse("windows.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%d: %v\n%s", n, err, source)
	}
	program, err := m.Compile(context.Background(),
		girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: int(c.warps)})
	if err != nil {
		t.Fatalf("%d: %v\n%s", n, err, source)
	}
	types := m.Operation().Context()
	elem := ir.Type(types.F16())
	if c.elem == "bf16" {
		elem = types.Float("bf16")
	}
	filled := func(e ir.Type, shape []int64, value func(i int) float64) *interp.Array {
		a, err := interp.Filled(e, shape, value)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	image := filled(elem, []int64{c.channels, c.pixels}, func(i int) float64 { return float64((i*7+i/3)%5 - 2) })
	filter := filled(elem, []int64{c.channels, c.shifts, c.filters},
		func(i int) float64 { return float64((i*5+i/7)%7 - 3) })
	out := filled(types.F32(), []int64{c.m, c.results * c.n}, func(int) float64 { return -9999 })
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}}
	if _, err := program.Execute(context.Background(), "conv", launch, image, filter, out); err != nil {
		t.Fatalf("%d: %v\n%s", n, err, source)
	}
	for i := range c.m {
		for j := range c.results * c.n {
			want, inside := c.at(image, filter, parts, i, j)
			if got := out.Float64(int(i*c.results*c.n + j)); inside && got != want {
				t.Fatalf("%d: element %d, %d is %v, want %v\n%s", n, i, j, got, want, source)
			}
		}
	}
}
