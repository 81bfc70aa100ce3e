package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir/apfloat"
)

var formats = map[string]*apfloat.Format{
	"f16": apfloat.F16, "bf16": apfloat.BF16, "f32": apfloat.F32, "f64": apfloat.F64,
}

// gpu is a device that holds random numbers, from which the operands are taken.
type gpu struct {
	ctx   *cuda.Context
	pools map[string]*pool
	out   *cuda.Buffer[byte]
	known map[place]value
	busy  *cuda.Function // see medianTime
}

// place is an element of a problem's output, and value what it is by the definition, with the sum of magnitudes.
type (
	place struct {
		*problem
		at    int64
		exact bool
	}
	value struct{ sum, size float64 }
)

// pool has random numbers of a type: in the buffer on the device, where they repeat, and as float64 values.
type pool struct {
	numbers []float64
	buffer  *cuda.Buffer[byte]
}

// at returns number i on the device.
func (p *pool) at(i int64) float64 { return p.numbers[i%int64(len(p.numbers))] }

// poolBytes is the size of a pool in bytes, period is the number of values after which it repeats, and outBytes is the
// size of the largest output.
const (
	poolBytes = 768 << 20
	period    = 1<<20 + 7
	outBytes  = 1 << 30
)

// longFlops is the number of operations from which a contraction takes so long that only a few launches are measured.
const longFlops = 1e11

func openGPU() (*gpu, error) {
	ctx, err := cuda.OpenContext(0)
	if err != nil {
		return nil, err
	}
	g := &gpu{ctx: ctx, pools: map[string]*pool{}, known: map[place]value{}}
	g.out, err = cuda.Alloc[byte](ctx, outBytes)
	return g, err
}

// pool returns the numbers of a type. With exact, they are integers from -4 to 4, so that sums are exact.
func (g *gpu) pool(name string, exact bool) (*pool, error) {
	key := fmt.Sprint(name, exact)
	if p := g.pools[key]; p != nil {
		return p, nil
	}
	f := formats[name]
	size := f.Bits() / 8
	p := &pool{numbers: make([]float64, period)}
	data := make([]byte, period*size, poolBytes)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range p.numbers {
		v := r.NormFloat64()
		if exact {
			v = float64(r.IntN(9) - 4)
		}
		bits := f.FromFloat64(v, apfloat.ToNearestEven)
		p.numbers[i] = f.Float64(bits)
		for k := range size {
			data[i*size+k] = byte(bits.Lo >> (8 * k))
		}
	}
	for n := len(data); len(data) < poolBytes; {
		data = append(data, data[:min(n, poolBytes-len(data))]...)
	}
	var err error
	p.buffer, err = cuda.Upload(g.ctx, data)
	g.pools[key] = p
	return p, err
}

// result is the measurement of a contraction.
type result struct {
	Name, Family, Equation, Types, Choice, Road string
	// CompileSeconds is the time from text to machine code. TableSeconds is the part of it from text to the program of
	// one thread, with its tables. FirstSeconds is the time until the first launch is enqueued. NextSeconds is the time
	// to enqueue another launch of the same sizes, with its arguments.
	Seconds, TFLOPS, Error, CompileSeconds, TableSeconds, FirstSeconds, NextSeconds float64
	// Registers are the registers of a thread, and Spilled is the number of bytes of local memory that a thread needs
	// besides.
	Registers, Spilled int
}

// run launches a contraction and compares some elements with the definition. If asked to, it also measures it.
func (g *gpu) run(b *built, exact bool, samples int, timed bool) (*result, error) {
	start := time.Now()
	program, err := b.build.Load(g.ctx)
	if err != nil {
		return nil, err
	}
	loaded := time.Since(start)
	defer program.Close()
	kernel, err := program.Kernel("k")
	if err != nil {
		return nil, err
	}
	x, err := g.pool(b.Types.A, exact)
	if err != nil {
		return nil, err
	}
	size := int64(formats[b.Types.A].Bits() / 8)
	// The numbers of B begin after a third of the pool, at a multiple of 256 bytes.
	all := poolBytes / size
	second := all / 3 &^ 255
	if einsums.Count(b.A) > all || second+einsums.Count(b.B) > all ||
		einsums.Count(b.C)*int64(formats[b.Types.C].Bits()/8) > outBytes {
		return nil, fmt.Errorf("arrays of %v, %v and %v are too large", b.A, b.B, b.C)
	}
	at := func(buffer *cuda.Buffer[byte], offset int64, t string, shape []int64) cuda.Arg {
		return (&cuda.Array{Pointer: buffer.Pointer() + cuda.DevicePointer(offset), Type: t, Shape: shape}).Arg()
	}
	args := []cuda.Arg{at(x.buffer, 0, b.Types.A, b.A), at(x.buffer, second*size, b.Types.B, b.B),
		at(g.out, 0, b.Types.C, b.C)}
	start = time.Now()
	call, err := kernel.Prepare(args...)
	if err != nil {
		return nil, err
	}
	first := loaded + time.Since(start)
	if err := g.out.Fill(nil, 0xff); err != nil { // NaN
		return nil, err
	}
	grid, err := g.grid(b, kernel)
	if err != nil {
		return nil, err
	}
	start = time.Now()
	err = call.Launch(grid, nil)
	first += time.Since(start)
	if err := errors.Join(err, g.ctx.Synchronize()); err != nil {
		return nil, err
	}
	r := &result{Name: b.Name, Family: b.Family, Equation: b.Equation, Types: b.Types.A, Choice: b.choice.String(),
		Road: b.road, CompileSeconds: b.took.Seconds(), TableSeconds: b.lowered.Seconds(),
		FirstSeconds: first.Seconds()}
	resources, err := kernel.Function().Resources()
	if err != nil {
		return nil, err
	}
	r.Registers, r.Spilled = resources.Registers, resources.Local
	if r.Error, err = g.check(b, x, second, samples, exact); err != nil {
		return nil, err
	}
	if timed {
		err = g.measure(r, b, func() (*cuda.Call, error) { return kernel.Prepare(args...) }, grid)
	}
	return r, err
}

// measure adds to a result how long the next launch takes with its preparation, and the median time of further
// launches.
func (g *gpu) measure(r *result, b *built, prepare func() (*cuda.Call, error), grid cuda.Dim3) error {
	start := time.Now()
	call, err := prepare()
	if err == nil {
		err = call.Launch(grid, nil)
	}
	if r.NextSeconds = time.Since(start).Seconds(); err != nil {
		return err
	}
	repeat := 15
	if b.flops() > longFlops {
		repeat = 5
	}
	took, err := g.medianTime(repeat, func() error { return call.Launch(grid, nil) })
	if err != nil {
		return err
	}
	r.Seconds, r.TFLOPS = took.Seconds(), b.flops()/took.Seconds()/1e12
	return nil
}

// grid returns the number of programs: one per tile, or the number that the GPU runs at the same time.
func (g *gpu) grid(b *built, kernel *cuda.Kernel) (cuda.Dim3, error) {
	m, err := b.build.Manifest.Kernel("k")
	if err != nil {
		return cuda.Dim3{}, err
	}
	if !b.choice.Few {
		return cuda.Dim3{X: uint32(max(1, m.Grid.Programs))}, nil
	}
	blocks, err := kernel.Function().MaxActiveBlocks(int(m.Threads()), int(m.DynamicSharedMemory))
	if err != nil {
		return cuda.Dim3{}, err
	}
	n, err := g.ctx.Device().Attribute(cuda.MultiprocessorCount)
	return cuda.Dim3{X: uint32(max(1, blocks*n))}, err
}

// check compares random elements of the output with the sums of their definition in float64. It returns the largest
// error, relative to the sum of the magnitudes.
func (g *gpu) check(b *built, x *pool, second int64, samples int, exact bool) (worst float64,
	err error) {
	f := formats[b.Types.C]
	bytes := int64(f.Bits() / 8)
	n := einsums.Count(b.C)
	r := rand.New(rand.NewPCG(7, 7))
	for k := range min(n, int64(samples)) {
		i := k
		if n > int64(samples) {
			i = r.Int64N(n)
		}
		got, err := g.element(i*bytes, bytes, f)
		if err != nil {
			return 0, err
		}
		want, known := g.known[place{b.problem, i, exact}]
		if !known {
			if want.sum, want.size, err = define(&b.Case, i, x.at,
				func(i int64) float64 { return x.at(second + i) }); err != nil {
				return 0, err
			}
			g.known[place{b.problem, i, exact}] = want
		}
		if e := math.Abs(got-want.sum) / max(want.size, 1e-30); e > worst || math.IsNaN(e) {
			worst = e
		}
	}
	limit := map[string]float64{"f16": 2e-3, "bf16": 1e-2, "f32": 1e-5, "f64": 1e-13}[b.Types.C]
	if !(worst <= limit) {
		return worst, fmt.Errorf("the result is wrong: relative error %v", worst)
	}
	return worst, nil
}

// element reads an element of the output.
func (g *gpu) element(at, bytes int64, f *apfloat.Format) (float64, error) {
	part, err := g.out.Slice(int(at), int(at+bytes))
	if err != nil {
		return 0, err
	}
	data, err := part.Download()
	var w uint64
	for k, b := range data {
		w |= uint64(b) << (8 * k)
	}
	return f.Float64(apfloat.Bits{Lo: w}), err
}

// define returns an element of the output by the definition, and the sum of the magnitudes of its terms.
func define(c *einsums.Case, i int64, x, y func(i int64) float64) (sum, size float64, err error) {
	eq, err := contract.Parse(c.Equation)
	if err != nil {
		return 0, 0, err
	}
	e, err := eq.Extents(c.A, c.B, c.C, c.Tables)
	if err != nil {
		return 0, 0, err
	}
	values := map[contract.Letter]int64{}
	for d, l := range slices.Backward(eq.Out) {
		values[l] = i % c.C[d]
		i /= c.C[d]
	}
	element := func(axes []contract.Axis, shape []int64, numbers func(i int64) float64) (float64, error) {
		at := int64(0)
		for d, axis := range axes {
			v, err := contract.Eval(axis.Expr, values, c.Tables)
			if err != nil || v < 0 || v >= shape[d] {
				return 0, err // elements outside are zero
			}
			at = at*shape[d] + v
		}
		return numbers(at), nil
	}
	var visit func(rest []contract.Letter) error
	visit = func(rest []contract.Letter) error {
		if len(rest) > 0 {
			for v := range e.Of[rest[0]] {
				values[rest[0]] = v
				if err := visit(rest[1:]); err != nil {
					return err
				}
			}
			return nil
		}
		a, err := element(eq.A, c.A, x)
		if err != nil {
			return err
		}
		b, err := element(eq.B, c.B, y)
		sum += a * b
		size += math.Abs(a * b)
		return err
	}
	return sum, size, visit(eq.K)
}
