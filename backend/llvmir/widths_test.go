package llvmir_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// Some code generators cannot select arithmetic on i1 or other narrow integers. The printed text must avoid it.
func TestIntegerArithmeticOfEveryWidthCompiles(t *testing.T) {
	for _, c := range []struct {
		major    int
		pointers llvmir.Pointers
	}{{14, llvmir.Typed}, {22, llvmir.Opaque}} {
		llc, err := nvptx.FindLLC(context.Background(), c.major)
		if err != nil {
			t.Log(err)
			continue
		}
		var module strings.Builder // with one function per operation and width, since starting llc is slow
		for _, op := range []string{"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and",
			"or", "xor",
			"intr.smax", "intr.smin", "intr.umax", "intr.umin"} {
			for _, width := range []int{1, 8, 16, 32, 64} {
				result := fmt.Sprintf("llvm.%s %%x, %%y : i%d", op, width)
				if strings.HasPrefix(op, "intr.") {
					result = fmt.Sprintf("llvm.%[1]s(%%x, %%y) : (i%[2]d, i%[2]d) -> i%[2]d", op, width)
				}
				fmt.Fprintf(&module, `
llvm.func @%[1]s_i%[2]d(%%p: !llvm.ptr<1>, %%x: i%[2]d, %%y: i%[2]d) attributes {nvvm.kernel} {
  %%r = %[3]s
  llvm.store %%r, %%p : i%[2]d, !llvm.ptr<1>
  llvm.return
}`, strings.TrimPrefix(op, "intr."), width, result)
			}
		}
		m, err := text.ParseString(registry.NewContext(), module.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, module.String())
		}
		out, err := llvmir.Print(m, c.pointers)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := llc.Compile(context.Background(), []byte(out), nvptx.Target{SM: 80}); err != nil {
			t.Errorf("%s: %.2000v", llc.Name(), err)
		}
	}
}
