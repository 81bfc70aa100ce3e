package ir_test

import (
	"slices"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Operands may be computed from each other, in any order, and one operation may define several of them.
func TestOperationsThatOnlyDeadOnesUseAreErasedOnce(t *testing.T) {
	for _, dead := range []string{
		"%b = arith.muli %a, %a : i32\n %last = arith.addi %b, %a : i32",
		"%b = arith.muli %a, %a : i32\n %last = arith.addi %a, %b : i32",
		"%b, %c = arith.mulsi_extended %a, %x : i32\n %last = arith.addi %c, %b : i32",
		"%b, %c = arith.mulsi_extended %a, %x : i32\n %d = arith.addi %a, %c : i32\n %last = arith.addi %d, %b : i32",
	} {
		module, err := text.ParseString(dialects.NewContext(), `tile.kernel @k(%x: i32) {
  %kept = arith.muli %x, %x : i32
  %a = arith.addi %kept, %x : i32
  `+dead+`
  tile.print "kept" %kept : i32
  tile.return
}`)
		if err != nil {
			t.Fatal(err)
		}
		kernel, _ := tile.AsKernel(module.Region(0).Entry().First())
		for op := range kernel.Entry().Ops() {
			if op.Next() != nil && op.Next().Is(&tile.Print) {
				ir.EraseDead(op, ir.IsTriviallyDead)
				break
			}
		}
		if left := string(text.Print(module, text.Options{})); strings.Count(left, "arith.") != 1 {
			t.Errorf("of\n%s\nthere is left\n%s", dead, left)
		}
	}
	ir.EraseDead(nil, ir.IsTriviallyDead)
}

func TestEffectsAreVisitedUntilTheVisitorStops(t *testing.T) {
	module, err := text.ParseString(dialects.NewContext(), `tile.kernel @k(%p: !tile.ptr<f32>, %c: i1, %x: f32) {
  scf.if %c {
    scf.if %c {
      tile.store %p, %x : !tile.ptr<f32>, f32
    }
    %y = tile.load %p : !tile.ptr<f32>
  }
  tile.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(module.Region(0).Entry().First())
	for _, stop := range []bool{true, false} {
		var kinds []ir.EffectKind
		known := ir.VisitEffects(kernel.Entry().First(), func(_ *ir.Operation, e ir.Effect) bool {
			kinds = append(kinds, e.Kind)
			return !stop
		})
		want := []ir.EffectKind{ir.Write, ir.Read}
		if stop {
			want = want[:1]
		}
		if !known || !slices.Equal(kinds, want) {
			t.Errorf("known %v, effects %v, want %v", known, kinds, want)
		}
	}
}
