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

// Some code generators cannot select arithmetic on bits or other narrow integers; what is printed must avoid it.
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
		for _, op := range []string{"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
			"intr.smax", "intr.smin", "intr.umax", "intr.umin"} {
			for _, width := range []int{1, 8, 16, 32, 64} {
				number := fmt.Sprintf("i%d", width)
				r := "llvm." + op + " %x, %y : " + number
				if strings.HasPrefix(op, "intr.") {
					r = "llvm." + op + "(%x, %y) : (" + number + ", " + number + ") -> " + number
				}
				module := "llvm.func @k(%p: !llvm.ptr<1>, %x: " + number + ", %y: " + number + ") attributes {nvvm.kernel} {\n  %r = " + r +
					"\n  llvm.store %r, %p : " + number + ", !llvm.ptr<1>\n  llvm.return\n}"
				m, err := text.ParseString(registry.NewContext(), module)
				if err != nil {
					t.Fatalf("%v\n%s", err, module)
				}
				out, err := llvmir.Print(m, c.pointers)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := llc.Compile(context.Background(), []byte(out), nvptx.Target{SM: 80}); err != nil {
					t.Errorf("%s of i%d by %s: %.200v", op, width, llc.Name(), err)
				}
			}
		}
	}
}
