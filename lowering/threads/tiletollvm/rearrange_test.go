package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// rearrangements are lines of the kernel elementwise that move elements; $M is a quarter of $N.
var rearrangements = []struct{ name, types, lines string }{
	{"transpose", "i8 f16 f32 f64", `
  %x = tile.reshape %a : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %y = tile.permute %x [1, 0] : tensor<4x$Mx$I> -> tensor<$Mx4x$I>
  %r = tile.reshape %y : tensor<$Mx4x$I> -> tensor<$Nx$I>`},
	{"rotate dimensions", "i16 bf16 i64", `
  %x = tile.reshape %a : tensor<$Nx$I> -> tensor<2x$Mx2x$I>
  %y = tile.permute %x [2, 0, 1] : tensor<2x$Mx2x$I> -> tensor<2x2x$Mx$I>
  %r = tile.reshape %y : tensor<2x2x$Mx$I> -> tensor<$Nx$I>`},
	{"flip", "i8 f32", `
  %x = tile.reshape %a : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %y = tile.flip %x axis = 1 : tensor<4x$Mx$I>
  %m = tile.flip %y axis = 0 : tensor<4x$Mx$I>
  %r = tile.reshape %m : tensor<4x$Mx$I> -> tensor<$Nx$I>`},
	{"flip of bools", "i32", `
  %x = arith.cmpi slt, %a, %b : tensor<$Nx$I>
  %y = tile.flip %x axis = 0 : tensor<$Nxi1>
  %r = arith.select %y, %a, %b : tensor<$Nxi1>, tensor<$Nx$I>`},
	{"flip of pointers", "i8 f32 f64", `
  %x = tile.flip %p2 axis = 0 : tensor<$Nx!tile.ptr<$I>>
  %r = tile.load %x : tensor<$Nx!tile.ptr<$I>>`},
	{"join and split", "i8 i32 i64", `
  %x = tile.join %a, %b : tensor<$Nx$I> -> tensor<$Nx2x$I>
  %y = tile.flip %x axis = 1 : tensor<$Nx2x$I>
  %m:2 = tile.split %y : tensor<$Nx2x$I> -> tensor<$Nx$I>
  %r = arith.subi %m#0, %m#1 : tensor<$Nx$I>`},
	{"cat", "i16 i32", `
  %x = tile.reshape %a : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %y = tile.reshape %b : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %v = tile.cat %x, %y axis = 1 : tensor<4x$Mx$I>, tensor<4x$Mx$I> -> tensor<4x$Hx$I>
  %w = tile.reshape %v : tensor<4x$Hx$I> -> tensor<$Nx2x$I>
  %m:2 = tile.split %w : tensor<$Nx2x$I> -> tensor<$Nx$I>
  %r = arith.subi %m#0, %m#1 : tensor<$Nx$I>`},
	{"gather", "i8 i32 f64", `
  %five = arith.constant dense<5> : tensor<$Nxi32>
  %k = arith.xori %i, %five : tensor<$Nxi32>
  %r = tile.gather %a[%k] axis = 0 : tensor<$Nx$I>, tensor<$Nxi32> -> tensor<$Nx$I>`},
	{"gather along rows", "i16 i32", `
  %x = tile.reshape %a : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %y = tile.reshape %b : tensor<$Nx$I> -> tensor<4x$Mx$I>
  %three = arith.constant dense<3> : tensor<4x$Mx$I>
  %k = arith.andi %y, %three : tensor<4x$Mx$I>
  %g = tile.gather %x[%k] axis = 1 : tensor<4x$Mx$I>, tensor<4x$Mx$I> -> tensor<4x$Mx$I>
  %h = tile.gather %g[%k] axis = 0 : tensor<4x$Mx$I>, tensor<4x$Mx$I> -> tensor<4x$Mx$I>
  %r = tile.reshape %h : tensor<4x$Mx$I> -> tensor<$Nx$I>`},
	{"constants", "i8 i64", `
  %t = arith.constant dense<[[3, -1, 4, 1], [5, -9, 2, 6]]> : tensor<2x4x$I>
  %e = tile.expand_dims %t axis = 0 : tensor<2x4x$I> -> tensor<1x2x4x$I>
  %w = tile.broadcast %e : tensor<1x2x4x$I> -> tensor<$Ex2x4x$I>
  %f = tile.reshape %w : tensor<$Ex2x4x$I> -> tensor<$Nx$I>
  %r = arith.muli %a, %f : tensor<$Nx$I>`},
	{"in a loop", "i32", `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %r = scf.for %step = %zero to %three step %one iter_args(%v = %a) -> (tensor<$Nx$I>) : i32 {
    %u = tile.flip %v axis = 0 : tensor<$Nx$I>
    %w = arith.addi %u, %b : tensor<$Nx$I>
    scf.yield %w : tensor<$Nx$I>
  }`},
}

// rearranged returns the kernel with the given lines, for n elements of type elem.
func rearranged(lines, elem string, n int) string {
	source := strings.Replace(elementwise, "$LINE", lines, 1)
	return strings.NewReplacer("$N", fmt.Sprint(n), "$LAST", fmt.Sprint(n-1), "$M", fmt.Sprint(n/4), "$H", fmt.Sprint(n/2),
		"$E", fmt.Sprint(n/8), "$I", elem, "$O", elem).Replace(source)
}

func TestRearrangementsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	for i, o := range rearrangements {
		for _, elem := range strings.Fields(o.types) {
			t.Run(o.name+"/"+elem, func(t *testing.T) {
				t.Parallel()
				for at, c := range []struct{ n, warps int }{{16, 1}, {64, 8}, {512, 4}, {512, 1}} {
					if !longtest.Includes(i+at, 4) {
						continue
					}
					agree(t, rearranged(o.lines, elem, c.n), elem, elem, c.n, c.warps, rand.New(rand.NewPCG(uint64(i), uint64(c.n))))
				}
			})
		}
	}
}

// TestUndefinedIndicesOfElementsThatAreNotUsedAreNoError uses undefined indices to take elements from tensors. The
// elements are undefined, and nothing else happens if they are not used.
func TestUndefinedIndicesOfElementsThatAreNotUsedAreNoError(t *testing.T) {
	for _, c := range []struct{ name, types, lines string }{
		{"gather", "i8 i32 i64", `
  %few = tile.load %q2, %mask : tensor<$Nx!tile.ptr<$I>>, tensor<$Nxi1>
  %bit = arith.constant dense<1> : tensor<$Nx$I>
  %k = arith.andi %few, %bit : tensor<$Nx$I>
  %r = tile.gather %a[%k] axis = 0 : tensor<$Nx$I>, tensor<$Nx$I> -> tensor<$Nx$I>`},
		{"extract", "i32", `
  %no = arith.constant false
  %k = tile.load %p, %no : !tile.ptr<$I>, i1
  %half = tile.extract %a[%k] : tensor<$Nx$I> -> tensor<$Hx$I>
  %u = tile.cat %half, %half axis = 0 : tensor<$Hx$I>, tensor<$Hx$I> -> tensor<$Nx$I>
  %none = arith.constant dense<false> : tensor<$Nxi1>
  %r = arith.select %none, %u, %b : tensor<$Nxi1>, tensor<$Nx$I>`},
	} {
		for _, elem := range strings.Fields(c.types) {
			t.Run(c.name+"/"+elem, func(t *testing.T) {
				for _, n := range []int{16, 512, 1 << 15} {
					source := rearranged(c.lines, elem, n)
					agree(t, source, elem, elem, n, 4, rand.New(rand.NewPCG(1, uint64(n))))
				}
			})
		}
	}
}
