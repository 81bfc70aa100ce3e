package ptx_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/internal/ptx"
)

// run executes a text whose only output is $0, of the given width. Inputs are defined; they have 32 bits, or 64 bits
// for numbers that need them.
func run(t *testing.T, width int, text string, inputs ...uint64) ptx.Value {
	t.Helper()
	operands := []ptx.Operand{{Bits: width}}
	values := make([]ptx.Value, len(inputs))
	for i, w := range inputs {
		bits := 32
		if w > math.MaxUint32 {
			bits = 64
		}
		operands = append(operands, ptx.Operand{Bits: bits})
		values[i] = ptx.Value{Bits: w, Defined: true}
	}
	p, err := ptx.Parse(text, operands, 1)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.Run(values)[0]
}

func f32(v float32) uint64 { return uint64(math.Float32bits(v)) }
func s32(v int32) uint64   { return uint64(uint32(v)) }

const big = 1 << 40

func TestInstructionsComputeWhatTheISASays(t *testing.T) {
	nan := uint64(0x7fffffff)
	for _, c := range []struct {
		text   string
		width  int
		inputs []uint64
		want   uint64
	}{
		{"add.s32 $0, $1, $2;", 32, []uint64{s32(-3), 5}, 2},
		{"add.u32 $0, $1, 1;", 32, []uint64{0xffffffff}, 0},
		{"sub.u64 $0, $1, 1;", 64, []uint64{big}, big - 1},
		{"add.s16x2 $0, $1, $2;", 32, []uint64{0x0001ffff, 0x00010001}, 0x00020000},
		{"neg.s32 $0, $1;", 32, []uint64{5}, s32(-5)},
		{"abs.s32 $0, $1;", 32, []uint64{s32(-5)}, 5},
		{"min.s32 $0, $1, $2;", 32, []uint64{s32(-5), 3}, s32(-5)},
		{"min.u32 $0, $1, $2;", 32, []uint64{s32(-5), 3}, 3},
		{"max.s32 $0, $1, -7;", 32, []uint64{s32(-9)}, s32(-7)},
		{"mul.lo.s32 $0, $1, $2;", 32, []uint64{s32(-3), 7}, s32(-21)},
		{"mul.hi.s32 $0, $1, $2;", 32, []uint64{s32(-3), 7}, 0xffffffff},
		{"mul.hi.u32 $0, $1, $2;", 32, []uint64{0xffffffff, 16}, 15},
		{"mul.hi.u64 $0, $1, $2;", 64, []uint64{big, big}, 1 << 16},
		{"mul.wide.s32 $0, $1, $2;", 64, []uint64{s32(-3), 7}, math.MaxUint64 - 20},
		{"mad.lo.s32 $0, $1, $2, $3;", 32, []uint64{s32(-3), 7, 1}, s32(-20)},
		{"mad.wide.u32 $0, $1, $2, $3;", 64, []uint64{0xffffffff, 2, big}, big + 2*0xffffffff},
		{"div.s32 $0, $1, $2;", 32, []uint64{s32(-7), 2}, s32(-3)},
		{"rem.s32 $0, $1, $2;", 32, []uint64{s32(-7), 2}, s32(-1)},
		{"sad.u32 $0, $1, $2, 10;", 32, []uint64{3, 8}, 15},
		{"dp4a.s32.s32 $0, $1, $2, $3;", 32, []uint64{0x01ff0203, 0x02020202, 5}, 15},
		{"and.b32 $0, $1, 0xF0F0F0F0;", 32, []uint64{0x12345678}, 0x10305070},
		{"not.b32 $0, $1;", 32, []uint64{0}, 0xffffffff},
		{"shl.b32 $0, $1, 40;", 32, []uint64{1}, 0},
		{"shr.s32 $0, $1, 40;", 32, []uint64{s32(-2)}, 0xffffffff},
		{"shr.u32 $0, $1, 4;", 32, []uint64{0xf0000000}, 0x0f000000},
		{"shf.l.wrap.b32 $0, $1, $2, 8;", 32, []uint64{0x11223344, 0xaabbccdd}, 0xbbccdd11},
		{"shf.r.clamp.b32 $0, $1, $2, 40;", 32, []uint64{0x11223344, 0xaabbccdd}, 0xaabbccdd},
		{"lop3.b32 $0, $1, $2, $3, 0xe8;", 32, []uint64{0xc, 0xa, 0x6}, 0xe},
		{"lop3.b32 $0, $1, $2, $3, 0xca;", 32, []uint64{0xf0, 0x3c, 0x55}, 0x35},
		{"prmt.b32 $0, $1, $2, 0x5140;", 32, []uint64{0x33221100, 0x77665544}, 0x55114400},
		{"prmt.b32 $0, $1, $2, 0xba98;", 32, []uint64{0x80118022, 0}, 0xff00ff00},
		{"prmt.b32.f4e $0, $1, $2, 1;", 32, []uint64{0x33221100, 0x77665544}, 0x44332211},
		{"prmt.b32.b4e $0, $1, $2, 1;", 32, []uint64{0x33221100, 0x77665544}, 0x66770011},
		{"brev.b32 $0, $1;", 32, []uint64{1}, 0x80000000},
		{"popc.b32 $0, $1;", 32, []uint64{0xf0f0}, 8},
		{"clz.b32 $0, $1;", 32, []uint64{0xffff}, 16},
		{"bfe.u32 $0, $1, 8, 8;", 32, []uint64{0x12345678}, 0x56},
		{"bfe.s32 $0, $1, 8, 8;", 32, []uint64{0x0000ff00}, 0xffffffff},
		{"bfi.b32 $0, $1, $2, 8, 8;", 32, []uint64{0xab, 0x12345678}, 0x1234ab78},
		{"add.f32 $0, $1, $2;", 32, []uint64{f32(1.5), f32(2.25)}, f32(3.75)},
		{"add.rz.f32 $0, $1, 0f33800001;", 32, []uint64{f32(1)}, f32(1)},
		{"add.rp.f32 $0, $1, 0f33800001;", 32, []uint64{f32(1)}, 0x3f800001},
		{"mul.ftz.f32 $0, $1, 1.0;", 32, []uint64{1}, 0},
		{"mul.sat.f32 $0, $1, -3.0;", 32, []uint64{f32(2)}, 0},
		{"sub.f32 $0, $1, $1;", 32, []uint64{f32(float32(math.Inf(1)))}, nan},
		{"fma.rn.f32 $0, $1, $2, $3;", 32, []uint64{f32(3), f32(4), f32(5)}, f32(17)},
		{"fma.rn.f16x2 $0, $1, $2, $3;", 32, []uint64{0x3c004000, 0x40004000, 0x3c003c00}, 0x42004500},
		{"mul.bf16x2 $0, $1, $2;", 32, []uint64{0x3f804000, 0x40004000}, 0x40004080},
		{"min.f32 $0, $1, $2;", 32, []uint64{nan, f32(2)}, f32(2)},
		{"max.NaN.f32 $0, $1, $2;", 32, []uint64{nan, f32(2)}, nan},
		{"min.f32 $0, $1, $2;", 32, []uint64{0x80000000, 0}, 0x80000000},
		{"abs.f32 $0, $1;", 32, []uint64{f32(-2)}, f32(2)},
		{"neg.f32 $0, $1;", 32, []uint64{f32(2)}, f32(-2)},
		{"copysign.f32 $0, $1, $2;", 32, []uint64{f32(-2), f32(3)}, f32(-3)},
		{"div.full.f32 $0, $1, $2;", 32, []uint64{f32(1), f32(4)}, f32(0.25)},
		{"rcp.approx.ftz.f32 $0, $1;", 32, []uint64{f32(8)}, f32(0.125)},
		{"sqrt.rn.f32 $0, $1;", 32, []uint64{f32(9)}, f32(3)},
		{"rsqrt.approx.f32 $0, $1;", 32, []uint64{f32(16)}, f32(0.25)},
		{"ex2.approx.f32 $0, $1;", 32, []uint64{f32(-3)}, f32(0.125)},
		{"lg2.approx.f32 $0, $1;", 32, []uint64{f32(8)}, f32(3)},
		{"tanh.approx.f32 $0, $1;", 32, []uint64{f32(100)}, f32(1)},
		{"cos.approx.f32 $0, $1;", 32, []uint64{f32(0)}, f32(1)},
		{"cvt.rn.f32.s32 $0, $1;", 32, []uint64{s32(-7)}, f32(-7)},
		{"cvt.rzi.s32.f32 $0, $1;", 32, []uint64{f32(-7.9)}, s32(-7)},
		{"cvt.rni.s32.f32 $0, $1;", 32, []uint64{f32(2.5)}, 2},
		{"cvt.rzi.s32.f32 $0, $1;", 32, []uint64{f32(1e20)}, math.MaxInt32},
		{"cvt.rzi.u32.f32 $0, $1;", 32, []uint64{f32(-3)}, 0},
		{"cvt.rzi.s32.f32 $0, $1;", 32, []uint64{nan}, 0},
		{"cvt.rzi.s64.f32 $0, $1;", 64, []uint64{nan}, 1 << 63},
		{"cvt.rzi.u8.f32 $0, $1;", 32, []uint64{f32(300)}, 255},
		{"cvt.s32.s8 $0, $1;", 32, []uint64{0x80}, s32(-128)},
		{"cvt.u32.u8 $0, $1;", 32, []uint64{0x1280}, 0x80},
		{"cvt.sat.s8.s32 $0, $1;", 32, []uint64{1000}, 127},
		{"cvt.rmi.f32.f32 $0, $1;", 32, []uint64{f32(-1.5)}, f32(-2)},
		{"cvt.rn.f16.f32 $0, $1;", 16, []uint64{f32(1.5)}, 0x3e00},
		{"cvt.rn.bf16x2.f32 $0, $1, $2;", 32, []uint64{f32(1), f32(2)}, 0x3f804000},
		{"cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", 16, []uint64{f32(1e9), f32(1)}, 0x7e38},
		{"selp.b32 $0, $1, $2, 1;", 32, []uint64{3, 4}, 3},
		{"set.gt.u32.f32 $0, $1, $2;", 32, []uint64{f32(3), f32(2)}, 0xffffffff},
		{"set.ltu.f32.f32 $0, $1, $2;", 32, []uint64{nan, f32(2)}, f32(1)},
		{"mov.u32 $0, $1", 32, []uint64{7}, 7},
		{"mov.b64 $0, {$1, $2};", 64, []uint64{1, 2}, 2<<32 | 1},
		{"{ .reg .b32 lo, hi; mov.b64 {lo, hi}, $1; add.u32 $0, lo, hi; }", 32, []uint64{5<<32 | 6}, 11},
		{"{ .reg .b8 b<4>; mov.b32 {b0, b1, b2, b3}, $1; cvt.rn.f32.s8 $0, b1; }", 32, []uint64{0xfe00}, f32(-2)},
		{"{ .reg .pred p, q; setp.lt.s32 p|q, $1, $2; selp.b32 $0, 10, 20, q; }", 32, []uint64{s32(-1), 0}, 20},
		{"{ .reg .pred p, q; setp.ge.f32 p, $1, 0f00000000; setp.le.and.f32 q, $1, 1.0, p; selp.u32 $0, 1, 0, q; }", 32,
			[]uint64{f32(2)}, 0},
		{"{\n .reg .pred p; // a guard\n setp.eq.u32 p, $1, 0;\n mov.u32 $0, 1;\n @p mov.u32 $0, 2; /* not\n this */ " +
			"@!p add.u32 $0, $0, 5;\n}",
			32, []uint64{3}, 6},
		{"{ .reg .u32 a; mov.u32 a, 1; { .reg .u32 a; mov.u32 a, 2; } mov.u32 $0, a; }", 32, []uint64{}, 1},
	} {
		if got := run(t, c.width, c.text, c.inputs...); !got.Defined || got.Bits != c.want {
			t.Errorf("%s of %#x: got %#x (defined: %v), want %#x", c.text, c.inputs, got.Bits, got.Defined, c.want)
		}
	}
}

func TestWhatNothingDefinesStaysUndefined(t *testing.T) {
	for _, text := range []string{
		"div.u32 $0, $1, 0;", "{ .reg .u32 a; add.u32 $0, a, $1; }", "",
		"{ .reg .pred p; mov.u32 $0, 1; @p mov.u32 $0, 2; }", "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mov.u32 $0, 2; }",
	} {
		if got := run(t, 32, text, 3); got.Defined {
			t.Errorf("%s: $0 is %#x", text, got.Bits)
		}
	}
}

func TestTiedInputsStartTheirOutput(t *testing.T) {
	p, err := ptx.Parse("add.u32 $0, $0, $2;", []ptx.Operand{{Bits: 32}, {Bits: 32, Tied: 1}, {Bits: 32}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Run([]ptx.Value{{Bits: 4, Defined: true}, {Bits: 5, Defined: true}})[0]; got != (ptx.Value{Bits: 9,
		Defined: true}) {
		t.Errorf("got %v", got)
	}
}

func TestErrorsNameWhatIsWrongAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		"ld.global.u32 $0, $1;": "cannot be executed, line 1, column 1: the instruction ld.global.u32 is " +
			"not known",
		"mov.u32 $0, 1;\n bra L;":           "line 2, column 2: the instruction bra is not known",
		"mov.u32 $0, %smid;":                "column 13: the register %smid",
		"mov.u32 $0, x;":                    "register x is not declared",
		"add.u32 $0, $1;":                   "add.u32 takes 3 operands, but got 2",
		"add.u32 $0, $1, $9;":               "there is no operand $9",
		"add.u64 $0, $1, $1;":               "register $0 has 32 bits, but the instruction takes 64",
		"add.cc.u32 $0, $1, $1;":            ".cc is not known",
		"add $0, $1, $1;":                   "it has no type",
		"mul.s32 $0, $1, $1;":               "none of .lo, .hi and .wide",
		"and.s32 $0, $1, $1;":               "does not take this type",
		"add.u32 1, $1, $1;":                "the result must be a register",
		"add.u32 $0, $1, 1.5;":              "expected an integer, but got the float 1.5",
		"add.f32 $0, $1, 1;":                "expected a float, but got the integer 1",
		"{ mov.u32 $0, 1;":                  "'}' is missing",
		"}":                                 "expected an instruction",
		".reg .b8 a, a;":                    "register a is declared twice",
		".reg .b8 a<99999>;":                "number of registers from 1 to 4096",
		".shared .b8 a;":                    "the directive .shared",
		"@$1 mov.u32 $0, 1;":                "the guard must be a predicate",
		"mov.u32 $0, 1 mov.u32 $0, 1;":      "expected ';', but got 'mov.u32'",
		"mov.b32 {$0}, $1;":                 "takes a register and two or four in braces",
		"/* no end":                         "unexpected \"/\"",
		"cvt.s32.f32 $0, $1;":               "it needs .rni, .rzi, .rmi or .rpi",
		"sin.f32 $0, $1;":                   "it needs .approx",
		"mov.u32 $0, 99999999999999999999;": "is not an integer of 64 bits",
	} {
		_, err := ptx.Parse(text, []ptx.Operand{{Bits: 32}, {Bits: 32}}, 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		} else if !errors.Is(err, ptx.ErrSyntax) && !errors.Is(err, ptx.ErrUnsupported) {
			t.Errorf("%s: %v is of no kind", text, err)
		}
	}
}

// FuzzParse parses any text, and executes it if it is valid.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"brev.b32 $0, $1;", "{ .reg .b8 b<4>; mov.b32 {b0, b1, b2, b3}, ${1}; cvt.rn.f32.s8 $0, b1; }",
		"{ .reg .pred p|q; setp.lt.and.s32 p|q, $1, $2, p; @!p selp.b32 $0, 10, 0f3f800000, q; }",
		"lop3.b32 $0, $1, $1, 7, 0xe8;",
		"cvt.rn.satfinite.e4m3x2.f32 $3, $1, $2;", "fma.rn.ftz.sat.f32 $0, $1, -1.5e3, $1; // done",
		"shf.l.wrap.b32 $0, $1, $2, 8;",
		"mad.wide.s16 $0, $3, $3, $1;", "bfe.s64 $4, $4, $1, 255;", "prmt.b32.rc16 $0, $1, $2, 3;", "div.s32 $0, $1, $2;",
		"cvt.rzi.s64.f64 $4, $4;", "ex2.approx.ftz.f16x2 $0, $1;", "dp4a.u32.s32 $0, $1, $2, $0;", "copysign.f64 $4, $4, $4;",
	} {
		f.Add(text, uint64(0x7fc0000180000001))
	}
	f.Fuzz(func(t *testing.T, text string, input uint64) {
		operands := []ptx.Operand{{Bits: 32}, {Bits: 32}, {Bits: 32, Tied: 1}, {Bits: 16}, {Bits: 64}, {Bits: 1}}
		p, err := ptx.Parse(text, operands, 1)
		if err != nil {
			if !errors.Is(err, ptx.ErrSyntax) && !errors.Is(err, ptx.ErrUnsupported) {
				t.Fatalf("%v is of no kind", err)
			}
			return
		}
		inputs := make([]ptx.Value, len(operands)-1)
		for i := range inputs {
			inputs[i] = ptx.Value{Bits: input >> i, Defined: true}
		}
		for i, v := range p.Run(inputs) {
			if v.Bits>>operands[i].Bits != 0 {
				t.Fatalf("$%d of %d bits is %#x", i, operands[i].Bits, v.Bits)
			}
		}
	})
}
