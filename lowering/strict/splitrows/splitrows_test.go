package splitrows_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// kernels are bodies of kernels that reduce a row of x and store up to two results for each row in out. They are in a
// function with parameters for the row, the range and the tile.
var kernels = map[string]string{
	"sum": `
	sum := float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		sum += x.Load(i, at+j, kernel.Else(0))
	}
	out.Store(i, 0, kernel.Sum(sum))
	out.Store(i, 1, kernel.Max(sum))`, // this needs the sums of all elements of the tile
	"sum of one start": `
	sum := float32(7)
	for at := int32(0); at < x.Len(1); at += 32 {
		sum += kernel.Sum(x.Load(i, at+j, kernel.Else(0)))
	}
	out.Store(i, 0, sum)
	out.Store(i, 1, sum*2)`,
	"sum and extrema": `
	sum, most, least := float32(0), float32(3), float32(kernel.Inf)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(0))
		sum += v*v
		most, least = max(most, v), min(least, v)
	}
	out.Store(i, 0, kernel.Sum(sum))
	out.Store(i, 1, kernel.Max(most)-kernel.Min(least))`,
	"log of a sum of exponentials": `
	most, sum := float32(kernel.NegInf), float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(kernel.NegInf))
		top := max(most, v)
		sum = sum*kernel.Exp(most-top) + kernel.Exp(v-top)
		most = top
	}
	top := kernel.Max(most)
	out.Store(i, 0, top)
	out.Store(i, 1, top+kernel.Log(kernel.Sum(sum*kernel.Exp(most-top))))`,
	"a weighted mean by softmax": `
	most, sum, mean := float32(-1000), float32(0), float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(-500))
		top := max(most, kernel.Max(v))
		scale, e := kernel.Exp2((most-top)*1.5), kernel.Exp2((v-top)*1.5)
		sum = sum*scale + kernel.Sum(e)
		mean = mean*scale + kernel.Sum(e*v)
		most = top
	}
	out.Store(i, 0, mean/sum)
	out.Store(i, 1, sum)`,
	"an argument of the maximum, by threads": `
	best, where := float32(kernel.NegInf), int32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(kernel.NegInf))
		if v > best {
			best, where = v, at+j
		}
	}
	out.Store(i, 0, kernel.Max(best))
	out.Store(i, 1, float32(kernel.Sum(where)))`, // this needs the indices of all elements of the tile
	"an argument of the maximum": `
	best, where := float32(kernel.NegInf), int32(1000)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(kernel.NegInf))
		if v > best {
			best, where = v, at+j
		}
	}
	most := kernel.Max(best)
	out.Store(i, 0, most)
	first := int32(1000)
	if best == most {
		first = where
	}
	out.Store(i, 1, float32(kernel.Min(first)))`,
	"moments": `
	var all moments
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(0))
		all.n++
		d := v - all.mean
		all.mean += d / all.n
		all.squares += d * (v - all.mean)
	}
	one := kernel.Reduce(all, merge, j)
	out.Store(i, 0, one.mean)
	out.Store(i, 1, one.squares)`,
	"a counter beside a sum": `
	sum, weight := float32(0), int32(1)
	for at := int32(0); at < x.Len(1); at += 32 {
		sum += x.Load(i, at+j, kernel.Else(0)) * float32(weight)
		weight += 2
	}
	out.Store(i, 0, kernel.Sum(sum))
	out.Store(i, 1, float32(weight))`,
}

const head = `package p

import "github.com/girih-ir/girih/kernel"

type moments struct{ n, mean, squares float32 }

func merge(a, b moments) moments {
	both := a.n + b.n
	d, share := b.mean-a.mean, b.n/both
	return moments{both, a.mean + d*share, a.squares + b.squares + d*d*a.n*share}
}

func F(x, out kernel.Array2[float32]) {
	i, j := kernel.Program(0), kernel.Range(32)
`

func compile(t *testing.T, body string, parts int) *kernel.Kernel {
	t.Helper()
	files := fstest.MapFS{"p.go": {Data: []byte(head + body + "\n}\n")}}
	k, err := kernel.Compile(files, "F", kernel.Options{Parts: parts, NumWarps: 1})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

const rows = 3

// numbers returns the elements of the rows. Many numbers occur several times.
func numbers(columns int) []float32 {
	r := rand.New(rand.NewPCG(3, uint64(columns)))
	x := make([]float32, rows*columns)
	for i := range x {
		x[i] = float32(r.IntN(65)-32) / 8
	}
	return x
}

// Split kernels compute the same as the loop, in the reference executor and in the simulator, for rows of any length.
func TestPartsFindWhatTheLoopFinds(t *testing.T) {
	for name, body := range kernels {
		t.Run(name, func(t *testing.T) {
			whole := compile(t, body, 1)
			for i, parts := range []int{2, 8, 16} {
				for j, columns := range []int{1, 31, 32, 100, 256, 300, 700} {
					if !longtest.Includes(i+j, 8) {
						continue
					}
					x := numbers(columns)
					want, got, text := make([]float32, 2*rows), make([]float32, 2*rows), make([]float32, 2*rows)
					grid := [3]int32{rows, 1, 1}
					if err := whole.Run(t.Context(), grid, kernel.Of(x, rows, columns),
						kernel.Of(want, rows, 2)); err != nil {
						t.Fatal(err)
					}
					split := compile(t, body, parts)
					if _, err := split.Simulate(t.Context(), grid, kernel.Of(x, rows, columns),
						kernel.Of(got, rows, 2)); err != nil {
						t.Fatal(err)
					}
					interpret(t, split, parts, x, text)
					for i := range want {
						if !near(want[i], got[i]) || !near(want[i], text[i]) {
							t.Fatalf("%d columns in %d parts: %v by threads, %v interpreted, want %v", columns, parts, got, text, want)
						}
					}
				}
			}
		})
	}
}

func near(x, y float32) bool {
	if x != x || y != y {
		return x != x && y != y
	}
	return math.Abs(float64(x-y)) <= 2e-5*max(1, math.Abs(float64(x)))
}

// interpret runs the kernel at the strict level, with its parts in a tilegpu.split, in the reference executor.
func interpret(t *testing.T, k *kernel.Kernel, parts int, x, out []float32) {
	t.Helper()
	m, err := k.Module()
	if err == nil {
		err = m.Run(t.Context(), pipeline.New(pipeline.Strict, pipeline.Options{Parts: parts, SM: 90}))
	}
	if err != nil {
		t.Fatal(err)
	}
	f32 := m.Operation().Context().F32()
	in, err := interp.Filled(f32, []int64{rows, int64(len(x) / rows)}, func(i int) float64 { return float64(x[i]) })
	if err != nil {
		t.Fatal(err)
	}
	found, err := interp.NewArray(f32, rows, 2)
	if err == nil {
		err = m.Execute(t.Context(), "F", interp.Grid{rows, 1, 1}, in, found)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range out {
		out[i] = float32(found.Float64(i))
	}
}

func TestWhatIsNoReductionIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"an average that forgets": {`
	mean := float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		mean = mean*0.9 + x.Load(i, at+j, kernel.Else(0))
	}
	out.Store(i, 0, kernel.Sum(mean))`, "computes carried value #0"},
		"Welford's rule with the number of the iteration": {`
	mean := float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		mean += (x.Load(i, at+j, kernel.Else(0)) - mean) / float32(at/32+1)
	}
	out.Store(i, 0, kernel.Sum(mean))`, "computes carried value #0"},
		"the element before": {`
	sum, last := float32(0), float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(0))
		sum += v * last
		last = v
	}
	out.Store(i, 0, kernel.Sum(sum))`, "computes carried value #"},
		"the last of equal ones": {`
	best, where := float32(kernel.NegInf), int32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		v := x.Load(i, at+j, kernel.Else(kernel.NegInf))
		if v-best > -0.5 {
			best, where = v, at
		}
	}
	out.Store(i, 0, kernel.Max(best))
	out.Store(i, 1, float32(kernel.Max(where)))`, "computes carried value #"},
		"a store in the loop": {`
	sum := float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		sum += x.Load(i, at+j, kernel.Else(0))
		out.Store(i, 0, 1)
	}
	out.Store(i, 1, kernel.Sum(sum))`, "writes memory in or before the loop to split"},
		"no loop": {`
	out.Store(i, 0, kernel.Sum(x.Load(i, j, kernel.Else(0))))`, "has no outermost loop"},
		"two loops": {`
	sum, most := float32(0), float32(0)
	for at := int32(0); at < x.Len(1); at += 32 {
		sum += x.Load(i, at+j, kernel.Else(0))
	}
	for at := int32(0); at < x.Len(1); at += 32 {
		most = max(most, x.Load(i, at+j, kernel.Else(0))-sum)
	}
	out.Store(i, 0, kernel.Max(most))`, "is the second loop"},
	} {
		_, err := compile(t, c.body, 4).Program(t.Context())
		var d *ir.Diagnostic
		if err == nil || !errors.As(err, &d) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		} else if d.Loc == nil {
			t.Errorf("%s: no location", name)
		}
	}
}

func TestNumbersOfParts(t *testing.T) {
	for parts, want := range map[int]string{3: "power of two", 32: "at most 16", -1: "power of two"} {
		_, err := compile(t, kernels["sum"], parts).Program(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d parts: %v, want %q", parts, err, want)
		}
	}
	k := compile(t, kernels["sum"], 4)
	m, err := k.Module()
	if err == nil {
		err = m.Run(t.Context(), pipeline.New(pipeline.Strict, pipeline.Options{Parts: 4, SM: 80}))
	}
	if want := "has no clusters"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("for sm_80: %v, want %q", err, fmt.Sprint(want))
	}
}
