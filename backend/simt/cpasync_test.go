package simt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// copying is a block of two warps. Each thread copies $BYTES bytes from its place in %x to shared memory. It then reads
// word %o, which thread 63-%t copied, and writes it to word 256+%t of %x.
const copying = `
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<256 x i32>
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %each = llvm.mlir.constant($EACH : i32) : i32
  %size = llvm.mlir.constant($SIZE : i32) : i32
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %is_first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %is_first, ^initialize, ^initialized
^initialize:
  nvvm.mbarrier.init %full, $ARRIVALS : !llvm.ptr<3>, i32
  llvm.br ^initialized
^initialized:
  nvvm.barrier0
  %word = llvm.mul %t, %each : i32
  %from = llvm.getelementptr %x[%word] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %to = llvm.getelementptr %tile[%word] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  $COPY
  %other = llvm.sub %c63, %t : i32
  %start = llvm.mul %other, %each : i32
  %k = llvm.mlir.constant($WORD : i32) : i32
  %o = llvm.add %start, %k : i32
  %read = llvm.getelementptr %tile[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %read : !llvm.ptr<3> -> i32
  %n = llvm.add %t, %c256 : i32
  %p = llvm.getelementptr %x[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  llvm.return
}`

// copyCase is a kernel derived from copying.
type copyCase struct {
	bytes    int
	size     int // number of bytes that are read, the rest being zero; negative for all
	word     int // the word of a thread's own that is read
	arrivals string
	copy     string // the code that starts the copy; it contains $START
}

func (c copyCase) source() string {
	operand, types, cache := "", "!llvm.ptr<3>, !llvm.ptr<1>", "ca"
	if c.size >= 0 {
		operand, types = ", %size", types+", i32"
	}
	if c.bytes == 16 {
		cache = "cg"
	}
	start := fmt.Sprintf("nvvm.cp.async.shared.global %%to, %%from, %d, cache = %s%s : %s", c.bytes, cache, operand, types)
	arrivals := c.arrivals
	if arrivals == "" {
		arrivals = "%c64"
	}
	return strings.NewReplacer("$EACH", fmt.Sprint(c.bytes/4), "$SIZE", fmt.Sprint(c.size), "$WORD", fmt.Sprint(c.word),
		"$ARRIVALS", arrivals, "$COPY", strings.ReplaceAll(c.copy, "$START", start)).Replace(copying)
}

// Parts of copying.
const (
	group    = "\n  nvvm.cp.async.commit.group"
	awaitAll = "\n  nvvm.cp.async.wait.group 0"
	arriveOn = "\n  nvvm.cp.async.mbarrier.arrive %full {noinc = true} : !llvm.ptr<3>"
	awaitBar = "\n  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32"
)

// properCopies are copies for which some thread has waited.
func properCopies() map[string]copyCase {
	const grouped = "$START" + group + awaitAll + met
	// A second copy, from the same words to words that no thread reads, is the last group.
	const later = "$START" + group + `
  %behind = llvm.getelementptr %to[128] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  nvvm.cp.async.shared.global %behind, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>` + group +
		"\n  nvvm.cp.async.wait.group 1" + met
	return map[string]copyCase{
		"4 bytes":        {bytes: 4, size: -1, copy: grouped},
		"8 bytes":        {bytes: 8, size: -1, word: 1, copy: grouped},
		"16 bytes":       {bytes: 16, size: -1, word: 3, copy: grouped},
		"8 of 16 bytes":  {bytes: 16, size: 8, word: 1, copy: grouped},
		"zeros behind 8": {bytes: 16, size: 8, word: 2, copy: grouped},
		"zeros alone":    {bytes: 4, size: 0, copy: grouped},
		"a barrier":      {bytes: 16, size: -1, word: 1, copy: "$START" + arriveOn + awaitBar},
		"a barrier that counts": {bytes: 8, size: -1, word: 1, copy: "$START\n  " +
			"nvvm.cp.async.mbarrier.arrive %full : !llvm.ptr<3>\n  " +
			"%state = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64" + awaitBar},
		"all but one group": {bytes: 8, size: -1, copy: later + awaitAll},
	}
}

func TestAsynchronousCopiesArriveBeforeTheirWaits(t *testing.T) {
	for name, c := range properCopies() {
		for seed := range uint64(5) {
			x := words(320, func(i int) uint32 { return uint32(i) })
			if _, err := run(t, c.source(), simt.Launch{Seed: seed}, x); err != nil {
				t.Errorf("%s, seed %d: %v", name, seed, err)
				continue
			}
			for i, v := range values(x)[256:] {
				want := uint32((63-i)*c.bytes/4 + c.word)
				if c.size >= 0 && 4*c.word >= c.size {
					want = 0
				}
				if v != want {
					t.Errorf("%s, seed %d: thread %d has %d, want %d", name, seed, i, v, want)
				}
			}
		}
	}
}

// Each bug is found in every order of events.
func TestBugsOfAsynchronousCopiesAreFound(t *testing.T) {
	const overwrite = "\n  llvm.store %c1, %to : i32, !llvm.ptr<3>"
	for name, c := range map[string]struct {
		copyCase
		want    []error // the possible errors; the order of events decides which
		message string
	}{
		"no wait": {copyCase{copy: "$START" + group + met}, []error{simt.ErrInFlight},
			"copies to it with nvvm.cp.async.shared.global, and has not waited"},
		"no group": {copyCase{copy: "$START" + awaitAll + met}, []error{simt.ErrInFlight}, ""},
		"a group too few": {copyCase{copy: "$START" + group + "\n  nvvm.cp.async.wait.group 1" + met},
			[]error{simt.ErrInFlight}, ""},
		"no barrier": {copyCase{copy: "$START" + group + awaitAll},
			[]error{simt.ErrInFlight, simt.ErrRace, simt.ErrUninitialized}, ""},
		"a wait behind the barrier": {copyCase{copy: "$START" + group + met + awaitAll},
			[]error{simt.ErrInFlight, simt.ErrRace}, ""},
		"overwritten before the wait": {copyCase{copy: "$START" + group + overwrite + awaitAll + met},
			[]error{simt.ErrInFlight}, "byte 0 of @tile is written, but thread (0, 0, 0) copies to it"},
		"two copies to one place": {copyCase{copy: "$START\n  $START" + group + awaitAll + met}, []error{simt.ErrInFlight},
			"is copied to"},
		"a barrier that nobody waits at": {copyCase{copy: "$START" + arriveOn + met}, []error{simt.ErrInFlight}, ""},
		"an arrival too few": {copyCase{arrivals: "%c128", copy: "$START" + arriveOn + awaitBar}, []error{simt.ErrDeadlock},
			"which lacks 64 arrivals"},
		"arrivals that nobody expects": {copyCase{arrivals: "%c1", copy: "$START" + arriveOn + met + awaitBar},
			[]error{simt.ErrMemoryBarrier, simt.ErrInFlight, simt.ErrDeadlock, simt.ErrUninitialized}, ""},
		"never waited for": {copyCase{copy: "$START\n  llvm.return\n^never:"}, []error{simt.ErrInFlight},
			"the block ends, but no thread has waited for the copy"},
		"misaligned": {copyCase{bytes: 8, copy: `%odd = llvm.getelementptr %to[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  nvvm.cp.async.shared.global %odd, %from, 8, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>` + group + awaitAll + met},
			[]error{simt.ErrMisaligned}, "byte 4 of @tile"},
		"too many bytes": {copyCase{size: 5, copy: "$START" + group + awaitAll + met}, []error{simt.ErrOutOfBounds},
			"a copy of 4 bytes has a size of 5"},
	} {
		t.Run(name, func(t *testing.T) {
			c.bytes = max(c.bytes, 4)
			if c.size == 0 {
				c.size = -1
			}
			for seed := range uint64(5) {
				x := words(320, func(i int) uint32 { return uint32(i) })
				_, err := run(t, c.source(), simt.Launch{Seed: seed}, x)
				wantError(t, seed, err, c.message, c.want...)
			}
		})
	}
}

// Copied data is stored in bulk after a fence of a thread that has waited.
func TestCopiesAreStoredInBulkBehindAFence(t *testing.T) {
	const copied = `%from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %low, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %high, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>` + group
	one := storeCase{box: []int64{16, 8}, sizes: []int64{32, 8}, at: []int64{0, 16}, copy: issued + commits + waitRead}
	for name, c := range map[string]struct {
		fill string
		want error
	}{
		"a fence behind the wait": {copied + awaitAll + fenced + met, nil},
		"a fence before the wait": {copied + fenced + awaitAll + met, simt.ErrProxy},
		"no fence":                {copied + awaitAll + met, simt.ErrProxy},
		"no wait":                 {copied + fenced + met, simt.ErrInFlight},
	} {
		one.fill = c.fill
		for seed := range uint64(4) {
			if _, err := one.run(t, seed); !errors.Is(err, c.want) || c.want == nil && err != nil {
				t.Errorf("%s, seed %d: %v", name, seed, err)
			}
		}
	}
}
