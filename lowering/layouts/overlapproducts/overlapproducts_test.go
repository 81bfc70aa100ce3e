package overlapproducts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
)

// generated is a kernel with a loop over tiles of two arrays, x and y. Each iteration multiplies two fixed tiles, own_a
// and own_b, by tiles of the arrays, and the results by other tiles, similar to the gradients of attention.
type generated struct {
	keys, depth, warps, total int
	late                      bool // the product of own_b comes after a product that uses the result of own_a's
	crossed                   bool // own_a and own_b are both multiplied by tiles of x
	reads                     bool // the loop subtracts one accumulator from another
	producer                  bool // an extra warp makes the copies
}

func generate(r *rand.Rand) generated {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	g := generated{keys: pick(16, 32, 64), depth: pick(32, 64), warps: pick(4, 8), late: r.IntN(2) == 0,
		crossed: r.IntN(3) == 0, reads: r.IntN(3) == 0, producer: r.IntN(2) == 0}
	g.total = 1 + r.IntN(6*g.keys)
	return g
}

// rows returns the number of rows of a tile: 64 for each warp group of four warps.
func (g generated) rows() int { return 16 * g.warps }

// text returns the kernel.
func (g generated) text() string {
	second := "y"
	if g.crossed {
		second = "x"
	}
	steps := []string{
		"%s = tile.dot %own_a, %xt, %none : $OWN, $TURNED -> $P",
		"%p0 = tile.max %s, %none : $P, $P -> $P\n    %p = tile.cast %p0 : $P -> $W",
		"%next_u = tile.dot %p, %y, %u : $W, $TILE -> $SUM",
	}
	dp := fmt.Sprintf("%%d = tile.dot %%own_b, %%%st, %%none : $OWN, $TURNED -> $P", second)
	if g.late {
		steps = append(steps, dp)
	} else {
		steps = append([]string{dp}, steps...)
	}
	steps = append(steps, "%m = tile.mul %p0, %d : $P, $P -> $P", "%e = tile.cast %m : $P -> $W",
		"%next_v = tile.dot %e, %x, %v : $W, $TILE -> $SUM")
	if g.reads {
		steps = append(steps, "%next_w = tile.sub %next_v, %next_u : $SUM, $SUM -> $SUM")
	} else {
		steps = append(steps, "%next_w = tile.add %next_v, %zero : $SUM, $SUM -> $SUM")
	}
	return strings.NewReplacer("$TILE", fmt.Sprintf("tensor<%dx%dxf16>", g.keys, g.depth),
		"$TURNED", fmt.Sprintf("tensor<%dx%dxf16>", g.depth, g.keys),
		"$OWN", fmt.Sprintf("tensor<%dx%dxf16>", g.rows(), g.depth),
		"$P", fmt.Sprintf("tensor<%dx%dxf32>", g.rows(), g.keys),
		"$W", fmt.Sprintf("tensor<%dx%dxf16>", g.rows(), g.keys),
		"$SUM", fmt.Sprintf("tensor<%dx%dxf32>", g.rows(), g.depth), "$KEYS", fmt.Sprint(g.keys),
		"$FACTS", "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}").Replace(`
!in = !tile.array<?x?xf16, strides = [?, 1]>
!out = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @generated(%a: !in $FACTS, %b: !in $FACTS, %xs: !in $FACTS, %ys: !in $FACTS, %c: !out, %f: !out) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %keys = arith.constant $KEYS : i32
  %n = tile.dim %xs, 0 : !in
  %steps = tile.cdiv %n, %keys : i32, i32 -> i32
  %none = arith.constant dense<0.0> : $P
  %zero = arith.constant dense<0.0> : $SUM
  %own_a = tile.load_view %a[%c0, %c0] padding zero : !in -> $OWN
  %own_b = tile.load_view %b[%c0, %c0] padding zero : !in -> $OWN
  %us, %vs = scf.for %k = %c0 to %steps step %c1 iter_args(%u = %zero, %v = %zero) -> ($SUM, $SUM) : i32 {
    %x = tile.load_view %xs[%k, %c0] padding zero : !in -> $TILE
    %xt = tile.permute %x [1, 0] : $TILE -> $TURNED
    %y = tile.load_view %ys[%k, %c0] padding zero : !in -> $TILE
    %yt = tile.permute %y [1, 0] : $TILE -> $TURNED
    ` + strings.Join(steps, "\n    ") + `
    scf.yield %next_u, %next_w : $SUM, $SUM
  }
  tile.store_view %us, %c[%c0, %c0] : $SUM, !out
  tile.store_view %vs, %f[%c0, %c0] : $SUM, !out
  tile.return
  }
}
`)
}

// run compares the simulator with the reference executor, and reports whether products overlap. All elements are small
// integers, so that sums are exact.
func (g generated) run(seed uint64) (overlaps bool, err error) {
	m, err := girih.Parse("generated.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	// arrays returns the arrays, as arguments of the reference executor, and of the lowered program.
	arrays := func() (list []*interp.Array, whole, flat []any, err error) {
		for i, rows := range []int{g.rows(), g.rows(), g.total, g.total, g.rows(), g.rows()} {
			t, shape := m.Operation().Context().Float("f16"), []int64{int64(rows), int64(g.depth)}
			if i > 3 {
				t = m.Operation().Context().Float("f32")
			}
			one, err := interp.Filled(t, shape, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
			if err != nil {
				return nil, nil, nil, err
			}
			list, whole = append(list, one), append(whole, one)
			flat = append(flat, one, shape[0], shape[1], shape[1])
		}
		return list, whole, flat, nil
	}
	want, whole, _, err := arrays()
	if err != nil {
		return false, err
	}
	if err := m.Clone().Execute(context.Background(), "generated", interp.Grid{1, 1, 1}, whole...); err != nil {
		return false, fmt.Errorf("reference: %w", err)
	}
	program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: g.warps,
		Turns: "never", NoProducerWarp: !g.producer, CheckConvergence: true})
	if err != nil {
		return false, err
	}
	got, _, flat, err := arrays()
	if err != nil {
		return false, err
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := program.Execute(context.Background(), "generated", launch, flat...); err != nil {
		return false, err
	}
	for i := 4; i < 6; i++ {
		for j := range want[i].Len() {
			if x, y := got[i].Float64(j), want[i].Float64(j); x != y {
				return false, fmt.Errorf("element %d of array %d is %v, want %v", j, i, x, y)
			}
		}
	}
	return strings.Contains(program.String(), "{pending = 1 : i32}"), nil
}

func TestGeneratedLoopsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r, found := rand.New(rand.NewPCG(16, 3)), 0
	for i := range longtest.Count(8, 400) {
		g := generate(r)
		overlaps, err := g.run(uint64(i))
		if err != nil {
			t.Errorf("%+v: %v\n%s", g, err, g.text())
			return
		}
		if overlaps {
			found++
		}
	}
	if all := longtest.Count(8, 400); found < all*3/4 {
		t.Errorf("only in %d of %d programs products overlap", found, all)
	}
}
