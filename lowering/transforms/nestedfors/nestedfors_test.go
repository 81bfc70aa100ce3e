package nestedfors_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/differential"
	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/transforms/nestedfors"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/tools/opt"
)

var tileOpt = opt.Config{Name: "tile-opt", Dialects: registry.All(),
	Passes: []*pass.Pass{nestedfors.ForallPass, nestedfors.ParallelPass}}.Run

func TestNestsAreThoseThatMlirOptMakes(t *testing.T) {
	for _, name := range []string{"scf-forall-to-for", "scf-parallel-for-to-nested-fors"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := irgen.Options{Features: irgen.Structured | irgen.Parallel | irgen.Unregistered, Stable: true, Ops: 40,
				Depth: 5}
			differential.Compare(t, differential.Config{
				Ours:     tileOpt,
				Flags:    []string{"--mlir-print-debuginfo", "--mlir-print-local-scope", "--" + name},
				Programs: differential.Generated(opts),
				Seeds:    200,
			})
		})
	}
}

// kernels store results that they compute from their own arguments to %y. The last one has nested loops.
var kernels = map[string]string{
	"forall": `
    scf.forall (%i, %j) in (3, 4) {
      %row = arith.muli %i, %four : index
      %at = arith.addi %row, %j : index
      %v = arith.index_cast %at : index to i32
      %p = tile.addptr %y, %v : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
      tile.store %p, %v : !tile.ptr<i32>, i32
    }`,
	"forall with bounds and steps": `
    scf.forall (%i, %j) = (%one, 2) to (%four, 11) step (2, 3) {
      %row = arith.muli %i, %four : index
      %at = arith.addi %row, %j : index
      %v = arith.index_cast %at : index to i32
      %p = tile.addptr %y, %v : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
      tile.store %p, %v : !tile.ptr<i32>, i32
    }`,
	"forall without dimensions": `
    scf.forall () in () {
      tile.store %y, %seven : !tile.ptr<i32>, i32
    }`,
	"parallel on tiles": `
    scf.parallel (%i) = (%zero) to (%four) step (%one) {
      %n = arith.index_cast %i : index to i32
      %k = tile.iota : tensor<16xi32>
      %start = tile.mul %n, %k : i32, tensor<16xi32> -> tensor<16xi32>
      %sixteen = tile.literal 16 : i64
      %first = tile.mul %n, %sixteen : i32, !tile.literal<int> -> i32
      %at = tile.add %first, %k : i32, tensor<16xi32> -> tensor<16xi32>
      %p = tile.addptr %y, %at : !tile.ptr<i32>, tensor<16xi32> -> tensor<16x!tile.ptr<i32>>
      tile.store %p, %start : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
    }`,
	"reductions in order, of scalars and tiles": `
    %k = tile.iota : tensor<8xi32>
    %r:2 = scf.parallel (%i, %j) = (%zero, %one) to (%four, %four) step (%one, %one) init (%seven, %k) -> (i32, tensor<8xi32>) {
      %a = arith.index_cast %i : index to i32
      %b = arith.index_cast %j : index to i32
      %c = tile.sub %k, %b : tensor<8xi32>, i32 -> tensor<8xi32>
      scf.reduce(%a, %c : i32, tensor<8xi32>) {
      ^bb0(%l: i32, %q: i32):
        %m = arith.muli %l, %seven : i32
        %t = arith.addi %m, %q : i32
        scf.reduce.return %t : i32
      }, {
      ^bb0(%l: tensor<8xi32>, %q: tensor<8xi32>):
        %m = tile.mul %l, %seven : tensor<8xi32>, i32 -> tensor<8xi32>
        %t = tile.sub %m, %q : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
        scf.reduce.return %t : tensor<8xi32>
      }
    }
    tile.store %y, %r#0 : !tile.ptr<i32>, i32
    %one32 = tile.iota : tensor<8xi32>
    %z = tile.addptr %y, %seven : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %p = tile.addptr %z, %one32 : !tile.ptr<i32>, tensor<8xi32> -> tensor<8x!tile.ptr<i32>>
    tile.store %p, %r#1 : tensor<8x!tile.ptr<i32>>, tensor<8xi32>`,
	"nested, of no iterations and one that returns its argument": `
    scf.forall (%i) in (2) {
      %s = scf.parallel (%j) = (%zero) to (%four) step (%one) init (%i) -> index {
        %in = scf.parallel (%k) = (%four) to (%zero) step (%one) init (%j) -> index {
          scf.reduce(%k : index) {
          ^bb0(%l: index, %q: index):
            scf.reduce.return %q : index
          }
        }
        scf.reduce(%in : index) {
        ^bb0(%l: index, %q: index):
          %t = arith.addi %l, %q : index
          scf.reduce.return %t : index
        }
      }
      %v = arith.index_cast %s : index to i32
      %n = arith.index_cast %i : index to i32
      %p = tile.addptr %y, %n : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
      tile.store %p, %v : !tile.ptr<i32>, i32
    }`,
}

// TestParallelLoopsOfKernelsRunInOrder compares the results of parallel loops as tiles, after the passes, and compiled,
// thread by thread.
func TestParallelLoopsOfKernelsRunInOrder(t *testing.T) {
	for name, body := range kernels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%y: !tile.ptr<i32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %seven = arith.constant 7 : i32` + body + `
    tile.return
  }
}`
			output := func() *interp.Array {
				a, err := interp.Filled(girih.NewContext().I(32), []int64{64}, func(int) float64 { return -1 })
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			m, err := girih.Parse("kernel", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			want, strict, threads := output(), output(), output()
			if err := m.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want); err != nil {
				t.Fatal(err)
			}
			if err := m.Lower(t.Context(), girih.Strict); err != nil {
				t.Fatal(err)
			}
			if text := m.String(); strings.Contains(text, "scf.parallel") || strings.Contains(text, "scf.forall") {
				t.Fatalf("a parallel loop is left:\n%s", text)
			}
			if err := m.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, strict); err != nil {
				t.Fatal(err)
			}
			m, err = girih.Parse("kernel", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			p, err := m.Compile(t.Context(), girih.CompileOptions{NumWarps: 2})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, threads); err != nil {
				t.Fatal(err)
			}
			wrote := false
			for i := range want.Len() {
				wrote = wrote || want.Bits(i) != output().Bits(i)
				if strict.Bits(i) != want.Bits(i) || threads.Bits(i) != want.Bits(i) {
					t.Errorf("element %d is %v, as threads %v, want %v", i, strict.Float64(i), threads.Float64(i), want.Float64(i))
				}
			}
			if !wrote {
				t.Error("nothing was written")
			}
		})
	}
}

func TestSharedOutputsAreALocatedError(t *testing.T) {
	m, err := text.ParseString(registry.NewContext(), `func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}`)
	if err != nil {
		t.Fatal(err)
	}
	err = pass.NewPipeline("builtin.module").Add(nestedfors.ForallPass).Run(context.Background(), m, pass.RunOptions{})
	if !errors.Is(err, nestedfors.ErrSharedOutputs) ||
		!strings.Contains(err.Error(), ":2:8: error: 'scf.forall' op has shared outputs") {
		t.Errorf("error %v", err)
	}
}
