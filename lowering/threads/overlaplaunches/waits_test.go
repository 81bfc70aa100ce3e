package overlaplaunches_test

import (
	"strings"
	"testing"
)

// A kernel waits for those ahead of it on every path, ahead of the first use of their memory, and only there.
func TestKernelsWaitOnEachPath(t *testing.T) {
	const mark = "WAIT\n"
	for name, body := range map[string]string{
		"barriers are set up first": `  %first = llvm.icmp "eq" %x, %zero : i32
  llvm.cond_br %first, ^init, ^meet
^init:
  nvvm.mbarrier.init %bar, %x : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^meet
^meet:
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
WAIT
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
`,
		"a path on which others have waited joins": `  %some = llvm.icmp "eq" %x, %zero : i32
  llvm.cond_br %some, ^use, ^other
^use:
WAIT
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.br ^both
^other:
  %sum = llvm.add %x, %x : i32
WAIT
  llvm.br ^both
^both:
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
`,
		"ahead of a loop that uses memory": `  %sum = llvm.add %x, %x : i32
WAIT
  llvm.br ^loop
^loop:
  llvm.store %x, %p : i32, !llvm.ptr<1>
  %again = llvm.icmp "eq" %x, %zero : i32
  llvm.cond_br %again, ^loop, ^end
^end:
  llvm.return
`,
		"a path without any use waits at its end": `  %some = llvm.icmp "eq" %x, %zero : i32
  llvm.cond_br %some, ^use, ^end
^use:
WAIT
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
^end:
WAIT
  llvm.return
`,
		"fences of global memory, and assembly, are uses": `  %sum = llvm.add %x, %x : i32
WAIT
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
`,
	} {
		t.Run(name, func(t *testing.T) {
			source := func(wait string) string {
				return `
llvm.func @fill(%p: !llvm.ptr<1>, %bar: !llvm.ptr<3>, %x: i32) attributes {nvvm.kernel} {
  llvm.store %x, %p : i32, !llvm.ptr<1>
  llvm.return
}
llvm.func @use(%p: !llvm.ptr<1>, %bar: !llvm.ptr<3>, %x: i32) attributes {nvvm.kernel, tile.before = [@fill]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
` + strings.ReplaceAll(body, mark, wait) + "}"
			}
			_, got, _ := strings.Cut(run(t, source("")), "@use")
			_, want, _ := strings.Cut(run(t, source("  nvvm.griddepcontrol wait\n")), "@use")
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
