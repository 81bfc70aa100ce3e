package llvmir_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/text"
)

// numbers are f32 at the edges of rounding to bf16: ties in both directions, carries into the exponent, overflows,
// subnormals, zeros, infinities and NaNs.
var numbers = []uint32{0, 1 << 31, 0x3F800000, 0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0x3FFFFFFF, 0x7F7FFFFF,
	0x7F7F8000,
	0x7F7F7FFF, 0xFF7F8000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFFFFFFF, 1, 0x8000, 0x8001, 0x18000,
	0x807FFFFF, 0xC2F6E979}

var storedConstant = regexp.MustCompile(`store volatile i(?:16|32) ([^,]+),`)

// folded returns the constants that a module stores after LLVM's optimizer has folded it.
func folded(t *testing.T, opt *nvptx.Opt, module string) (list []string) {
	t.Helper()
	op, err := text.ParseString(registry.NewContext(), module)
	if err != nil {
		t.Fatal(err)
	}
	out, err := llvmir.PrintWith(op, llvmir.Options{Pointers: llvmir.Opaque, SM: 75})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out, "cvt.") || strings.Contains(out, "NaN") {
		t.Fatalf("an instruction of later targets in\n%s", out)
	}
	optimized, err := opt.Optimize(context.Background(), []byte(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range storedConstant.FindAllStringSubmatch(string(optimized), -1) {
		list = append(list, m[1])
	}
	return list
}

func TestTargetsWithoutBF16RoundAsTheFormatDoes(t *testing.T) {
	opt, err := nvptx.FindOpt(t.Context(), 22)
	if err != nil {
		llvmtool.Missing(t, "opt")
	}
	var body strings.Builder
	for i, bits := range numbers {
		fmt.Fprintf(&body, "%%x%d = llvm.mlir.constant(0x%08X : f32) : f32\n%%y%[1]d = llvm.fptrunc %%x%[1]d : f32 to bf16\n"+
			"llvm.store volatile %%y%[1]d, %%p : bf16, !llvm.ptr<1>\n", i, bits)
	}
	got := folded(t, opt, "llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {\n"+body.String()+"llvm.return\n}")
	if len(got) != len(numbers) {
		t.Fatalf("%d of %d numbers: %q", len(got), len(numbers), got)
	}
	for i, bits := range numbers {
		n, err := strconv.ParseInt(got[i], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		want := apfloat.Convert(apfloat.BF16, apfloat.F32, apfloat.Bits{Lo: uint64(bits)}, apfloat.ToNearestEven).Lo
		if x := math.Float32frombits(bits); x != x {
			want = 0x7FFF // as cvt has it
		}
		if uint64(uint16(n)) != want {
			t.Errorf("%#08x became %#04x, want %#04x", bits, uint16(n), want)
		}
	}
}

func TestTargetsWithoutExtremaThatAreNaNComputeThem(t *testing.T) {
	opt, err := nvptx.FindOpt(t.Context(), 22)
	if err != nil {
		llvmtool.Missing(t, "opt")
	}
	for _, c := range []struct {
		op         string
		x, y, want uint32
	}{
		{"maximum", 0x3F800000, 0x40000000, 0x40000000}, {"minimum", 0x3F800000, 0x40000000, 0x3F800000},
		{"maximum", 0x7FC00000, 0x40000000, 0x7FFFFFFF}, {"minimum", 0x40000000, 0x7F800001, 0x7FFFFFFF},
		{"maximum", 0xFF800000, 0x7F800000, 0x7F800000}, {"minimum", 0xFF800000, 0x7F800000, 0xFF800000},
	} {
		got := folded(t, opt, fmt.Sprintf(`llvm.func @k(%%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %%x = llvm.mlir.constant(0x%08X : f32) : f32
  %%y = llvm.mlir.constant(0x%08X : f32) : f32
  %%m = llvm.intr.%s(%%x, %%y) : (f32, f32) -> f32
  %%b = llvm.bitcast %%m : f32 to i32
  llvm.store volatile %%b, %%p : i32, !llvm.ptr<1>
  llvm.return
}`, c.x, c.y, c.op))
		if len(got) != 1 {
			t.Fatalf("stores %q", got)
		}
		n, err := strconv.ParseInt(got[0], 10, 64)
		if err != nil || uint32(n) != c.want {
			t.Errorf("%s of %#x and %#x is %s (%v), want %#x", c.op, c.x, c.y, got[0], err, c.want)
		}
	}
}
