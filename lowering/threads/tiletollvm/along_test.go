package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// combiners are associative functions. The left element has the parts %l0, %l1, ..., the right one %r0, %r1, ...; $I is
// the type of the first part.
var combiners = []struct {
	name, types string
	operands    []string // types; $I is one of types
	commutes    bool
	lines       string
}{
	{"sum", "i8 i16 i32 i64", []string{"$I"}, true, "%v0 = arith.addi %l0, %r0 : $I"},
	{"float sum", "f16 bf16 f32 f64", []string{"$I"}, true, "%v0 = arith.addf %l0, %r0 : $I"},
	{"maximum", "f16 bf16 f32 f64", []string{"$I"}, true, "%v0 = arith.maximumf %l0, %r0 : $I"},
	{"product", "i8 i32 i64", []string{"$I"}, true, "%v0 = arith.muli %l0, %r0 : $I"},
	{"bools", "i1", []string{"$I"}, true, "%v0 = arith.xori %l0, %r0 : $I"},
	{"greatest byte", "f8E4M3FN f8E5M2", []string{"$I"}, true,
		"%c = arith.cmpf oge, %l0, %r0 : $I\n  %v0 = arith.select %c, %l0, %r0 : $I"},
	{"place of the maximum", "i8 f16 bf16 f32 f64 i64", []string{"$I", "i32"}, true, `
  %greater = $CMP sgt, %l0, %r0 : $I
  %equal = $CMP eq, %l0, %r0 : $I
  %earlier = arith.cmpi slt, %l1, %r1 : i32
  %tie = arith.andi %equal, %earlier : i1
  %c = arith.ori %greater, %tie : i1
  %v0 = arith.select %c, %l0, %r0 : $I
  %v1 = arith.select %c, %l1, %r1 : i32`},
	{"recurrence", "i32 i64", []string{"$I", "$I"}, false, `
  %v0 = arith.muli %l0, %r0 : $I
  %m = arith.muli %l1, %r0 : $I
  %v1 = arith.addi %m, %r1 : $I`},
	{"three types", "i16 f32", []string{"$I", "f64", "i1"}, false, `
  %v0 = arith.select %r2, %r0, %l0 : $I
  %v1 = arith.addf %l1, %r1 : f64
  %v2 = arith.ori %l2, %r2 : i1`},
	{"control flow", "i32", []string{"$I"}, false, `
  %zero2 = arith.constant 0 : i32
  %c = arith.cmpi ne, %r0, %zero2 : i32
  %v0 = scf.if %c -> (i32) {
    scf.yield %r0 : i32
  } else {
    scf.yield %l0 : i32
  }`},
}

// alongAxis returns a kernel that applies tile.reduce or tile.scan to tensors of a shape.
func alongAxis(op string, c int, elem, shape, kept, attrs string) (source string, inputs, outputs []string) {
	combiner := combiners[c]
	var left, right, results, yields, names, from, to []string
	for k, t := range combiner.operands {
		t = strings.ReplaceAll(t, "$I", elem)
		inputs, outputs = append(inputs, shape+"x"+t), append(outputs, kept+t)
		left, right = append(left, fmt.Sprintf("%%l%d: %s", k, t)), append(right, fmt.Sprintf("%%r%d: %s", k, t))
		results, yields = append(results, fmt.Sprintf("%%v%d", k)), append(yields, t)
		names = append(names, fmt.Sprintf("%%in%d", k))
		from, to = append(from, "tensor<"+shape+"x"+t+">"), append(to, "tensor<"+kept+t+">")
	}
	var outs []string
	for k := range combiner.operands {
		outs = append(outs, fmt.Sprintf("%%out%d", k))
	}
	compare, lines := "arith.cmpi", combiner.lines
	if elem[0] != 'i' {
		compare = "arith.cmpf"
		lines = strings.NewReplacer("$CMP sgt", "$CMP ogt", "$CMP eq", "$CMP oeq").Replace(lines)
	}
	lines = strings.NewReplacer("$I", elem, "$CMP", compare).Replace(lines)
	body := fmt.Sprintf("  %s = %s %s %s {\n  ^bb0(%s):\n  %s\n  tile.yield %s : %s\n  } : %s -> %s",
		strings.Join(outs, ", "), op,
		strings.Join(names, ", "), attrs, strings.Join(append(left, right...), ", "), lines, strings.Join(results, ", "),
		strings.Join(yields, ", "), strings.Join(from, ", "), strings.Join(to, ", "))
	return tileKernel(body, inputs, outputs), inputs, outputs
}

type alongShape struct {
	shape       []int
	axis, warps int
}

var alongShapes = []alongShape{
	{[]int{32}, 0, 1}, {[]int{4}, 0, 2}, {[]int{512}, 0, 4}, {[]int{1024}, 0, 8}, {[]int{1}, 0, 1}, {[]int{8, 32}, 0, 2},
	{[]int{8, 32}, 1, 4}, {[]int{64, 16}, 0, 4}, {[]int{2, 256}, 1, 4}, {[]int{128, 2}, 0, 8}, {[]int{4, 8, 16}, 1, 4},
	{[]int{4, 64, 2}, 1, 2},
}

func alongArguments(t *testing.T, c int, inputs []string, r *rand.Rand) []any {
	t.Helper()
	return filled(t, inputs, func(arg, _ int) float64 {
		_, elem := splitType(inputs[arg])
		switch {
		case elem == "i1":
			return float64(r.IntN(8) / 7)
		case combiners[c].name == "control flow":
			return float64(r.IntN(8) / 7 * r.IntN(100))
		case elem[0] == 'f' || elem[0] == 'b':
			return float64(r.IntN(7)-3) / 4 // multiples of 1/4, so that all sums are exact
		}
		return float64(r.IntN(100) - 50)
	})
}

func join(shape []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]")
}

func TestScansCombineWhatTheReferenceExecutorDoes(t *testing.T) {
	for c, combiner := range combiners {
		for _, elem := range strings.Fields(combiner.types) {
			t.Run(combiner.name+"/"+elem, func(t *testing.T) {
				t.Parallel()
				for i, s := range alongShapes {
					if !longtest.Includes(c+i, len(alongShapes)) {
						continue
					}
					for _, reverse := range []string{"", " reverse"} {
						source, inputs, outputs := alongAxis("tile.scan", c, elem, join(s.shape), join(s.shape)+"x",
							fmt.Sprintf("axis = %d%s", s.axis, reverse))
						r := rand.New(rand.NewPCG(uint64(c), uint64(i)))
						sameTiles(t, source, s.warps, alongArguments(t, c, inputs, r), outputs)
					}
				}
			})
		}
	}
}

func TestReductionsCombineWhatTheReferenceExecutorDoes(t *testing.T) {
	for c, combiner := range combiners {
		if !combiner.commutes {
			continue
		}
		for _, elem := range strings.Fields(combiner.types) {
			t.Run(combiner.name+"/"+elem, func(t *testing.T) {
				t.Parallel()
				for i, s := range alongShapes {
					if !longtest.Includes(c+i, len(alongShapes)) {
						continue
					}
					kept := append(append([]int{}, s.shape[:s.axis]...), s.shape[s.axis+1:]...)
					shape := join(s.shape)
					if len(kept) == 0 { // arrays without dimensions have no views
						shape, kept, s.axis = "2x"+shape, []int{2}, 1
					}
					source, inputs, outputs := alongAxis("tile.reduce", c, elem, shape, join(kept)+"x",
						fmt.Sprintf("axis = %d", s.axis))
					r := rand.New(rand.NewPCG(uint64(c), uint64(i)))
					sameTiles(t, source, s.warps, alongArguments(t, c, inputs, r), outputs)
				}
			})
		}
	}
}

// scanned is the text of a kernel on $M x $N elements, whose tensors have the layouts #a and #b.
const scanned = `
#a = $A
#b = $B
#s = #tilegpu.slice<{dim = 1, parent = #a}>
#t = #tilegpu.slice<{dim = 0, parent = #a}>
tile.kernel @k(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) attributes {tilegpu.num_warps = $WARPS : i32} {
  %i0 = tile.iota : tensor<$Mxi32, #s>
  %i1 = tile.expand_dims %i0 axis = 1 : tensor<$Mxi32, #s> -> tensor<$Mx1xi32, #a>
  %width = arith.constant dense<$N> : tensor<$Mx1xi32, #a>
  %i2 = arith.muli %i1, %width : tensor<$Mx1xi32, #a>
  %j0 = tile.iota : tensor<$Nxi32, #t>
  %j1 = tile.expand_dims %j0 axis = 0 : tensor<$Nxi32, #t> -> tensor<1x$Nxi32, #a>
  %i3 = tile.broadcast %i2 : tensor<$Mx1xi32, #a> -> tensor<$Mx$Nxi32, #a>
  %j3 = tile.broadcast %j1 : tensor<1x$Nxi32, #a> -> tensor<$Mx$Nxi32, #a>
  %o = arith.addi %i3, %j3 : tensor<$Mx$Nxi32, #a>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Mx$Nx!tile.ptr<f32>, #a>
  %xs = tile.addptr %xp, %o : tensor<$Mx$Nx!tile.ptr<f32>, #a>, tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nx!tile.ptr<f32>, #a>
  %v = tile.load %xs : tensor<$Mx$Nx!tile.ptr<f32>, #a>
  $OP
  %rb = tilegpu.convert_layout %r : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #b>
  %ob = tilegpu.convert_layout %o : tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nxi32, #b>
  %yp = tile.splat %y : !tile.ptr<f32> -> tensor<$Mx$Nx!tile.ptr<f32>, #b>
  %ys = tile.addptr %yp, %ob : tensor<$Mx$Nx!tile.ptr<f32>, #b>, tensor<$Mx$Nxi32, #b> -> tensor<$Mx$Nx!tile.ptr<f32>, #b>
  tile.store %ys, %rb : tensor<$Mx$Nx!tile.ptr<f32>, #b>, tensor<$Mx$Nxf32, #b>
  tile.return
}
`

// inRandomLayouts runs operations that compute %r from %v, both tensors of $M x $N elements with layout #a, in random
// layouts.
func inRandomLayouts(t *testing.T, count int, operation func(r *rand.Rand) string) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 11))
	for range count {
		m, n, warps := 1<<r.IntN(6), 1<<r.IntN(6), 1<<r.IntN(4)
		source := strings.NewReplacer("$OP", operation(r), "$A", randomLayout(r, warps), "$B",
			randomLayout(r, warps)).Replace(scanned)
		source = strings.NewReplacer("$WARPS", fmt.Sprint(warps), "$M", fmt.Sprint(m), "$N", fmt.Sprint(n)).Replace(source)
		differ(t, parse(t, "generated", source), 1, [][]float32{random(r, m*n)}, m*n, nil)
	}
}

func TestScansInRandomLayouts(t *testing.T) {
	inRandomLayouts(t, longtest.Count(12, 100), func(r *rand.Rand) string {
		return fmt.Sprintf(`%%r = tile.scan %%v axis = %d%s {
  ^bb0(%%p: f32, %%q: f32):
    %%four = arith.constant 4.0 : f32
    %%small = arith.cmpf olt, %%q, %%four : f32
    %%u = arith.select %%small, %%p, %%q : f32
    tile.yield %%u : f32
  } : tensor<$Mx$Nxf32, #a> -> tensor<$Mx$Nxf32, #a>`, r.IntN(2), []string{"", " reverse"}[r.IntN(2)])
	})
}

// Threads do not exchange what is equal in all of them: here, the number of elements to the left of others, by which
// each element's weight grows.
func TestScansOfEqualElementsInRandomLayouts(t *testing.T) {
	inRandomLayouts(t, longtest.Count(12, 100), func(r *rand.Rand) string {
		return fmt.Sprintf(`%%ones = arith.constant dense<3> : tensor<$Mx$Nxi32, #a>
  %%whole = arith.fptosi %%v : tensor<$Mx$Nxf32, #a> to tensor<$Mx$Nxi32, #a>
  %%counts, %%sums, %%weighted = tile.scan %%ones, %%whole, %%whole axis = %d%s {
  ^bb0(%%n: i32, %%s: i32, %%w: i32, %%n2: i32, %%s2: i32, %%w2: i32):
    %%both = arith.addi %%n, %%n2 : i32
    %%sum = arith.addi %%s, %%s2 : i32
    %%more = arith.muli %%n, %%s2 : i32
    %%these = arith.addi %%w, %%w2 : i32
    %%all = arith.addi %%these, %%more : i32
    tile.yield %%both, %%sum, %%all : i32, i32, i32
  } : tensor<$Mx$Nxi32, #a>, tensor<$Mx$Nxi32, #a>, tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nxi32, #a>, tensor<$Mx$Nxi32, #a>, tensor<$Mx$Nxi32, #a>
  %%alone = tile.scan %%ones axis = %d {
  ^bb0(%%p: i32, %%q: i32):
    %%u = arith.addi %%p, %%q : i32
    tile.yield %%u : i32
  } : tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nxi32, #a>
  %%x1 = arith.addi %%counts, %%weighted : tensor<$Mx$Nxi32, #a>
  %%x2 = arith.subi %%x1, %%alone : tensor<$Mx$Nxi32, #a>
  %%r = arith.sitofp %%x2 : tensor<$Mx$Nxi32, #a> to tensor<$Mx$Nxf32, #a>`, r.IntN(2), []string{"", " reverse"}[r.IntN(2)], r.IntN(2))
	})
}

// Whether elements stay equal is asked once for each value of a combiner, though there are more paths from its result
// to its arguments than could be followed.
func TestCombinersThatUseValuesManyTimesTakeFewSteps(t *testing.T) {
	inRandomLayouts(t, 2, func(*rand.Rand) string {
		var doubled strings.Builder
		for i := range 64 {
			fmt.Fprintf(&doubled, "    %%n%[2]d = arith.addi %%n%[1]d, %%n%[1]d : i32\n", i, i+1)
		}
		return fmt.Sprintf(`%%ones = arith.constant dense<3> : tensor<$Mx$Nxi32, #a>
  %%counts = tile.scan %%ones axis = 0 {
  ^bb0(%%n0: i32, %%m: i32):
%s    %%both = arith.addi %%n64, %%m : i32
    tile.yield %%both : i32
  } : tensor<$Mx$Nxi32, #a> -> tensor<$Mx$Nxi32, #a>
  %%r = arith.sitofp %%counts : tensor<$Mx$Nxi32, #a> to tensor<$Mx$Nxf32, #a>`, doubled.String())
	})
}
