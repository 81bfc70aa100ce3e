package stripmine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/pass"
)

// printing has kernels that print.
var printing = []struct {
	name  string
	rows  int
	loops int // the number of loops that the pass makes
	body  string
}{
	{"a tensor", 0, 1, addresses + `
  tile.print "a " %a : tensor<$Nxf32>`},
	{"rows", 64, 1, matrix + `
  tile.print "matrix " hex %o : tensor<$Rx$Cxi32>`},
	{"long rows", 2, 1, matrix + `
  tile.print "" %a : tensor<$Rx$Cxf32>`},
	{"several values", 0, 1, addresses + `
  %one = arith.constant 1 : i32
  tile.print "100 % " %one, %a, %i : i32, tensor<$Nxf32>, tensor<$Nxi32>`},
	{"in reverse", 0, 1, addresses + `
  %f = tile.flip %a axis = 0 : tensor<$Nxf32>
  %s = arith.subf %b, %f : tensor<$Nxf32>
  tile.print "reverse " %s : tensor<$Nxf32>
  tile.print "forth " %a : tensor<$Nxf32>`},
	{"two parts", 0, 1, addresses + `
  %f = tile.cat %a, %b axis = 0 : tensor<$Nxf32>, tensor<$Nxf32> -> tensor<$Mxf32>
  tile.print "both " %f : tensor<$Mxf32>`},
	{"before a store", 0, 1, addresses + `
  %s = arith.addf %a, %b : tensor<$Nxf32>
  tile.print "sum " %s : tensor<$Nxf32>
  tile.store %zs, %s : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
	{"a part of a tensor", 64, 1, matrix + `
  %first = arith.constant 5 : i32
  tile.print "part " %a : tensor<$Rx$Cxf32> at [%first, %first]`},
}

// A large tensor is printed in strips, with the coordinates that elements have in the whole tensor.
func TestOutputInStripsIsTheSame(t *testing.T) {
	for i, k := range printing {
		if !longtest.Includes(i, 2) {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			source := func(n, rows int) *girih.Module {
				return parse(t, strings.ReplaceAll(k.body, "$M", fmt.Sprint(2*n)), n, rows)
			}
			for _, c := range []struct {
				n, rows int
				divide  func(tile.Kernel)
			}{{1 << 15, k.rows, usual(4)}, {32, min(k.rows, 4), stripmine.DivideAll}} {
				m := source(c.n, c.rows)
				d := division{name: k.name, module: m, divide: c.divide, warps: 4,
					arguments: func() []any { return inputs(t, m, c.n, c.n) }}
				if loops := d.test(t); loops < k.loops {
					t.Errorf("%d loops, want %d\n%s", loops, k.loops, m)
				}
			}
			for _, n := range []int{1 << 20, 1 << 15}[:longtest.Count(1, 2)] {
				if count, err := lines(source(n, k.rows), 4); err != nil || count > 4000 {
					t.Errorf("%d elements take %d lines of LLVM IR, error %v", n, count, err)
				}
			}
		})
	}
}

// scaled is a product of block-scaled matrices of a format (MXFP): 32 elements share a scale.
type scaled struct {
	rows, columns, terms int
	format               string
	packed               int // elements in a byte
}

func (s scaled) module(t *testing.T) *girih.Module {
	t.Helper()
	var body strings.Builder
	pointers := func(name string, rows, columns int, elem string) {
		body.WriteString(strings.NewReplacer("$n", name, "$R", fmt.Sprint(rows), "$C", fmt.Sprint(columns), "$E", elem).Replace(`
  %$ni = tile.iota : tensor<$Rxi32>
  %$nj = tile.iota : tensor<$Cxi32>
  %$ne = tile.expand_dims %$ni axis = 1 : tensor<$Rxi32> -> tensor<$Rx1xi32>
  %$nw = arith.constant dense<$C> : tensor<$Rx1xi32>
  %$nm = arith.muli %$ne, %$nw : tensor<$Rx1xi32>
  %$nf = tile.expand_dims %$nj axis = 0 : tensor<$Cxi32> -> tensor<1x$Cxi32>
  %$ng = tile.broadcast %$nm : tensor<$Rx1xi32> -> tensor<$Rx$Cxi32>
  %$nh = tile.broadcast %$nf : tensor<1x$Cxi32> -> tensor<$Rx$Cxi32>
  %$no = arith.addi %$ng, %$nh : tensor<$Rx$Cxi32>
  %$ns = tile.splat %$np : !tile.ptr<$E> -> tensor<$Rx$Cx!tile.ptr<$E>>
  %$nq = tile.addptr %$ns, %$no : tensor<$Rx$Cx!tile.ptr<$E>>, tensor<$Rx$Cxi32> -> tensor<$Rx$Cx!tile.ptr<$E>>`))
	}
	tensor := func(rows, columns int, elem string) string {
		return fmt.Sprintf("tensor<%dx%dx%s>", rows, columns, elem)
	}
	load := func(name string, rows, columns int) string {
		pointers(name, rows, columns, "i8")
		fmt.Fprintf(&body, "\n  %%%[1]s = tile.load %%%[1]sq : %[2]s", name, tensor(rows, columns, "!tile.ptr<i8>"))
		return tensor(rows, columns, "i8")
	}
	a, b := load("a", s.rows, s.terms/s.packed), load("b", s.terms/s.packed, s.columns)
	as, bs := load("u", s.rows, s.terms/32), load("v", s.columns, s.terms/32)
	pointers("c", s.rows, s.columns, "f32")
	c := tensor(s.rows, s.columns, "f32")
	fmt.Fprintf(&body, `
  %%zero = arith.constant dense<0.0> : %[1]s
  %%d = tile.dot_scaled %%a as %[2]s scale %%u, %%b as %[2]s scale %%v, %%zero : %[3]s, %[4]s by %[5]s, %[6]s -> %[1]s
  tile.store %%cq, %%d : %[7]s, %[1]s`, c, s.format, a, as, b, bs, tensor(s.rows, s.columns, "!tile.ptr<f32>"))
	m, err := girih.Parse("kernel", []byte("tile.kernel @k(%ap: !tile.ptr<i8>, %bp: !tile.ptr<i8>, %up: !tile.ptr<i8>, "+
		"%vp: !tile.ptr<i8>, %cp: !tile.ptr<f32>) {"+body.String()+"\n  tile.return\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// arguments returns matrices whose products and sums are exact in f32, so that the order of additions does not matter.
func (s scaled) arguments(t *testing.T, m *girih.Module) (args []any) {
	t.Helper()
	ctx, r := m.Operation().Context(), rand.New(rand.NewPCG(7, 7))
	elements := func(n int, bits ...int) {
		a, err := interp.Filled(ctx.I(8), []int64{int64(n)}, func(int) float64 {
			return float64(int8(bits[r.IntN(len(bits))]))
		})
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	small := []int{0, 0x38, 0x40, 0xB8, 0x44} // 0, 1, 2, -1 and 3 in e4m3
	if s.packed == 2 {
		small = []int{0x00, 0x21, 0x4A, 0x92, 0x2C} // 0, and 0.5, 1 and 2 of both signs
	}
	for _, n := range []int{s.rows * s.terms / s.packed, s.terms * s.columns / s.packed} {
		elements(n, small...)
	}
	for _, n := range []int{s.rows * s.terms / 32, s.columns * s.terms / 32} {
		elements(n, 126, 127, 128) // one half, 1, 2
	}
	c, err := interp.NewArray(ctx.F32(), int64(s.rows*s.columns))
	if err != nil {
		t.Fatal(err)
	}
	return append(args, c)
}

// Products of block-scaled matrices compute the same when they are divided along rows, columns and the contracted
// dimension, even if all of these have the same size.
func TestScaledProductsComputeTheSameInStrips(t *testing.T) {
	for i, s := range []scaled{
		{16, 16, 64, "e4m3", 1}, {64, 64, 64, "e4m3", 1}, {32, 8, 128, "e2m1", 2}, {64, 64, 64, "e2m1", 2},
		{4, 64, 32, "e5m2", 1},
	} {
		if !longtest.Includes(i, 4) {
			continue
		}
		name := fmt.Sprint(s)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := s.module(t)
			d := division{name: name, module: m, warps: 2, arguments: func() []any { return s.arguments(t, m) },
				divide: func(k tile.Kernel) {
					p := pass.Pipeline{Anchor: k.Parent().Name(), Steps: []pass.Step{{Pass: mathexpand.Pass}}}
					if err := p.Run(t.Context(), k.Parent(), pass.RunOptions{Verify: true}); err != nil {
						t.Fatal(err)
					}
					stripmine.DivideAll(k)
				}}
			if loops := d.test(t); loops < 3 {
				t.Errorf("only %d loops were made\n%s", loops, m)
			}
		})
	}
	for i, s := range []scaled{
		{256, 256, 256, "e4m3", 1}, {1024, 1024, 1024, "e4m3", 1}, {1024, 1024, 1024, "e2m1", 2}, {64, 64, 8192, "e5m2", 1},
		{4096, 64, 64, "e2m1", 2}, {64, 4096, 64, "e4m3", 1}, {2048, 2048, 128, "e2m1", 2},
	} {
		if !longtest.Includes(i, 3) {
			continue
		}
		if count, err := lines(s.module(t), 4); err != nil || count > 7000 {
			t.Errorf("%v takes %d lines of LLVM IR, error %v", s, count, err)
		}
	}
}

// Products are divided even if one tensor of indices or constants is used for several of their dimensions: rows,
// columns and the contracted dimension.
func TestProductsWhoseIndicesAreSharedAreDivided(t *testing.T) {
	source := func(n int) *girih.Module {
		m, err := girih.Parse("kernel", []byte(strings.ReplaceAll(`
tile.kernel @k(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>) {
  %i = tile.iota : tensor<$Nxi32>
  %r = tile.expand_dims %i axis = 1 : tensor<$Nxi32> -> tensor<$Nx1xi32>
  %c = tile.expand_dims %i axis = 0 : tensor<$Nxi32> -> tensor<1x$Nxi32>
  %w = arith.constant dense<$N> : tensor<$Nx1xi32>
  %rw = arith.muli %r, %w : tensor<$Nx1xi32>
  %rb = tile.broadcast %rw : tensor<$Nx1xi32> -> tensor<$Nx$Nxi32>
  %cb = tile.broadcast %c : tensor<1x$Nxi32> -> tensor<$Nx$Nxi32>
  %o = arith.addi %rb, %cb : tensor<$Nx$Nxi32>
  %xp = tile.splat %x : !tile.ptr<f32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %xs = tile.addptr %xp, %o : tensor<$Nx$Nx!tile.ptr<f32>>, tensor<$Nx$Nxi32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %yp = tile.splat %y : !tile.ptr<f32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %ys = tile.addptr %yp, %o : tensor<$Nx$Nx!tile.ptr<f32>>, tensor<$Nx$Nxi32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %zp = tile.splat %z : !tile.ptr<f32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %zs = tile.addptr %zp, %o : tensor<$Nx$Nx!tile.ptr<f32>>, tensor<$Nx$Nxi32> -> tensor<$Nx$Nx!tile.ptr<f32>>
  %a = tile.load %xs : tensor<$Nx$Nx!tile.ptr<f32>>
  %b = tile.load %ys : tensor<$Nx$Nx!tile.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<$Nx$Nxf32>
  %d = tile.dot %a, %b, %zero : tensor<$Nx$Nxf32>, tensor<$Nx$Nxf32> -> tensor<$Nx$Nxf32>
  tile.store %zs, %d : tensor<$Nx$Nx!tile.ptr<f32>>, tensor<$Nx$Nxf32>
  tile.return
}`, "$N", fmt.Sprint(n))))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := source(16)
	d := division{name: "square", module: m, divide: stripmine.DivideAll, warps: 2,
		arguments: func() []any { return inputs(t, m, 256, 256) }}
	if loops := d.test(t); loops < 3 {
		t.Errorf("%d loops\n%s", loops, m)
	}
	for _, n := range []int{256, 1024} {
		if count, err := lines(source(n), 4); err != nil || count > 4000 {
			t.Errorf("%d rows take %d lines of LLVM IR, error %v", n, count, err)
		}
	}
}

// Sums that one product makes and the next one adds to stay in registers, as those that a loop carries do. They take no
// shared memory, for which a loop would be divided.
func TestSumsOfSeveralProductsStayWhole(t *testing.T) {
	m, err := girih.Parse("kernel", []byte(`
tile.kernel @k(%p: !tile.ptr<f64>, %out: !tile.ptr<f64>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf64>
  %i = tile.iota : tensor<512xi32>
  %j = tile.reshape %i : tensor<512xi32> -> tensor<64x8xi32>
  %i2 = tile.iota : tensor<1024xi32>
  %k = tile.reshape %i2 : tensor<1024xi32> -> tensor<8x128xi32>
  %sum = scf.for %step = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf64>) : i32 {
    %at = tile.addptr %p, %step : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %xp = tile.splat %at : !tile.ptr<f64> -> tensor<64x8x!tile.ptr<f64>>
    %yp = tile.splat %at : !tile.ptr<f64> -> tensor<8x128x!tile.ptr<f64>>
    %xs = tile.addptr %xp, %j : tensor<64x8x!tile.ptr<f64>>, tensor<64x8xi32> -> tensor<64x8x!tile.ptr<f64>>
    %ys = tile.addptr %yp, %k : tensor<8x128x!tile.ptr<f64>>, tensor<8x128xi32> -> tensor<8x128x!tile.ptr<f64>>
    %x = tile.load %xs : tensor<64x8x!tile.ptr<f64>>
    %y = tile.load %ys : tensor<8x128x!tile.ptr<f64>>
    %one = tile.dot %x, %y, %acc : tensor<64x8xf64>, tensor<8x128xf64> -> tensor<64x128xf64>
    %two = tile.dot %x, %y, %one : tensor<64x8xf64>, tensor<8x128xf64> -> tensor<64x128xf64>
    scf.yield %two : tensor<64x128xf64>
  }
  %all = tile.iota : tensor<8192xi32>
  %o = tile.reshape %all : tensor<8192xi32> -> tensor<64x128xi32>
  %zp = tile.splat %out : !tile.ptr<f64> -> tensor<64x128x!tile.ptr<f64>>
  %zs = tile.addptr %zp, %o : tensor<64x128x!tile.ptr<f64>>, tensor<64x128xi32> -> tensor<64x128x!tile.ptr<f64>>
  tile.store %zs, %sum : tensor<64x128x!tile.ptr<f64>>, tensor<64x128xf64>
  tile.return
}`))
	if err != nil {
		t.Fatal(err)
	}
	usual(4)(kernelOf(m))
	if loops := countLoops(m); loops != 1 {
		t.Errorf("%d loops, want the one of the products\n%s", loops, m)
	}
}

// A gather is replaced by loads at its indices only if memory still has the same contents.
func TestGathersReadMemoryWhereItIsTheSame(t *testing.T) {
	const index = addresses + `
  %last = arith.constant dense<15> : tensor<$Nxi32>
  %n = arith.fptosi %b : tensor<$Nxf32> to tensor<$Nxi32>
  %at = arith.andi %n, %last : tensor<$Nxi32>`
	const gather = `
  %g = tile.gather %a[%at] axis = 0 : tensor<$Nxf32>, tensor<$Nxi32> -> tensor<$Nxf32>
  tile.store %zs, %g : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`
	for _, c := range []struct {
		name string
		left int // gathers
		body string
	}{
		{"nothing between", 0, index + gather},
		{"a store to another argument", 0, index + `
  tile.store %zs, %b : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>` + gather},
		{"a store to the same argument", 1, index + `
  tile.store %xs, %b : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>` + gather},
		{"a store to the same argument afterwards", 0, index + gather + `
  tile.store %xs, %b : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>`},
		{"an atomic that waits for others", 1, index + `
  %k = arith.constant 1.0 : f32
  %old = tile.atomic_rmw add acquire device %z, %k : !tile.ptr<f32>, f32` + gather},
		{"a loop around the gather", 0, index + `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %j = %zero to %one step %one : i32 {` + gather + `
  }`},
		{"a loop around the gather and a store", 1, index + `
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  scf.for %j = %zero to %two step %one : i32 {` + gather + `
    tile.store %xs, %b : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>
  }`},
		{"a tensor of computed elements", 1, strings.ReplaceAll(index+gather, "gather %a", "gather %sums")},
	} {
		body := c.body
		if strings.Contains(body, "%sums") {
			body = strings.Replace(body, "  %g = ", `  %sums = tile.scan %a axis = 0 {
  ^bb0(%l: f32, %q: f32):
    %t = arith.addf %l, %q : f32
    tile.yield %t : f32
  } : tensor<$Nxf32> -> tensor<$Nxf32>
  %g = `, 1)
		}
		m, left := parse(t, body, 16, 0), 0
		d := division{name: c.name, module: m, warps: 1,
			divide: func(k tile.Kernel) {
				stripmine.DivideAll(k)
				left = count(m, &tile.Gather)
			},
			arguments: func() []any {
				args := inputs(t, m, 16, 16)
				if strings.Contains(body, "atomic") {
					for i := range args[2].(*interp.Array).Len() {
						args[2].(*interp.Array).SetFloat64(i, 1)
					}
				}
				return args
			}}
		d.test(t)
		if left != c.left {
			t.Errorf("%s: %d gathers are left, want %d\n%s", c.name, left, c.left, m)
		}
	}
}

// Loads that replace a gather keep the cache and eviction hints of the original load, with or without an additional
// mask.
func TestGathersByIndexKeepHints(t *testing.T) {
	for name, few := range map[string]string{
		"all indices":  "%few = arith.addf %b, %b : tensor<$Nxf32>",
		"some indices": "%few = tile.load %ys, %some : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxi1>",
	} {
		m := parse(t, addresses+`
  %some = arith.cmpf olt, %a, %b : tensor<$Nxf32>
  `+few+`
  %n = arith.fptosi %few : tensor<$Nxf32> to tensor<$Nxi32>
  %last = arith.constant dense<15> : tensor<$Nxi32>
  %at = arith.andi %n, %last : tensor<$Nxi32>
  %from = tile.load %xs cache cg eviction evict_first : tensor<$Nx!tile.ptr<f32>>
  %g = tile.gather %from[%at] axis = 0 : tensor<$Nxf32>, tensor<$Nxi32> -> tensor<$Nxf32>
  tile.store %zs, %g, %some : tensor<$Nx!tile.ptr<f32>>, tensor<$Nxf32>, tensor<$Nxi1>`, 16, 0)
		stripmine.DivideAll(kernelOf(m))
		if n := strings.Count(m.String(), " cache cg eviction evict_first "); n != 1 || count(m, &tile.Gather) > 0 {
			t.Errorf("%s: %d loads with the hints, want one and no gather\n%s", name, n, m)
		}
	}
}
