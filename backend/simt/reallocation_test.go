package simt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// groups is a block of three warp groups; each executes code of its own.
const groups = `
llvm.func @k(%x: !llvm.ptr<1>) attributes {$BOUNDS nvvm.kernel, nvvm.reqntid = array<i32: $THREADS, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c160 = llvm.mlir.constant(160 : i32) : i32
  %warpgroup = llvm.lshr %t, %c7 : i32
  %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.switch %warpgroup : i32, ^two [0: ^zero, 1: ^one]
^zero:
  $ZERO
  llvm.br ^end
^one:
  $ONE
  llvm.br ^end
^two:
  $TWO
  llvm.br ^end
^end:
  llvm.store %t, %p : i32, !llvm.ptr<1>
  llvm.return
}`

// registerCase is a kernel of warp groups that change their registers.
type registerCase struct {
	threads        int
	bounds         string
	zero, one, two string
	want           error // nil for a run without an error
	message        string
}

func (c registerCase) source() string {
	return strings.NewReplacer("$BOUNDS", c.bounds, "$THREADS", fmt.Sprint(c.threads), "$ZERO", c.zero, "$ONE", c.one,
		"$TWO", c.two).Replace(groups)
}

// registerCases are kernels that change the registers of threads. A multiprocessor has 168 for each of 384 threads.
var registerCases = func() map[string]registerCase {
	const bound = "nvvm.minctasm = 1 : i32,"
	const fewer, more = "nvvm.setmaxregister decrease 24", "nvvm.setmaxregister increase 240"
	const met = "\n  nvvm.barrier id = %c7 number_of_threads = %c128\n  "
	const some = `%first = llvm.icmp "slt" %t, %c160 : i32
  llvm.cond_br %first, ^some, ^end
^some:
  `
	return map[string]registerCase{
		"one gives what two take": {384, bound, fewer, more, more, nil, ""},
		"as the kernel says":      {384, "nvvm.maxnreg = 168 : i32,", fewer, more, more, nil, ""},
		"two blocks fit": {256, "nvvm.minctasm = 2 : i32,", "nvvm.setmaxregister decrease 96",
			"nvvm.setmaxregister increase 160", "", nil, ""},
		"twice, in order":             {384, bound, fewer + met + "nvvm.setmaxregister increase 56", "", "", nil, ""},
		"the same again is no change": {384, bound, "nvvm.setmaxregister decrease 168", "", "", nil, ""},
		"more than there are": {384, "nvvm.maxnreg = 232 : i32,", fewer, "", "", simt.ErrRegisters,
			"384 threads start with 232 registers each, but there are 65536"},
		"a kernel that does not say": {384, "", fewer, more, more, simt.ErrRegisters, "needs nvvm.maxnreg, or"},
		"too few for two": {384, bound, "nvvm.setmaxregister decrease 56", more, more, simt.ErrDeadlock,
			"waits for 240 registers, of which it has 168 and the block"},
		"nobody gives": {384, bound, "", more, "", simt.ErrDeadlock, "of which it has 168 and the block 0 more"},
		"an increase to fewer": {384, bound, "nvvm.setmaxregister increase 40", "", "", simt.ErrRegisters,
			"an increase to 40 registers, but each thread has 168"},
		"a decrease to more": {384, bound, "nvvm.setmaxregister decrease 240", "", "", simt.ErrRegisters,
			"a decrease to 240 registers, but each thread has 168"},
		"one warp of four": {384, bound, "", some + fewer, "", simt.ErrRegisters,
			"of the same warp group, has not executed it: all four do"},
		"no whole warp group": {96, bound, fewer, "", "", simt.ErrDivergence, "the four warps of a warp group"},
		"twice, in no order": {384, bound, fewer + "\n  nvvm.setmaxregister increase 56", "", "", simt.ErrRegisters,
			"nothing orders the change before in warp"},
	}
}()

func TestWarpGroupsHandRegistersToEachOther(t *testing.T) {
	for name, c := range registerCases {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(4) {
				_, err := run(t, c.source(), simt.Launch{Seed: seed}, zeros(384))
				if c.want == nil && err != nil || !errors.Is(err, c.want) || err != nil &&
					!strings.Contains(err.Error(), c.message) {
					t.Errorf("seed %d: %v, want %v: %s", seed, err, c.want, c.message)
				}
			}
		})
	}
}
