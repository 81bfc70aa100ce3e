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
	"github.com/girih-ir/girih/ir"
)

// chains is a grid of programs, each of which loads a tile once, and multiplies two products in a chain, in one loop or
// in two.
type chains struct {
	programs, blocks int32
	rows, keys       int    // of tiles
	total            int    // rows of the arrays that loops read
	first            string // the first iteration
	rotate, turns    bool
	branch           bool // loops run in every second program only
	loops            int  // one after the other, which share the tile that is loaded once
	once             int  // bits for the two other tiles that loops multiply: which of them are loaded once, too
	least            int  // of the numbers in memory of which each program has one
}

func generateChains(r *rand.Rand) chains {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	c := chains{programs: int32(pick(1, 2, 3, 5, 8)), rows: pick(64, 128), keys: pick(32, 64, 128), loops: pick(1, 1, 2),
		rotate: r.IntN(3) > 0, turns: r.IntN(2) == 0, branch: r.IntN(4) == 0, least: pick(0, 1),
		first: []string{"%c0", "%rest"}[r.IntN(2)], once: pick(0, 0, 0, 1, 2, 3)}
	c.blocks = 1 + int32(r.IntN(int(c.programs)))
	c.total = r.IntN(7*c.keys + 1)
	return c
}

// text returns the kernel. Program i has as many iterations as its number in memory says, and as there are tiles.
func (c chains) text() string {
	loop := `scf.for %k = $FIRST to %end step %c1 iter_args(%acc = $NONE) -> (!o) : i32 {
$Y      %s = tile.dot %x, %yt, %zero : !x, tensor<64x$KEYSxf16> -> !s
      %f = tile.max %s, %zero : !s, !s -> !s
      %p = tile.cast %f : !s -> tensor<$ROWSx$KEYSxf16>
$Z      %next = tile.dot %p, %z, %acc : tensor<$ROWSx$KEYSxf16>, !k -> !o
      scf.yield %next : !o
    }`
	if c.branch {
		loop = "scf.if %odd -> (!o) {\n %inner = " + loop + "\n scf.yield %inner : !o\n} else {\n scf.yield $NONE : !o\n}"
	}
	sums, result := "", "%none"
	for i, load := range []string{`      %y = tile.load_view %b[%k, %c0] padding zero : !m -> !k
      %yt = tile.permute %y [1, 0] : !k -> tensor<64x$KEYSxf16>
`, "      %z = tile.load_view %d[%k, %c0] padding zero : !m -> !k\n"} {
		if c.once>>i&1 != 0 {
			sums += strings.Replace(load, "%k", "%rest", 1)
			load = ""
		}
		loop = strings.Replace(loop, []string{"$Y", "$Z"}[i], load, 1)
	}
	for i := range c.loops {
		sum := fmt.Sprintf("%%sum%d", i)
		sums += "    " + sum + " = " + strings.ReplaceAll(loop, "$NONE", result) + "\n"
		result = sum
	}
	return strings.NewReplacer("$FIRST", c.first, "$ROWS", fmt.Sprint(c.rows), "$KEYS",
		fmt.Sprint(c.keys), "$RESULT", result).Replace(strings.ReplaceAll(`
!m = !tile.array<?x64xf16, strides = [64, 1]>
!r = !tile.array<?x64xf32, strides = [64, 1]>
!x = tensor<$ROWSx64xf16>
!k = tensor<$KEYSx64xf16>
!s = tensor<$ROWSx$KEYSxf32>
!o = tensor<$ROWSx64xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @chains(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
      %d: !m {tile.divisibility = 16 : i32}, %numbers: !tile.ptr<i32>, %c: !r {tile.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %keys = arith.constant $KEYS : i32
    %zero = arith.constant dense<0.0> : !s
    %none = arith.constant dense<0.0> : !o
    %i = tile.program_id 0
    %rest = arith.andi %i, %c1 : i32
    %odd = arith.cmpi ne, %rest, %c0 : i32
    %at = tile.addptr %numbers, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %number = tile.load %at : !tile.ptr<i32>
    %n = tile.dim %b, 0 : !m
    %tiles = tile.cdiv %n, %keys : i32, i32 -> i32
    %end = arith.minsi %tiles, %number : i32
    %x = tile.load_view %a[%i, %c0] padding zero : !m -> !x
$LOOPS    tile.store_view $RESULT, %c[%i, %c0] : !o, !r
    tile.return
  }
}
`, "$LOOPS", sums))
}

// run compares the simulator with the reference executor. All elements are small integers, so that sums are exact.
func (c chains) run(seed uint64) error {
	m, err := girih.Parse("chains.mlir", []byte(c.text()))
	if err != nil {
		return err
	}
	types := m.Operation().Context()
	rows := int64(c.programs) * int64(c.rows)
	arguments := func() (args []any, result *interp.Array, err error) {
		for i, n := range []int64{rows, int64(c.total), int64(c.total), int64(c.programs), rows} {
			elem, columns := ir.Type(types.Float("f16")), int64(64)
			value := func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) }
			switch i {
			case 3:
				elem, columns, value = types.I(32), 1, func(at int) float64 { return float64(c.least + at*5%7) }
			case 4:
				elem = types.F32()
			}
			if result, err = interp.Filled(elem, []int64{max(1, n*columns)}, value); err != nil {
				return nil, nil, err
			}
			if args = append(args, result); i != 3 {
				args = append(args, n)
			}
		}
		return args, result, nil
	}
	program, err := m.Clone().Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true,
		NumWarps: c.rows / 16, RotateProducts: c.rotate, Persistent: "always",
		Turns: map[bool]string{true: "always", false: "never"}[c.turns]})
	if err != nil {
		return err
	}
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return err
	}
	args, want, err := arguments()
	if err != nil {
		return err
	}
	if err := m.Execute(context.Background(), "chains", interp.Grid{c.programs, 1, 1}, args...); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	args, got, err := arguments()
	if err != nil {
		return err
	}
	launch := simt.Launch{Grid: [3]int32{c.programs, 1, 1}, Blocks: c.blocks, Seed: seed}
	if _, err := program.Execute(context.Background(), "chains", launch, args...); err != nil {
		return err
	}
	for i := range want.Len() {
		if got.Float64(i) != want.Float64(i) {
			return fmt.Errorf("element %d is %v, want %v", i, got.Float64(i), want.Float64(i))
		}
	}
	manifest, err := program.Manifest()
	if err == nil && manifest.Kernels[0].Grid.Resident == 0 {
		err = fmt.Errorf("blocks are not resident")
	}
	return err
}

// Tiles that programs load once go through a ring, too, and loops of programs that follow each other may be rotated.
// Programs have as many iterations as a number in memory says, none included.
func TestProgramsThatLoadATileOnceFollowEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	for i := range longtest.Count(12, 300) {
		c := generateChains(r)
		if err := c.run(uint64(i)); err != nil {
			t.Fatalf("%+v: %v\n%s", c, err, c.text())
		}
	}
}

// Numbers that decide how often a loop runs may be computed from one that each of many operations uses twice.
func TestForesightIsNotExponential(t *testing.T) {
	c := chains{programs: 3, blocks: 2, rows: 64, keys: 32, loops: 1, total: 150, first: "%c0"}
	numbers := "    %n0 = tile.load %at : !tile.ptr<i32>\n"
	for i := range 64 {
		numbers += fmt.Sprintf("    %%n%d = arith.muli %%n%d, %%n%[2]d : i32\n", i+1, i)
	}
	source := strings.Replace(c.text(), "    %number = tile.load %at : !tile.ptr<i32>\n", numbers, 1)
	source = strings.ReplaceAll(source, "%number :", "%n64 :")
	m, err := girih.Parse("chains.mlir", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 4,
		Persistent: "always"}); err != nil {
		t.Error(err)
	}
}
