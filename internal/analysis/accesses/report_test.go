package accesses_test

import (
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/assign"
)

// report assigns layouts to a kernel of 128 threads and returns its accesses.
func report(t *testing.T, params, body string) []accesses.Access {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), "tile.kernel @k("+params+") {\n"+body+"\ntile.return\n}")
	if err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(module.Region(0).Entry().First())
	if err := assign.Assign(kernel, assign.Options{NumWarps: 4}); err != nil {
		t.Fatal(err)
	}
	list, err := accesses.Report(kernel)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

const load = `%i = tile.iota : tensor<512xi32>
%os = tile.splat %o : i32 -> tensor<512xi32>
%at = arith.addi %i, %os : tensor<512xi32>
%p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
%ps = tile.addptr %p, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
%ns = tile.splat %n : i32 -> tensor<512xi32>
%m = arith.cmpi slt, %at, %ns : tensor<512xi32>
%v = tile.load %ps, %m : tensor<512x!tile.ptr<f32>>, tensor<512xi1>`

func TestWhatKeepsAnAccessFromBeingWiderIsSaid(t *testing.T) {
	const by16 = " {tile.divisibility = 16 : i32}"
	for _, c := range []struct {
		name, params, body string
		bits               int
		causes             []accesses.Cause
		blamed             []int // arguments
	}{
		{"nothing", "%x: !tile.ptr<f32>" + by16 + ", %o: i32" + by16 + ", %n: i32" + by16, load, 128, nil, nil},
		{"the address", "%x: !tile.ptr<f32> {tile.divisibility = 8 : i32}, %o: i32" + by16 + ", %n: i32" + by16, load, 64,
			[]accesses.Cause{accesses.Divisibility}, []int{0}},
		{"an offset", "%x: !tile.ptr<f32>" + by16 + ", %o: i32, %n: i32" + by16, load, 32,
			[]accesses.Cause{accesses.Divisibility, accesses.Mask}, []int{1, 1}},
		{"the bound of the mask", "%x: !tile.ptr<f32>" + by16 + ", %o: i32" + by16 + ", %n: i32", load, 32,
			[]accesses.Cause{accesses.Mask}, []int{2}},
		{"a stride", "%x: !tile.ptr<f32>" + by16 + ", %o: i32" + by16, `%pid = tile.program_id 0
%row = arith.muli %pid, %o : i32
%c3 = arith.constant dense<2> : tensor<512xi32>
%i = tile.iota : tensor<512xi32>
%at = arith.muli %i, %c3 : tensor<512xi32>
%p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
%ps = tile.addptr %p, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
%v = tile.load %ps : tensor<512x!tile.ptr<f32>>`, 32, []accesses.Cause{accesses.Contiguity}, nil},
		{"few elements", "%x: !tile.ptr<f32>" + by16, `%i = tile.iota : tensor<128xi32>
%p = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
%ps = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
%v = tile.load %ps : tensor<128x!tile.ptr<f32>>`, 32, []accesses.Cause{accesses.Elements}, nil},
	} {
		list := report(t, c.params, c.body)
		if len(list) != 1 {
			t.Fatalf("%s: %d accesses", c.name, len(list))
		}
		var causes []accesses.Cause
		var blamed []int
		for _, l := range list[0].Limits {
			causes = append(causes, l.Cause)
			for _, v := range l.Blame {
				if v.DefiningOp() == nil {
					blamed = append(blamed, v.Index())
				}
			}
		}
		if list[0].VectorBits != c.bits || !slices.Equal(causes, c.causes) || !slices.Equal(blamed, c.blamed) {
			t.Errorf("%s: %d bits, because of %v, blaming %v; want %d, %v, %v", c.name, list[0].VectorBits, causes, blamed,
				c.bits,
				c.causes, c.blamed)
		}
	}
}

// A store is as wide as the addresses allow if the set elements of its mask are contiguous: all elements between the
// first and the last stored one are stored too.
func TestMasksThatAreStretchesKeepStoresWide(t *testing.T) {
	const start = `%i = tile.iota : tensor<512xi32>
%p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
%ps = tile.addptr %p, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
%v = arith.constant dense<1.0> : tensor<512xf32>
%os = tile.splat %o : i32 -> tensor<512xi32>
%ns = tile.splat %n : i32 -> tensor<512xi32>
`
	for _, c := range []struct {
		name, mask string
		bits       int
	}{
		{"a bound", "%m = arith.cmpi slt, %i, %ns : tensor<512xi32>", 128},
		{"a bound on the left", "%m = arith.cmpi uge, %ns, %i : tensor<512xi32>", 128},
		{"two bounds", `%a = arith.cmpi sge, %i, %os : tensor<512xi32>
%b = arith.cmpi slt, %i, %ns : tensor<512xi32>
%m = arith.andi %a, %b : tensor<512xi1>`, 128},
		{"the outside of two bounds", `%a = arith.cmpi slt, %i, %os : tensor<512xi32>
%b = arith.cmpi sge, %i, %ns : tensor<512xi32>
%m = arith.ori %a, %b : tensor<512xi1>`, 32},
		{"all but one", "%m = arith.cmpi ne, %i, %ns : tensor<512xi32>", 32},
		{"numbers that may begin anywhere", `%at = arith.addi %i, %os : tensor<512xi32>
%m = arith.cmpi slt, %at, %ns : tensor<512xi32>`, 32},
		{"numbers that are not consecutive", `%two = arith.constant dense<2> : tensor<512xi32>
%at = arith.muli %i, %two : tensor<512xi32>
%m = arith.cmpi slt, %at, %ns : tensor<512xi32>`, 32},
	} {
		list := report(t, "%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %o: i32, %n: i32", start+c.mask+`
tile.store %ps, %v, %m : tensor<512x!tile.ptr<f32>>, tensor<512xf32>, tensor<512xi1>`)
		if len(list) != 1 || list[0].VectorBits != c.bits {
			t.Errorf("%s: %d bits are stored at once, want %d", c.name, list[0].VectorBits, c.bits)
		}
	}
}
