package uniformity_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/analysis/uniformity"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
)

var programs = flag.Int("programs", longtest.Count(8, 200), "random programs to run")

// scopes are the scopes in which values are compared.
var scopes = []gpu.Scope{gpu.Block, gpu.WarpGroup, gpu.Warp}

// watcher compares the values of threads that the analysis says are the same.
type watcher struct {
	info     *uniformity.Info
	kernel   *ir.Operation
	threads  map[[2]int]*position // by warp and lane
	seen     map[instance]sample
	compared int
	failure  string
	cycles   map[*ir.Block][3][]*ir.Block
	order    map[*ir.Operation]int
}

// position is the position of a thread: the operation that it executed last, and for each header how often the thread
// came to it since it entered the cycle.
type position struct {
	last       *ir.Operation
	iterations map[*ir.Block]int
}

// instance is a use of a value in certain iterations, by the threads of a block, a warp group or a warp.
type instance struct {
	op         *ir.Operation
	operand    int
	scope      gpu.Scope
	warp       int
	iterations string
}

type sample struct {
	bits []uint64
	who  string
}

func (w *watcher) cyclesOf(b *ir.Block, s gpu.Scope) []*ir.Block {
	all, ok := w.cycles[b]
	if !ok {
		for _, s := range scopes {
			all[s] = w.info.Cycles(b, s)
		}
		w.cycles[b] = all
	}
	return all[s]
}

// move records that a thread executes an operation.
func (w *watcher) move(warp, lane int, op *ir.Operation) *position {
	at := [2]int{warp, lane}
	p := w.threads[at]
	if p == nil {
		p = &position{iterations: make(map[*ir.Block]int)}
		w.threads[at] = p
	}
	b := op.Block()
	last := p.last
	p.last = op
	if last != nil && last.Block() == b && w.order[last] < w.order[op] {
		return p
	}
	around := func(header *ir.Block) bool {
		return slices.ContainsFunc(scopes, func(s gpu.Scope) bool { return slices.Contains(w.cyclesOf(b, s), header) })
	}
	for h := range p.iterations {
		if !around(h) {
			delete(p.iterations, h)
		}
	}
	if around(b) {
		p.iterations[b]++
	}
	return p
}

func (w *watcher) observe(o *simt.Observation) {
	if w.failure != "" || o.Op.Parent() != w.kernel {
		return
	}
	for lane := range 32 {
		if o.Active>>lane&1 == 0 {
			continue
		}
		p := w.move(o.Warp, lane, o.Op)
		for i, v := range o.Op.Operands() {
			if def := v.DefiningOp(); def != nil && def.HasTrait(ir.ConstantLike) {
				continue
			}
			for _, s := range scopes {
				if w.info.IsUniform(v, s) {
					w.compare(o, i, lane, s, p)
				}
			}
		}
	}
}

func (w *watcher) compare(o *simt.Observation, i, lane int, s gpu.Scope, p *position) {
	bits, defined := o.Operand(i, lane)
	if !defined {
		return
	}
	key := instance{op: o.Op, operand: i, scope: s, warp: -1}
	switch s {
	case gpu.Warp:
		key.warp = o.Warp
	case gpu.WarpGroup:
		key.warp = o.Warp / 4
	}
	for _, h := range w.cyclesOf(o.Op.Block(), s) {
		key.iterations += fmt.Sprint(p.iterations[h], " ")
	}
	who := fmt.Sprintf("lane %d of warp %d", lane, o.Warp)
	first, ok := w.seen[key]
	if !ok {
		w.seen[key] = sample{bits, who}
		return
	}
	w.compared++
	if !slices.Equal(first.bits, bits) {
		w.failure = fmt.Sprintf("operand %d of %s is uniform in a %s, but %x in %s and %x in %s, in iterations %q", i,
			o.Op.Name(), s, first.bits, first.who, bits, who, key.iterations)
	}
}

// watch runs a kernel of a compiled program, and returns the number of comparisons of values that the analysis says are
// uniform.
func watch(t *testing.T, name string, p *girih.Program, args ...any) (compared int, err error) {
	t.Helper()
	info, err := uniformity.Analyze(context.Background(), p.Operation())
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{info: info, kernel: ir.LookupSymbol(p.Operation(), "k"), threads: make(map[[2]int]*position),
		seen: make(map[instance]sample), cycles: make(map[*ir.Block][3][]*ir.Block), order: make(map[*ir.Operation]int)}
	w.kernel.Walk(func(op *ir.Operation) bool {
		w.order[op] = len(w.order)
		return true
	})
	_, err = p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}, Observe: w.observe}, args...)
	if w.failure != "" {
		t.Fatalf("%s: %s\n%s", name, w.failure, p)
	}
	return w.compared, err
}

// arguments returns the arguments of random programs: an input and an output of each element type.
func arguments(t *testing.T, ctx *ir.Context) (args []any) {
	t.Helper()
	for i := range 2 {
		for seed, elem := range tilegen.Elements(ctx) {
			n := int64(tilegen.Size)
			if i == 1 {
				n *= tilegen.Values
			}
			a, err := interp.Filled(elem, []int64{n}, func(k int) float64 { return float64((k*7+seed)%11 + 1) })
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, a)
		}
	}
	return args
}

// random returns a compiled random program, or nil if it cannot be lowered.
func random(t *testing.T, seed uint64, warps int) *girih.Program {
	t.Helper()
	semantics := []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch}[seed%3]
	m, err := girih.FromOperation(tilegen.Generate(semantics, seed, (*tilegen.Generator).Program))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
	if err != nil {
		return nil
	}
	return p
}

// Values that the analysis says are uniform are the same in all threads that execute random programs.
func TestUniformValuesAreTheSameInAllThreads(t *testing.T) {
	ran, compared := 0, 0
	for seed := range uint64(*programs) {
		p := random(t, seed, 1<<(seed%4))
		if p == nil {
			continue
		}
		if n, err := watch(t, fmt.Sprint("seed ", seed), p, arguments(t, p.Operation().Context())...); err == nil {
			ran++
			compared += n
		}
	}
	t.Logf("%d programs ran, %d comparisons", ran, compared)
	if ran < *programs/3 {
		t.Errorf("only %d of %d programs ran", ran, *programs)
	}
}
