package bulkstores_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
)

// tiles is a kernel that multiplies tiles of 32 bits, $WIDE columns wide, and then runs $BEHIND for each.
const tiles = `
!a = !tile.array<?x?xf32, strides = [?, 1]>
!b = !tile.array<?x?xf32, strides = [1, ?]>
!c = !tile.array<?x?xf32, strides = [$STRIDES]>
!d = !tile.array<?x?x$T, strides = [$STRIDES]>
!sum = tensor<$HIGHx$WIDExf32>
!out = tensor<$HIGHx$WIDEx$T>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
      %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 4>},
      %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $DIVISORS>},
      %d: !d {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $DIVISORS>},
      %total: i32, %steps: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : !sum
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %none) -> (!sum) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<$HIGHx32xf32>
      %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<32x$WIDExf32>
      %next = tile.dot %x, %y, %acc precision tf32 : tensor<$HIGHx32xf32>, tensor<32x$WIDExf32> -> !sum
      scf.yield %next : !sum
    }
$BEHIND    tile.return
  }
}`

// Rings may get more slots where threads store. What bulk copies store then leaves room for what threads exchange.
func TestBulkStoresLeaveRoomForExchanges(t *testing.T) {
	const two = `    tile.store_view %sum, %c[%i, %j] : !sum, !c
    %out = tile.cast %sum : !sum -> !out
    tile.store_view %out, %d[%i, %j] : !out, !d
`
	const narrow = "    %out = tile.cast %sum : !sum -> !out\n"
	const either = narrow + `    %is = arith.cmpi slt, %i, %steps : i32
    scf.if %is {
      tile.store_view %sum, %c[%i, %j] : !sum, !c
    } else {
      tile.store_view %out, %d[%i, %j] : !out, !d
    }
`
	const again = `    tile.store_view %sum, %c[%i, %j] : !sum, !c
    %more = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %sum) -> (!sum) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<$HIGHx32xf32>
      %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<32x$WIDExf32>
      %next = tile.dot %x, %y, %acc precision tf32 : tensor<$HIGHx32xf32>, tensor<32x$WIDExf32> -> !sum
      scf.yield %next : !sum
    }
    %out = tile.cast %more : !sum -> !out
    tile.store_view %out, %d[%i, %j] : !out, !d
`
	for name, c := range map[string]struct {
		high, wide, warps int
		transposed        bool
		persistent, elem  string
		behind            string
	}{
		"residuals of tiles of three halves": {128, 192, 4, false, "always", "f32",
			`    %r = tile.load_view %c[%i, %j] padding zero : !c -> !sum
    %new = arith.addf %sum, %r : !sum
    tile.store_view %new, %d[%i, %j] : !sum, !d
`},
		"transposed tiles":           {64, 256, 4, true, "always", "f16", two},
		"one of two tiles of 128 KB": {128, 256, 8, false, "always", "f32", either},
		"a tile between loops":       {128, 256, 8, false, "never", "f32", again},
		"a tile between inner loops": {128, 256, 8, false, "always", "f32", again},
		"tiles behind loops":         {256, 128, 8, false, "never", "f32", two},
	} {
		strides, divisors := "?, 1", "4, 1"
		if c.transposed {
			strides, divisors = "1, ?", "1, 8"
		}
		source := strings.NewReplacer("$HIGH", fmt.Sprint(c.high), "$WIDE", fmt.Sprint(c.wide),
			"$STRIDES", strides, "$DIVISORS", divisors, "$T", c.elem).Replace(strings.Replace(tiles, "$BEHIND", c.behind, 1))
		m, err := girih.Parse("tiles.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		opts := girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: c.warps, Persistent: c.persistent}
		if _, err := m.Compile(t.Context(), opts); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
