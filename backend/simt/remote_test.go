package simt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// remote has the first block of a cluster of two read the data of each thread of the second one from its shared memory.
const remote = `
llvm.mlir.global internal @left() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i32>
llvm.func @k(%x: !llvm.ptr<1>) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>$PROGRAM} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %base = llvm.mlir.addressof @left : !llvm.ptr<3>
  %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %start = llvm.mul %cluster, %c32 : i32
  %word = llvm.add %start, %t : i32
  %at = llvm.getelementptr %x[%word] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %at : !llvm.ptr<1> -> i32
  %w = llvm.add %v, %rank : i32
  llvm.store %w, %own : i32, !llvm.ptr<3>
  $FIRST
  %reads = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %reads, ^read, ^end
^read:
  %other = nvvm.mapa %own, $RANK : !llvm.ptr<3> -> !llvm.ptr<7>
  %got = llvm.load %other : !llvm.ptr<7> -> i32
  llvm.store %got, %at : i32, !llvm.ptr<1>
  llvm.br ^end
^end:
  $BEFORE
  $LAST
  llvm.return
}`

const meetInCluster = "nvvm.cluster.arrive {aligned}\n  nvvm.cluster.wait {aligned}"

// remoteSource returns remote with some of its parts replaced.
func remoteSource(replace map[string]string) string {
	source := remote
	for name, part := range map[string]string{"$PROGRAM": "", "$FIRST": meetInCluster, "$RANK": "%c1", "$BEFORE": "",
		"$LAST": meetInCluster} {
		if other, ok := replace[name]; ok {
			part = other
		}
		source = strings.ReplaceAll(source, name, part)
	}
	return source
}

func TestBlocksReadWhatOthersOfTheirClusterHaveLeft(t *testing.T) {
	for _, c := range []struct {
		program string
		grid    int32 // the grid of the launch
	}{{"", 4}, {", tilegpu.cluster_program", 2}} { // in blocks, and in programs that a cluster runs
		for seed := range uint64(6) {
			x := words(64, func(i int) uint32 { return uint32(10 * i) })
			launch := simt.Launch{Grid: [3]int32{c.grid, 1, 1}, Seed: seed}
			if _, err := run(t, remoteSource(map[string]string{"$PROGRAM": c.program}), launch, x); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i, v := range values(x) {
				if want := uint32(10*i + 1); v != want {
					t.Fatalf("seed %d: word %d is %d, want %d", seed, i, v, want)
				}
			}
		}
	}
}

// Each bug is found in some order of events.
func TestBugsOfReadsFromOtherBlocksAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		replace map[string]string
		want    error
	}{
		"no barrier before the read": {map[string]string{"$FIRST": ""}, simt.ErrRace},
		"the block has ended":        {map[string]string{"$LAST": ""}, simt.ErrInFlight},
		"the block writes what is read": {map[string]string{
			"$BEFORE": "llvm.store %t, %own : i32, !llvm.ptr<3>"}, simt.ErrRace},
		"there is no block of that rank": {map[string]string{"$RANK": "%c32"}, simt.ErrOutOfBounds},
	} {
		found := false
		for seed := range uint64(16) {
			x := words(64, func(i int) uint32 { return uint32(i) })
			_, err := run(t, remoteSource(c.replace), simt.Launch{Grid: [3]int32{4, 1, 1}, Seed: seed}, x)
			found = found || errors.Is(err, c.want)
		}
		if !found {
			t.Errorf("%s: not found", name)
		}
	}
}
