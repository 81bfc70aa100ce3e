package emit_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// TestOperationsOnNumbersAreTheNumbersThatTheyCompute tries every pair of 1-bit and of 8-bit numbers.
func TestOperationsOnNumbersAreTheNumbersThatTheyCompute(t *testing.T) {
	ctx := registry.NewContext()
	c := &emit.Code{Ctx: ctx, B: ir.NewBuilder(ctx).AtEnd(new(ir.Region).AppendNew())}
	binary := map[*ir.OpDef]func(m, n int64) int64{
		&llvm.Add: func(m, n int64) int64 { return m + n }, &llvm.And: func(m, n int64) int64 { return m & n },
		&llvm.Or: func(m, n int64) int64 { return m | n }, &llvm.XOr: func(m, n int64) int64 { return m ^ n },
	}
	order := map[string]func(m, n int64) bool{
		"eq": func(m, n int64) bool { return m == n }, "ne": func(m, n int64) bool { return m != n },
		"slt": func(m, n int64) bool { return m < n }, "sle": func(m, n int64) bool { return m <= n },
		"sgt": func(m, n int64) bool { return m > n }, "sge": func(m, n int64) bool { return m >= n },
	}
	for _, width := range []uint32{1, 8} {
		for m := -int64(1) << (width - 1); m < 1<<(width-1); m++ {
			for n := -int64(1) << (width - 1); n < 1<<(width-1); n++ {
				if width > 1 && !longtest.Includes(int(7*m+n), 16) {
					continue
				}
				x, y := c.Number(ctx.I(width), m), c.Number(ctx.I(width), n)
				for def, f := range binary {
					want := c.Number(ctx.I(width), f(m, n))
					if got := c.Binary(def, x, y); !same(got, want) {
						t.Fatalf("%s of %d and %d, i%d", def.Name, m, n, width)
					}
				}
				for name, f := range order {
					if got := c.Compare(name, x, y); !same(got, c.Number(ctx.I(1), map[bool]int64{true: 1}[f(m, n)])) {
						t.Fatalf("%d %s %d, i%d", m, name, n, width)
					}
				}
			}
		}
	}
}

// same reports whether two values are constants with the same value and type.
func same(x, y *ir.Value) bool {
	m, isNumber := llvm.ConstantInt(x)
	n, too := llvm.ConstantInt(y)
	return isNumber && too && m == n && x.Type() == y.Type()
}

func TestWideNumbersAreNotFoldedInPart(t *testing.T) {
	ctx := registry.NewContext()
	c := &emit.Code{Ctx: ctx, B: ir.NewBuilder(ctx).AtEnd(new(ir.Region).AppendNew())}
	x := c.Number(ctx.I(128), -1)
	if sum := c.Binary(&llvm.Add, x, x); !sum.DefiningOp().Is(&llvm.Add) {
		t.Errorf("a sum of 128 bits became %s", sum.DefiningOp().Name())
	}
}
