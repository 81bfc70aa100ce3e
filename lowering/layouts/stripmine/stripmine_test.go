package stripmine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
)

// kernels compute an output of f32 from two inputs of $N elements each, with 4 warps. $R and $C are the numbers of rows
// and columns.
var kernels = []struct {
	name    string
	rows    int // of $N elements in all; 0 for tensors of one dimension
	n       int
	loops   int // the number of loops that the pass makes
	outputs int
	body    string
}{
	{"elementwise", 0, 1 << 16, 1, 1 << 16, `
  %i = tile.iota : tensor<$Nxi32>
  %k = arith.constant 60000 : i32
  %last = tile.splat %k : i32 -> tensor<$Nxi32>
  %m = arith.cmpi slt, %i, %last : tensor<$Nxi32>
  %other = arith.constant dense<2.0> : tensor<$Nxf32>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %xs = tile.addptr %xp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %yp = tile.splat %y : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %ys = tile.addptr %yp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %zp = tile.splat %z : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %zs = tile.addptr %zp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %a = tile.load %xs, %m, %other : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi1>, tensor<$Nxf32>
  %b = tile.load %ys : tensor<$Nx!tile.ptr<f32>>
  %r = arith.addf %a, %b : tensor<$Nxf32>
  tile.store %zs, %r : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"in place", 0, 1 << 15, 1, 1 << 15, addresses + `
  tile.store %zs, %a : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>
  %c = tile.load %zs : tensor<$Nx!tile.ptr<f32>>
  %r = arith.mulf %c, %b : tensor<$Nxf32>
  tile.store %zs, %r : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"moved in place", 0, 1 << 15, 0, 1 << 16, addresses + `
  tile.store %zs, %a : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>
  %one = arith.constant dense<1> : tensor<$Nxi32>
  %ws = tile.addptr %zs, %one : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %d = arith.constant dense<100.0> : tensor<$Nxf32>
  %c = tile.load %zs : tensor<$Nx!tile.ptr<f32>>
  %e = arith.addf %c, %d : tensor<$Nxf32>
  tile.store %ws, %e : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"scalar sums", 0, 1 << 15, 1, 2, addresses + `
  %p = arith.mulf %a, %b : tensor<$Nxf32>
  %s = tile.reduce %p axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> f32
  %half = arith.constant 0.5 : f32
  %scaled = arith.mulf %s, %half : f32
  %g, %at = tile.reduce %a, %i axis = 0 {
  ^bb0(%l: f32, %li: i32, %q: f32, %qi: i32):
    %more = arith.cmpf ogt, %l, %q : f32
    %same = arith.cmpf oeq, %l, %q : f32
    %before = arith.cmpi slt, %li, %qi : i32
    %tie = arith.andi %same, %before : i1
    %keep = arith.ori %more, %tie : i1
    %v = arith.select %keep, %l, %q : f32
    %w = arith.select %keep, %li, %qi : i32
    tile.yield %v, %w : f32, i32
  } : tensor<$Nxf32>, tensor<$Nxi32> -> f32, i32
  %atf = arith.sitofp %at : i32 to f32
  %one = arith.constant 1 : i32
  %z1 = tile.addptr %z, %one : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %z, %scaled : !tile.ptr<f32>, f32
  tile.store %z1, %atf : !tile.ptr<f32>, f32`},
	{"a sum that is used", 0, 1 << 15, 2, 1 << 15, addresses + `
  %s = tile.reduce %a axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> f32
  %w = tile.splat %s : f32 -> tensor<$Nxf32>
  %r = arith.addf %w, %b : tensor<$Nxf32>
  tile.store %zs, %r : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"one reduction after the other", 0, 1 << 15, 3, 1 << 15, addresses + `
  %g = tile.reduce %a axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.maximumf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> f32
  %gs = tile.splat %g : f32 -> tensor<$Nxf32>
  %d = arith.subf %a, %gs : tensor<$Nxf32>
  %s = tile.reduce %d axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> f32
  %w = tile.splat %s : f32 -> tensor<$Nxf32>
  %e = arith.addf %d, %b : tensor<$Nxf32>
  %r = arith.addf %w, %e : tensor<$Nxf32>
  tile.store %zs, %r : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"a sum of what is overwritten", 0, 1 << 14, 0, 1 << 14, addresses + `
  tile.store %zs, %b : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>
  %c = tile.load %zs : tensor<$Nx!tile.ptr<f32>>
  tile.store %zs, %a : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>
  %s = tile.reduce %c axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> f32
  %w = tile.splat %s : f32 -> tensor<$Nxf32>
  %r = arith.addf %w, %b : tensor<$Nxf32>
  tile.store %zs, %r : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"rows", 64, 1 << 15, 1, 1 << 15, matrix + `
  %s = tile.reduce %a axis = 1 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.maximumf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Rx$Cxf32> -> tensor<$Rxf32>
  %e = tile.expand_dims %s axis = 1 : tensor<$Rxf32> -> tensor<$Rx1xf32>
  %w = tile.broadcast %e : tensor<$Rx1xf32> -> tensor<$Rx$Cxf32>
  %r = arith.subf %a, %w : tensor<$Rx$Cxf32>
  tile.store %zs, %r : tensor<$Rx$Cx!tile.ptr<f32>>, tensor<$Rx$Cxf32>`},
	{"columns", 256, 1 << 15, 1, 128, matrix + `
  %s = tile.reduce %a axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Rx$Cxf32> -> tensor<$Cxf32>
  %zq = tile.splat %z : !tile.ptr<f32> -> tensor<$Cx!tile.ptr<f32>>
  %zr = tile.addptr %zq, %j0 : tensor<$Cx!tile.ptr<f32>>, tensor<$Cxi32> -> tensor<$Cx!tile.ptr<f32>>
  tile.store %zr, %s : tensor<$Cx!tile.ptr<f32>>, tensor<$Cxf32>`},
	{"both dimensions", 2, 1 << 16, 2, 1 << 16, matrix + `
  %r = arith.mulf %a, %a : tensor<$Rx$Cxf32>
  tile.store %zs, %r : tensor<$Rx$Cx!tile.ptr<f32>>, tensor<$Rx$Cxf32>`},
	{"a matrix and its transpose", 128, 1 << 14, 0, 1 << 14, matrix + `
  %u = tile.permute %a [1, 0] : tensor<$Rx$Cxf32> -> tensor<$Cx$Rxf32>
  %r = arith.addf %a, %u : tensor<$Rx$Cxf32>
  tile.store %zs, %r : tensor<$Rx$Cx!tile.ptr<f32>>, tensor<$Rx$Cxf32>`},
}

// addresses loads %a of %x and %b of %y, and makes the pointers %zs of %z.
const addresses = `
  %i = tile.iota : tensor<$Nxi32>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %xs = tile.addptr %xp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %yp = tile.splat %y : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %ys = tile.addptr %yp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %zp = tile.splat %z : !tile.ptr<f32> -> tensor<$Nx!tile.ptr<f32>>
  %zs = tile.addptr %zp, %i : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<f32>>
  %a = tile.load %xs : tensor<$Nx!tile.ptr<f32>>
  %b = tile.load %ys : tensor<$Nx!tile.ptr<f32>>`

// matrix loads %a of %x by rows, and makes the pointers %zs of %z and the numbers %j0 of columns.
const matrix = `
  %i0 = tile.iota : tensor<$Rxi32>
  %i1 = tile.expand_dims %i0 axis = 1 : tensor<$Rxi32> -> tensor<$Rx1xi32>
  %width = arith.constant dense<$C> : tensor<$Rx1xi32>
  %i2 = arith.muli %i1, %width : tensor<$Rx1xi32>
  %j0 = tile.iota : tensor<$Cxi32>
  %j1 = tile.expand_dims %j0 axis = 0 : tensor<$Cxi32> -> tensor<1x$Cxi32>
  %i3 = tile.broadcast %i2 : tensor<$Rx1xi32> -> tensor<$Rx$Cxi32>
  %j3 = tile.broadcast %j1 : tensor<1x$Cxi32> -> tensor<$Rx$Cxi32>
  %o = arith.addi %i3, %j3 : tensor<$Rx$Cxi32>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Rx$Cx!tile.ptr<f32>>
  %xs = tile.addptr %xp, %o : tensor<$Rx$Cx!tile.ptr<f32>>, tensor<$Rx$Cxi32> -> tensor<$Rx$Cx!tile.ptr<f32>>
  %zp = tile.splat %z : !tile.ptr<f32> -> tensor<$Rx$Cx!tile.ptr<f32>>
  %zs = tile.addptr %zp, %o : tensor<$Rx$Cx!tile.ptr<f32>>, tensor<$Rx$Cxi32> -> tensor<$Rx$Cx!tile.ptr<f32>>
  %a = tile.load %xs : tensor<$Rx$Cx!tile.ptr<f32>>`

func parse(t *testing.T, body string, n, rows int) *girih.Module {
	t.Helper()
	source := "tile.kernel @k(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32>, %z: " +
		"!tile.ptr<f32>) {" + body +
		"\n  tile.return\n}\n"
	source = strings.NewReplacer("$N", fmt.Sprint(n), "$R", fmt.Sprint(rows), "$C",
		fmt.Sprint(n/max(1, rows))).Replace(source)
	m, err := girih.Parse("kernel", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m
}

// inputs returns arrays of n elements of f32 for two arguments, and an output of others elements.
func inputs(t *testing.T, m *girih.Module, n, others int) []any {
	t.Helper()
	f32 := m.Operation().Context().F32()
	var args []any
	for arg := range 2 {
		a, err := interp.Filled(f32, []int64{int64(n)}, func(i int) float64 { return float64((i*7919+arg*13)%61 - 30) })
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	z, err := interp.NewArray(f32, int64(others))
	if err != nil {
		t.Fatal(err)
	}
	return append(args, z)
}

// Divided kernels compute the same in the reference executor and in the simulator. Sums of the inputs are exact.
func TestStripsComputeTheSame(t *testing.T) {
	for i, k := range kernels {
		if !longtest.Includes(i, 2) {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			m := parse(t, k.body, k.n, k.rows)
			d := division{name: k.name, module: m, divide: usual(4), warps: 4,
				arguments: func() []any { return inputs(t, m, k.n, k.outputs) }}
			if loops := d.test(t); loops != k.loops {
				t.Errorf("%d loops, want %d\n%s", loops, k.loops, m)
			}
		})
	}
}

// The code of a computation does not grow with its tensors.
func TestCodeOfLargeTensorsIsBounded(t *testing.T) {
	for _, k := range kernels {
		if k.loops == 0 {
			continue
		}
		for _, n := range []int{k.n, 1 << 20} {
			count, err := lines(parse(t, k.body, n, k.rows), 4)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d lines for %d elements", k.name, count, n)
			if count > 4000 {
				t.Errorf("%s takes %d lines of LLVM IR for %d elements", k.name, count, n)
			}
		}
	}
}

func TestSmallTensorsStayWhole(t *testing.T) {
	for _, k := range kernels {
		m := parse(t, k.body, 1<<12, min(k.rows, 64))
		usual(4)(kernelOf(m))
		if loops := countLoops(m); loops != 0 && k.name != "a matrix and its transpose" {
			t.Errorf("%s: %d loops", k.name, loops)
		}
	}
}
