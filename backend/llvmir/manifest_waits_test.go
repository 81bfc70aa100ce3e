package llvmir_test

import (
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// A launcher may begin a kernel early if it waits before it uses memory, whatever it computes before that.
func TestKernelsThatUseMemoryBeforeTheyWaitDoNotWaitFirst(t *testing.T) {
	const wait, read = "nvvm.griddepcontrol wait\n", "%v = llvm.load %p : !llvm.ptr<1> -> f32\n"
	const address = "%i = nvvm.read.ptx.sreg.tid.x : i32\n" +
		"%q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32\n"
	for body, want := range map[string]bool{
		wait + read:           true,
		address + wait + read: true,
		read + wait:           false,
		address + read + wait: false,
		"%v = llvm.inline_asm \"ld.global.f32 $0, [$1];\", \"=f,l\" %p : (!llvm.ptr<1>) -> f32\n" + wait: false,
		"nvvm.griddepcontrol launch_dependents\n" + wait + read:                                          false,
		"llvm.br ^next\n^next:\n" + wait + read:                                                          false,
		address:                                                                                          false,
	} {
		module, err := text.ParseString(registry.NewContext(),
			"llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {\n"+body+"llvm.return\n}")
		if err != nil {
			t.Fatal(err)
		}
		m, err := llvmir.NewManifest(module)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Kernels[0].WaitsFirst; got != want {
			t.Errorf("waits first: %v, want %v, of\n%s", got, want, body)
		}
	}
}
