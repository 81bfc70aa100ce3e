package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/layouts/loadorder"
)

// A stencil adds neighbors of each element of a plane. The plane is in an array with a frame of margin elements around
// it.
const (
	margin = 3
	before = 16 // elements of a row before the plane, which keep it aligned
)

type stencil struct {
	rows, columns int // of the tile
	height, width int // of the plane
	divides       int // what the width is declared to be a multiple of
	taps          []tap
}

// tap is a neighbor at a given distance, loaded under a kind of mask.
type tap struct {
	down, right int
	mask        int
	other       float64 // the value where the mask is false
}

const (
	unmasked       = iota
	neighborInside // where the neighbor is inside the plane
	elementInside  // where the element is inside the plane and the neighbor is neither above nor left of it
	maskKinds
)

func randomStencil(r *rand.Rand) stencil {
	s := stencil{rows: 1 << r.IntN(5), columns: 8 << r.IntN(4), divides: 1 << r.IntN(5)}
	s.height = s.rows + 1 + r.IntN(s.rows)
	s.width = (s.columns/s.divides + 1) * s.divides
	for range 2 + r.IntN(6) {
		s.taps = append(s.taps, tap{r.IntN(2*margin+1) - margin, r.IntN(2*margin+1) - margin, r.IntN(maskKinds),
			float64(r.IntN(2))})
	}
	return s
}

// rowLength is the distance between rows of the array. It has room for two tiles and the frame.
func (s stencil) rowLength() int { return 2*s.columns + 2*before }

// text returns the kernel, which runs as four programs. %x points to the first element of the plane.
func (s stencil) text() string {
	var b strings.Builder
	ints := fmt.Sprintf("tensor<%dx%dxi32>", s.rows, s.columns)
	ptrs := fmt.Sprintf("tensor<%dx%dx!tile.ptr<f32>>", s.rows, s.columns)
	bools := fmt.Sprintf("tensor<%dx%dxi1>", s.rows, s.columns)
	floats := fmt.Sprintf("tensor<%dx%dxf32>", s.rows, s.columns)
	put := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	fmt.Fprintf(&b, `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%frame: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %%out: !tile.ptr<f32> {tile.divisibility = 16 : i32},
      %%height: i32, %%width: i32 {tile.divisibility = %d : i32}, %%n: i32 {tile.divisibility = %[1]d : i32}) {
`, s.divides)
	put("%%zero = arith.constant dense<0> : %s", ints)
	put("%%pid = tile.program_id 0")
	put("%%one = arith.constant 1 : i32")
	put("%%pi = arith.shrui %%pid, %%one : i32")
	put("%%pj = arith.andi %%pid, %%one : i32")
	put("%%margin = arith.constant %d : i32", margin)
	put("%%aligned = arith.constant %d : i32", before)
	put("%%above = arith.muli %%margin, %%n : i32")
	put("%%first = arith.addi %%above, %%aligned : i32")
	put("%%x = tile.addptr %%frame, %%first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>")
	for _, d := range []struct {
		name, id string
		size     int
		axis     int
	}{{"i", "pi", s.rows, 1}, {"j", "pj", s.columns, 0}} {
		at := fmt.Sprintf("tensor<%dxi32>", d.size)
		long := fmt.Sprintf("tensor<%dx1xi32>", d.size)
		if d.axis == 0 {
			long = fmt.Sprintf("tensor<1x%dxi32>", d.size)
		}
		put("%%c%s = arith.constant %d : i32", d.name, d.size)
		put("%%%s0 = arith.muli %%%s, %%c%[1]s : i32", d.name, d.id)
		put("%%%s1 = tile.iota : %s", d.name, at)
		put("%%%s2 = tile.splat %%%[1]s0 : i32 -> %s", d.name, at)
		put("%%%s3 = arith.addi %%%[1]s2, %%%[1]s1 : %s", d.name, at)
		put("%%%s4 = tile.expand_dims %%%[1]s3 axis = %d : %s -> %s", d.name, d.axis, at, long)
		put("%%%s = tile.broadcast %%%[1]s4 : %s -> %s", d.name, long, ints)
	}
	for _, name := range []string{"height", "width", "n"} {
		put("%%%ss = tile.splat %%%[1]s : i32 -> %s", name, ints)
	}
	// inside compares indices with the edges of the plane.
	inside := func(name, i, j string) {
		for k, c := range [][3]string{{"sge", i, "zero"}, {"sge", j, "zero"}, {"slt", i, "heights"}, {"slt", j, "widths"}} {
			put("%%%s_%d = arith.cmpi %s, %%%s, %%%s : %s", name, k, c[0], c[1], c[2], ints)
		}
		put("%%%s_a = arith.andi %%%[1]s_0, %%%[1]s_1 : %s", name, bools)
		put("%%%s_b = arith.andi %%%[1]s_2, %%%[1]s_3 : %s", name, bools)
		put("%%%s = arith.andi %%%[1]s_a, %%%[1]s_b : %s", name, bools)
	}
	address := func(name, base, i, j string) {
		put("%%%s_r = arith.muli %%%s, %%ns : %s", name, i, ints)
		put("%%%s_o = arith.addi %%%[1]s_r, %%%s : %s", name, j, ints)
		put("%%%s_p = tile.splat %%%s : !tile.ptr<f32> -> %s", name, base, ptrs)
		put("%%%s = tile.addptr %%%[1]s_p, %%%[1]s_o : %s, %s -> %[2]s", name, ptrs, ints)
	}
	inside("in", "i", "j")
	sum := "start"
	put("%%start = arith.constant dense<0.0> : %s", floats)
	for k, t := range s.taps {
		name := fmt.Sprint("t", k)
		put("%%%s_c = arith.constant dense<%d> : %s", name, t.down, ints)
		put("%%%s_d = arith.constant dense<%d> : %s", name, t.right, ints)
		put("%%%s_i = arith.addi %%i, %%%[1]s_c : %s", name, ints)
		put("%%%s_j = arith.addi %%j, %%%[1]s_d : %s", name, ints)
		address(name+"_at", "x", name+"_i", name+"_j")
		put("%%%s_other = arith.constant dense<%.1f> : %s", name, t.other, floats)
		switch t.mask {
		case unmasked:
			put("%%%s = tile.load %%%[1]s_at : %s", name, ptrs)
		case neighborInside:
			inside(name+"_in", name+"_i", name+"_j")
			put("%%%s = tile.load %%%[1]s_at, %%%[1]s_in, %%%[1]s_other : %s, %s, %s", name, ptrs, bools, floats)
		case elementInside:
			put("%%%s_low = arith.cmpi sge, %%%[1]s_i, %%zero : %s", name, ints)
			put("%%%s_left = arith.cmpi sge, %%%[1]s_j, %%zero : %s", name, ints)
			put("%%%s_both = arith.andi %%%[1]s_low, %%%[1]s_left : %s", name, bools)
			put("%%%s_in = arith.andi %%in, %%%[1]s_both : %s", name, bools)
			put("%%%s = tile.load %%%[1]s_at, %%%[1]s_in, %%%[1]s_other : %s, %s, %s", name, ptrs, bools, floats)
		}
		put("%%%s_w = arith.constant dense<%d.0> : %s", name, k+1, floats)
		put("%%%s_m = arith.mulf %%%[1]s, %%%[1]s_w : %s", name, floats)
		put("%%sum%d = arith.addf %%%s, %%%s_m : %s", k, sum, name, floats)
		sum = fmt.Sprint("sum", k)
	}
	address("to", "out", "i", "j")
	put("tile.store %%to, %%%s, %%in : %s, %s, %s", sum, ptrs, floats, bools)
	put("tile.return")
	return b.String() + "  }\n}\n"
}

// TestStencilsComputeWhatTheReferenceExecutorDoes checks loads that reuse elements that the thread has loaded before.
func TestStencilsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range longtest.Count(20, 1000) {
		s, warps := randomStencil(r), 1<<r.IntN(3)
		module := parse(t, "stencil", s.text())
		if err := module.Lower(t.Context(), girih.Strict); err != nil {
			t.Fatalf("%v\n%s", err, s.text())
		}
		kernel, _ := tile.AsKernel(module.Operation().Region(0).Entry().First())
		loadorder.Order(kernel)
		if err := assign.Assign(kernel, assign.Options{NumWarps: warps}); err != nil {
			t.Fatal(err)
		}
		n := s.rowLength()
		differ(t, module, 4, [][]float32{random(r, (2*s.rows+2*margin)*n)}, 2*s.rows*n,
			[]int32{int32(s.height), int32(s.width), int32(n)})
	}
}
