package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// exchanges generates kernels that convert a matrix between layouts, reduce and broadcast it, in sequence, in loops and
// in branches.
type exchanges struct {
	*rand.Rand
	strings.Builder
	m, n    int
	layouts []string
	names   int
}

func (g *exchanges) name() string {
	g.names++
	return fmt.Sprintf("%%v%d", g.names)
}

func (g *exchanges) typ(layout int) string {
	return fmt.Sprintf("tensor<%dx%dxf32, #l%d>", g.m, g.n, layout)
}

// converted converts a value from one layout to another.
func (g *exchanges) converted(v string, from, to int) string {
	w := g.name()
	fmt.Fprintf(g, "%s = tilegpu.convert_layout %s : %s -> %s\n", w, v, g.typ(from), g.typ(to))
	return w
}

// steps applies random operations to a value in layout 0, and returns the result in layout 0.
func (g *exchanges) steps(v string, depth int) string {
	for range 1 + g.IntN(3) {
		switch g.IntN(4 + 2*depth) {
		case 0, 1:
			l := g.IntN(len(g.layouts))
			w := g.converted(v, 0, l)
			sum := g.name()
			fmt.Fprintf(g, "%s = arith.addf %s, %s : %s\n", sum, w, w, g.typ(l))
			v = g.halved(g.converted(sum, l, 0))
		case 2, 3:
			v = g.centered(v, g.IntN(2))
		case 4, 5:
			arg, out := g.name(), g.name()
			fmt.Fprintf(g, "%s = scf.for %s = %%c0 to %%c3 step %%c1 iter_args(%s = %s) -> (%s) : i32 {\n", out, g.name(), arg,
				v, g.typ(0))
			fmt.Fprintf(g, "scf.yield %s : %s\n}\n", g.steps(arg, depth-1), g.typ(0))
			v = out
		case 6, 7:
			out := g.name()
			fmt.Fprintf(g, "%s = scf.if %%odd -> (%s) {\n", out, g.typ(0))
			fmt.Fprintf(g, "scf.yield %s : %s\n} else {\n", g.steps(v, depth-1), g.typ(0))
			fmt.Fprintf(g, "scf.yield %s : %s\n}\n", g.steps(v, depth-1), g.typ(0))
			v = out
		}
	}
	return v
}

func (g *exchanges) halved(v string) string {
	h, w := g.name(), g.name()
	fmt.Fprintf(g, "%s = arith.constant dense<0.5> : %s\n%s = arith.mulf %s, %s : %s\n", h, g.typ(0), w, v, h, g.typ(0))
	return w
}

// centered subtracts the maxima along an axis.
func (g *exchanges) centered(v string, axis int) string {
	most, wide, all, out := g.name(), g.name(), g.name(), g.name()
	slice := fmt.Sprintf("#tilegpu.slice<{dim = %d, parent = #l0}>", axis)
	kept, expanded := g.m, fmt.Sprintf("%dx1", g.m)
	if axis == 0 {
		kept, expanded = g.n, fmt.Sprintf("1x%d", g.n)
	}
	fmt.Fprintf(g, "%s = tile.reduce %s axis = %d {\n^bb0(%%p: f32, %%q: f32):\n%%t = arith.maximumf %%p, %%q : "+
		"f32\ntile.yield %%t : f32\n} : %s -> tensor<%dxf32, %s>\n",
		most, v, axis, g.typ(0), kept, slice)
	fmt.Fprintf(g, "%s = tile.expand_dims %s axis = %d : tensor<%dxf32, %s> -> tensor<%sxf32, #l0>\n", wide, most, axis,
		kept, slice, expanded)
	fmt.Fprintf(g, "%s = tile.broadcast %s : tensor<%sxf32, #l0> -> %s\n", all, wide, expanded, g.typ(0))
	fmt.Fprintf(g, "%s = arith.subf %s, %s : %s\n", out, v, all, g.typ(0))
	return out
}

func (g *exchanges) kernel(warps int) string {
	shape := fmt.Sprintf("%dx%d", g.m, g.n)
	flat := fmt.Sprint(g.m * g.n)
	fmt.Fprintf(g, "tile.kernel @k(%%x: !tile.ptr<f32>, %%y: !tile.ptr<f32>) attributes {tilegpu.num_warps = %d : "+
		"i32} {\n", warps)
	fmt.Fprintf(g, `%%c0 = arith.constant 0 : i32
%%c1 = arith.constant 1 : i32
%%c3 = arith.constant 3 : i32
%%pid = tile.program_id 0
%%size = arith.constant %[2]s : i32
%%odd = arith.cmpi eq, %%pid, %%c1 : i32
%%first = arith.muli %%pid, %%size : i32
%%i = tile.iota : tensor<%[2]sxi32, #f>
%%at1 = tile.reshape %%i : tensor<%[2]sxi32, #f> -> tensor<%[1]sxi32, #l0>
%%fs = tile.splat %%first : i32 -> tensor<%[1]sxi32, #l0>
%%at = arith.addi %%at1, %%fs : tensor<%[1]sxi32, #l0>
%%xp = tile.splat %%x : !tile.ptr<f32> -> tensor<%[1]sx!tile.ptr<f32>, #l0>
%%xs = tile.addptr %%xp, %%at : tensor<%[1]sx!tile.ptr<f32>, #l0>, tensor<%[1]sxi32, #l0> -> tensor<%[1]sx!tile.ptr<f32>, #l0>
%%v = tile.load %%xs : tensor<%[1]sx!tile.ptr<f32>, #l0>
`, shape, flat)
	out := g.steps("%v", 2)
	fmt.Fprintf(g, `%%yp = tile.splat %%y : !tile.ptr<f32> -> tensor<%[1]sx!tile.ptr<f32>, #l0>
%%ys = tile.addptr %%yp, %%at : tensor<%[1]sx!tile.ptr<f32>, #l0>, tensor<%[1]sxi32, #l0> -> tensor<%[1]sx!tile.ptr<f32>, #l0>
tile.store %%ys, %[2]s : tensor<%[1]sx!tile.ptr<f32>, #l0>, tensor<%[1]sxf32, #l0>
tile.return
}
`, shape, out)
	var s strings.Builder
	s.WriteString("#f = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [" +
		fmt.Sprint(warps) + "], order = [0]}>\n")
	for i, l := range g.layouts {
		fmt.Fprintf(&s, "#l%d = %s\n", i, l)
	}
	return s.String() + g.String()
}

// TestExchangesDoNotDisturbEachOther runs random sequences of exchanges through shared memory, in loops and in
// branches. The simulator reports a data race if a barrier is missing.
func TestExchangesDoNotDisturbEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range longtest.Count(25, 80) {
		warps := 1 << r.IntN(3)
		g := &exchanges{Rand: r, m: 1 << r.IntN(6), n: 1 << r.IntN(6)}
		for range 3 {
			g.layouts = append(g.layouts, randomLayout(r, warps))
		}
		source := g.kernel(warps)
		differ(t, parse(t, "exchanges", source), 2, [][]float32{random(r, 2*g.m*g.n)}, 2*g.m*g.n, nil)
	}
}
