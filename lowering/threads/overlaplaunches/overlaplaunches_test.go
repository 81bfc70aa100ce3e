package overlaplaunches_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/overlaplaunches"
	"github.com/girih-ir/girih/pass"
)

// Kernels of a launch: @lhs and @rhs copy to workspaces, which @main reads through a tensor map and a pointer.
const launch = `
!p = !llvm.ptr<1>
llvm.func @lhs(%x: !p {llvm.noalias}, %y: !p {llvm.noalias}, %v: !p {llvm.noalias}, %w: !p {llvm.noalias})
    attributes {nvvm.kernel} {
  %0 = llvm.load %x : !p -> f32
  llvm.store %0, %v : f32, !p
  llvm.return
}
llvm.func @rhs(%x: !p {llvm.noalias}, %y: !p {llvm.noalias}, %v: !p {llvm.noalias}, %w: !p {llvm.noalias})
    attributes {nvvm.kernel} {
  %0 = llvm.load %y : !p -> f32
  llvm.store %0, %w : f32, !p
  llvm.return
}
llvm.func @main(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %v: !llvm.ptr<1> {llvm.noalias, llvm.readonly},
    %w: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.readonly}, %map: !llvm.ptr) attributes {nvvm.kernel, BEFORE} {
  %0 = llvm.load %w : !llvm.ptr<1> -> f32
  llvm.return
}`

func run(t *testing.T, source string) string {
	t.Helper()
	return runWith(t, source, overlaplaunches.Options{})
}

func runWith(t *testing.T, source string, o overlaplaunches.Options) string {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), source)
	if err == nil {
		p := pass.NewPipeline("builtin.module").AddWith(overlaplaunches.Pass, &o)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text.Print(module, text.Options{}))
}

func TestKernelsWaitWhereTheyUseWhatOthersWrite(t *testing.T) {
	got := run(t, strings.Replace(launch, "BEFORE", "tile.before = [@lhs, @rhs]", 1))
	rest := got
	for _, want := range []string{
		"@lhs", "launch_dependents", "llvm.load", "llvm.store", "llvm.return",
		"@rhs", "llvm.load", "llvm.store", "griddepcontrol  wait", "llvm.return",
		"@main", "%arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1> {llvm.align = 16 : i64}", "griddepcontrol  wait", "llvm.load",
		"llvm.return",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q where it should be in\n%s", want, got)
		}
		rest = after
	}
	if n := strings.Count(got, "griddepcontrol"); n != 3 {
		t.Errorf("%d operations, want 3, in\n%s", n, got)
	}
	if again := run(t, got); again != got {
		t.Errorf("the pass adds to\n%s\nin\n%s", got, again)
	}
}

// Kernels permit the next one to begin, but not the main one: also if the first of them begins early.
func TestMainKernelsBeginWhenBlocksAheadHaveEnded(t *testing.T) {
	for steps, want := range map[string]int{"tile.before = [@lhs]": 0, "tile.before = [@lhs, @rhs]": 1,
		"tile.after = [@lhs]": 1, "tile.before = [@rhs], tile.after = [@lhs]": 1} {
		for _, early := range []string{"never", "always"} {
			got := runWith(t, strings.Replace(launch, "BEFORE", steps, 1), overlaplaunches.Options{Early: early})
			if early == "always" && !strings.Contains(steps, "@rhs") {
				want++ // @rhs is a launch of its own
			}
			if n := strings.Count(got, "launch_dependents"); n != want {
				t.Errorf("%s, early %s: %d permissions, want %d, in\n%s", steps, early, n, want, got)
			}
		}
	}
}

// Pointers that are not noalias may lead to the same memory.
func TestKernelsWaitForWritesThroughOtherPointers(t *testing.T) {
	for attribute, want := range map[string]bool{"": true, " {llvm.noalias}": false} {
		got := run(t, fmt.Sprintf(`
llvm.func @fill(%%x: !llvm.ptr<1>, %%y: !llvm.ptr<1>%[1]s, %%v: f32) attributes {nvvm.kernel} {
  llvm.store %%v, %%y : f32, !llvm.ptr<1>
  llvm.return
}
llvm.func @use(%%x: !llvm.ptr<1> {llvm.readonly}, %%y: !llvm.ptr<1>%[1]s, %%v: f32)
    attributes {nvvm.kernel, tile.before = [@fill]} {
  %%0 = llvm.load %%x : !llvm.ptr<1> -> f32
  llvm.return
}`, attribute))
		if waits := strings.Contains(got, "wait\n    %0 = llvm.load"); waits != want {
			t.Errorf("with attributes %q the second kernel waits first: %v", attribute, waits)
		}
		if strings.Contains(got, "readonly") == want {
			t.Errorf("with attributes %q memory that changes while a kernel waits is read-only, or the reverse:\n%s", attribute,
				got)
		}
	}
}

func TestLaunchesOfOneKernelAreLeftAlone(t *testing.T) {
	for _, of := range []string{"llvm.x", "tile.before = [@other]"} {
		if got := run(t, strings.Replace(launch, "BEFORE", of, 1)); strings.Contains(got, "griddepcontrol") {
			t.Errorf("%s: operations in\n%s", of, got)
		}
	}
}

func TestEarlyKernelsWaitForEverythingAheadOfThem(t *testing.T) {
	const wait, begin = "nvvm.griddepcontrol  wait", "nvvm.griddepcontrol  launch_dependents"
	early := overlaplaunches.Options{Early: "always"}
	got := runWith(t, strings.Replace(launch, "BEFORE", "llvm.x", 1), early)
	if strings.Count(got, "{\n    "+wait+"\n    "+begin+"\n") != 3 || strings.Count(got, "griddepcontrol") != 6 {
		t.Errorf("kernels that are launched alone do not first wait, and then let others begin, in\n%s", got)
	}
	if strings.Contains(got, "readonly") || strings.Contains(got, "noalias") {
		t.Errorf("memory that changes while kernels wait is marked as read-only in\n%s", got)
	}
	got = runWith(t, strings.Replace(launch, "BEFORE", "tile.before = [@lhs, @rhs]", 1), early)
	for _, want := range []string{"@lhs", wait, begin, "llvm.load", "@rhs", "llvm.load", wait, "@main", wait} {
		_, after, found := strings.Cut(got, want)
		if !found {
			t.Fatalf("no %q where it should be in\n%s", want, got)
		}
		got = after
	}
}

// What a kernel computes without memory comes before it waits, unless it is much. Everything else comes after that.
func TestKernelsComputeBeforeTheyWait(t *testing.T) {
	for name, c := range map[string]struct{ body, before, after string }{
		"addresses": {"%i = nvvm.read.ptx.sreg.tid.x : i32\n%a = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> " +
			"!llvm.ptr<1>, f32\n%v = llvm.load %a : !llvm.ptr<1> -> f32\nllvm.return", "llvm.getelementptr", "llvm.load"},
		"barrier": {"nvvm.barrier0\nllvm.store %x, %p : f32, !llvm.ptr<1>\nllvm.return", "{\n", "nvvm.barrier0"},
		"call":    {"llvm.call @load(%p) : (!llvm.ptr<1>) -> f32\nllvm.return", "{\n", "llvm.call"},
		"assembly": {"%v = llvm.inline_asm \"ld.global.f32 $0, [$1];\", \"=f,l\" %p : (!llvm.ptr<1>) -> f32\n" +
			"llvm.store %v, %p : f32, !llvm.ptr<1>\nllvm.return", "{\n", "ld.global"},
		"branch": {"%v = llvm.fadd %x, %x : f32\nllvm.br ^next\n^next:\nllvm.store %v, %p : f32, !llvm.ptr<1>\nllvm.return",
			"llvm.fadd", "llvm.br"},
		"return": {"llvm.return", "{\n", "llvm.return"},
		"much": {strings.Repeat("llvm.fadd %x, %x : f32\n", 100) + "llvm.store %x, %p : f32, !llvm.ptr<1>\nllvm.return",
			"{\n", "llvm.fadd"},
	} {
		t.Run(name, func(t *testing.T) {
			const load = "llvm.func @load(!llvm.ptr<1>) -> f32\n"
			got := runWith(t, load+"llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {\n"+c.body+"\n}",
				overlaplaunches.Options{Early: "always"})
			_, rest, _ := strings.Cut(got, "@k")
			for _, want := range []string{c.before, "griddepcontrol  wait", "griddepcontrol  launch_dependents", c.after} {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("no %q where it should be in\n%s", want, got)
				}
				rest = after
			}
		})
	}
}

func Example() {
	module, err := text.ParseString(registry.NewContext(), `
llvm.func @copy(%x: !llvm.ptr<1>, %w: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %0 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.store %0, %w : f32, !llvm.ptr<1>
  llvm.return
}
llvm.func @main(%x: !llvm.ptr<1>, %w: !llvm.ptr<1> {llvm.readonly}) attributes {nvvm.kernel, tile.before = [@copy]} {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = llvm.getelementptr %w[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %2 = llvm.load %1 : !llvm.ptr<1> -> f32
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	overlaplaunches.Overlap(module, overlaplaunches.Options{})
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   llvm.func @copy(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) attributes {nvvm.kernel} {
	//     %0 = llvm.load %arg0 : !llvm.ptr<1> -> f32
	//     llvm.store %0, %arg1 : f32, !llvm.ptr<1>
	//     llvm.return
	//   }
	//   llvm.func @main(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) attributes {nvvm.kernel, tile.before = [@copy]} {
	//     %0 = nvvm.read.ptx.sreg.tid.x : i32
	//     %1 = llvm.getelementptr %arg1[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
	//     nvvm.griddepcontrol  wait
	//     %2 = llvm.load %1 : !llvm.ptr<1> -> f32
	//     llvm.return
	//   }
	// }
}
