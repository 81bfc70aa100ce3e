package sharetail_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// compare runs a kernel with whole and with shared programs, and compares what they leave in the first array.
func compare(t *testing.T, text string, grid [3]int32, args func(*ir.Context) (*interp.Array, []any)) {
	t.Helper()
	var want *interp.Array
	for _, tail := range []string{"whole", "always"} {
		m, err := girih.Parse("k.mlir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true,
			Tail: tail})
		if err != nil {
			t.Fatal(err)
		}
		got, list := args(program.Operation().Context())
		if _, err := program.Execute(context.Background(), "product", simt.Launch{Grid: grid}, list...); err != nil {
			t.Fatalf("%s: %v", tail, err)
		}
		if tail == "whole" {
			want = got
			continue
		}
		for at := range want.Len() {
			if got.Float64(at) != want.Float64(at) {
				t.Fatalf("element %d is %v, want %v", at, got.Float64(at), want.Float64(at))
			}
		}
	}
}

// Blocks along other axes have programs of their own, and no counters of their own.
func TestBlocksAlongOtherAxesDoNotShareCounters(t *testing.T) {
	for axis, grid := range [][3]int32{1: {4, 2, 1}, 2: {4, 1, 2}} {
		if axis == 0 {
			continue
		}
		p := problem{rows: 256, columns: 64, k: 256, groups: 1}
		text := strings.NewReplacer("%down = tile.cdiv %m, %tm : i32, i32 -> i32", `%rows = tile.cdiv %m, %tm : i32, i32 -> i32
    %high = tile.num_programs $A
    %block = tile.program_id $A
    %down = tile.cdiv %rows, %high : i32, i32 -> i32
    %above = arith.muli %block, %down : i32`,
			"%i = arith.remui %tile, %down : i32", `%in = arith.remui %tile, %down : i32
      %i = arith.addi %in, %above : i32`).Replace(p.text())
		text = strings.ReplaceAll(text, "$A", string(rune('0'+axis)))
		compare(t, text, grid, func(types *ir.Context) (*interp.Array, []any) {
			list, args, err := p.args(types)
			if err != nil {
				t.Fatal(err)
			}
			return list[2], args
		})
	}
}

// A loop over programs may end before it begins.
func TestNoProgramsAreNotShared(t *testing.T) {
	p := problem{rows: 64, columns: 64, k: 256, groups: 1}
	text := strings.Replace(p.text(), "%total = arith.muli %down, %across : i32", "%total = arith.constant -3 : i32", 1)
	compare(t, text, [3]int32{7, 1, 1}, func(types *ir.Context) (*interp.Array, []any) {
		list, args, err := p.args(types)
		if err != nil {
			t.Fatal(err)
		}
		return list[2], args
	})
}

// Where pointers are after some steps may be more than 31 bits away.
func TestPointersMoveFar(t *testing.T) {
	compare(t, `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @product(%a: !tile.ptr<i8>, %c: !tile.array<?x64xi32, strides = [64, 1]>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %zero = arith.constant dense<0> : tensor<64x64xi32>
    %far = arith.constant 1073741824 : i32
    %back = arith.constant -3221225472 : i64
    %begin = tile.addptr %a, %back : !tile.ptr<i8>, i64
    %down = tile.iota : tensor<64xi32>
    %rows = tile.expand_dims %down axis = 1 : tensor<64xi32> -> tensor<64x1xi32>
    %columns = tile.expand_dims %down axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
    %c64 = arith.constant 64 : i32
    %w = tile.splat %c64 : i32 -> tensor<64x1xi32>
    %at = arith.muli %rows, %w : tensor<64x1xi32>
    %r = tile.broadcast %at : tensor<64x1xi32> -> tensor<64x64xi32>
    %q = tile.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
    %place = arith.addi %r, %q : tensor<64x64xi32>
    %pid = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %tile = %pid to %c1 step %programs : i32 {
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %begin) -> (tensor<64x64xi32>, !tile.ptr<i8>) : i32 {
        %last = arith.cmpi eq, %k, %c3 : i32
        %mask = tile.splat %last : i1 -> tensor<64x64xi1>
        %ps = tile.splat %p : !tile.ptr<i8> -> tensor<64x64x!tile.ptr<i8>>
        %pp = tile.addptr %ps, %place : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi32>
        %none = arith.constant dense<0> : tensor<64x64xi8>
        %x = tile.load %pp, %mask, %none : tensor<64x64x!tile.ptr<i8>>, tensor<64x64xi1>, tensor<64x64xi8>
        %t = tile.permute %x [1, 0] : tensor<64x64xi8> -> tensor<64x64xi8>
        %next = tile.dot %x, %t, %acc : tensor<64x64xi8>, tensor<64x64xi8> -> tensor<64x64xi32>
        %on = tile.addptr %p, %far : !tile.ptr<i8>, i32
        scf.yield %next, %on : tensor<64x64xi32>, !tile.ptr<i8>
      }
      tile.store_view %sum#0, %c[%tile, %c0] : tensor<64x64xi32>, !tile.array<?x64xi32, strides = [64, 1]>
    } {tile.in_any_order}
    tile.return
  }
}`, [3]int32{2, 1, 1}, func(types *ir.Context) (*interp.Array, []any) {
		a, err := interp.Filled(types.I(8), []int64{4096}, func(at int) float64 { return float64(at%7 - 3) })
		if err != nil {
			t.Fatal(err)
		}
		c, err := interp.Filled(types.I(32), []int64{4096}, func(int) float64 { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		return c, []any{a, c, int64(64), int32(4)}
	})
}
