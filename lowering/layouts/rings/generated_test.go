package rings_test

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

// generated is a kernel with a loop whose products take tiles through rings.
type generated struct {
	rows, keys, depth, warps int // the left tile is rows by depth, tiles of the loop are keys by depth
	elem                     string
	transposed, chained      bool   // the array is column-major; a second product takes the result of the first
	between                  string // the operation on the result of the first product
	from, step               int    // the loop's lower bound and step
	total                    int    // rows of the array that the loop reads
	rotate                   bool
	alternate, producer      bool // warp groups take turns; an extra warp makes the copies
}

func generate(r *rand.Rand) generated {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	g := generated{rows: pick(64, 128), keys: pick(16, 32, 64, 128), depth: pick(16, 32, 64, 128), warps: pick(4, 8),
		elem: []string{"f16", "bf16"}[r.IntN(2)], transposed: r.IntN(2) == 0, chained: r.IntN(4) > 0,
		from: pick(0, 0, 1), step: pick(1, 1, 2), rotate: r.IntN(2) == 0,
		between: []string{"", "max", "where", "neg"}[r.IntN(4)]}
	g.total = r.IntN(6*g.keys + 1)
	g.alternate, g.producer = r.IntN(2) == 0, r.IntN(2) == 0
	return g
}

// text returns the kernel.
func (g generated) text() string {
	matrix := fmt.Sprintf("tensor<%dx%dx%s>", g.keys, g.depth, g.elem)
	strides := "[?, 1]"
	if g.transposed {
		strides = "[1, ?]"
	}
	var body strings.Builder
	p := fmt.Sprintf("tensor<%dx%dxf32>", g.rows, g.keys)
	sum := fmt.Sprintf("tensor<%dx%dxf32>", g.rows, g.depth)
	left := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.depth, g.elem)
	narrow := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.keys, g.elem)
	fmt.Fprintf(&body, "    %%y = tile.load_view %%b[%%k, %%c0] padding zero : !b -> %s\n", matrix)
	fmt.Fprintf(&body, "    %%yt = tile.permute %%y [1, 0] : %s -> tensor<%dx%dx%s>\n", matrix, g.depth, g.keys, g.elem)
	fmt.Fprintf(&body, "    %%s0 = tile.dot %%x, %%yt, %%no_p : %s, tensor<%dx%dx%s> -> %s\n", left, g.depth, g.keys,
		g.elem, p)
	switch g.between {
	case "max":
		fmt.Fprintf(&body, "    %%s = tile.max %%s0, %%no_p : %s, %s -> %s\n", p, p, p)
	case "neg":
		fmt.Fprintf(&body, "    %%s = tile.neg %%s0 : %s -> %s\n", p, p)
	case "where":
		fmt.Fprintf(&body, "    %%odd = arith.andi %%k, %%c1 : i32\n    %%is = arith.cmpi eq, %%odd, %%c1 : i32\n"+
			"    %%s = arith.select %%is, %%s0, %%no_p : %s\n", p)
	default:
		fmt.Fprintf(&body, "    %%s = arith.addf %%s0, %%no_p : %s\n", p)
	}
	fmt.Fprintf(&body, "    %%p = tile.cast %%s : %s -> %s\n", p, narrow)
	if g.chained {
		fmt.Fprintf(&body, "    %%z = tile.load_view %%d[%%k, %%c0] padding zero : !d -> %s\n", matrix)
	} else {
		body.WriteString("    %z = tile.load_view %d[%c0, %c0] padding zero : !d -> " + matrix + "\n")
	}
	fmt.Fprintf(&body, "    %%next = tile.dot %%p, %%z, %%acc : %s, %s -> %s\n", narrow, matrix, sum)
	return strings.NewReplacer("$STRIDES", strides, "$E", g.elem, "$BODY", body.String(), "$SUM", sum, "$P", p,
		"$LEFT", left,
		"$FROM", fmt.Sprint(g.from), "$STEP", fmt.Sprint(g.step), "$KEYS", fmt.Sprint(g.keys),
		"$FACTS", map[bool]string{false: "8, 1", true: "1, 8"}[g.transposed]).Replace(`
!a = !tile.array<?x?x$E, strides = [?, 1]>
!b = !tile.array<?x?x$E, strides = $STRIDES>
!d = !tile.array<?x?x$E, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @generated(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                         %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $FACTS>},
                         %d: !d {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %c: !c) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %from = arith.constant $FROM : i32
  %step = arith.constant $STEP : i32
  %keys = arith.constant $KEYS : i32
  %n = tile.dim %b, 0 : !b
  %steps = tile.cdiv %n, %keys : i32, i32 -> i32
  %no_p = arith.constant dense<0.0> : $P
  %no_sum = arith.constant dense<0.0> : $SUM
  %x = tile.load_view %a[%c0, %c0] padding zero : !a -> $LEFT
  %sum = scf.for %k = %from to %steps step %step iter_args(%acc = %no_sum) -> ($SUM) : i32 {
$BODY    scf.yield %next : $SUM
  }
  tile.store_view %sum, %c[%c0, %c0] : $SUM, !c
  tile.return
  }
}
`)
}

// run compares the simulator with the reference executor, and reports whether the lowered program has rings. All
// elements are small integers, so that sums are exact.
func (g generated) run(seed uint64) (inRings bool, err error) {
	m, err := girih.Parse("generated.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	types := m.Operation().Context()
	stride := (g.total + 7) / 8 * 8
	elem := types.Float(g.elem)
	shapes := [][2]int{{g.rows, g.depth}, {g.total, g.depth}, {max(g.total, g.keys), g.depth}, {g.rows, g.depth}}
	arrays := func() (list []*interp.Array, err error) {
		for i, s := range shapes {
			n := int64(max(1, s[0]) * s[1])
			if i == 1 && g.transposed {
				n = int64(max(8, stride) * g.depth)
			}
			t := elem
			if i == 3 {
				t = types.F32()
			}
			one, err := interp.Filled(t, []int64{n}, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		return list, nil
	}
	flat := func(list []*interp.Array) (args []any) {
		for i, s := range shapes {
			row := s[1]
			if i == 1 && g.transposed {
				row = max(8, stride)
			}
			args = append(args, list[i], int64(s[0]), int64(s[1]), int64(row))
		}
		return args
	}
	options := girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: g.warps, RotateProducts: g.rotate,
		Turns: map[bool]string{true: "always", false: "never"}[g.alternate], NoProducerWarp: !g.producer,
		CheckConvergence: true}
	program, err := m.Clone().Compile(context.Background(), options)
	if err != nil {
		return false, err
	}
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return false, err
	}
	want, err := arrays()
	if err != nil {
		return false, err
	}
	if err := m.Execute(context.Background(), "generated", interp.Grid{1, 1, 1}, flat(want)...); err != nil {
		return false, fmt.Errorf("reference: %w", err)
	}
	got, err := arrays()
	if err != nil {
		return false, err
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := program.Execute(context.Background(), "generated", launch, flat(got)...); err != nil {
		return false, err
	}
	for i := range want[3].Len() {
		if got[3].Float64(i) != want[3].Float64(i) {
			return false, fmt.Errorf("element %d is %v, want %v", i, got[3].Float64(i), want[3].Float64(i))
		}
	}
	return strings.Contains(program.String(), "nvvm.mbarrier.arrive %"), nil
}

func TestGeneratedLoopsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r, found := rand.New(rand.NewPCG(16, 1)), 0
	for i := range longtest.Count(8, 400) {
		g := generate(r)
		inRings, err := g.run(uint64(i))
		if err != nil {
			t.Errorf("%+v: %v\n%s", g, err, g.text())
			return
		}
		if inRings {
			found++
		}
	}
	if all := longtest.Count(8, 400); found < all/2 {
		t.Errorf("only %d of %d programs have rings", found, all)
	}
}
