package overlaplaunches_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
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
		"@rhs", "launch_dependents", "llvm.load", "llvm.store", "griddepcontrol  wait", "llvm.return",
		"@main", "%arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1> {llvm.align = 16 : i64}", "griddepcontrol  wait", "llvm.load",
		"llvm.return",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q where it should be in\n%s", want, got)
		}
		rest = after
	}
	if n := strings.Count(got, "griddepcontrol"); n != 4 {
		t.Errorf("%d operations, want 4, in\n%s", n, got)
	}
	if again := run(t, got); again != got {
		t.Errorf("the pass adds to\n%s\nin\n%s", got, again)
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
	for _, kernel := range strings.Split(got, "llvm.func")[1:] {
		order := regexp.MustCompile("griddepcontrol  [a-z_]+|llvm.load|llvm.store").FindAllString(kernel, 3)
		if !slices.Equal(order, []string{"griddepcontrol  wait", "llvm.load", "griddepcontrol  launch_dependents"}) {
			t.Errorf("a kernel that is launched alone does not wait, load, and then let others begin, in\n%s", kernel)
		}
	}
	if strings.Contains(got, "readonly") || strings.Contains(got, "noalias") {
		t.Errorf("memory that changes while kernels wait is marked as read-only in\n%s", got)
	}
	got = runWith(t, strings.Replace(launch, "BEFORE", "tile.before = [@lhs, @rhs]", 1), early)
	for _, want := range []string{"@lhs", wait, "llvm.load", begin, "@rhs", begin, "llvm.load", wait, "@main", wait} {
		_, after, found := strings.Cut(got, want)
		if !found {
			t.Fatalf("no %q where it should be in\n%s", want, got)
		}
		got = after
	}
}

// Blocks let the next kernel begin behind loads of their beginning, also those of some threads, but ahead of a loop, a
// store, a barrier, or a load that waits for another one.
func TestBlocksLetOthersBeginBehindTheirFirstLoads(t *testing.T) {
	const head = `
llvm.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<3>, %m: i1, %n: i32) attributes {nvvm.kernel} {
  %z = llvm.mlir.constant(0 : i32) : i32
  %g = llvm.mlir.constant(0.0 : f32) : f32
`
	for name, tt := range map[string]struct{ body, want string }{
		"masked": {`llvm.cond_br %m, ^a, ^b(%g : f32)
^a:
  %0 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.br ^b(%0 : f32)
^b(%v: f32):
  llvm.store %v, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load begin store"},
		"guarded store": {`%0 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.cond_br %m, ^a, ^b
^a:
  llvm.store %0, %x : f32, !llvm.ptr<1>
  llvm.br ^b
^b:
  llvm.return`, "wait load begin store"},
		"loop": {`%0 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.br ^a(%z : i32)
^a(%i: i32):
  %1 = llvm.load %x : !llvm.ptr<1> -> f32
  %c = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %c, ^a(%i : i32), ^b
^b:
  llvm.store %1, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load begin load store"},
		"barrier": {`%0 = llvm.load %x : !llvm.ptr<1> -> f32
  nvvm.barrier0
  %1 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.store %1, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load begin load store"},
		"index": {`%0 = llvm.load %x : !llvm.ptr<1> -> i32
  %1 = llvm.load %x : !llvm.ptr<1> -> f32
  %2 = llvm.getelementptr %x[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %3 = llvm.load %2 : !llvm.ptr<1> -> f32
  llvm.store %3, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load load begin load store"},
		"masked index": {`llvm.cond_br %m, ^a, ^b(%z : i32)
^a:
  %0 = llvm.load %x : !llvm.ptr<1> -> i32
  llvm.br ^b(%0 : i32)
^b(%v: i32):
  %1 = llvm.getelementptr %x[%v] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %2 = llvm.load %1 : !llvm.ptr<1> -> f32
  llvm.store %2, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load begin load store"},
		"mask": {`%0 = llvm.load %x : !llvm.ptr<1> -> i32
  %c = llvm.icmp "slt" %0, %n : i32
  llvm.cond_br %c, ^a, ^b(%g : f32)
^a:
  %1 = llvm.load %x : !llvm.ptr<1> -> f32
  llvm.br ^b(%1 : f32)
^b(%v: f32):
  llvm.store %v, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait load begin load store"},
		"shared memory": {`%0 = llvm.load %y : !llvm.ptr<3> -> f32
  llvm.store %0, %x : f32, !llvm.ptr<1>
  llvm.return`, "wait begin load store"},
	} {
		got := runWith(t, head+tt.body+"\n}", overlaplaunches.Options{Early: "always"})
		words := regexp.MustCompile("wait|launch_dependents|llvm.load|llvm.store").FindAllString(got, -1)
		order := strings.NewReplacer("llvm.", "", "launch_dependents", "begin").Replace(strings.Join(words, " "))
		if order != tt.want {
			t.Errorf("%s: %s, want %s, in\n%s", name, order, tt.want, got)
		}
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
  %0 = llvm.load %w : !llvm.ptr<1> -> f32
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
	//     nvvm.griddepcontrol  launch_dependents
	//     %0 = llvm.load %arg0 : !llvm.ptr<1> -> f32
	//     llvm.store %0, %arg1 : f32, !llvm.ptr<1>
	//     llvm.return
	//   }
	//   llvm.func @main(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) attributes {nvvm.kernel, tile.before = [@copy]} {
	//     nvvm.griddepcontrol  wait
	//     %0 = llvm.load %arg1 : !llvm.ptr<1> -> f32
	//     llvm.return
	//   }
	// }
}
