package llvmir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// A block with an arrival alone becomes an instruction with a predicate; what does more, or is reached in another way,
// stays.
func TestArrivalsOfSomeThreadsArePredicated(t *testing.T) {
	const predicated = "@p mbarrier.arrive.shared::cta.b64 _, [$0]; }"
	for _, c := range []struct {
		name, arrive, behind string
		is                   bool
	}{
		{"alone", "nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n llvm.br ^next", "llvm.return", true},
		{"with its address", "%p = llvm.getelementptr %b[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n" +
			"nvvm.mbarrier.arrive %p : !llvm.ptr<3>\n llvm.br ^next", "llvm.return", true},
		{"with a store", "llvm.store %n, %b : i32, !llvm.ptr<3>\n nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n llvm.br ^next",
			"llvm.return", false},
		{"two", "nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n llvm.br ^next",
			"llvm.return", false},
		{"elsewhere", "nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n llvm.return", "llvm.return", false},
		{"in a loop", "nvvm.mbarrier.arrive %b : !llvm.ptr<3>\n llvm.br ^next", "llvm.cond_br %c, ^arrive, ^end\n" +
			"^end:\n llvm.return", false},
	} {
		module, err := text.ParseString(registry.NewContext(), `
llvm.func @k(%b: !llvm.ptr<3>, %c: i1, %n: i32) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^arrive, ^next
^arrive:
  `+c.arrive+`
^next:
  `+c.behind+`
}`)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		printed, err := llvmir.Print(module, llvmir.Opaque)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if is := strings.Contains(printed, predicated); is != c.is {
			t.Errorf("%s: predicated: %v, want %v\n%s", c.name, is, c.is, printed)
		}
	}
}

// The permission for the next kernel is given under a predicate, too; a wait stays in its block.
func TestPermissionsOfSomeThreadsArePredicated(t *testing.T) {
	for kind, want := range map[string]string{"launch_dependents": "@p griddepcontrol.launch_dependents; }",
		"wait": "\"griddepcontrol.wait;\""} {
		module, err := text.ParseString(registry.NewContext(), `
llvm.func @k(%c: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^some, ^next
^some:
  nvvm.griddepcontrol `+kind+`
  llvm.br ^next
^next:
  llvm.return
}`)
		if err != nil {
			t.Fatal(err)
		}
		printed, err := llvmir.Print(module, llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(printed, want) {
			t.Errorf("%s: no %q in\n%s", kind, want, printed)
		}
	}
}
