package nvvm_test

import (
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
)

// alone lists the operations with effects that each thread executes for itself. In the PTX ISA they have no qualifier
// .aligned.
var alone = []*ir.OpDef{
	&nvvm.FenceProxy, &nvvm.FenceMbarrierInit, &nvvm.MbarrierInit, &nvvm.MbarrierInval, &nvvm.MbarrierArrive,
	&nvvm.MbarrierArriveExpectTx, &nvvm.MbarrierExpectTx, &nvvm.MbarrierTryWaitParity, &nvvm.TensorLoad,
	&nvvm.TensorPrefetch, &nvvm.TensorStore, &nvvm.TensorReduce, &nvvm.BulkCommit, &nvvm.BulkWait, &nvvm.CpAsync,
	&nvvm.CpAsyncCommit, &nvvm.CpAsyncWait, &nvvm.CpAsyncArrive, &nvvm.GridDependency,
}

// Each operation must say which threads execute it together or be listed in alone.
func TestOperationsSayWhichThreadsComeTogether(t *testing.T) {
	for _, def := range slices.Concat(nvvm.Dialect.Ops, gpu.Dialect.Ops) {
		together := slices.ContainsFunc(def.Interfaces, func(i any) bool {
			_, ok := i.(gpu.Convergent)
			return ok
		})
		pure := def.Traits&ir.Pure == ir.Pure
		if n := btoi(together) + btoi(pure) + btoi(slices.Contains(alone, def)); n != 1 {
			t.Errorf("%s: convergent %t, pure %t, listed as executed by each thread alone %t: one of them is expected",
				def.Name, together, pure, slices.Contains(alone, def))
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAssemblyComesTogetherAsItsInstructionsDo(t *testing.T) {
	for text, want := range map[string]string{
		"mov.b32 $0, $1;":                                            "",
		"mbarrier.arrive.shared.b64 _, [$0];":                        "",
		"bar.sync 0;":                                                "block",
		"@p barrier.cluster.arrive.aligned;":                         "block",
		"bar.sync 1, 128;":                                           "warp",
		"barrier.cta.red.popc.aligned.u32 $0, 1, p;":                 "block",
		"barrier.cta.red.popc.aligned.u32 $0, 1, 64, p;":             "warp",
		"bar.warp.sync 0xFFFFFFFF;":                                  "warp",
		"bar.warp.sync $0;":                                          "thread",
		"redux.sync.add.s32 $0, $1, 4294967295;":                     "warp",
		"{.reg .pred p; L: elect.sync _|p, -1;}":                     "warp",
		"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [a];":        "warp",
		"wgmma.fence.sync.aligned; bar.warp.sync -1;":                "warp group",
		"tcgen05.alloc.cta_group::1.sync.aligned.b32 a, 32;":         "warp",
		"tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [a];": "thread",
		"activemask.b32 $0;":                                         "thread",
	} {
		m := irtest.Verified(t, `llvm.func @f(%x: i32) {
  llvm.inline_asm has_side_effects "`+text+`", "r" %x : (i32) -> ()
  llvm.return
}`)
		op := m.Region(0).Entry().First().Region(0).Entry().First()
		got := ""
		if scope, _, ok := nvvm.Together(op); ok {
			got = scope.String()
		}
		if got != want || nvvm.IsConvergent(op) != (want != "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
