package mem2reg_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/mem2reg"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

// program writes a function with a random graph of reachable blocks, which load from and store to a few slots.
func program(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0x6d656d))
	var out bytes.Buffer
	slots, blocks := 1+r.IntN(3), 1+r.IntN(7)
	names := 0
	fmt.Fprintf(&out, "func.func @f(%%c: i1, %%x: f32) -> f32 {\n")
	for i := range slots {
		fmt.Fprintf(&out, "  %%s%d = memref.alloca() : memref<f32>\n", i)
	}
	for b := range blocks {
		if b > 0 {
			fmt.Fprintf(&out, "^b%d:\n", b)
		}
		last := "%x"
		for range r.IntN(6) {
			slot := r.IntN(slots)
			switch r.IntN(3) {
			case 0:
				last = fmt.Sprintf("%%v%d", names)
				names++
				fmt.Fprintf(&out, "  %s = memref.load %%s%d[] : memref<f32>\n", last, slot)
			case 1:
				fmt.Fprintf(&out, "  memref.store %s, %%s%d[] : memref<f32>\n", last, slot)
			default:
				next := fmt.Sprintf("%%v%d", names)
				names++
				fmt.Fprintf(&out, "  %s = arith.addf %s, %%x : f32\n", next, last)
				last = next
			}
		}
		target := func() int { return 1 + r.IntN(blocks-1) }
		switch {
		case b == blocks-1:
			fmt.Fprintf(&out, "  return %s : f32\n}\n", last)
		case r.IntN(3) == 0:
			fmt.Fprintf(&out, "  cf.br ^b%d\n", b+1)
		default:
			fmt.Fprintf(&out, "  cf.cond_br %%c, ^b%d, ^b%d\n", b+1, target())
		}
	}
	return out.Bytes()
}

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{mem2reg.Pass, cse.Pass}}.Run

// TestSlotsBecomeTheValuesThatMlirOptMakes runs CSE after the pass. It leaves one poison of each type, so that their
// order does not matter, and erases allocations without uses, which mlir-opt does not promote.
func TestSlotsBecomeTheValuesThatMlirOptMakes(t *testing.T) {
	differential.Compare(t, differential.Config{
		Ours:     tileOpt,
		Flags:    []string{"--pass-pipeline=builtin.module(mem2reg{region-simplify=false},cse)"},
		Programs: program,
		Seeds:    200,
	})
}

func TestSlotsThatEscapeStay(t *testing.T) {
	for _, use := range []string{
		`"test.escape"(%a) : (memref<f32>) -> ()`,
		`memref.dealloc %a : memref<f32>`,
		`scf.if %c {
    memref.store %x, %a[] : memref<f32>
  }`,
	} {
		source := "func.func @f(%c: i1, %x: f32) {\n  %a = memref.alloca() : memref<f32>\n  " + use + "\n  return\n}"
		ctx := registry.NewContext()
		ctx.AllowUnregistered = true
		m, err := text.ParseString(ctx, source)
		if err != nil {
			t.Fatal(err)
		}
		pipeline := &pass.Pipeline{Anchor: "builtin.module",
			Steps: []pass.Step{{Pass: mem2reg.Pass, Options: mem2reg.Pass.Options()}}}
		if err := pipeline.Run(t.Context(), m, pass.RunOptions{Verify: true}); err != nil {
			t.Fatal(err)
		}
		if got := string(text.Print(m, text.Options{})); !strings.Contains(got, "memref.alloca") {
			t.Errorf("%s: promoted to\n%s", use, got)
		}
	}
}

// TestManySlotsInManyBlocksArePromoted checks that a function of many blocks and slots takes linear time.
func TestManySlotsInManyBlocksArePromoted(t *testing.T) {
	var out strings.Builder
	const n = 2000
	out.WriteString("func.func @f(%c: i1, %x: f32) {\n")
	for i := range n {
		fmt.Fprintf(&out, "  %%s%d = memref.alloca() : memref<f32>\n  memref.store %%x, %%s%d[] : memref<f32>\n  "+
			"cf.br ^b%d\n^b%d:\n", i, i, i, i)
		fmt.Fprintf(&out, "  %%v%d = memref.load %%s%d[] : memref<f32>\n  \"test.use\"(%%v%d) : (f32) -> ()\n", i, i, i)
	}
	out.WriteString("  return\n}")
	ctx := registry.NewContext()
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx, out.String())
	if err != nil {
		t.Fatal(err)
	}
	pipeline := &pass.Pipeline{Anchor: "builtin.module",
		Steps: []pass.Step{{Pass: mem2reg.Pass, Options: mem2reg.Pass.Options()}}}
	if err := pipeline.Run(t.Context(), m, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
	left := 0
	m.Walk(func(op *ir.Operation) bool {
		if strings.HasPrefix(op.Name(), "memref.") {
			left++
		}
		return true
	})
	if left > 0 {
		t.Errorf("%d operations on memory are left", left)
	}
}
