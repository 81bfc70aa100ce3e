package llvmir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// libNVVM 13.0 reads only the first annotation of this kind. With two annotations, threads got a copy of the second
// parameter.
func TestOneAnnotationListsAllParametersThatThreadsDoNotChange(t *testing.T) {
	m, err := text.ParseString(registry.NewContext(), `
llvm.func @k(%a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %n: i32,
             %b: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {nvvm.kernel} {
  llvm.return
}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, pointers := range []llvmir.Pointers{llvmir.Typed, llvmir.Opaque} {
		out, err := llvmir.Print(m, pointers)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out, "grid_constant"); n != 1 || !strings.Contains(out, "!{i32 1, i32 3}") {
			t.Errorf("%d annotations in\n%s", n, out)
		}
	}
}
