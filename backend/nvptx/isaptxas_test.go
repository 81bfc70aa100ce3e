package nvptx

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// isaSamples are complete instructions, with the registers of isaFrame.
var isaSamples = strings.Split(strings.TrimSpace(`
shfl.sync.bfly.b32 r0, r1, 1, 31, -1;
tanh.approx.f32 f0, f1;
ex2.approx.f16 h0, h1;
cvt.rn.bf16.f32 h0, f0;
cvt.rn.bf16x2.f32 r0, f0, f1;
cvt.rna.tf32.f32 r0, f0;
cvt.rn.satfinite.e4m3x2.f32 h0, f0, f1;
cvt.rn.satfinite.e5m2x2.f16x2 h0, r0;
cvt.rn.f16x2.e4m3x2 r0, h0;
cvt.rn.satfinite.e2m1x2.f32 b0, f0, f1;
cvt.rn.satfinite.e2m3x2.f32 h0, f0, f1;
cvt.rn.satfinite.e3m2x2.f32 h0, f0, f1;
cvt.rz.satfinite.ue8m0x2.f32 h0, f0, f1;
add.rn.bf16 h0, h1, h2;
sub.rn.bf16x2 r0, r1, r2;
mul.rn.bf16x2 r0, r1, r2;
fma.rn.bf16 h0, h1, h2, h3;
fma.rn.bf16x2 r0, r1, r2, r3;
fma.rn.relu.f16 h0, h1, h2, h3;
add.rn.f32x2 q0, q1, q2;
fma.rn.f32x2 q0, q1, q2, q3;
abs.bf16 h0, h1;
neg.bf16x2 r0, r1;
min.NaN.f32 f0, f1, f2;
max.f32 f0, f1, f2;
max.f16x2 r0, r1, r2;
max.NaN.f16 h0, h1, h2;
min.bf16 h0, h1, h2;
min.xorsign.abs.f32 f0, f1, f2;
min.s16x2 r0, r1, r2;
max.u16x2 r0, r1, r2;
add.s16x2 r0, r1, r2;
min.relu.s32 r0, r1, r2;
tanh.approx.bf16 h0, h1;
ex2.approx.ftz.bf16 h0, h1;
setp.lt.bf16 p0, h0, h1;
redux.sync.add.s32 r0, r1, r2;
redux.sync.min.f32 f0, f1, r2;
atom.global.add.noftz.f16 h0, [q0], h1;
atom.global.add.noftz.bf16 h0, [q0], h1;
red.global.add.noftz.bf16x2 [q0], r1;
atom.global.add.v2.f32 {f0, f1}, [q0], {f2, f3};
red.global.add.v4.f32 [q0], {f0, f1, f2, f3};
atom.global.cas.b128 x0, [q0], x1, x2;
atom.relaxed.cluster.global.add.u32 r0, [q0], r1;
atom.relaxed.gpu.global.add.u32 r0, [q0], r1;
ld.relaxed.cluster.global.u32 r0, [q0];
ld.global.v8.b32 {r0, r1, r2, r3, r4, r5, r6, r7}, [q0];
st.global.v8.b32 [q0], {r0, r1, r2, r3, r4, r5, r6, r7};
ld.global.v4.b64 {q0, q1, q2, q3}, [q0];
ld.global.L2::cache_hint.b32 r0, [q0], q1;
ld.global.L2::256B.b32 r0, [q0];
createpolicy.fractional.L2::evict_last.b64 q0, 0f3F800000;
discard.global.L2 [q0], 128;
cp.async.cg.shared.global [s], [q0], 16;
cp.async.commit_group;
cp.async.bulk.commit_group;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [q0], 16, [s];
mbarrier.init.shared.b64 [s], 1;
mbarrier.arrive.shared.b64 q0, [s];
mbarrier.test_wait.shared.b64 p0, [s], q0;
mbarrier.try_wait.shared.b64 p0, [s], q0;
mbarrier.arrive.expect_tx.shared.b64 q0, [s], r0;
fence.proxy.alias;
fence.proxy.async;
fence.mbarrier_init.release.cluster;
fence.acq_rel.cluster;
mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {f0, f1, f2, f3}, {r0, r1}, {r2}, {f4, f5, f6, f7};
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {f0, f1, f2, f3}, {r0, r1, r2, r3}, {r4, r5}, {f4, f5, f6, f7};
mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {f0, f1, f2, f3}, {r0, r1}, {r2}, {f4, f5, f6, f7};
mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {f0, f1, f2, f3}, {r0, r1}, {r2}, {f4, f5, f6, f7};
mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {r0, r1, r2, r3}, {r0, r1, r2, r3}, {r4, r5}, {r0, r1, r2, r3};
mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {r0, r1}, {r2}, {r3}, {r4, r5};
mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {d2}, {d3}, {d0, d1};
mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {f0, f1, f2, f3}, {r0, r1, r2, r3}, {r4, r5}, {f4, f5, f6, f7};
mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e4m3.e2m1.f32 {f0, f1, f2, f3}, {r0, r1, r2, r3}, {r4, r5}, {f4, f5, f6, f7};
ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r0}, [s];
stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {r0};
movmatrix.sync.aligned.m8n8.trans.b16 r0, r1;
wgmma.fence.sync.aligned;
tcgen05.wait::ld.sync.aligned;
setmaxnreg.inc.sync.aligned.u32 240;
barrier.cluster.arrive.aligned;
mapa.shared::cluster.u32 r0, r1, r2;
getctarank.shared::cluster.u32 r0, r1;
elect.sync r0|p0, r1;
griddepcontrol.wait;
clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p0, x0;
mov.u32 r0, %cluster_ctaid.x;
mov.u32 r0, %ctaid.x;
multimem.ld_reduce.weak.global.add.f32 f0, [q0];
ld.shared::cluster.u32 r0, [r1];
`), "\n")

// isaModule returns a kernel with one instruction.
func isaModule(target Target, instruction string) string {
	registers := ".reg .b8 b<1>; .reg .b16 h<4>; .reg .b32 r<8>; .reg .f32 f<8>; .reg .f64 d<4>; .reg .b64 q<4>; " +
		".reg .pred p<2>;"
	if strings.Contains(instruction, " x0") || strings.Contains(instruction, ", x0") {
		registers += " .reg .b128 x<3>;"
	}
	return ".version " + target.Version().String() + "\n.target " + target.Arch() +
		"\n.address_size 64\n.visible .entry k() .maxntid 128\n{\n" +
		registers + " .shared .align 128 .b8 s[1024];\n" + instruction + "\nret;\n}\n"
}

// The table must agree with the assembler, for every target that the assembler knows.
func TestPTXASHasTheInstructionsThatTheTableSays(t *testing.T) {
	ptxas, err := FindPTXAS(t.Context())
	if err != nil {
		t.Skip(err)
	}
	limit := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for _, instruction := range isaSamples {
		for _, target := range Targets() {
			target.PTX = later(target.MinPTX(), NeedsPTX(instruction))
			wg.Add(1)
			limit <- struct{}{}
			go func() {
				defer func() { <-limit; wg.Done() }()
				want := target.CheckInstruction(instruction)
				_, got := ptxas.Assemble(t.Context(), PTX{Text: []byte(isaModule(target, instruction)), Target: target})
				if got != nil && (strings.Contains(got.Error(), "is not defined for option") ||
					strings.Contains(got.Error(), "Unsupported .version")) {
					return // this release supports other targets
				}
				if (want == nil) != (got == nil) {
					t.Errorf("%s on %v: the table says %v, ptxas %v", instruction, target, want, got)
				}
			}()
		}
	}
	wg.Wait()
}
