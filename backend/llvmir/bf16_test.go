package llvmir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
)

// A rounding of f32 through bf16 is one instruction, which gives a pair with a zero; a number that is stored is
// converted by itself, which the assembler merges with its neighbor's.
func TestRoundingsToBF16AreOneInstruction(t *testing.T) {
	got := printed(t, `llvm.func @k(%x: f32, %p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %0 = llvm.fptrunc %x : f32 to bf16
  %1 = llvm.fpext %0 : bf16 to f32
  llvm.store %0, %p : bf16, !llvm.ptr<1>
  llvm.store %1, %q : f32, !llvm.ptr<1>
  llvm.return
}`, llvmir.Options{SM: 90})
	for _, want := range []string{"cvt.rn.bf16.f32 $0, $1;", "cvt.rn.bf16x2.f32 $0, $1, $2;"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%d times %s, want once:\n%s", strings.Count(got, want), want, got)
		}
	}
	if strings.Contains(got, "shl ") {
		t.Errorf("the rounding has a shift:\n%s", got)
	}
}
