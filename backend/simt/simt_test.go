package simt_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

func parse(t testing.TB, source string) *ir.Operation {
	t.Helper()
	m, err := girih.Parse("kernel.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m.Operation()
}

func words(n int, f func(i int) uint32) *simt.Buffer {
	b := &simt.Buffer{}
	for i := range n {
		b.Data = binary.LittleEndian.AppendUint32(b.Data, f(i))
	}
	return b
}

func zeros(n int) *simt.Buffer { return words(n, func(int) uint32 { return 0 }) }

func values(b *simt.Buffer) (out []uint32) {
	for at := 0; at < len(b.Data); at += 4 {
		out = append(out, binary.LittleEndian.Uint32(b.Data[at:]))
	}
	return out
}

// kernel wraps a body with the thread's number %t, lane %l, a pointer %p to the thread's word of %x, and constants.
func kernel(threads int, body string) string {
	return fmt.Sprintf(`
llvm.mlir.global internal @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
llvm.func @k(%%x: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: %d, 1, 1>} {
  %%t = nvvm.read.ptx.sreg.tid.x : i32
  %%l = nvvm.read.ptx.sreg.laneid : i32
  %%b = nvvm.read.ptx.sreg.ctaid.x : i32
  %%c0 = llvm.mlir.constant(0 : i32) : i32
  %%c1 = llvm.mlir.constant(1 : i32) : i32
  %%c16 = llvm.mlir.constant(16 : i32) : i32
  %%c31 = llvm.mlir.constant(31 : i32) : i32
  %%c32 = llvm.mlir.constant(32 : i32) : i32
  %%all = llvm.mlir.constant(-1 : i32) : i32
  %%low = llvm.mlir.constant(65535 : i32) : i32
  %%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %%st = llvm.getelementptr %%s[%%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %%p = llvm.getelementptr %%x[%%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %s
  llvm.return
}`, threads, body)
}

func run(t testing.TB, source string, launch simt.Launch, args ...any) (*simt.Stats, error) {
	t.Helper()
	if launch.Grid == [3]int32{} {
		launch.Grid = [3]int32{1, 1, 1}
	}
	return simt.Run(context.Background(), parse(t, source), "k", launch, args...)
}

// wantError fails the test if a run, in some order of events, has an error that is not among the wanted ones or lacks a
// message.
func wantError(t *testing.T, seed uint64, err error, message string, want ...error) {
	t.Helper()
	if !slices.ContainsFunc(want, func(one error) bool { return errors.Is(err, one) }) ||
		!strings.Contains(fmt.Sprint(err), message) {
		t.Errorf("seed %d: %v, want %v: %s", seed, err, want, message)
	}
}

func TestBugsAreFoundWhereTheyAre(t *testing.T) {
	const neighbor = `
  %n = llvm.xor %t, %c1 : i32
  %sn = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
`
	for name, test := range map[string]struct {
		threads int
		body    string
		want    error
		message string
	}{
		"missing barrier": {64, neighbor + `llvm.store %t, %st : i32, !llvm.ptr<3>
  %v = llvm.load %sn : !llvm.ptr<3> -> i32`, simt.ErrRace, "thread reads byte 4 of @smem, which thread (1, 0, 0) wrote"},
		"write after read": {64, neighbor + `llvm.store %t, %st : i32, !llvm.ptr<3>
  nvvm.barrier0
  %v = llvm.load %sn : !llvm.ptr<3> -> i32
  llvm.store %v, %st : i32, !llvm.ptr<3>`, simt.ErrRace, "writes byte 0 of @smem, which thread (1, 0, 0) read"},
		"all lanes store to one word": {32, `llvm.store %t, %s : i32, !llvm.ptr<3>`, simt.ErrRace, "thread (0, 0, 0) wrote"},
		"race between warps":          {64, `llvm.store %l, %x : i32, !llvm.ptr<1>`, simt.ErrRace, "byte 0 of argument #0"},
		"race between blocks":         {32, `llvm.store %b, %p : i32, !llvm.ptr<1>`, simt.ErrRace, "which block 0 wrote"},
		"atomic and plain": {64, `%u = llvm.atomicrmw add %x, %t monotonic : !llvm.ptr<1>, i32
  %v = llvm.load %x : !llvm.ptr<1> -> i32`, simt.ErrRace, "reads byte 0 of argument #0, which several threads updated"},
		"atomic after plain of another block": {32, `%c = llvm.icmp "eq" %b, %c0 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %t, %p : i32, !llvm.ptr<1>
  llvm.br ^bb3
^bb2:
  %u = llvm.atomicrmw add %p, %t monotonic : !llvm.ptr<1>, i32
  llvm.br ^bb3
^bb3:`, simt.ErrRace, "updates byte 0 of argument #0, which block 0 wrote"},
		"plain after atomics of other blocks": {32, `%u = llvm.atomicrmw add %p, %c1 monotonic : !llvm.ptr<1>, i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c = llvm.icmp "eq" %b, %c2 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v = llvm.load %p : !llvm.ptr<1> -> i32
  llvm.br ^bb2
^bb2:`, simt.ErrRace, "reads byte 0 of argument #0, which several blocks updated"},
		"uninitialized": {32, `%v = llvm.load %st : !llvm.ptr<3> -> i32`, simt.ErrUninitialized, "byte 0 of @smem"},
		"shared out of bounds": {96, `llvm.store %t, %st : i32, !llvm.ptr<3>`, simt.ErrOutOfBounds,
			"4 bytes at 256 of @smem, which has 256 bytes"},
		"global out of bounds": {32, `%q = llvm.getelementptr %p[33] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store %t, %q : i32, !llvm.ptr<1>`, simt.ErrOutOfBounds, "4 bytes at 256 of argument #0, which has 256 bytes"},
		"before the start": {32, `%q = llvm.getelementptr %p[-1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.store %t, %q : i32, !llvm.ptr<1>`, simt.ErrOutOfBounds, "4 bytes at -4 of argument #0"},
		"misaligned vector": {32, `%v = llvm.load %p : !llvm.ptr<1> -> vector<4xi32>`, simt.ErrMisaligned,
			"byte 4 of argument #0, but the access needs a multiple of 16"},
		"null": {32, `%z = llvm.mlir.zero : !llvm.ptr<1>
  %v = llvm.load %z : !llvm.ptr<1> -> i32`, simt.ErrOutOfBounds, "address 0x0 is in no memory"},
		"shuffle after some lanes ended": {32, `%c = llvm.icmp "slt" %l, %c16 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v = nvvm.shfl.sync bfly %all, %t, %c1, %c31 : i32 -> i32
  llvm.br ^bb2
^bb2:`, simt.ErrDivergence, "mask 0xffffffff names lane 16, but thread (16, 0, 0) has ended"},
		"shuffles on both sides of a branch": {32, `%c = llvm.icmp "slt" %l, %c16 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v = nvvm.shfl.sync bfly %all, %t, %c1, %c31 : i32 -> i32
  llvm.br ^bb3
^bb2:
  %w = nvvm.shfl.sync bfly %all, %t, %c1, %c31 : i32 -> i32
  llvm.br ^bb3
^bb3:`, simt.ErrDivergence, "waits elsewhere"},
		"shuffle from a lane without a part": {32, `%c = llvm.icmp "slt" %l, %c16 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %v = nvvm.shfl.sync bfly %low, %t, %c16, %c31 : i32 -> i32
  llvm.br ^bb2
^bb2:`, simt.ErrDivergence, "lane 0 reads from lane 16, which mask 0xffff does not name"},
		"lane outside of its mask": {32, `%v = nvvm.shfl.sync bfly %low, %t, %c1, %c31 : i32 -> i32`, simt.ErrDivergence,
			"mask 0xffff does not name lane 16 itself"},
		"warp too small": {16, `nvvm.bar.warp.sync %all : i32`, simt.ErrDivergence, "the warp has only 16"},
		"barrier that a warp leaves out": {64, `%c = llvm.icmp "slt" %t, %c32 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  nvvm.barrier0
  llvm.br ^bb2
^bb2:`, simt.ErrBarrier, "thread (32, 0, 0) has ended"},
		"barrier that lanes leave out": {32, `%c = llvm.icmp "slt" %t, %c16 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  nvvm.barrier0
  llvm.br ^bb2
^bb2:`, simt.ErrBarrier, "thread (16, 0, 0) has ended"},
		"different barriers": {64, `%c = llvm.icmp "slt" %t, %c32 : i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  nvvm.barrier0
  llvm.br ^bb3
^bb2:
  nvvm.barrier0
  llvm.br ^bb3
^bb3:`, simt.ErrDeadlock, "thread (32, 0, 0) waits at another barrier"},
		"endless": {32, `llvm.br ^bb1
^bb1:
  llvm.br ^bb1
^bb2:`, simt.ErrSteps, "llvm.br"},
		"division by zero": {32, `%v = llvm.sdiv %c1, %t : i32`, simt.ErrDivisionByZero, "llvm.sdiv"},
		"overflow": {32, `%m = llvm.mlir.constant(-2147483648 : i32) : i32
  %v = llvm.sdiv %m, %all : i32`, simt.ErrOverflow, "llvm.sdiv"},
		"stored poison": {32, `%v = llvm.shl %c1, %c32 : i32
  llvm.store %v, %p : i32, !llvm.ptr<1>`, simt.ErrUndefined, "what is stored depends on it"},
		"wrapped promise": {32, `%v = llvm.add %all, %c1 overflow<nuw> : i32
  llvm.store %v, %p : i32, !llvm.ptr<1>`, simt.ErrUndefined, "what is stored depends on it"},
		"undefined branch": {32, `%v = llvm.mlir.undef : i1
  llvm.cond_br %v, ^bb1, ^bb1
^bb1:`, simt.ErrUndefined, "a branch depends on it"},
		"undefined address": {32, `%v = llvm.mlir.undef : !llvm.ptr<1>
  llvm.store %t, %v : i32, !llvm.ptr<1>`, simt.ErrUndefined, "an address depends on it"},
		"unreachable": {32, `llvm.unreachable
^bb1:`, simt.ErrUnreachable, "llvm.unreachable"},
		"assumption": {32, `%c = llvm.icmp "slt" %t, %c16 : i32
  llvm.intr.assume %c : i1`, simt.ErrAssumption, "llvm.intr.assume"},
	} {
		t.Run(name, func(t *testing.T) {
			source := kernel(test.threads, test.body)
			module := parse(t, source)
			var messages []string
			for _, workers := range []int{1, 2, 7} {
				_, err := simt.Run(context.Background(), module, "k", simt.Launch{Grid: [3]int32{3, 1, 1}, MaxSteps: 1000,
					Workers: workers}, zeros(64))
				if !errors.Is(err, test.want) {
					t.Fatalf("error %v, want %v", err, test.want)
				}
				var d *ir.Diagnostic
				if !errors.As(err, &d) || !strings.Contains(d.Error(), test.message) || ir.FileLocation(d.Loc) == nil {
					t.Fatalf("got %v, want a located diagnostic with %q", err, test.message)
				}
				messages = append(messages, d.Render(module.Context()))
			}
			if len(slices.Compact(messages)) != 1 {
				t.Errorf("messages depend on the number of workers: %q", messages)
			}
		})
	}
}

func TestAtomicsOfAllThreadsAreOrdered(t *testing.T) {
	const blocks, threads = 3, 64
	for kind, test := range map[string]struct{ start, want uint32 }{
		"add": {5, 5 + blocks*threads*(threads-1)/2}, "sub": {1 << 20, 1<<20 - blocks*threads*(threads-1)/2},
		"max": {7, threads - 1}, "min": {7, 0}, "umax": {7, threads - 1}, "umin": {1 << 31, 0},
		"_or": {64, 127}, "_and": {127, 0}, "_xor": {9, 9}, "xchg": {100, threads - 1},
	} {
		t.Run(kind, func(t *testing.T) {
			// All threads update word 0. Word 1 counts threads by compare-and-exchange in a loop.
			body := fmt.Sprintf(`%%u = llvm.atomicrmw %s %%x, %%t monotonic : !llvm.ptr<1>, i32
  %%q = llvm.getelementptr %%x[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.br ^loop(%%c0 : i32)
^loop(%%seen: i32):
  %%more = llvm.add %%seen, %%c1 : i32
  %%r = llvm.cmpxchg %%q, %%seen, %%more acq_rel monotonic : !llvm.ptr<1>, i32
  %%now = llvm.extractvalue %%r[0] : !llvm.struct<(i32, i1)>
  %%done = llvm.extractvalue %%r[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %%done, ^end, ^loop(%%now : i32)
^end:`, kind)
			out := words(2, func(i int) uint32 { return [2]uint32{test.start, 0}[i] })
			if _, err := run(t, kernel(threads, body), simt.Launch{Grid: [3]int32{blocks, 1, 1}}, out); err != nil {
				t.Fatal(err)
			}
			if v := values(out); v[0] != test.want || v[1] != blocks*threads {
				t.Errorf("got %v, want %d and %d", v, test.want, blocks*threads)
			}
		})
	}
	out := words(1, func(int) uint32 { return math.Float32bits(0.5) })
	if _, err := run(t, kernel(threads, `%f = llvm.sitofp %t : i32 to f32
  %u = llvm.atomicrmw fadd %x, %f monotonic : !llvm.ptr<1>, f32`), simt.Launch{}, out); err != nil {
		t.Fatal(err)
	}
	if got := math.Float32frombits(values(out)[0]); got != 0.5+threads*(threads-1)/2 {
		t.Errorf("the sum is %v", got)
	}
}

func TestOrderedAccessesAreNoRaces(t *testing.T) {
	const exchange = `
  %n = llvm.xor %t, %c1 : i32
  %sn = llvm.getelementptr %s[%n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %t, %st : i32, !llvm.ptr<3>
  SYNC
  %v = llvm.load %sn : !llvm.ptr<3> -> i32
  SYNC
  llvm.store %v, %st : i32, !llvm.ptr<3>
  %w = llvm.load %st : !llvm.ptr<3> -> i32
  llvm.store %w, %p : i32, !llvm.ptr<1>`
	for name, sync := range map[string]string{"barrier": "nvvm.barrier0", "warp": "nvvm.bar.warp.sync %all : i32"} {
		t.Run(name, func(t *testing.T) {
			out := zeros(64)
			if _, err := run(t, kernel(64, strings.ReplaceAll(exchange, "SYNC", sync)), simt.Launch{}, out); err != nil {
				t.Fatal(err)
			}
			for i, v := range values(out) {
				if v != uint32(i^1) {
					t.Fatalf("thread %d got %d", i, v)
				}
			}
		})
	}
}

func TestDivergentLanesMeetAgain(t *testing.T) {
	// Lane l runs a loop l times, and takes one of two paths in it; then all lanes shuffle.
	const body = `llvm.br ^head(%c0, %c0 : i32, i32)
^head(%i: i32, %sum: i32):
  %more = llvm.icmp "slt" %i, %l : i32
  llvm.cond_br %more, ^body, ^after
^after:
  %v = nvvm.shfl.sync idx %all, %sum, %c31, %c31 : i32 -> i32
  %d = llvm.sub %v, %sum : i32
  llvm.store %d, %p : i32, !llvm.ptr<1>
  llvm.br ^end
^body:
  %odd = llvm.and %i, %c1 : i32
  %isOdd = llvm.icmp "eq" %odd, %c1 : i32
  llvm.cond_br %isOdd, ^add, ^join(%sum : i32)
^join(%next: i32):
  %k = llvm.add %i, %c1 : i32
  llvm.br ^head(%k, %next : i32, i32)
^add:
  %a = llvm.add %sum, %i : i32
  llvm.br ^join(%a : i32)
^end:`
	out := zeros(32)
	stats, err := run(t, kernel(32, body), simt.Launch{}, out)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(l int) (s uint32) {
		for i := 1; i < l; i += 2 {
			s += uint32(i)
		}
		return s
	}
	for l, v := range values(out) {
		if v != sum(31)-sum(l) {
			t.Errorf("lane %d got %d, want %d", l, v, sum(31)-sum(l))
		}
	}
	// Lanes in the loop execute it together: its head is issued once for each of 32 iterations.
	for _, op := range stats.Operations {
		if op.Name == "llvm.icmp" && op.WarpInstructions > 33 {
			t.Errorf("%s was issued %d times for %d threads", op.Name, op.WarpInstructions, op.Instructions)
		}
	}
}

func TestLanesWaitAtShufflesForThoseThatComeLater(t *testing.T) {
	// The two halves reach one shuffle in a function from different places.
	source := `
llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c = llvm.icmp "slt" %t, %c16 : i32
  %a = llvm.mul %t, %c3 : i32
  %v = llvm.call @choose(%c, %t, %a) : (i1, i32, i32) -> i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %w = nvvm.shfl.sync bfly %all, %v, %c16, %c31 : i32 -> i32
  %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %w, %p : i32, !llvm.ptr<1>
  llvm.return
}
llvm.func internal @choose(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.return %a : i32
^bb2:
  llvm.return %b : i32
}`
	out := zeros(32)
	if _, err := run(t, source, simt.Launch{}, out); err != nil {
		t.Fatal(err)
	}
	for i, v := range values(out) {
		want := uint32(i ^ 16)
		if i < 16 {
			want *= 3
		}
		if v != want {
			t.Errorf("lane %d got %d, want %d", i, v, want)
		}
	}
}

func TestShufflesReadWherePTXSays(t *testing.T) {
	for kind, source := range map[string]func(lane, offset int) int{
		"bfly": func(l, o int) int { return l ^ o },
		"up": func(l, o int) int {
			if l-o < l&^7 {
				return l
			}
			return l - o
		},
		"down": func(l, o int) int {
			if l&7+o > 7 {
				return l
			}
			return l + o
		},
		"idx": func(l, o int) int { return l&^7 | o },
	} {
		for _, offset := range []int{1, 3, 5} {
			// Segments of 8 lanes.
			clamp := 31&7 | 24<<8
			if kind == "up" {
				clamp = 24 << 8
			}
			source2 := kernel(32, fmt.Sprintf(`%%o = llvm.mlir.constant(%d : i32) : i32
  %%cl = llvm.mlir.constant(%d : i32) : i32
  %%r = nvvm.shfl.sync %s %%all, %%t, %%o, %%cl {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  %%v = llvm.extractvalue %%r[0] : !llvm.struct<(i32, i1)>
  llvm.store %%v, %%p : i32, !llvm.ptr<1>`, offset, clamp, kind))
			out := zeros(32)
			if _, err := run(t, source2, simt.Launch{}, out); err != nil {
				t.Fatal(err)
			}
			for l, v := range values(out) {
				if want := source(l, offset); int(v) != want {
					t.Errorf("%s by %d: lane %d read from %d, want %d", kind, offset, l, v, want)
				}
			}
		}
	}
}

func TestVotes(t *testing.T) {
	for _, limit := range []int{0, 5, 16, 32} {
		for kind, want := range map[string]func(set, group uint32) uint32{
			"ballot": func(set, _ uint32) uint32 { return set },
			"any":    func(set, _ uint32) uint32 { return min(set, 1) },
			"all":    func(set, group uint32) uint32 { return boolean(set == group) },
			"uni":    func(set, group uint32) uint32 { return boolean(set == group || set == 0) },
		} {
			result, extend := "i1", "llvm.zext %v : i1 to i32"
			if kind == "ballot" {
				result, extend = "i32", "llvm.or %v, %c0 : i32"
			}
			// The lower and the upper half vote separately: lanes below the limit vote true.
			source := kernel(32, fmt.Sprintf(`%%n = llvm.mlir.constant(%d : i32) : i32
  %%high = llvm.xor %%low, %%all : i32
  %%isLow = llvm.icmp "slt" %%l, %%c16 : i32
  %%mask = llvm.select %%isLow, %%low, %%high : i1, i32
  %%yes = llvm.icmp "slt" %%l, %%n : i32
  %%v = nvvm.vote.sync %s %%mask, %%yes -> %s
  %%w = %s
  llvm.store %%w, %%p : i32, !llvm.ptr<1>`, limit, kind, result, extend))
			out := zeros(32)
			if _, err := run(t, source, simt.Launch{}, out); err != nil {
				t.Fatal(err)
			}
			for l, v := range values(out) {
				group := uint32(0xFFFF) << (l / 16 * 16)
				if w := want(uint32(1<<limit-1)&group, group); v != w {
					t.Errorf("%s of lanes below %d: lane %d got %#x, want %#x", kind, limit, l, v, w)
				}
			}
		}
	}
}

// electing has every lane write whether it is elected among all lanes, or among the lower 16.
const electing = `%of_all = nvvm.elect.sync -> i1
  %lower = llvm.icmp "slt" %l, %c16 : i32
  %a = llvm.zext %of_all : i1 to i32
  llvm.store %a, %p : i32, !llvm.ptr<1>
  %half = llvm.getelementptr %p[64] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
  llvm.cond_br %lower, ^some, ^end
^some:
  %of_some = nvvm.elect.sync %low -> i1
  %b2 = llvm.zext %of_some : i1 to i32
  llvm.store %b2, %half : i32, !llvm.ptr<1>
  llvm.br ^end
^end:`

func TestOneLaneIsElected(t *testing.T) {
	for seed := range uint64(5) {
		out := zeros(128)
		if _, err := run(t, kernel(64, electing), simt.Launch{Seed: seed}, out); err != nil {
			t.Fatal(err)
		}
		v := values(out)
		for name, lanes := range map[string][]uint32{"first warp": v[:32], "second warp": v[32:64],
			"lower lanes of the first": v[64:80], "lower lanes of the second": v[96:112]} {
			if n := slices.Index(lanes, 1); n < 0 || slices.Contains(lanes[n+1:], 1) {
				t.Errorf("seed %d, %s: %v", seed, name, lanes)
			}
		}
	}
	source := strings.Replace(kernel(32, electing), "%of_some = nvvm.elect.sync %low", "%of_some = nvvm.elect.sync", 1)
	if _, err := run(t, source, simt.Launch{}, zeros(128)); !errors.Is(err, simt.ErrDivergence) {
		t.Error(err)
	}
}

func boolean(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func TestCountsOfMemory(t *testing.T) {
	access := func(stride int) string {
		return kernel(32, fmt.Sprintf(`%%n = llvm.mlir.constant(%d : i32) : i32
  %%i = llvm.mul %%t, %%n : i32
  %%q = llvm.getelementptr %%x[%%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %%v = llvm.load %%q : !llvm.ptr<1> -> i32
  %%sq = llvm.getelementptr %%big[%%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %%v, %%sq : i32, !llvm.ptr<3>`, stride))
	}
	for _, test := range []struct {
		stride              int
		sectors, wavefronts int64
	}{{1, 4, 1}, {2, 8, 2}, {8, 32, 8}, {32, 32, 32}, {33, 32, 1}} {
		source := strings.Replace(access(test.stride), "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>",
			"%s = llvm.mlir.addressof @smem : !llvm.ptr<3>\n  %big = llvm.mlir.addressof @big : !llvm.ptr<3>", 1) + `
llvm.mlir.global external @big() {addr_space = 3 : i32} : !llvm.array<0 x i32>`
		stats, err := run(t, source, simt.Launch{SharedBytes: 4 * 33 * 32}, zeros(33*32))
		if err != nil {
			t.Fatal(err)
		}
		if stats.GlobalBytes != 128 || stats.GlobalSectors != test.sectors || stats.SharedWavefronts != test.wavefronts ||
			stats.BankConflicts != test.wavefronts-1 {
			t.Errorf("stride %d: %+v, want %d sectors and %d wavefronts", test.stride, stats.Counts, test.sectors,
				test.wavefronts)
		}
	}
}

func TestFloatsComputeAsIEEESays(t *testing.T) {
	out := words(32, func(i int) uint32 { return math.Float32bits(float32(i) / 7) })
	if _, err := run(t, kernel(32, `%v = llvm.load %p : !llvm.ptr<1> -> f32
  %w = llvm.intr.fma(%v, %v, %v) : (f32, f32, f32) -> f32
  %h = llvm.fptrunc %w : f32 to f16
  %r = llvm.fpext %h : f16 to f32
  llvm.store %r, %p : f32, !llvm.ptr<1>`), simt.Launch{}, out); err != nil {
		t.Fatal(err)
	}
	for i, v := range values(out) {
		x := float64(float32(i) / 7)
		want := x*x + x
		if got := float64(math.Float32frombits(v)); math.Abs(got-want) > want/2048 {
			t.Errorf("lane %d: %v, want about %v", i, got, want)
		}
	}
}

func TestLaunchesAreChecked(t *testing.T) {
	source := kernel(32, "")
	for name, test := range map[string]struct {
		launch simt.Launch
		args   []any
		want   error
	}{
		"grid":    {simt.Launch{Grid: [3]int32{0, 1, 1}}, []any{zeros(1)}, simt.ErrLaunch},
		"block":   {simt.Launch{Grid: [3]int32{1, 1, 1}, Block: [3]int32{64, 1, 1}}, []any{zeros(1)}, simt.ErrLaunch},
		"missing": {simt.Launch{Grid: [3]int32{1, 1, 1}}, nil, simt.ErrArgument},
		"number":  {simt.Launch{Grid: [3]int32{1, 1, 1}}, []any{3}, simt.ErrArgument},
		"nil":     {simt.Launch{Grid: [3]int32{1, 1, 1}}, []any{(*simt.Buffer)(nil)}, simt.ErrArgument},
	} {
		if _, err := simt.Run(context.Background(), parse(t, source), "k", test.launch, test.args...); !errors.Is(err,
			test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
	}
	if _, err := simt.Run(context.Background(), parse(t, source), "other", simt.Launch{}); !errors.Is(err,
		simt.ErrNoKernel) {
		t.Errorf("error %v, want %v", err, simt.ErrNoKernel)
	}
}

func TestCancellationEndsALoop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := simt.Run(ctx, parse(t, kernel(32, "llvm.br ^bb1\n^bb1:\n  llvm.br ^bb1\n^bb2:")), "k",
		simt.Launch{Grid: [3]int32{1, 1, 1}}, zeros(1))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestFloatPredicates(t *testing.T) {
	numbers := []float64{1, 2, math.NaN()}
	for predicate, holds := range map[string]func(a, b float64) bool{
		"_false": func(a, b float64) bool { return false }, "_true": func(a, b float64) bool { return true },
		"oeq": func(a, b float64) bool { return a == b }, "ogt": func(a, b float64) bool { return a > b },
		"oge": func(a, b float64) bool { return a >= b }, "olt": func(a, b float64) bool { return a < b },
		"ole": func(a, b float64) bool { return a <= b }, "one": func(a, b float64) bool { return a < b || a > b },
		"ord": func(a, b float64) bool {
			return a == a && b == b
		}, "uno": func(a, b float64) bool { return a != a || b != b },
		"ueq": func(a, b float64) bool { return !(a < b || a > b) }, "ugt": func(a, b float64) bool { return !(a <= b) },
		"uge": func(a, b float64) bool { return !(a < b) }, "ult": func(a, b float64) bool { return !(a >= b) },
		"ule": func(a, b float64) bool { return !(a > b) }, "une": func(a, b float64) bool { return a != b },
	} {
		for _, typ := range []string{"f16", "f32", "f64"} {
			source := fmt.Sprintf(`llvm.func @k(%%x: !llvm.ptr<1>, %%a: %s, %%b: %s) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1>} {
  %%c = llvm.fcmp "%s" %%a, %%b : %s
  %%v = llvm.zext %%c : i1 to i32
  llvm.store %%v, %%x : i32, !llvm.ptr<1>
  llvm.return
}`, typ, typ, predicate, typ)
			for _, a := range numbers {
				for _, b := range numbers {
					out := zeros(1)
					if _, err := run(t, source, simt.Launch{}, out, a, b); err != nil {
						t.Fatal(err)
					}
					if got := values(out)[0] != 0; got != holds(a, b) {
						t.Errorf("%s %v %s %v is %v", typ, a, predicate, b, got)
					}
				}
			}
		}
	}
}
