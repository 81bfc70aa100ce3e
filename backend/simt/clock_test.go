package simt_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// handover lets each block add its threads' numbers to words that all blocks share, while the block holds a lock in
// word 100.
const handover = `
  %lock = llvm.getelementptr %x[100] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %first = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %first, ^spin, ^held
^spin:
  %o = llvm.cmpxchg %lock, %c0, %c1 SCOPE TAKE monotonic : !llvm.ptr<1>, i32
  %got = llvm.extractvalue %o[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %got, ^held, ^spin
^held:
  ENTER
  %w = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %v = llvm.load %w : !llvm.ptr<1> -> i32
  %v2 = llvm.add %v, %t : i32
  llvm.store %v2, %w : i32, !llvm.ptr<1>
  LEAVE
  llvm.cond_br %first, ^free, ^end
^free:
  %u = llvm.atomicrmw xchg %lock, %c0 SCOPE GIVE : !llvm.ptr<1>, i32
  llvm.br ^end
^end:`

// The accesses of a block before it releases a number come before those of a block that acquires it, if barriers in
// both blocks join the other threads to those that release and acquire.
func TestAtomicOperationsOrderTheAccessesOfBlocks(t *testing.T) {
	for name, c := range map[string]struct {
		scope, take, enter, leave, give string
		race                            bool
	}{
		"a lock": {`syncscope("device")`, "acquire", "nvvm.barrier0", "nvvm.barrier0", "release",
			false},
		"the order of both":             {``, "acq_rel", "nvvm.barrier0", "nvvm.barrier0", "acq_rel", false},
		"no barrier after it is taken":  {``, "acquire", "", "nvvm.barrier0", "release", true},
		"no barrier before it is given": {``, "acquire", "nvvm.barrier0", "", "release", true},
		"taken without an order":        {``, "monotonic", "nvvm.barrier0", "nvvm.barrier0", "release", true},
		"given without an order":        {``, "acquire", "nvvm.barrier0", "nvvm.barrier0", "monotonic", true},
		"in the scope of a block": {`syncscope("block")`, "acquire", "nvvm.barrier0", "nvvm.barrier0",
			"release", true},
		"a barrier of the warp, entering": {``, "acquire", "nvvm.bar.warp.sync %all : i32", "nvvm.barrier0", "release", true},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.NewReplacer("SCOPE", c.scope, "TAKE", c.take, "ENTER", c.enter, "LEAVE", c.leave, "GIVE", c.give).
				Replace(handover)
			out := zeros(128)
			_, err := simt.Run(context.Background(), parse(t, kernel(64, body)), "k", simt.Launch{Grid: [3]int32{5, 1, 1}}, out)
			if c.race {
				if !errors.Is(err, simt.ErrRace) {
					t.Fatalf("got error %v, want a race", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values(out)[:64] {
				if v != uint32(5*i) {
					t.Fatalf("word %d is %d, want %d", i, v, 5*i)
				}
			}
		})
	}
}

// A single thread needs no barrier: a release includes its own writes.
func TestAThreadReleasesWhatItWroteItself(t *testing.T) {
	for name, c := range map[string]struct {
		reads string // the word that the second block reads
		race  bool
	}{"its own": {"%x", false}, "of a neighbor": {"%n", true}} {
		body := fmt.Sprintf(`
  %%n = llvm.getelementptr %%x[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %%flag = llvm.getelementptr %%x[100] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  %%writes = llvm.icmp "eq" %%b, %%c0 : i32
  %%first = llvm.icmp "eq" %%t, %%c0 : i32
  llvm.cond_br %%writes, ^write, ^read
^write:
  llvm.store %%c1, %%p : i32, !llvm.ptr<1>
  llvm.cond_br %%first, ^flag, ^end
^flag:
  %%u = llvm.atomicrmw xchg %%flag, %%c1 release : !llvm.ptr<1>, i32
  llvm.br ^end
^read:
  llvm.cond_br %%first, ^wait, ^end
^wait:
  %%o = llvm.atomicrmw add %%flag, %%c0 acquire : !llvm.ptr<1>, i32
  %%v = llvm.load %s : !llvm.ptr<1> -> i32
  llvm.br ^end
^end:`, c.reads)
		_, err := simt.Run(context.Background(), parse(t, kernel(32, body)), "k", simt.Launch{Grid: [3]int32{2, 1, 1}},
			zeros(128))
		if errors.Is(err, simt.ErrRace) != c.race || !c.race && err != nil {
			t.Errorf("%s: got error %v, want a race: %v", name, err, c.race)
		}
	}
}
