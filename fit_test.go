package girih_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
)

// tooLarge lists kernels whose tiles, at the given sizes, need too much shared memory. Their operations are in loops
// with barriers that carry the results, so that strip-mining cannot reduce the memory.
var tooLarge = []struct {
	name   string
	sizes  []int64
	shared int // bytes available; 0 for the target's maximum
	warps  int
	source func(n []int64) string
}{
	{"sort", []int64{256, 256}, 0, 4, func(n []int64) string {
		return carrying(n, "%next = tile.sort %t axis = 0 : $T -> $T")
	}},
	{"sort of a row", []int64{1 << 16}, 0, 4, func(n []int64) string {
		return carrying(n, "%next = tile.sort %t axis = 0 : $T -> $T")
	}},
	{"sort with values", []int64{32, 512}, 100 << 10, 8, func(n []int64) string {
		return carrying(n, "%next, %other = tile.sort %t, %t axis = 1 : $T, $T -> $T, $T")
	}},
	{"flip", []int64{1 << 15}, 64 << 10, 2, func(n []int64) string {
		return carrying(n, "%one = tile.flip %t axis = 0 : $T\n    %two = tile.sort %one axis = 0 : $T -> $T\n"+
			"    %next = arith.addf %two, %one : $T")
	}},
	{"gather", []int64{64, 256}, 40 << 10, 4, func(n []int64) string {
		return carrying(n, "%u = arith.fptosi %t : $T to $I\n    %next = tile.gather %t[%u] axis = 1 : $T, $I -> $T")
	}},
	{"extract", []int64{1 << 17}, 0, 8, func(n []int64) string {
		whole := fmt.Sprintf("tensor<%dxf32>", 2*n[0])
		return carrying(n, "%u = tile.cat %t, %t axis = 0 : $T, $T -> "+whole+"\n    %next = tile.extract %u[%i] : "+
			whole+" -> $T")
	}},
	{"histogram", []int64{1 << 17}, 0, 4, func(n []int64) string {
		return fmt.Sprintf(`tile.kernel @k(%%x: !tile.ptr<i32>) {
  %%i = tile.iota : tensor<64xi32>
  %%h = tile.histogram %%i : tensor<64xi32> -> tensor<%[1]dxi32>
  %%o = tile.iota : tensor<%[1]dxi32>
  %%p = tile.splat %%x : !tile.ptr<i32> -> tensor<%[1]dx!tile.ptr<i32>>
  %%q = tile.addptr %%p, %%o : tensor<%[1]dx!tile.ptr<i32>>, tensor<%[1]dxi32> -> tensor<%[1]dx!tile.ptr<i32>>
  tile.store %%q, %%h : tensor<%[1]dx!tile.ptr<i32>>, tensor<%[1]dxi32>
  tile.return
}`, n[0])
	}},
	{"product", []int64{256, 256, 128}, 96 << 10, 8, multiplied},
	{"product and sort", []int64{128, 64, 128}, 40 << 10, 8, func(n []int64) string {
		return strings.Replace(multiplied(n), "scf.yield %next",
			"%s = tile.sort %next axis = 1 : "+tensor(n[:2], "f32")+" -> "+
				tensor(n[:2], "f32")+"\n    scf.yield %s", 1)
	}},
	{"product of long rows", []int64{64, 64, 2048}, 48 << 10, 4, multiplied},
	{"product of large tiles", []int64{128, 256, 256}, 64 << 10, 8, multiplied},
}

// carrying returns a kernel with a loop that carries a tensor: %t, of sizes n, becomes %next in body.
func carrying(n []int64, body string) string {
	return strings.NewReplacer("$T", tensor(n, "f32"), "$I", tensor(n, "i32"), "$P", tensor(n, "!tile.ptr<f32>")).Replace(`
tile.kernel @k(%x: !tile.ptr<f32>, %many: i32) {
  %zero = arith.constant 0 : i32
  %one32 = arith.constant 1 : i32
` + counted("%init", n, "f32") + `
  %end = scf.for %i = %zero to %many step %one32 iter_args(%t = %init) -> ($T) : i32 {
    tile.barrier
    ` + body + `
    scf.yield %next : $T
  }
  %p = tile.splat %x : !tile.ptr<f32> -> $P
  tile.store %p, %end : $P, $T
  tile.return
}`)
}

// multiplied returns a kernel with a loop that carries the accumulator of a product of n[0] rows, n[1] columns and n[2]
// terms.
func multiplied(n []int64) string {
	return strings.NewReplacer("$A", tensor([]int64{n[0], n[2]}, "f16"), "$B", tensor([]int64{n[2], n[1]}, "f16"),
		"$C", tensor(n[:2], "f32"), "$P", tensor(n[:2], "!tile.ptr<f32>")).Replace(`
tile.kernel @k(%x: !tile.ptr<f32>, %many: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
` + counted("%init", n[:2], "f32") + counted("%lhs", []int64{n[0], n[2]}, "f16") +
		counted("%rhs", []int64{n[2], n[1]}, "f16") + `
  %end:3 = scf.for %i = %zero to %many step %one iter_args(%acc = %init, %a = %lhs, %b = %rhs) -> ($C, $A, $B) : i32 {
    tile.barrier
    %next = tile.dot %a, %b, %acc : $A, $B -> $C
    %u = arith.negf %a : $A
    %v = arith.negf %b : $B
    scf.yield %next, %u, %v : $C, $A, $B
  }
  %p = tile.splat %x : !tile.ptr<f32> -> $P
  tile.store %p, %end#0 : $P, $C
  tile.return
}`)
}

// counted returns operations that compute a tensor of different elements, which a loop cannot carry as one number.
func counted(name string, n []int64, elem string) string {
	return strings.NewReplacer("$V", name, "$N", fmt.Sprint(ir.Product(n)), "$I", tensor(n, "i32"), "$T", tensor(n, elem)).
		Replace(`
  $V_all = tile.iota : tensor<$Nxi32>
  $V_grid = tile.reshape $V_all : tensor<$Nxi32> -> $I
  $V = arith.sitofp $V_grid : $I to $T`)
}

func tensor(n []int64, elem string) string {
	text := "tensor<"
	for _, d := range n {
		text += fmt.Sprintf("%dx", d)
	}
	return text + elem + ">"
}

var suggestion = regexp.MustCompile(`'tile\.(\w+)' of ([0-9x]+)(?: by ([0-9x]+))? \(now ([0-9x]+)(?: by ([0-9x]+))?\)`)

// Tile sizes that the error about shared memory suggests really fit.
func TestTilesThatAreSaidToFitDo(t *testing.T) {
	for _, k := range tooLarge {
		t.Run(k.name, func(t *testing.T) {
			compile := func(sizes []int64) error {
				m, err := girih.Parse("kernel", []byte(k.source(sizes)))
				if err != nil {
					t.Fatal(err)
				}
				_, err = m.Compile(t.Context(), girih.CompileOptions{NumWarps: k.warps, SharedMemory: k.shared})
				return err
			}
			err := compile(k.sizes)
			if err == nil {
				t.Fatal("it fits as it is")
			}
			found := suggestion.FindAllStringSubmatch(err.Error(), -1)
			if len(found) == 0 {
				t.Fatalf("nothing is said to fit: %v", err)
			}
			t.Log(strings.SplitN(err.Error(), "\n", 2)[0])
			sizes := append([]int64(nil), k.sizes...)
			for _, f := range found {
				smaller(t, sizes, k.sizes, f)
			}
			if err := compile(sizes); err != nil {
				t.Errorf("%v does not fit: %v", sizes, err)
			}
		})
	}
}

// tooMany lists kernels whose threads, at the given tile sizes, must hold too many values.
var tooMany = []struct {
	name   string
	sizes  []int64
	warps  int
	source func(n []int64) string
}{
	{"carried", []int64{1 << 19}, 4, func(n []int64) string { return carrying(n, "%next = arith.mulf %t, %t : $T") }},
	{"carried by many threads", []int64{1024, 1024}, 32, func(n []int64) string {
		return carrying(n, "%next = arith.mulf %t, %t : $T")
	}},
	{"carried, two dimensions", []int64{512, 1024}, 8, func(n []int64) string {
		return carrying(n, "%u = tile.flip %t axis = 1 : $T\n    %next = arith.mulf %t, %u : $T")
	}},
	{"carried, and of a loop around", []int64{256, 256}, 1, func(n []int64) string {
		return carrying(n, `%two = scf.for %j = %zero to %many step %one32 iter_args(%v = %t) -> ($T) : i32 {
      tile.barrier
      %w = arith.mulf %v, %init : $T
      scf.yield %w : $T
    }
    %next = arith.addf %two, %t : $T`)
	}},
	{"product", []int64{512, 512, 64}, 4, multiplied},
	{"product of long rows", []int64{64, 64, 1 << 14}, 4, multiplied},
	{"branches", []int64{128, 2048}, 2, func(n []int64) string {
		return carrying(n, `%c = arith.cmpi slt, %i, %one32 : i32
    %next = scf.if %c -> ($T) {
      %u = arith.mulf %t, %t : $T
      scf.yield %u : $T
    } else {
      tile.barrier
      scf.yield %t : $T
    }`)
	}},
	{"doubles", []int64{1 << 17}, 2, func(n []int64) string {
		return strings.ReplaceAll(carrying(n, "%next = arith.mulf %t, %t : $T"), "f32", "f64")
	}},
	{"more warps would do", []int64{1 << 15}, 2, func(n []int64) string {
		return carrying(n, "%next = arith.mulf %t, %t : $T")
	}},
	{"more warps would do for a product", []int64{256, 128, 64}, 2, multiplied},
	{"many tensors", []int64{4096}, 1, func(n []int64) string {
		var carried []string
		for i := range 24 {
			carried = append(carried, fmt.Sprintf("%%c%d", i))
		}
		return manyCarried(n, carried)
	}},
}

// manyCarried returns a kernel with a loop that carries several tensors.
func manyCarried(n []int64, names []string) string {
	var inits, types, next, body, stores string
	for i, name := range names {
		sep := ", "
		if i == 0 {
			sep = ""
		}
		inits += sep + name + " = %init"
		types += sep + "$T"
		next += sep + name + "n"
		body += "    " + name + "n = arith.mulf " + name + ", " + names[(i+1)%len(names)] + " : $T\n"
		stores += fmt.Sprintf("  tile.store %%p, %%end#%d : $P, $T\n", i)
	}
	return strings.NewReplacer("$T", tensor(n, "f32"), "$P", tensor(n, "!tile.ptr<f32>")).Replace(`
tile.kernel @k(%x: !tile.ptr<f32>, %many: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = tile.load %x : !tile.ptr<f32>
  %init = tile.splat %start : f32 -> $T
  %end:` + fmt.Sprint(len(names)) + ` = scf.for %i = %zero to %many step %one iter_args(` + inits + `) -> (` + types + `) : i32 {
    tile.barrier
` + body + `    scf.yield ` + next + ` : ` + types + `
  }
  %p = tile.splat %x : !tile.ptr<f32> -> $P
` + stores + `  tile.return
}`)
}

var (
	fitsTensors = regexp.MustCompile(`tensors of ([0-9x]+) \(now ([0-9x]+)\)`)
	fitsWarps   = regexp.MustCompile(`with (\d+) warps`)
)

// Tile sizes that the error about registers suggests really fit: the kernel then compiles without a warning.
func TestTilesThatAreSaidToFitIntoRegistersDo(t *testing.T) {
	for _, k := range tooMany {
		t.Run(k.name, func(t *testing.T) {
			compile := func(sizes []int64, warps int) (*girih.Program, error) {
				m, err := girih.Parse("kernel", []byte(k.source(sizes)))
				if err != nil {
					t.Fatal(err)
				}
				return m.Compile(t.Context(), girih.CompileOptions{NumWarps: warps})
			}
			fits := func(sizes []int64, warps int) {
				if p, err := compile(sizes, warps); err != nil || len(p.Warnings()) > 0 {
					t.Errorf("%v with %d warps does not fit: %v %v", sizes, warps, err, p.Warnings())
				}
			}
			p, err := compile(k.sizes, k.warps)
			if err == nil && len(p.Warnings()) > 0 {
				err = p.Warnings()[0]
			}
			var many *registers.TooManyError
			if !errors.As(err, &many) {
				t.Fatalf("error %v", err)
			}
			if more := strings.HasPrefix(k.name, "more warps"); more == many.Hopeless() || more != (many.Warps > 0) {
				t.Errorf("%d registers, said to fit with %d warps", many.Registers, many.Warps)
			}
			found := fitsTensors.FindAllStringSubmatch(err.Error(), -1)
			if len(found) == 0 || len(found) != len(many.Smaller) {
				t.Fatalf("said to fit: %v", many.Smaller)
			}
			sizes := slices.Clone(k.sizes)
			for _, f := range found {
				shrink(t, sizes, k.sizes, f[1], f[2])
			}
			fits(sizes, k.warps)
			if f := fitsWarps.FindStringSubmatch(err.Error()); f != nil {
				warps, _ := strconv.Atoi(f[1])
				fits(k.sizes, warps)
			}
		})
	}
}

// shrink reduces sizes, the tile sizes of a kernel, by a suggestion: "tiles of now must become tiles of fits". The one
// or two dimensions of now are looked up in of, the current sizes.
func shrink(t *testing.T, sizes, of []int64, fits, now string) {
	t.Helper()
	to, from := parseSizes(t, fits), parseSizes(t, now)
	for first := range len(of) {
		for second := range len(of) {
			places := []int{first, second}[:len(from)]
			same := len(places) == 1 || first != second
			for i, at := range places {
				same = same && of[at] == from[i]
			}
			if !same {
				continue
			}
			for i, at := range places {
				sizes[at] = min(sizes[at], to[i])
			}
			return
		}
	}
	t.Fatalf("no tensor has the sizes %s", now)
}

func parseSizes(t *testing.T, text string) (out []int64) {
	t.Helper()
	for _, part := range strings.Split(text, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// smaller reduces sizes to those that a message suggests. found has the submatches of the message.
func smaller(t *testing.T, sizes, now []int64, found []string) {
	t.Helper()
	fits := parseSizes(t, found[2])
	if found[1] == "dot" {
		fits = []int64{fits[0], parseSizes(t, found[3])[1], fits[1]}
		if was := parseSizes(t, found[4]); was[0] != now[0] || was[1] != now[2] {
			t.Errorf("it is said to be %s now", found[4])
		}
	}
	for i, n := range fits {
		sizes[i] = min(sizes[i], n)
	}
}
