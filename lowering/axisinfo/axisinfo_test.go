package axisinfo_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/axisinfo"
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

func TestRegularityOfValues(t *testing.T) {
	const i = "%i = tile.iota : tensor<64xi32>\n"
	const pid = "%pid = tile.program_id 0\n"
	for _, c := range []struct {
		name, body string
		want       []axisinfo.Dim
	}{
		{"iota starts at 0", i, []axisinfo.Dim{{64, 1 << 30, 1}}},
		{"splat of a hint", "%s = tile.splat %m : i32 -> tensor<64xi32>", []axisinfo.Dim{{1, 8, 64}}},
		{"constant", "%s = arith.constant dense<24> : tensor<64xi32>", []axisinfo.Dim{{1, 8, 64}}},
		{"program index times block", pid + "%c = arith.constant 64 : i32\n%s = arith.muli %pid, %c : i32",
			[]axisinfo.Dim{{1, 64, 1}}},
		{"run moved by an unknown", i + "%s = tile.splat %n : i32 -> tensor<64xi32>\n%r = arith.addi %s, %i : tensor<64xi32>",
			[]axisinfo.Dim{{64, 1, 1}}},
		{"run moved by a multiple", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.addi %s, %i : tensor<64xi32>",
			[]axisinfo.Dim{{64, 8, 1}}},
		{"difference of runs is no run", i + "%r = arith.subi %i, %i : tensor<64xi32>", []axisinfo.Dim{{1, 1, 1}}},
		{"multiple of a run is no run", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.muli %s, %i : tensor<64xi32>",
			[]axisinfo.Dim{{1, 8, 1}}},
		{"comparison with a multiple", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.cmpi slt, %i, %s : tensor<64xi32>",
			[]axisinfo.Dim{{1, 1, 8}}},
		{"comparison that may end inside a run", i + "%s = tile.splat %n : i32 -> tensor<64xi32>\n%r = arith.cmpi slt, %i, %s : tensor<64xi32>",
			[]axisinfo.Dim{{1, 1, 1}}},
		{"equality tells neighbors apart", i + "%s = tile.splat %m : i32 -> tensor<64xi32>\n%r = arith.cmpi eq, %i, %s : tensor<64xi32>",
			[]axisinfo.Dim{{1, 1, 1}}},
		{"pointers count in bytes", i + "%s = tile.splat %h : !tile.ptr<f16> -> tensor<64x!tile.ptr<f16>>\n" +
			"%c = arith.constant dense<4> : tensor<64xi32>\n%o = arith.addi %i, %c : tensor<64xi32>\n" +
			"%r = tile.addptr %s, %o : tensor<64x!tile.ptr<f16>>, tensor<64xi32> -> tensor<64x!tile.ptr<f16>>",
			[]axisinfo.Dim{{64, 8, 1}}},
		{"broadcast repeats", i + "%e = tile.expand_dims %i axis = 0 : tensor<64xi32> -> tensor<1x64xi32>\n" +
			"%r = tile.broadcast %e : tensor<1x64xi32> -> tensor<4x64xi32>",
			[]axisinfo.Dim{{1, 1, 4}, {64, 1 << 30, 1}}},
		{"unknown operations", i + "%r = arith.remsi %i, %i : tensor<64xi32>", []axisinfo.Dim{{1, 1, 1}}},
	} {
		if got := analyze(t, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// values is what a kernel value would be, one number per element, for given arguments.
type values []int64

// What the analysis says must hold for concrete numbers, whatever is added, subtracted and multiplied.
func TestClaimsHoldForConcreteValues(t *testing.T) {
	const n = 32
	iota, leaves := make(values, n), map[string]values{}
	for i := range iota {
		iota[i] = int64(i)
	}
	leaves["%i"] = iota
	for _, c := range []int64{0, 1, 3, 4, 12, 16} {
		leaves[fmt.Sprintf("%%c%d", c)] = slices.Repeat(values{c}, n)
	}
	prefix := "%i = tile.iota : tensor<32xi32>\n"
	names := []string{"%i"}
	for _, c := range []int{0, 1, 3, 4, 12, 16} {
		prefix += fmt.Sprintf("%%c%d = arith.constant dense<%d> : tensor<32xi32>\n", c, c)
		names = append(names, fmt.Sprintf("%%c%d", c))
	}
	ops := map[string]func(a, b int64) int64{
		"arith.addi": func(a, b int64) int64 { return a + b },
		"arith.subi": func(a, b int64) int64 { return a - b },
		"arith.muli": func(a, b int64) int64 { return a * b },
	}
	for inner, f := range ops {
		for outer, g := range ops {
			for _, x := range names {
				for _, y := range names {
					for _, z := range names {
						body := prefix + fmt.Sprintf("%%t = %s %s, %s : tensor<32xi32>\n%%r = %s %%t, %s : tensor<32xi32>",
							inner, x, y, outer, z)
						got := make(values, n)
						for i := range got {
							got[i] = g(f(leaves[x][i], leaves[y][i]), leaves[z][i])
						}
						if problem := refute(analyze(t, body)[0], got); problem != "" {
							t.Fatalf("(%s %s %s) %s %s: %s", x, inner, y, outer, z, problem)
						}
					}
				}
			}
		}
	}
}

// refute returns what is wrong with a claim about a sequence, or "".
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
	}
	return ""
}
