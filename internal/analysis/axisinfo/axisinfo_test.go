package axisinfo_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// analyze returns what is known about the last value that a kernel's body defines.
func analyze(t *testing.T, body string) []axisinfo.Dim {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @k(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32},
  %h: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32, %m: i32 {tile.divisibility = 8 : i32}) {
`+body+"\ntile.return\n}")
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	kernel, ok := tile.AsKernel(module.Region(0).Entry().First())
	if !ok {
		t.Fatal("no kernel")
	}
	return axisinfo.Analyze(kernel).Of(kernel.Entry().Last().Prev().Result(0))
}

// loop adds 8 to a value, initially init, in each iteration of a loop whose induction variable has multiples of 8. It
// carries next.
func loop(init, next, typ string) string {
	add := "%j = arith.addi %acc, %c8 : i32\n"
	prefix := "%c0 = arith.constant 0 : i32\n%c8 = arith.constant 8 : i32\n"
	if typ != "i32" {
		prefix += "%l8 = tile.splat %c8 : i32 -> " + typ + "\n"
		add = "%j = arith.addi %acc, %l8 : " + typ + "\n"
	}
	return prefix + "%l = scf.for %k = %c0 to %n step %c8 iter_args(%acc = " + init + ") -> (" + typ + ") : i32 {\n" +
		add + "scf.yield " + next + " : " + typ + "\n}\n"
}

// facts are a dimension's contiguity, divisor and constancy.
type facts [3]int64

func TestRegularityOfValues(t *testing.T) {
	const i = "%i = tile.iota : tensor<64xi32>\n"
	const pid = "%pid = tile.program_id 0\n"
	for _, c := range []struct {
		name, body string
		want       []facts
	}{
		{"iota starts at 0", i, []facts{{64, 1 << 30, 1}}},
		{"table of runs", i + "%t = tile.lookup %i in dense<[8, 9, 10, 11, 40, 41, 42, 43]> : tensor<8xi32> : " +
			"tensor<64xi32> -> tensor<64xi32>", []facts{{4, 8, 1}}},
		{"table of pairs", i + "%t = tile.lookup %i in dense<[4, 4, 12, 12]> : tensor<4xi64> : " +
			"tensor<64xi32> -> tensor<64xi64>", []facts{{1, 4, 2}}},
		{"table at unknown indices", "%s = tile.splat %n : i32 -> tensor<64xi32>\n" + i + "%x = arith.addi %i, %s : " +
			"tensor<64xi32>\n%t = tile.lookup %x in dense<[8, 9, 10, 11]> : tensor<4xi32> : tensor<64xi32> -> tensor<64xi32>",
			[]facts{{1, 1, 1}}},
		{"splat of a hint", "%s = tile.splat %m : i32 -> tensor<64xi32>", []facts{{1, 8, 64}}},
		{"constant", "%s = arith.constant dense<24> : tensor<64xi32>", []facts{{1, 8, 64}}},
		{"least number", "%s = arith.constant dense<-9223372036854775808> : tensor<64xi64>", []facts{{1, 1 << 30, 64}}},
		{"mask of all bits but the sign", "%s = tile.splat %n : i32 -> tensor<64xi32>\n" +
			"%x = arith.extsi %s : tensor<64xi32> to tensor<64xi64>\n" +
			"%c = arith.constant dense<9223372036854775807> : tensor<64xi64>\n%r = arith.andi %x, %c : tensor<64xi64>",
			[]facts{{1, 1, 64}}},
		{"least number times two in a loop", "%least = arith.constant -9223372036854775808 : i64\n" +
			"%two = arith.constant 2 : i64\n%r = arith.muli %least, %two : i64\n" + loop("%n", "%j", "i32") +
			"%s = arith.muli %two, %r : i64", []facts{{1, 1 << 30, 1}}},
		{"program index times block", pid + "%c = arith.constant 64 : i32\n%s = arith.muli %pid, %c : i32",
			[]facts{{1, 64, 1}}},
		{"run moved by an unknown", i + "%s = tile.splat %n : i32 -> tensor<64xi32>\n%r = arith.addi %s, %i : tensor<64xi32>",
			[]facts{{64, 1, 1}}},
		{"run moved by a multiple", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.addi %s, %i : tensor<64xi32>",
			[]facts{{64, 8, 1}}},
		{"difference of runs is no run", i + "%r = arith.subi %i, %i : tensor<64xi32>", []facts{{1, 1, 1}}},
		{"multiple of a run is no run",
			i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.muli %s, %i : tensor<64xi32>",
			[]facts{{1, 8, 1}}},
		{"comparison with a multiple",
			i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.cmpi slt, %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 8}}},
		{"comparison that may end inside a run", i +
			"%s = tile.splat %n : i32 -> tensor<64xi32>\n%r = arith.cmpi slt, %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 1}}},
		{"comparison of steps with a multiple", i + "%c2 = arith.constant dense<2> : tensor<64xi32>\n" +
			"%q = arith.divsi %i, %c2 : tensor<64xi32>\n%s = tile.splat %m : i32 -> tensor<64xi32>\n" +
			"%r = arith.cmpi slt, %q, %s : tensor<64xi32>", []facts{{1, 1, 16}}},
		{"equality tells neighbors apart",
			i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.cmpi eq, %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 1}}},
		{"pointers count in bytes", i + "%s = tile.splat %h : !tile.ptr<f16> -> tensor<64x!tile.ptr<f16>>\n" +
			"%c = arith.constant dense<4> : tensor<64xi32>\n%o = arith.addi %i, %c : tensor<64xi32>\n" +
			"%r = tile.addptr %s, %o : tensor<64x!tile.ptr<f16>>, tensor<64xi32> -> tensor<64x!tile.ptr<f16>>",
			[]facts{{64, 8, 1}}},
		{"broadcast repeats", i + "%e = tile.expand_dims %i axis = 0 : tensor<64xi32> -> tensor<1x64xi32>\n" +
			"%r = tile.broadcast %e : tensor<1x64xi32> -> tensor<4x64xi32>",
			[]facts{{1, 1, 4}, {64, 1 << 30, 1}}},
		{"quotient of a run by a power of two", i +
			"%s = arith.constant dense<8> : tensor<64xi32>\n%r = arith.divsi %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 8}}},
		{"quotient of a run by a multiple of one", i +
			"%s = arith.constant dense<24> : tensor<64xi32>\n%r = arith.divui %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 8}}},
		{"quotient of a run by an odd number", i +
			"%s = arith.constant dense<3> : tensor<64xi32>\n%r = arith.divui %i, %s : tensor<64xi32>",
			[]facts{{1, 1, 1}}},
		{"remainder of a run by a power of two", i +
			"%s = arith.constant dense<8> : tensor<64xi32>\n%r = arith.remsi %i, %s : tensor<64xi32>",
			[]facts{{8, 8, 1}}},
		{"remainder by an unknown multiple",
			i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.remui %i, %s : tensor<64xi32>",
			[]facts{{8, 8, 1}}},
		{"shift to the left", pid + "%c = arith.constant 6 : i32\n%s = arith.shli %pid, %c : i32",
			[]facts{{1, 64, 1}}},
		{"low bits of a run", i + "%s = arith.constant dense<15> : tensor<64xi32>\n%r = arith.andi %i, %s : tensor<64xi32>",
			[]facts{{16, 16, 1}}},
		{"high bits of a run", i + "%s = arith.constant dense<-16> : tensor<64xi32>\n%r = arith.andi %i, %s : tensor<64xi32>",
			[]facts{{1, 16, 16}}},
		{"disjoint bits add up", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%c = arith.constant dense<3> : " +
			"tensor<64xi32>\n" +
			"%r = arith.ori %s, %c : tensor<64xi32>", []facts{{1, 1, 64}}},
		{"product by one", i + "%c = arith.constant dense<1> : tensor<64xi32>\n%r = arith.muli %i, %c : tensor<64xi32>",
			[]facts{{64, 1 << 30, 1}}},
		{"reshaped run", i + "%r = tile.reshape %i : tensor<64xi32> -> tensor<4x16xi32>",
			[]facts{{1, 1, 1}, {16, 16, 1}}},
		{"permuted", i + "%e = tile.expand_dims %i axis = 0 : tensor<64xi32> -> tensor<1x64xi32>\n" +
			"%r = tile.permute %e [1, 0] : tensor<1x64xi32> -> tensor<64x1xi32>", []facts{{64, 1 << 30, 1}, {1, 1, 1}}},
		{"hint", "%s = tile.splat %n : i32 -> tensor<64xi32>\n%r = tile.hint %s divisibility [16] : tensor<64xi32>",
			[]facts{{1, 16, 64}}},
		{"counter of a loop", loop("%c0", "%k", "i32") + "%r = arith.addi %l, %l : i32", []facts{{1, 8, 1}}},
		{"carried multiple", loop("%c0", "%j", "i32") + "%r = arith.addi %l, %l : i32", []facts{{1, 8, 1}}},
		{"carried run", i + loop("%i", "%j", "tensor<64xi32>") + "%r = arith.addi %l, %l8 : tensor<64xi32>",
			[]facts{{64, 8, 1}}},
		{"multiple of the number of a part", "%c = arith.constant 64 : i32\n%r = tilegpu.split 2 used %n {\n" +
			"^bb0(%part: i32):\n%x = arith.muli %part, %c : i32\ntile.yield %x : i32\n} combine {\n^bb0(%a: i32, %b: i32):\n" +
			"tile.yield %a : i32\n} : i32", []facts{{1, 64, 1}}},
		{"unknown operations", i + "%r = arith.remsi %i, %i : tensor<64xi32>", []facts{{1, 1, 1}}},
	} {
		var got []facts
		for _, d := range analyze(t, c.body) {
			got = append(got, facts{d.Contiguity, d.Divisor, d.Constancy})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestQuotientsOfRunsRiseInSteps(t *testing.T) {
	const pid = "%pid = tile.program_id 0\n%w = arith.constant 64 : i32\n%first = arith.muli %pid, %w : i32\n" +
		"%s = tile.splat %first : i32 -> tensor<64xi32>\n%i = tile.iota : tensor<64xi32>\n" +
		"%at = arith.addi %s, %i : tensor<64xi32>\n%c2 = arith.constant dense<2> : tensor<64xi32>\n"
	const quotient = pid + "%q = arith.divsi %at, %c2 : tensor<64xi32>\n"
	for _, c := range []struct {
		name, body string
		want       axisinfo.Steps
	}{
		{"a quotient", quotient, axisinfo.Steps{Each: 2, Length: 64, Divisor: 32}},
		{"a shift", pid + "%q = arith.shrui %at, %c2 : tensor<64xi32>\n", axisinfo.Steps{Each: 4, Length: 64, Divisor: 16}},
		{"behind a pointer", quotient + "%p0 = tile.splat %p : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>\n" +
			"%r = tile.addptr %p0, %q : tensor<64x!tile.ptr<f32>>, tensor<64xi32>\n",
			axisinfo.Steps{Each: 2, Length: 64, Divisor: 16}},
		{"by another number", pid + "%c3 = arith.constant dense<3> : tensor<64xi32>\n" +
			"%q = arith.divsi %at, %c3 : tensor<64xi32>\n", axisinfo.Steps{}},
		{"a product of one", quotient + "%r = arith.muli %q, %c2 : tensor<64xi32>\n", axisinfo.Steps{}},
	} {
		if got := analyze(t, c.body)[0].Steps; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// values is the value of a kernel's value for given arguments: one number per element.
type values []int64

// The results of the analysis must hold for concrete numbers, for random arithmetic.
func TestClaimsHoldForConcreteValues(t *testing.T) {
	const n = 32
	iota, leaves := make(values, n), map[string]values{}
	for i := range iota {
		iota[i] = int64(i)
	}
	leaves["%i"] = iota
	for _, c := range []int64{-8, 0, 1, 4, 7, 12, 16} {
		leaves[name(int(c))] = slices.Repeat(values{c}, n)
	}
	prefix := "%i = tile.iota : tensor<32xi32>\n"
	names := []string{"%i"}
	for _, c := range []int{-8, 0, 1, 4, 7, 12, 16} {
		prefix += fmt.Sprintf("%s = arith.constant dense<%d> : tensor<32xi32>\n", name(c), c)
		names = append(names, name(c))
	}
	shift := func(b int64) int64 { return b & 31 }
	ops := map[string]func(a, b int64) int64{
		"arith.divsi":      func(a, b int64) int64 { return a / nonZero(b) },
		"arith.floordivsi": func(a, b int64) int64 { return floor(a, nonZero(b)) },
		"arith.remsi":      func(a, b int64) int64 { return a % nonZero(b) },
		"arith.shli":       func(a, b int64) int64 { return a << shift(b) },
		"arith.shrsi":      func(a, b int64) int64 { return a >> shift(b) },
		"arith.andi":       func(a, b int64) int64 { return a & b },
		"arith.ori":        func(a, b int64) int64 { return a | b },
		"arith.xori":       func(a, b int64) int64 { return a ^ b },
		"arith.minsi":      func(a, b int64) int64 { return min(a, b) },
		"arith.maxsi":      func(a, b int64) int64 { return max(a, b) },
		"arith.addi":       func(a, b int64) int64 { return a + b },
		"arith.subi":       func(a, b int64) int64 { return a - b },
		"arith.muli":       func(a, b int64) int64 { return a * b },
	}
	kinds := slices.Sorted(maps.Keys(ops))
	r := rand.New(rand.NewPCG(1, 5))
	for range 4000 {
		inner, outer := kinds[r.IntN(len(kinds))], kinds[r.IntN(len(kinds))]
		x, y, z := names[r.IntN(len(names))], names[r.IntN(len(names))], names[r.IntN(len(names))]
		if zeroDivisor(inner, leaves[y]) || zeroDivisor(outer, leaves[z]) {
			continue
		}
		body := prefix + fmt.Sprintf("%%t = %s %s, %s : tensor<32xi32>\n%%r = %s %%t, %s : tensor<32xi32>", inner, x, y,
			outer, z)
		got := make(values, n)
		for i := range got {
			got[i] = ops[outer](ops[inner](leaves[x][i], leaves[y][i]), leaves[z][i])
		}
		if problem := refute(analyze(t, body)[0], got); problem != "" {
			t.Fatalf("(%s %s %s) %s %s: %s", x, inner, y, outer, z, problem)
		}
	}
}

// name returns the name of a constant.
func name(c int) string {
	if c < 0 {
		return fmt.Sprintf("%%m%d", -c)
	}
	return fmt.Sprintf("%%c%d", c)
}

func nonZero(b int64) int64 {
	if b == 0 {
		return 1
	}
	return b
}

func floor(a, b int64) int64 {
	if a%b != 0 && (a < 0) != (b < 0) {
		return a/b - 1
	}
	return a / b
}

// zeroDivisor reports whether an operation by some element is not defined.
func zeroDivisor(op string, v values) bool {
	switch op {
	case "arith.divsi", "arith.floordivsi", "arith.remsi":
		return slices.Contains(v, 0)
	case "arith.shli", "arith.shrsi":
		return slices.ContainsFunc(v, func(x int64) bool { return x < 0 || x > 16 })
	}
	return false
}

// refute returns an error in a claim about a sequence, or "".
func refute(d axisinfo.Dim, v values) string {
	for i, x := range v {
		at := int64(i)
		if at%d.Contiguity != 0 && x != v[i-1]+1 {
			return fmt.Sprintf("contiguity %d, but element %d is %d after %d", d.Contiguity, i, x, v[i-1])
		}
		if at%d.Contiguity == 0 && x%d.Divisor != 0 {
			return fmt.Sprintf("divisor %d, but element %d is %d", d.Divisor, i, x)
		}
		if at%d.Constancy != 0 && x != v[i-1] {
			return fmt.Sprintf("constancy %d, but element %d is %d after %d", d.Constancy, i, x, v[i-1])
		}
		if s := d.Steps; s.Each > 0 {
			if at%s.Length == 0 && x%s.Divisor != 0 {
				return fmt.Sprintf("steps %+v, but element %d is %d", s, i, x)
			}
			if first := v[at/s.Length*s.Length]; x != first+at%s.Length/s.Each {
				return fmt.Sprintf("steps %+v, but element %d is %d after %d", s, i, x, first)
			}
		}
	}
	return ""
}
