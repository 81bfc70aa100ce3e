package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/internal/progress"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/kernel/tune"
)

func openGPU() (*cuda.Context, error) {
	gpu, err := cuda.OpenContext(0)
	if err != nil {
		return nil, fmt.Errorf("--device=cuda needs a GPU: %w; without one, the model chooses", err)
	}
	return gpu, nil
}

// measure runs the search with arrays of random numbers on a GPU.
func (o *options) measure(ctx context.Context, gpu *cuda.Context, source tune.Source, p tune.Problem,
	ranking *tune.Ranking, arguments []argument, stderr io.Writer) (outcome *tune.Outcome, err error) {
	var args []cuda.Arg
	var results []tune.Result
	for i := range arguments {
		a := &arguments[i]
		if a.shape == nil {
			args = append(args, a.value())
			continue
		}
		data := a.data(uint64(i))
		buffer, err := cuda.Upload(gpu, data)
		if err != nil {
			return nil, err
		}
		defer buffer.Free()
		results = append(results, tune.Result{Buffer: buffer, Before: data})
		if a.parameter.Kind == manifest.Pointer {
			args = append(args, cuda.Value(buffer.Pointer()))
			continue
		}
		array := &cuda.Array{Pointer: buffer.Pointer(), Type: a.parameter.Type, Shape: a.shape}
		args = append(args, array.Arg())
	}
	device, err := tune.NewGPU(gpu, source, p, args, results)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, device.Close()) }()
	var line *progress.Line
	o.search.Progress = func(done, total int) {
		if line == nil {
			line = progress.New(stderr, "configurations", total)
		}
		line.Set(done)
	}
	outcome, err = tune.Search(ctx, ranking, device, o.search)
	if line != nil {
		line.Clear()
	}
	return outcome, err
}

// value converts a number to an argument of a launch.
func (a *argument) value() cuda.Arg {
	switch a.parameter.Type {
	case "f32":
		return cuda.Value(float32(a.number))
	case "f64":
		return cuda.Value(a.number)
	case "i64", "ui64":
		return cuda.Value(int64(a.number))
	case "i8", "ui8", "i1":
		return cuda.Value(int8(a.number))
	case "i16", "ui16":
		return cuda.Value(int16(a.number))
	}
	return cuda.Value(int32(a.number))
}

// period is the number of random numbers in an array before they repeat.
const period = 1<<16 + 1

// data returns random numbers: normally distributed floats, or integers 0 and 1, since these may be indices.
func (a *argument) data(seed uint64) []byte {
	ctx := ir.NewContext()
	bits := elementBits(ctx, a.parameter.Type)
	size := max(1, bits/8)
	n := size
	for _, d := range a.shape {
		n *= int(d)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	var format *apfloat.Format
	if t := ctx.Float(a.parameter.Type); t != nil {
		format = t.Format
	}
	table := make([]byte, 0, period*size)
	for range period {
		w := uint64(r.IntN(2))
		if format != nil {
			w = format.FromFloat64(math.Max(-8, math.Min(8, r.NormFloat64())), apfloat.ToNearestEven).Lo
		}
		for k := range size {
			table = append(table, byte(w>>(8*k)))
		}
	}
	out := make([]byte, 0, n)
	for len(out) < n {
		out = append(out, table[:min(len(table), n-len(out))]...)
	}
	return out
}
