package interp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/internal/ptx"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

func TestInlineAssembly(t *testing.T) {
	for _, p := range []program{
		{"elements", "i32", `%r = tile.inline_asm "mad.lo.s32 $0, $1, $1, 1;", "=r,r" pure %x : tensor<8xi32> -> tensor<8xi32>`,
			[]float64{1, 2, 5, 10, 17, 26, 37, 50}},
		{"several results of different types", "f32",
			`%q, %r = tile.inline_asm "add.s32 $0, $2, 1; add.f32 $1, $3, 0f3f000000;", "=r,=f,r,f" pure %x, %f : tensor<8xi32>, tensor<8xf32> -> tensor<8xi32>, tensor<8xf32>`,
			[]float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5}},
		{"bytes share a register, the first lowest", "i8", `%b = tile.cast %x : tensor<8xi32> -> tensor<8xi8>
  %r = tile.inline_asm "prmt.b32 $0, $1, 0, 0x0123;", "=r,r" pack = 4 pure %b : tensor<8xi8> -> tensor<8xi8>`,
			[]float64{3, 2, 1, 0, 7, 6, 5, 4}},
		{"packed bytes become words, each in its register", "i32", `%b = tile.cast %x : tensor<8xi32> -> tensor<8xi8>
  %r = tile.inline_asm "{ .reg .b8 e<4>; mov.b32 {e0, e1, e2, e3}, $4; cvt.s32.s8 $0, e0; cvt.s32.s8 $1, e1; cvt.s32.s8 $2, e2; cvt.s32.s8 $3, e3; }", "=r,=r,=r,=r,r" pack = 4 pure %b : tensor<8xi8> -> tensor<8xi32>`,
			[]float64{0, 1, 2, 3, 4, 5, 6, 7}},
		{"halves in pairs", "f16", `%h = tile.cast %f : tensor<8xf32> -> tensor<8xf16>
  %r = tile.inline_asm "add.f16x2 $0, $1, $1;", "=r,r" pack = 2 pure %h : tensor<8xf16> -> tensor<8xf16>`,
			[]float64{0, 2, 4, 6, 8, 10, 12, 14}},
		{"an operand in the register of a result", "i32",
			`%r = tile.inline_asm "add.s32 $0, $0, 3;", "=r,0" pure %x : tensor<8xi32> -> tensor<8xi32>`,
			[]float64{3, 4, 5, 6, 7, 8, 9, 10}},
		{"no operands", "i32", `%c = tile.inline_asm "mov.u32 $0, 7;", "=r" pure -> i32
  %r = tile.splat %c : i32 -> tensor<1xi32>`, []float64{7}},
	} {
		t.Run(p.name, p.check)
	}
}

func TestInlineAssemblyThatCannotBeExecutedIsNamedAtItsPlace(t *testing.T) {
	_, err := compute(t, "i32", 8,
		`%r = tile.inline_asm "ld.global.b32 $0, [$1];", "=r,r" %x : tensor<8xi32> -> tensor<8xi32>`)
	var d *ir.Diagnostic
	if !errors.As(err, &d) || !errors.Is(err, interp.ErrUnsupported) || !errors.Is(err, ptx.ErrUnsupported) {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), "line 1, column 1: the instruction ld.global.b32 is not known") {
		t.Errorf("got %v", err)
	}
}

func TestWhatInlineAssemblyLeavesUndefinedMustNotBeStored(t *testing.T) {
	_, err := compute(t, "i32", 8,
		`%r = tile.inline_asm "div.s32 $0, 1, $1;", "=r,r" pure %x : tensor<8xi32> -> tensor<8xi32>`)
	if !errors.Is(err, interp.ErrUndefined) {
		t.Errorf("got %v", err)
	}
}
