package nvvm_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	want := []string{"barrier0", "barrier", "barrier.arrive", "bar.warp.sync", "convert.f32x2.to.f16x2",
		"convert.f32x2.to.bf16x2", "shfl.sync", "vote.sync",
		"wgmma.fence.aligned", "wgmma.commit.group.sync.aligned", "wgmma.wait.group.sync.aligned", "wgmma.mma_async",
		"fence.proxy",
		"fence.mbarrier.init", "mbarrier.init", "mbarrier.inval", "mma.sync", "ldmatrix",
		"mbarrier.arrive", "mbarrier.arrive.expect_tx", "mbarrier.expect_tx", "elect.sync", "mbarrier.try_wait.parity",
		"cp.async.bulk.tensor.shared.cluster.global", "cp.async.bulk.tensor.global.shared.cta",
		"cluster.arrive", "cluster.arrive.relaxed", "cluster.wait", "mapa",
		"read.ptx.sreg.cluster.ctarank", "read.ptx.sreg.cluster.nctarank", "cp.async.bulk.tensor.prefetch",
		"cp.async.bulk.tensor.reduce", "cp.async.bulk.commit.group", "cp.async.bulk.wait_group", "stmatrix",
		"setmaxregister", "griddepcontrol", "cp.async.shared.global",
		"cp.async.commit.group", "cp.async.wait.group", "cp.async.mbarrier.arrive",
		"read.ptx.sreg.laneid", "read.ptx.sreg.warpid",
		"read.ptx.sreg.warpsize"}
	for _, register := range []string{"tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster.ctaid",
		"cluster.nctaid"} {
		for _, dim := range []string{"x", "y", "z"} {
			want = append(want, "read.ptx.sreg."+register+"."+dim)
		}
	}
	dialecttest.CheckDefinitions(t, nvvm.Dialect, want...)
}

func TestVerifierReportsUpstreamsErrors(t *testing.T) {
	for _, c := range []struct{ attrs, body, want string }{
		{"", "%0 = nvvm.shfl.sync bfly %i, %f, %i, %i : f32 -> i32",
			"expected return type to be of type 'f32' but got 'i32' instead"},
		{"", "%0 = nvvm.shfl.sync zig %i, %f, %i, %i : f32 -> f32",
			"expected ::mlir::NVVM::ShflKind to be one of: bfly, up, down, idx"},
		{"", "%0 = nvvm.shfl.sync idx %i, %f, %i, %i {return_value_and_is_valid} : f32 -> f32", "two-element struct"},
		{"", "%0 = nvvm.read.ptx.sreg.tid.x range <i32, 3, 3> : i32", "invalid range attribute: Lower == Upper"},
		{"nvvm.reqntid = 3 : i32", "", "attribute must be integer array with maximum 3 index"},
		{"nvvm.maxntid = array<i32: 1, 1, 1, 1>", "", "attribute must be integer array with maximum 3 index"},
		{"nvvm.cluster_dim = 3 : i32", "", "attribute must be integer array with maximum 3 index"},
		{"nvvm.maxnreg = \"many\"", "", "attribute must be integer constant"},
	} {
		module := "llvm.func @k(%i: i32, %f: f32) attributes {" + c.attrs + "} {\n" + c.body + "\nllvm.return\n}"
		op, err := text.ParseString(ir.NewContext(builtin.Dialect, nvvm.Dialect), module)
		if err == nil {
			err = ir.Verify(op, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.attrs, c.body, err, c.want)
		}
	}
}

func TestButterflyShufflesAllLanes(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, nvvm.Dialect)
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	f := llvm.NewFunc(b.AtEnd(module.Body()), "k", llvm.FuncOf(ctx, llvm.Void(ctx), []ir.Type{ctx.F32()}, false), nil)
	b.AtEnd(f.Region(0).Entry())
	nvvm.ReadRegister(b, nvvm.ThreadID[1], 64)
	i32 := ctx.I(32)
	all, laneMask, last := llvm.NewInt(b, i32, -1), llvm.NewInt(b, i32, 4), llvm.NewInt(b, i32, 31)
	nvvm.NewButterfly(b, all, f.Region(0).Entry().Arg(0), laneMask, last)
	b.Build(&llvm.Return, nil)
	if err := ir.Verify(module.Operation, nil); err != nil {
		t.Fatal(err)
	}
	const want = `    %0 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 64> : i32
    %1 = llvm.mlir.constant(-1 : i32) : i32
    %2 = llvm.mlir.constant(4 : i32) : i32
    %3 = llvm.mlir.constant(31 : i32) : i32
    %4 = nvvm.shfl.sync  bfly %1, %arg0, %2, %3 : f32 -> f32
`
	if got := string(text.Print(module.Operation, text.Options{})); !strings.Contains(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
