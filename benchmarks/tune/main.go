// Command tune measures how well package kernel/tune chooses configurations for matrix products on a GPU. For each
// problem it measures the model's first choice and the fastest of the best few, and compares the two. README.md says
// how to run it and which other program it compares with.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/kernel/tune"
)

// problem is a product c[m, n] = a[m, k] b[k, n].
type problem struct {
	Type    string
	M, N, K int64
}

// tuned is the problem in the form that package tune takes.
func (p problem) tuned() tune.Problem {
	return tune.Problem{Target: "sm_90a", Integers: map[string]int64{"epilogue": 0},
		Shapes: tune.Shapes{"a": {p.M, p.K}, "b": {p.K, p.N}, "c": {p.M, p.N}, "bias": {p.N}}}
}

func (p problem) flops() float64 { return 2 * float64(p.M) * float64(p.N) * float64(p.K) }

// problems returns the products to measure: squares, layers of transformers, products with a number of columns that is
// not a multiple of 8, products with few rows, and products with a short sum.
func problems() (list []problem) {
	shapes := [][3]int64{
		{512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}, {8192, 8192, 8192},
		{16384, 16384, 16384},
		{4096, 14336, 4096}, {4096, 4096, 14336}, {2048, 11008, 4096}, {4096, 12288, 4096}, {8192, 1024, 8192},
		{16384, 1024, 1024},
		{2048, 2050, 2048}, {4096, 1001, 4096},
		{16, 16384, 8192}, {32, 4096, 14336}, {64, 8192, 8192}, {128, 4096, 4096},
		{8192, 8192, 128}, {4096, 4096, 64},
	}
	for _, t := range []string{"f16", "bf16"} {
		for _, s := range shapes {
			list = append(list, problem{t, s[0], s[1], s[2]})
		}
	}
	return list
}

func main() {
	log.SetFlags(0)
	list := flag.Bool("list", false, "print the problems and do nothing else")
	text := flag.String("text", "examples/kernels/matmul.mlir", "tile text of the kernel")
	winners := flag.String("winners", "", "file of winners to write")
	best := flag.Int("best", 8, "how many configurations of the ranking are measured")
	recorded := flag.String("report", "",
		"print a table of the measurements in this file, and the model's present choice")
	limit := flag.Duration("limit", 10*time.Minute, "begin no problem after this time")
	flag.Parse()
	var err error
	if *recorded != "" {
		err = report(context.Background(), os.Stdout, *recorded, *text)
	} else if *list {
		err = json.NewEncoder(os.Stdout).Encode(problems())
	} else {
		err = measure(context.Background(), *text, *winners, *best, time.Now().Add(*limit))
	}
	if err != nil {
		log.Fatal(err)
	}
}

// line is a line of the output.
type line struct {
	problem
	Winner       string
	Microseconds float64
	TFLOPS       float64
	// First is the model's first choice. Ratio is its time divided by the winner's time. Rank is the winner's place in
	// the ranking.
	First   string
	Ratio   float64
	Rank    int
	Choices []choice
	Error   string `json:",omitempty"`
	// Torch is the time of torch.mm in microseconds.
	Torch float64 `json:",omitempty"`
}

// choice is the expected and the measured time of one configuration.
type choice struct {
	Configuration        string
	Expected, Measured   float64 // microseconds
	Quartile1, Quartile3 float64
	OtherBits            bool   `json:",omitempty"`
	Error                string `json:",omitempty"`
}

func measure(ctx context.Context, file, winnersFile string, best int, until time.Time) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	g, err := cuda.OpenContext(0)
	if err != nil {
		return err
	}
	defer g.Close()
	out := json.NewEncoder(os.Stdout)
	winners := tune.NewWinners()
	var memory *memory
	for _, p := range problems() {
		if time.Now().After(until) {
			return fmt.Errorf("the time is over before %v", p)
		}
		if memory == nil || memory.dtype != p.Type {
			if memory != nil {
				err = memory.free()
			}
			if memory, err = newMemory(g, p.Type, err); err != nil {
				return err
			}
		}
		source, err := tune.NewText(girih.NewContext(), file, string(text), map[string]string{"T": p.Type})
		if err != nil {
			return err
		}
		l := line{problem: p}
		if err := l.measure(ctx, g, source, memory, best, winners); err != nil {
			l.Error = err.Error()
		}
		if err := out.Encode(l); err != nil {
			return err
		}
		if winnersFile != "" {
			if err := os.WriteFile(winnersFile, winners.Text(), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *line) measure(ctx context.Context, g *cuda.Context, source *tune.Text, memory *memory, best int,
	winners *tune.Winners) error {
	p := l.tuned()
	ranking, err := tune.Rank(ctx, source, p)
	if err != nil {
		return err
	}
	args, results, err := memory.arguments(l.problem)
	if err != nil {
		return err
	}
	device, err := tune.NewGPU(g, source, p, args, results)
	if err != nil {
		return err
	}
	outcome, err := tune.Search(ctx, ranking, device, tune.SearchOptions{Best: best})
	err = errors.Join(err, device.Close())
	us := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	for i, m := range outcome.Measured {
		c := choice{Configuration: m.Candidate.Text, Expected: m.Candidate.Estimate.Seconds * 1e6, Measured: us(m.Median()),
			OtherBits: m.OtherBits}
		c.Quartile1, c.Quartile3 = us(m.Quartile(1)), us(m.Quartile(3))
		if m.Err != nil {
			c.Error = m.Err.Error()
		}
		if m == outcome.Winner {
			l.Rank = i + 1
		}
		l.Choices = append(l.Choices, c)
	}
	if err != nil {
		return err
	}
	w := outcome.Winner
	l.Winner, l.Microseconds, l.TFLOPS = w.Candidate.Text, us(w.Median()), l.flops()/w.Median().Seconds()/1e12
	l.First = outcome.Measured[0].Candidate.Text
	l.Ratio = us(outcome.Measured[0].Median()) / l.Microseconds
	winners.Put(tune.KeyOf(source, "matmul", p), outcome)
	return nil
}

// memory has the operands on the device: random numbers. The matrices are parts of it.
type memory struct {
	dtype string
	a, b  *cuda.Buffer[uint8]
	c     *cuda.Buffer[uint8]
}

// largest is the number of bytes of the largest matrix. period is the number of random numbers after which they repeat.
const (
	largest = 16384 * 16384 * 2
	period  = 1<<20 + 7
)

func newMemory(g *cuda.Context, dtype string, before error) (*memory, error) {
	f := map[string]*apfloat.Format{"f16": apfloat.F16, "bf16": apfloat.BF16}[dtype]
	data := make([]byte, 0, largest)
	r := rand.New(rand.NewPCG(1, 2))
	for range period {
		bits := f.FromFloat64(r.NormFloat64(), apfloat.ToNearestEven)
		data = append(data, byte(bits.Lo), byte(bits.Lo>>8))
	}
	for n := len(data); len(data) < largest; {
		data = append(data, data[:min(n, largest-len(data))]...)
	}
	m := &memory{dtype: dtype}
	var errs [3]error
	m.a, errs[0] = cuda.Upload(g, data)
	m.b, errs[1] = cuda.Upload(g, data)
	m.c, errs[2] = cuda.Alloc[uint8](g, largest)
	return m, errors.Join(before, errs[0], errs[1], errs[2])
}

func (m *memory) free() error { return errors.Join(m.a.Free(), m.b.Free(), m.c.Free()) }

// arguments returns the arguments of the kernel. Rows begin at multiples of 16 bytes.
func (m *memory) arguments(p problem) (args []cuda.Arg, results []tune.Result, err error) {
	matrix := func(b *cuda.Buffer[uint8], rows, columns int64) cuda.Arg {
		pitch := (columns + 7) / 8 * 8
		return (&cuda.Array{Pointer: b.Pointer(), Type: p.Type, Shape: []int64{rows, columns},
			Strides: []int64{pitch, 1}}).Arg()
	}
	bias := (&cuda.Array{Pointer: m.a.Pointer(), Type: p.Type, Shape: []int64{p.N}}).Arg()
	used, err := m.c.Slice(0, int(p.M*((p.N+7)/8*8)*2))
	return []cuda.Arg{matrix(m.a, p.M, p.K), matrix(m.b, p.K, p.N), bias, matrix(m.c, p.M, p.N), cuda.Value(int32(0))},
		[]tune.Result{{Buffer: used}}, err
}
