package simt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// handOver has the second warp store to shared memory; the first one reads the data after a barrier.
const handOver = `
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %id = llvm.mlir.constant($ID : i32) : i32
  %is_second = llvm.icmp "sge" %t, %c32 : i32
  llvm.cond_br %is_second, ^two, ^one
^two:
  %there = llvm.getelementptr %s[%l] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %there : i32, !llvm.ptr<3>
  $TWO
  llvm.br ^end
^one:
  $ONE
  %v = llvm.load %st : !llvm.ptr<3> -> i32
  llvm.store %v, %p : i32, !llvm.ptr<1>
  llvm.br ^end
^end:`

func TestThreadsMeetAtBarriersWithNumbers(t *testing.T) {
	const sync = "nvvm.barrier id = %id number_of_threads = %c64"
	const arrive = "nvvm.barrier.arrive id = %id number_of_threads = %c64"
	for name, c := range map[string]struct {
		id       int
		one, two string
		want     error  // nil if the result is right
		message  string // part of the error in the order of seed 0
	}{
		"both wait":          {3, sync, sync, nil, ""},
		"all wait":           {0, "nvvm.barrier", "nvvm.barrier", nil, ""},
		"all, by number":     {2, "nvvm.barrier id = %id", "nvvm.barrier id = %id", nil, ""},
		"one arrives":        {1, sync, arrive, nil, ""},
		"nobody arrives":     {1, sync, "", simt.ErrDeadlock, "waits for phase 0 of barrier 1, which lacks 32"},
		"the reader arrives": {1, arrive, sync, simt.ErrUninitialized, ""},
		"others are expected": {1, sync, "nvvm.barrier id = %id number_of_threads = %c32", simt.ErrBarrier,
			"but others say"},
		"half a warp is expected": {1, "nvvm.barrier id = %id number_of_threads = %c16", sync, simt.ErrBarrier,
			"whole warps"},
		"no such barrier": {16, sync, sync, simt.ErrBarrier, "there is no barrier 16"},
		"lanes name different barriers": {1, "nvvm.barrier id = %l number_of_threads = %c64", sync, simt.ErrDivergence,
			"name barriers or threads"},
		"an end before the others come": {1, "nvvm.barrier", "", simt.ErrBarrier, "has ended"},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.NewReplacer("$ID", fmt.Sprint(c.id), "$ONE", c.one, "$TWO", c.two).Replace(handOver)
			for seed := range uint64(3) {
				out := zeros(64)
				_, err := run(t, kernel(64, body), simt.Launch{Seed: seed}, out)
				if c.want != nil {
					if err == nil || seed == 0 && (!errors.Is(err, c.want) || !strings.Contains(err.Error(), c.message)) {
						t.Errorf("seed %d: %v, want %v: %s", seed, err, c.want, c.message)
					}
					continue
				}
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				for i, v := range values(out)[:32] {
					if v != uint32(i+32) {
						t.Fatalf("seed %d: thread %d read %d", seed, i, v)
					}
				}
			}
		})
	}
}

// Lanes of one warp synchronize at a named barrier too. A write after it comes after the reads of all warps before it.
func TestBarriersWithNumbersOrderLanesAndReaders(t *testing.T) {
	const body = `
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %id = llvm.mlir.constant(5 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.store %t, %st : i32, !llvm.ptr<3>
  $FIRST
  %other = llvm.xor %t, %one : i32
  %there = llvm.getelementptr %s[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %there : !llvm.ptr<3> -> i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %start = llvm.getelementptr %s[%zero] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %same = llvm.load %start : !llvm.ptr<3> -> i32
  %sum = llvm.add %v, %same : i32
  $SECOND
  llvm.store %sum, %st : i32, !llvm.ptr<3>
  llvm.store %sum, %p : i32, !llvm.ptr<1>`
	const sync = "nvvm.barrier id = %id number_of_threads = %c64"
	for _, c := range []struct {
		first, second string
		want          error
	}{{sync, sync, nil}, {"", sync, simt.ErrRace}, {sync, "", simt.ErrRace}} {
		text := strings.NewReplacer("$FIRST", c.first, "$SECOND", c.second).Replace(body)
		for seed := range uint64(3) {
			out := zeros(64)
			_, err := run(t, kernel(64, text), simt.Launch{Seed: seed}, out)
			if !errors.Is(err, c.want) {
				t.Fatalf("%q, %q, seed %d: %v, want %v", c.first, c.second, seed, err, c.want)
			}
			for i, v := range values(out) {
				if c.want == nil && v != uint32(i^1) {
					t.Fatalf("seed %d: thread %d has %d", seed, i, v)
				}
			}
		}
	}
}
