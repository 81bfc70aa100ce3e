package simt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// loading is a block of two warps. Its first thread copies 512 bytes of %x to shared memory.
const loading = `
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i32>
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>
llvm.func @k(%x: !llvm.ptr<1>, %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>,
    nvvm.grid_constant, tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 16, 8>, elem = i32,
    sizes = array<i64: -17, -9>, strides = array<i64: -9, -2>, swizzle = 0 : i32}}) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %bytes = llvm.mlir.constant(512 : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %mine = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^initialize, ^initialized
^initialize:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^initialized
^initialized:
  nvvm.barrier0
  $BEFORE
  llvm.cond_br %is_first, ^copy, ^use
^copy:
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile, %map, %full, box[%c0, %c0] {isCTAOnly = true} :
    !llvm.ptr<3>, !llvm.ptr
  llvm.br ^use
^use:
  $BETWEEN
  nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %from = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %from : !llvm.ptr<3> -> i32
  %w = llvm.add %v, %c1 : i32
  llvm.store %w, %mine : i32, !llvm.ptr<1>
  llvm.return
}`

func loaded(before, between string) string {
	return strings.NewReplacer("$BEFORE", before, "$BETWEEN", between).Replace(loading)
}

// Parts of loading.
const (
	writeMine   = "llvm.store %t, %mine : i32, !llvm.ptr<1>"
	fenceGlobal = "\n  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}"
)

func TestArraysThatAreCopiedFromAreWrittenBeforeBehindAFenceOrBehindTheWait(t *testing.T) {
	for name, c := range map[string]struct {
		before, between string
		want            error // the expected error; nil for none
		message         string
	}{
		"behind the wait":                       {"", "", nil, ""},
		"before, behind a fence":                {writeMine + fenceGlobal + met, "", nil, ""},
		"before, without a fence":               {writeMine + met, "", simt.ErrProxy, "of argument #0, which thread"},
		"before, with a fence of shared memory": {writeMine + fenced + met, "", simt.ErrProxy, ""},
		"while it is read":                      {"", writeMine, simt.ErrInFlight, "which a bulk copy reads"},
	} {
		for seed := range uint64(4) {
			x := words(128, func(i int) uint32 { return uint32(i) })
			_, err := run(t, loaded(c.before, c.between), simt.Launch{Seed: seed}, x)
			if c.want != nil {
				if err != nil && name == "while it is read" && errors.Is(err, simt.ErrRace) {
					continue // as a thread of the other warp does before the copy begins
				}
				wantError(t, seed, err, c.message, c.want)
				continue
			}
			if err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			for i, v := range values(x) {
				want := uint32(i)
				if i < 64 {
					want++
				}
				if v != want {
					t.Errorf("%s, seed %d: word %d is %d, want %d", name, seed, i, v, want)
				}
			}
		}
	}
	other := strings.Replace(loaded("", ""), "box[%c0, %c0] {", "box[%c0, %c0, %c0] im2col[%one] {mode = "+
		"#nvvm.tma_load_mode<im2col>, ", 1)
	other = strings.Replace(other, "  nvvm.mbarrier.arrive.expect_tx", "  %one = llvm.mlir.constant(1 : i16) : i16\n"+
		"  nvvm.mbarrier.arrive.expect_tx", 1)
	if _, err := run(t, other, simt.Launch{}, zeros(128)); !errors.Is(err, simt.ErrArgument) ||
		!strings.Contains(err.Error(), "mode im2col needs a tensor map of pixels") {
		t.Error(err)
	}
}

// A copy sees an mbarrier only if the thread that initializes it fences, before the barrier behind which another thread
// copies.
func TestCopiesOfAnotherThreadNeedAFenceBeforeTheBarrier(t *testing.T) {
	const initialize, fence = "nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32", "\n  nvvm.fence.mbarrier.init"
	const missing = "there is no nvvm.fence.mbarrier.init"
	for name, c := range map[string]struct {
		initialize, behind string
		copies             string // the thread that copies
		want               []error
		message            string
	}{
		"before the barrier":                       {initialize + fence, "", "%other", nil, ""},
		"between proxies, before the barrier":      {initialize + fenced, "", "%other", nil, ""},
		"behind the barrier, in the thread itself": {initialize, fence, "%c0", nil, ""},
		"none":                      {initialize, "", "%other", []error{simt.ErrProxy}, missing},
		"none, the thread itself":   {initialize, "", "%c0", []error{simt.ErrProxy}, missing},
		"before the initialization": {fence + "\n" + initialize, "", "%other", []error{simt.ErrProxy}, missing},
		"behind the barrier":        {initialize, fence, "%other", []error{simt.ErrProxy}, "nvvm.fence.mbarrier.init"},
		"between proxies, behind the barrier": {initialize, fenced, "%other", []error{simt.ErrProxy},
			"nvvm.fence.mbarrier.init"},
		"behind the barrier and a second one": {initialize, fence + met, "%other", nil, ""},
	} {
		source := strings.Replace(loaded(c.behind, ""), initialize+fence, c.initialize, 1)
		source = strings.Replace(source, "llvm.cond_br %is_first, ^copy", "%other = llvm.mlir.constant(32 : i32) : i32\n"+
			"  %copies = llvm.icmp \"eq\" %t, "+c.copies+" : i32\n  llvm.cond_br %copies, ^copy", 1)
		for seed := range uint64(8) {
			_, err := run(t, source, simt.Launch{Seed: seed}, words(128, func(i int) uint32 { return uint32(i) }))
			if c.want != nil {
				wantError(t, seed, err, c.message, c.want...)
			} else if err != nil {
				t.Errorf("%s, seed %d: %v", name, seed, err)
			}
		}
	}
}
