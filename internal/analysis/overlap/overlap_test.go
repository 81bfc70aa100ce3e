package overlap_test

import (
	"fmt"
	"strings"
	"testing"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// plane returns a kernel of an 8x16 tile of rows %i and columns %j in an array with %height rows of length %n.
const plane = `tile.kernel @f(%%x: !tile.ptr<f32>, %%height: i32, %%n: i32) {
  %%c1 = arith.constant 1 : i32
  %%one = arith.constant dense<1> : tensor<8x16xi32>
  %%zero = arith.constant dense<0> : tensor<8x16xi32>
  %%none = arith.constant dense<0.0> : tensor<8x16xf32>
  %%nan = arith.constant dense<0x7FC00000> : tensor<8x16xf32>
  %%c8 = arith.constant 8 : i32
  %%p = tile.program_id 0
  %%first = arith.muli %%p, %%c8 : i32
  %%r = tile.iota : tensor<8xi32>
  %%r0 = tile.splat %%first : i32 -> tensor<8xi32>
  %%r1 = arith.addi %%r0, %%r : tensor<8xi32>
  %%r2 = tile.expand_dims %%r1 axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
  %%i = tile.broadcast %%r2 : tensor<8x1xi32> -> tensor<8x16xi32>
  %%c = tile.iota : tensor<16xi32>
  %%c2 = tile.expand_dims %%c axis = 0 : tensor<16xi32> -> tensor<1x16xi32>
  %%j = tile.broadcast %%c2 : tensor<1x16xi32> -> tensor<8x16xi32>
  %%xs = tile.splat %%x : !tile.ptr<f32> -> tensor<8x16x!tile.ptr<f32>>
  %%ns = tile.splat %%n : i32 -> tensor<8x16xi32>
  %%heights = tile.splat %%height : i32 -> tensor<8x16xi32>
  %%row = arith.muli %%i, %%ns : tensor<8x16xi32>
  %%o = arith.addi %%row, %%j : tensor<8x16xi32>
  %%at = tile.addptr %%xs, %%o : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
  %%up = arith.subi %%i, %%one : tensor<8x16xi32>
  %%uprow = arith.muli %%up, %%ns : tensor<8x16xi32>
  %%upo = arith.addi %%uprow, %%j : tensor<8x16xi32>
  %%above = tile.addptr %%xs, %%upo : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
  %%left = arith.subi %%j, %%one : tensor<8x16xi32>
  %%lo = arith.addi %%row, %%left : tensor<8x16xi32>
  %%before = tile.addptr %%xs, %%lo : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
  %%inside = arith.cmpi slt, %%i, %%heights : tensor<8x16xi32>
  %%inner = arith.cmpi sgt, %%i, %%zero : tensor<8x16xi32>
  %%both = arith.andi %%inside, %%inner : tensor<8x16xi1>
  %%upinside = arith.cmpi slt, %%up, %%heights : tensor<8x16xi32>
%s
  tile.return
}`

const f32 = ` : tensor<8x16x!tile.ptr<f32>>`
const masked = ` : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi1>, tensor<8x16xf32>`

func TestLoadsOverlapAtConstantDistances(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want string
	}{
		"along both dimensions": {`%a = tile.load %at` + f32 + `
			%b = tile.load %above` + f32 + `
			%d = tile.load %before` + f32, "1<0 [-1 0] same, 2<0 [0 -1] same, 2<1 [1 -1] same"},
		"under a mask that implies the other one": {`%a = tile.load %at, %inside, %none` + masked + `
			%b = tile.load %above, %both, %none` + masked, "1<0 [-1 0]"},
		"under the same mask at a distance": {`%a = tile.load %at, %inside, %none` + masked + `
			%b = tile.load %above, %upinside, %none` + masked, "1<0 [-1 0] same"},
		"with another value where there is no mask": {`%a = tile.load %at, %inside, %none` + masked + `
			%b = tile.load %above, %upinside, %nan` + masked, "1<0 [-1 0]"},
		"not under a mask that does not imply the other one": {`%a = tile.load %at, %both, %none` + masked + `
			%b = tile.load %above, %inside, %none` + masked, ""},
		"not without a mask where the other has one": {`%a = tile.load %at, %inside, %none` + masked + `
			%b = tile.load %above` + f32, ""},
		"not across a store": {`%a = tile.load %at` + f32 + `
			tile.store %at, %a` + f32 + `, tensor<8x16xf32>
			%b = tile.load %above` + f32, ""},
		"not volatile ones": {`%a = tile.load %at` + f32 + `
			%b = tile.load %above volatile` + f32, ""},
		"not at distances that vary": {`%a = tile.load %at` + f32 + `
			%d = tile.addptr %at, %heights : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%b = tile.load %d` + f32, ""},
		"not by bytes that may begin again": {`%s = arith.trunci %j : tensor<8x16xi32> to tensor<8x16xi8>
			%one8 = arith.constant dense<1> : tensor<8x16xi8>
			%t = arith.addi %s, %one8 : tensor<8x16xi8>
			%s32 = arith.extsi %s : tensor<8x16xi8> to tensor<8x16xi32>
			%t32 = arith.extsi %t : tensor<8x16xi8> to tensor<8x16xi32>
			%p8 = tile.addptr %xs, %s32 : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%q8 = tile.addptr %xs, %t32 : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%a = tile.load %p8` + f32 + `
			%b = tile.load %q8` + f32, ""},
		"not by a sum that is compared, which may have wrapped around": {`%n1 = arith.addi %n, %c1 : i32
			%m = arith.cmpi slt, %n, %height : i32
			%m1 = arith.cmpi slt, %n1, %height : i32
			%ms = tile.splat %m : i1 -> tensor<8x16xi1>
			%m1s = tile.splat %m1 : i1 -> tensor<8x16xi1>
			%a = tile.load %at, %ms, %none` + masked + `
			%b = tile.load %at, %m1s, %none` + masked, ""},
		"by a sum that is compared, and in bounds": {`%n1 = arith.subi %n, %c1 : i32
			%m = arith.cmpi slt, %n, %height : i32
			%m1 = arith.cmpi slt, %n1, %height : i32
			%positive = arith.cmpi sge, %n, %c1 : i32
			%m2 = arith.andi %m, %positive : i1
			%m1s = tile.splat %m1 : i1 -> tensor<8x16xi1>
			%m2s = tile.splat %m2 : i1 -> tensor<8x16xi1>
			%a = tile.load %at, %m1s, %none` + masked + `
			%b = tile.load %at, %m2s, %none` + masked, "1<0 [0 0]"},
		"not by bits of sums that may have wrapped around before they were extended": {`%n1 = arith.addi %n, %c1 : i32
			%e1 = arith.extsi %n1 : i32 to i64
			%e = arith.extsi %n : i32 to i64
			%one64 = arith.constant 1 : i64
			%f = arith.addi %e, %one64 : i64
			%by = arith.constant 31 : i64
			%u = arith.shrsi %e1, %by : i64
			%v = arith.shrsi %f, %by : i64
			%us = tile.splat %u : i64 -> tensor<8x16xi64>
			%vs = tile.splat %v : i64 -> tensor<8x16xi64>
			%pu = tile.addptr %xs, %us : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi64> -> tensor<8x16x!tile.ptr<f32>>
			%pv = tile.addptr %xs, %vs : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi64> -> tensor<8x16x!tile.ptr<f32>>
			%a = tile.load %pu` + f32 + `
			%b = tile.load %pv` + f32, ""},
		"not by a number and its lower half, if more is computed from both": {`%e = arith.extsi %n : i32 to i64
			%big = arith.constant 4294967297 : i64
			%f = arith.muli %e, %big : i64
			%g = arith.trunci %f : i64 to i32
			%two = arith.constant 2 : i32
			%two64 = arith.constant 2 : i64
			%u = arith.divui %f, %two64 : i64
			%v = arith.divui %g, %two : i32
			%w = arith.trunci %u : i64 to i32
			%us = tile.splat %w : i32 -> tensor<8x16xi32>
			%vs = tile.splat %v : i32 -> tensor<8x16xi32>
			%pu = tile.addptr %xs, %us : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%pv = tile.addptr %xs, %vs : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%a = tile.load %pu` + f32 + `
			%b = tile.load %pv` + f32, ""},
		"by a stride that is added": {`%a = tile.load %at` + f32 + `
			%d = tile.addptr %at, %ns : tensor<8x16x!tile.ptr<f32>>, tensor<8x16xi32> -> tensor<8x16x!tile.ptr<f32>>
			%b = tile.load %d` + f32, "1<0 [1 0] same"},
	} {
		t.Run(name, func(t *testing.T) {
			module, err := text.ParseString(dialects.NewContext(), fmt.Sprintf(plane, c.body))
			if err != nil {
				t.Fatal(err)
			}
			loads := module.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Load) })
			info := overlap.Analyze(module)
			var got []string
			for i, op := range loads {
				for _, r := range info.Of(op) {
					for k, from := range loads {
						if from == r.From {
							line := fmt.Sprintf("%d<%d %v", i, k, r.Shift)
							if r.Same {
								line += " same"
							}
							got = append(got, line)
						}
					}
				}
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}
