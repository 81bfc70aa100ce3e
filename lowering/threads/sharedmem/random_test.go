package sharedmem_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// TestNothingOverwritesWhatBulkStoresRead places the buffers of generated programs, and follows threads through them:
// memory that a bulk store reads is written by nobody until its thread has waited and all have met at a barrier.
func TestNothingOverwritesWhatBulkStoresRead(t *testing.T) {
	shared := 0
	for seed := range uint64(1000) {
		g := generated{Rand: rand.New(rand.NewPCG(seed, 12)), block: 1}
		g.begin()
		g.sequence(3)
		if seed%3 > 0 {
			g.waits()
		}
		module, f := function(t, storesBegin+g.body.String())
		f.Limit = 1 << 20
		bytes, err := sharedmem.Place(f)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := ir.Verify(module, nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if bytes < 256*int64(len(f.Buffers)) {
			shared++
		}
		for range 20 {
			w := newWalker(f, g.Rand)
			if w.walk(); w.problem != "" {
				t.Fatalf("seed %d: %s\n%s", seed, w.problem, text.Print(module, text.Options{}))
			}
		}
	}
	if shared < 300 {
		t.Errorf("buffers share memory in %d programs", shared)
	}
}

// storingThreads are the conditions under which a single thread executes a block.
var storingThreads = []string{"%first", "%second"}

const storesBegin = `  %map = llvm.mlir.zero : !llvm.ptr
  %i = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %thread, %i : i32
  %second = llvm.icmp "eq" %thread, %one : i32
`

// generated is the text of a random program.
type generated struct {
	*rand.Rand
	body          strings.Builder
	block, buffer int
}

func (g *generated) text(format string, args ...any) { fmt.Fprintf(&g.body, format, args...) }

// sequence appends stores, waits, exchanges, loops and branches.
func (g *generated) sequence(depth int) {
	for range 1 + g.IntN(4) {
		thread := storingThreads[g.IntN(2)]
		switch n := g.IntN(10); {
		case n < 3:
			b := g.begin()
			g.text("  nvvm.barrier0\n")
			store := fmt.Sprintf("  nvvm.cp.async.bulk.tensor.global.shared.cta %%map, %s, box[%%i] : !llvm.ptr, "+
				"!llvm.ptr<3>\n", b)
			if g.IntN(5) > 0 {
				store += "  nvvm.cp.async.bulk.commit.group\n"
			}
			g.guarded(thread, store)
		case n < 5:
			wait := fmt.Sprintf("  nvvm.cp.async.bulk.wait_group %d {read}\n", g.IntN(4)/3)
			if g.IntN(4) == 0 {
				g.text("%s", wait)
			} else {
				g.guarded(thread, wait)
			}
		case n < 8 || depth == 0:
			b := g.begin()
			g.text("  nvvm.barrier0\n  %%v%d = llvm.load %s : !llvm.ptr<3> -> f32\n", g.buffer, b)
		case n < 9:
			head := g.next(2)
			g.text("  llvm.br ^%d\n^%[1]d:\n", head)
			if g.IntN(3) > 0 {
				g.waits() // for what the previous iteration has stored
			}
			g.sequence(depth - 1)
			g.text("  llvm.cond_br %%c, ^%d, ^%d\n^%[2]d:\n", head, head+1)
		default:
			then := g.next(3)
			g.text("  llvm.cond_br %%c, ^%d, ^%d\n^%[1]d:\n", then, then+1)
			g.sequence(depth - 1)
			g.text("  llvm.br ^%d\n^%d:\n", then+2, then+1)
			g.sequence(depth - 1)
			g.text("  llvm.br ^%d\n^%[1]d:\n", then+2)
		}
	}
}

// waits appends a wait of each thread for all of its stores.
func (g *generated) waits() {
	for _, thread := range storingThreads {
		g.guarded(thread, "  nvvm.cp.async.bulk.wait_group 0 {read}\n")
	}
}

// next returns the first of some new numbers of blocks.
func (g *generated) next(n int) int {
	g.block += n
	return g.block - n
}

// begin appends a buffer that all threads write, and returns its address.
func (g *generated) begin() string {
	g.buffer++
	name := fmt.Sprintf("%%b%d", g.buffer)
	g.text("  %s = llvm.getelementptr %%m[0] {bytes = 256 : i64} : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"+
		"  llvm.store %%x, %[1]s : f32, !llvm.ptr<3>\n", name)
	return name
}

// guarded appends what one thread executes.
func (g *generated) guarded(condition, then string) {
	at := g.next(2)
	g.text("  llvm.cond_br %s, ^%d, ^%d {divergent}\n^%[2]d:\n%[4]s  llvm.br ^%[3]d\n^%[3]d:\n", condition, at, at+1, then)
}

// walker follows all threads through a program, which takes branches at random.
type walker struct {
	*rand.Rand
	f       sharedmem.Function
	of      map[*ir.Value]*sharedmem.Buffer
	open    map[*ir.Value][]*sharedmem.Buffer   // what each thread has not committed, by its condition
	running map[*ir.Value][][]*sharedmem.Buffer // the buffers of each thread's groups, the oldest first
	read    []*sharedmem.Buffer                 // since the last barrier
	problem string
}

func newWalker(f sharedmem.Function, r *rand.Rand) *walker {
	w := &walker{Rand: r, f: f, of: make(map[*ir.Value]*sharedmem.Buffer),
		open: make(map[*ir.Value][]*sharedmem.Buffer), running: make(map[*ir.Value][][]*sharedmem.Buffer)}
	for _, b := range f.Buffers {
		w.of[b.Address.Result(0)] = b
	}
	return w
}

func (w *walker) walk() {
	var thread *ir.Value
	for b, steps := w.f.Body.Entry(), 0; b != nil && steps < 200; steps++ {
		for op := range b.Ops() {
			w.step(op, thread)
		}
		end := b.Last()
		switch {
		case end.NumSuccessors() == 0:
			b = nil
		case end.NumSuccessors() == 1:
			b, thread = end.Successor(0), nil
		case end.Attr("divergent") != nil:
			b, thread = end.Successor(0), end.Operand(0)
		default:
			b = end.Successor(w.IntN(2))
		}
	}
}

// step follows an operation that all threads execute, or the one for which a condition holds.
func (w *walker) step(op *ir.Operation, thread *ir.Value) {
	switch {
	case op.Is(&nvvm.Barrier0):
		w.read = nil
	case op.Is(&nvvm.TensorStore):
		w.open[thread] = append(w.open[thread], w.of[op.Operand(1)])
	case op.Is(&nvvm.BulkCommit):
		w.running[thread] = append(w.running[thread], w.open[thread])
		w.open[thread] = nil
	case op.Is(&nvvm.BulkWait):
		pending, _ := nvvm.BulkWaitOf(op)
		for by, list := range w.running {
			if thread == nil || by == thread {
				done := max(0, len(list)-int(pending))
				w.read = append(w.read, slices.Concat(list[:done]...)...)
				w.running[by] = list[done:]
			}
		}
	case op.Is(&llvm.Store):
		b := w.of[op.Operand(1)]
		overlaps := func(o *sharedmem.Buffer) bool { return b.Offset < o.Offset+o.Bytes && o.Offset < b.Offset+b.Bytes }
		if slices.ContainsFunc(w.read, overlaps) {
			w.problem = fmt.Sprintf("no barrier ahead of the store at %d", b.Offset)
		}
		// Who writes a buffer again waits for its own stores.
		if slices.ContainsFunc(w.inFlight(), func(o *sharedmem.Buffer) bool { return o != b && overlaps(o) }) {
			w.problem = fmt.Sprintf("memory is still read ahead of %s", text.Print(op, text.Options{}))
		}
	}
}

// inFlight returns the buffers that stores of any thread read.
func (w *walker) inFlight() (all []*sharedmem.Buffer) {
	for _, list := range w.open {
		all = append(all, list...)
	}
	for _, groups := range w.running {
		all = append(all, slices.Concat(groups...)...)
	}
	return all
}
