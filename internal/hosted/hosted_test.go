package hosted_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/hosted"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
)

// arguments returns an input and an output of each element type: small numbers, and zeros.
func arguments(ctx *ir.Context, seed uint64) (args []any, arrays []*interp.Array, err error) {
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range 2 {
		for _, elem := range tilegen.Elements(ctx) {
			n := int64(tilegen.Size)
			if i == 1 {
				n *= tilegen.Values
			}
			a, err := interp.Filled(elem, []int64{n}, func(int) float64 {
				if i == 1 {
					return 0
				}
				return float64(r.IntN(12)+2) / 2 * float64(1-2*r.IntN(2))
			})
			if err != nil {
				return nil, nil, err
			}
			args, arrays = append(args, a), append(arrays, a)
		}
	}
	return args, arrays, nil
}

// width is the number of bytes of an element in memory.
func width(elem ir.Type) int {
	if f, ok := elem.(*ir.FloatType); ok && f.Format.Precision() == 11 && ir.BitWidth(elem) > 16 {
		return 4 // tf32 is stored as an f32
	}
	return max(1, ir.BitWidth(elem)/8)
}

// image lays arrays out in memory, 256 bytes or more apart.
func image(arrays []*interp.Array) (memory []byte, args []hosted.Arg) {
	for _, a := range arrays {
		args = append(args, hosted.Arg{Offset: len(memory)})
		for i := range a.Len() {
			for b := range width(a.Elem()) {
				memory = append(memory, byte(a.Stored(i)>>(8*b)))
			}
		}
		memory = append(memory, make([]byte, 512-len(memory)%256)...)
	}
	return memory, args
}

// outcome is what became of a program.
type outcome string

const (
	equal     outcome = "equal"
	undefined outcome = "an error in the reference executor"
	refused   outcome = "refused by the compiler"
	inexact   outcome = "with the bits of approximations as integers"
	unlike    outcome = "without a counterpart on the host"
)

// compare runs the random program of a seed in the reference executor and, compiled by LLVM, on the host.
func compare(ctx context.Context, host *hosted.Host, seed uint64) (outcome, error) {
	r := rand.New(rand.NewPCG(seed, 4))
	semantics := []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch}[r.IntN(3)]
	m, err := girih.FromOperation(tilegen.Generate(semantics, seed, (*tilegen.Generator).Program))
	if err != nil {
		return "", err
	}
	args, want, err := arguments(m.Operation().Context(), seed)
	if err != nil {
		return "", err
	}
	memory, places := image(want)
	o := girih.CompileOptions{NumWarps: []int{1, 2, 4, 8}[r.IntN(4)], SM: []int{75, 80, 90}[r.IntN(3)], AllowSpills: true}
	if err := m.Lower(ctx, girih.Strict); err != nil {
		return refused, nil
	}
	if m.Execute(ctx, "k", interp.Grid{1, 1, 1}, args...) != nil {
		return undefined, nil
	}
	bits := strings.Contains(m.String(), "bitcast") // of dialect tile or arith
	p, err := m.Compile(ctx, o)
	if err != nil {
		return refused, nil
	}
	text, err := p.LLVMIR(llvmir.Opaque)
	if err != nil {
		return "", err
	}
	got, err := host.Run(hosted.Launch{Text: text, Threads: 32 * o.NumWarps, Grid: [3]int{1, 1, 1}, Memory: memory,
		Args: places})
	if errors.Is(err, hosted.ErrUnsupported) {
		return unlike, nil
	}
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, text)
	}
	precision := 53
	if strings.Contains(text, "fpext float") { // what is f64 may have been computed as f32
		precision = 24
	}
	for k, a := range want {
		err := agree(a, got[places[k].Offset:], precision)
		if _, integer := a.Elem().(*ir.IntegerType); err != nil && integer && bits {
			return inexact, nil
		}
		if err != nil {
			return "", fmt.Errorf("array %d of %s, %d warps for sm_%d: %w\n%s", k, a.Elem(), o.NumWarps, o.SM, err, text)
		}
	}
	return equal, nil
}

// agree compares an array with bytes. Floats may differ by the errors of functions that the hardware approximates. most
// is the greatest precision of their results in bits.
func agree(want *interp.Array, got []byte, most int) error {
	n := width(want.Elem())
	one, err := interp.NewArray(want.Elem(), 1)
	if err != nil {
		return err
	}
	for i := range want.Len() {
		var word uint64
		for b := range n {
			word |= uint64(got[i*n+b]) << (8 * b)
		}
		if !want.Defined(i) || word == want.Stored(i) {
			continue
		}
		one.Store(0, word)
		g, w := one.Float64(0), want.Float64(i)
		f, float := want.Elem().(*ir.FloatType)
		if float && (math.IsNaN(g) && math.IsNaN(w) ||
			math.Abs(g-w) <= math.Ldexp(8, -min(f.Format.Precision(), most))*max(math.Abs(w), 0x1p-14)) {
			continue
		}
		return fmt.Errorf("element %d is %v (%#x), not %v (%#x)", i, g, word, w, want.Stored(i))
	}
	return nil
}

// What LLVM's optimizer and code generator make of random programs computes what the reference executor does.
func TestLLVMComputesWhatTheReferenceExecutorDoes(t *testing.T) {
	host, programs := hosted.New(t), longtest.Count(8, 400)
	var mu sync.Mutex
	outcomes, seeds := make(map[outcome]int), make(chan uint64)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for seed := range seeds {
				o, err := compare(t.Context(), host, seed)
				if err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				mu.Lock()
				outcomes[o]++
				mu.Unlock()
			}
		})
	}
	for seed := range uint64(programs) {
		seeds <- seed
	}
	close(seeds)
	workers.Wait()
	t.Log(outcomes)
	if outcomes[equal] < programs/2 {
		t.Errorf("%d of %d programs were compared", outcomes[equal], programs)
	}
}

// kernel is a kernel of 64 threads for each of which the body computes %v from its number, %t.
const kernel = `@shared = internal addrspace(3) global [64 x i32] undef, align 16
define ptx_kernel void @k(ptr addrspace(1) align 16 %%out, i32 %%n) {
	%%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	%%mine = getelementptr [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %%t
	%%other = xor i32 %%t, 63
	%%theirs = getelementptr [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %%other
	%%first = icmp eq i32 %%t, 0
%s
	%%p = getelementptr i32, ptr addrspace(1) %%out, i32 %%t
	store i32 %%v, ptr addrspace(1) %%p, align 4
	ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
`

func TestThreadsTakeTurns(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want func(thread int) int // nil for an error
		err  string
	}{
		"at barriers": {"store i32 %t, ptr addrspace(3) %mine\ncall void @llvm.nvvm.barrier0()\n" +
			"%v = load i32, ptr addrspace(3) %theirs", func(thread int) int { return 63 - thread }, ""},
		"at shuffles": {"%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 5, i32 31)",
			func(thread int) int { return thread ^ 5 }, ""},
		"at votes": {"%odd = trunc i32 %t to i1\n%v = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)",
			func(int) int { return -0x55555556 }, ""},
		"with arguments": {"%v = add i32 %n, %t", func(thread int) int { return 7 + thread }, ""},
		"atomically": {`%v = call i32 asm sideeffect "atom.relaxed.gpu.global.add.u32 $0, [$1], $2;", ` +
			`"=r,l,r,~{memory}"(ptr addrspace(1) %out, i32 0)`, func(int) int { return 0 }, ""},
		"until they wait forever": {"br i1 %first, label %a, label %b\na:\ncall void @llvm.nvvm.barrier0()\n" +
			"br label %b\nb:\n%v = add i32 %t, 0", nil, "threads wait for each other"},
		"for all lanes": {"%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 7, i32 %t, i32 1, i32 31)", nil,
			"a warp operation names only some lanes"},
		"only with known functions": {`%v = call i32 asm "clz.b32 $0, $1;", "=r,r"(i32 %t)`, nil,
			"not supported on the host: clz.b32 $0, $1;"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := hosted.New(t).Run(hosted.Launch{Text: fmt.Sprintf(kernel, c.body), Threads: 64, Grid: [3]int{2, 1, 1},
				Memory: make([]byte, 256), Args: []hosted.Arg{{}, {Number: "7"}}})
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("got the error %v, not %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for thread := range 64 {
				if v := int32(binary.LittleEndian.Uint32(got[4*thread:])); int(v) != c.want(thread) {
					t.Errorf("thread %d: got %d, want %d", thread, v, c.want(thread))
				}
			}
		})
	}
}
