package simt_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// sharing is a cluster of two blocks of 64 threads. The first block copies 512 bytes of %x to both blocks, twice, to
// the same place. All threads write the data that arrived to words 256 on. The second block tells the first one when it
// has read them.
const sharing = `
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i32>
llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.func @k(%x: !llvm.ptr<1>, %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>,
    nvvm.grid_constant, tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 16, 8>, elem = i32,
    sizes = array<i64: -33, -9>, strides = array<i64: -9, -2>, swizzle = 0 : i32}}) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %bytes = llvm.mlir.constant(512 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %three = llvm.mlir.constant(7 : i16) : i16
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %empty = llvm.getelementptr %full[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %firstempty = nvvm.mapa %empty, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  %near = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^initialize, ^initialized
^initialize:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %empty, %c128 : !llvm.ptr<3>, i32
  $FENCE
  llvm.br ^initialized
^initialized:
  $MEET
  llvm.br ^loop(%c0 : i32)
^loop(%i: i32):
  llvm.cond_br %is_first, ^expect, ^use
^expect:
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %leads, ^lead, ^use
^lead:
  %other = llvm.xor %i, %c1 : i32
  $WAIT
  %row = llvm.mul %i, %c16 : i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %near, %map, %full, box[%c0, %row] multicast_mask = $MASK : !llvm.ptr<7>, !llvm.ptr
  llvm.br ^use
^use:
  nvvm.mbarrier.try_wait.parity %full, %i, %ticks : !llvm.ptr<3>, i32, i32
  %low = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  $BEFORE
  %v = llvm.load %low : !llvm.ptr<3> -> i32
  %high = llvm.getelementptr %low[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  %w = llvm.load %high : !llvm.ptr<3> -> i32
  $AFTER
  %twice = llvm.mul %i, %c2 : i32
  %part = llvm.add %twice, %rank : i32
  %start = llvm.mul %part, %c128 : i32
  %at = llvm.add %start, %c256 : i32
  %word = llvm.add %at, %t : i32
  %to = llvm.getelementptr %x[%word] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  %further = llvm.getelementptr %to[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store %w, %further : i32, !llvm.ptr<1>
  %next = llvm.add %i, %c1 : i32
  %more = llvm.icmp "slt" %next, %c2 : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  $LAST
  llvm.return
}`

// Parts of sharing.
const (
	clusterFence = "nvvm.fence.mbarrier.init"
	clusterMeet  = "nvvm.cluster.arrive.relaxed {aligned}\n  nvvm.cluster.wait {aligned}"
	clusterWait  = "nvvm.mbarrier.try_wait.parity %empty, %other, %ticks : !llvm.ptr<3>, i32, i32"
	clusterTell  = "nvvm.mbarrier.arrive %firstempty {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>"
	clusterLast  = "nvvm.cluster.arrive {aligned}\n  nvvm.cluster.wait {aligned}"
)

// clusterSource returns sharing with some of its parts replaced.
func clusterSource(replace map[string]string) string {
	parts := map[string]string{"$FENCE": clusterFence, "$MEET": clusterMeet, "$WAIT": clusterWait, "$MASK": "%both",
		"$BEFORE": "", "$AFTER": clusterTell, "$LAST": clusterLast}
	source := sharing
	for name, part := range parts {
		if other, ok := replace[name]; ok {
			part = other
		}
		source = strings.ReplaceAll(source, name, part)
	}
	for old, part := range replace {
		source = strings.Replace(source, old, part, 1)
	}
	return source
}

func TestBlocksOfAClusterShareWhatOneCopies(t *testing.T) {
	sources := []string{clusterSource(nil), clusterSource(map[string]string{
		"nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32": "nvvm.mbarrier.expect_tx %full, %bytes : " +
			"!llvm.ptr<3>, i32\n  nvvm.mbarrier.arrive %full : !llvm.ptr<3>"})}
	for seed := range uint64(8) {
		x := words(256+4*128, func(i int) uint32 { return uint32(i) })
		if _, err := run(t, sources[seed%2], simt.Launch{Grid: [3]int32{2, 1, 1}, Seed: seed}, x); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, v := range values(x)[256:] {
			if want := uint32(i/256*128 + i%128); v != want {
				t.Fatalf("seed %d: word %d is %d, want %d", seed, i, v, want)
			}
		}
	}
}

// clusterPlaces has the first thread of each block write the special registers about its position.
const clusterPlaces = `
llvm.func @k(%x: !llvm.ptr<1>) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 2, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %bx = nvvm.read.ptx.sreg.ctaid.x : i32
  %by = nvvm.read.ptx.sreg.ctaid.y : i32
  %gx = nvvm.read.ptx.sreg.nctaid.x : i32
  %row = llvm.mul %by, %gx : i32
  %block = llvm.add %row, %bx : i32
  %start = llvm.mul %block, %c8 : i32
  %to = llvm.getelementptr %x[%start] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^write, ^end
^write:
  %v0 = nvvm.read.ptx.sreg.clusterid.x : i32
  %v1 = nvvm.read.ptx.sreg.clusterid.y : i32
  %v2 = nvvm.read.ptx.sreg.nclusterid.x : i32
  %v3 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %v4 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %v5 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %v6 = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %v7 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  $STORES
  llvm.br ^end
^end:
  llvm.return
}`

func placesSource() string {
	var stores []string
	for i := range 8 {
		stores = append(stores,
			fmt.Sprintf("%%p%d = llvm.getelementptr %%to[%d] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32", i, i),
			fmt.Sprintf("llvm.store %%v%d, %%p%d : i32, !llvm.ptr<1>", i, i))
	}
	return strings.Replace(clusterPlaces, "$STORES", strings.Join(stores, "\n  "), 1)
}

func TestBlocksKnowTheirPlaceInTheirCluster(t *testing.T) {
	x := zeros(24 * 8)
	if _, err := run(t, placesSource(), simt.Launch{Grid: [3]int32{6, 4, 1}}, x); err != nil {
		t.Fatal(err)
	}
	for block := range uint32(24) {
		bx, by := block%6, block/6
		want := []uint32{bx / 2, by / 2, 3, bx % 2, by % 2, 2, by%2*2 + bx%2, 4}
		if got := values(x)[block*8:][:8]; !slices.Equal(got, want) {
			t.Errorf("block (%d, %d): %v, want %v", bx, by, got, want)
		}
	}
	for _, grid := range [][3]int32{{3, 2, 1}, {2, 1, 1}} {
		if _, err := run(t, placesSource(), simt.Launch{Grid: grid}, x); !errors.Is(err, simt.ErrLaunch) {
			t.Errorf("a grid of %v: %v", grid, err)
		}
	}
	large := strings.Replace(placesSource(), "i32: 2, 2, 1", "i32: 8, 4, 1", 1)
	if _, err := run(t, large, simt.Launch{Grid: [3]int32{8, 4, 1}}, x); !errors.Is(err, simt.ErrLaunch) ||
		!strings.Contains(err.Error(), "clusters of 32 blocks; at most 16") {
		t.Error(err)
	}
}

// Each bug is found in every order of events, or in at least one if it is harmless in others.
func TestBugsOfClustersAreFound(t *testing.T) {
	const meet = "nvvm.cluster.arrive {aligned}"
	for name, c := range map[string]struct {
		replace map[string]string
		some    bool
		want    []error
		message string
	}{
		"no barrier behind the initialization": {map[string]string{"$MEET": "nvvm.barrier0"}, false,
			[]error{simt.ErrMemoryBarrier}, "of block"},
		"no fence behind the initialization": {map[string]string{"$FENCE": ""}, false, []error{simt.ErrMemoryBarrier,
			simt.ErrProxy}, "nvvm.fence.mbarrier.init"},
		"a copy that does not wait for its readers": {map[string]string{"$WAIT": ""}, false,
			[]error{simt.ErrInFlight, simt.ErrRace, simt.ErrTransaction, simt.ErrMemoryBarrier}, ""},
		"readers that tell before they read": {map[string]string{"$BEFORE": clusterTell, "$AFTER": ""}, true,
			[]error{simt.ErrInFlight, simt.ErrRace}, ""},
		"readers that do not tell": {map[string]string{"$AFTER": ""}, false, []error{simt.ErrDeadlock},
			"which lacks 128 arrivals"},
		"fewer bytes than come": {map[string]string{"constant(512": "constant(256"}, false,
			[]error{simt.ErrTransaction}, "256 bytes more arrive"},
		"a block that ends early": {map[string]string{"$LAST": ""}, true, []error{simt.ErrInFlight},
			"of the cluster has ended"},
		"a mask of too many blocks": {map[string]string{"$MASK": "%three"}, false, []error{simt.ErrOutOfBounds},
			"a mask 0x7 of a cluster of 2 blocks"},
		"an address in no block": {map[string]string{"nvvm.mapa %empty, %c0": "nvvm.mapa %empty, %c7"}, false,
			[]error{simt.ErrOutOfBounds}, "block 7 of a cluster of 2"},
		"no barrier at that place": {map[string]string{"nvvm.mbarrier.init %empty, %c128 : !llvm.ptr<3>, i32": ""}, false,
			[]error{simt.ErrMemoryBarrier}, "nothing has initialized it"},
		"two arrivals": {map[string]string{"$LAST": meet + "\n  " + clusterLast}, false, []error{simt.ErrBarrier},
			"arrives at the cluster's barrier again"},
		"a wait without an arrival": {map[string]string{"$LAST": "nvvm.cluster.wait"}, false, []error{simt.ErrBarrier},
			"but has not arrived"},
		"a block that does not arrive": {map[string]string{"$LAST": `%is_zero = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %is_zero, ^meets, ^leaves
^meets:
  ` + clusterLast + `
  llvm.br ^leaves
^leaves:`}, false, []error{simt.ErrDeadlock, simt.ErrInFlight}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			for seed := range uint64(8) {
				x := words(256+4*128, func(i int) uint32 { return uint32(i) })
				_, err := run(t, clusterSource(c.replace), simt.Launch{Grid: [3]int32{2, 1, 1}, Seed: seed}, x)
				if c.some && err == nil {
					continue
				}
				found++
				wantError(t, seed, err, c.message, c.want...)
			}
			if found == 0 {
				t.Error("nothing is found in any order")
			}
		})
	}
}
