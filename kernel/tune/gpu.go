package tune

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/cuda"
)

// GPU measures candidates of a source on a GPU. Before each run, the L2 cache is filled with unrelated data.
type GPU struct {
	// Build has options for building candidates; its target is ignored.
	Build girih.BuildOptions

	ctx     *cuda.Context
	source  Source
	problem Problem
	args    []cuda.Arg
	results []Result
	flush   *cuda.Buffer[uint8]
	start   *cuda.Event
	end     *cuda.Event
	mutex   sync.Mutex // of the device
}

// Result is an array that the kernel writes, and its initial contents. nil stands for bytes of 0xff, which are NaN.
type Result struct {
	Buffer *cuda.Buffer[uint8]
	Before []uint8
}

// flushed is the number of bytes written before each run, several times the size of the L2 cache.
const flushed = 256 << 20

// NewGPU returns a device that measures the kernels of a source with arguments in GPU memory.
func NewGPU(ctx *cuda.Context, s Source, p Problem, args []cuda.Arg, results []Result) (*GPU, error) {
	g := &GPU{Build: girih.BuildOptions{Cache: cache.Default()}, ctx: ctx, source: s, problem: p, args: args,
		results: results}
	var errs [3]error
	g.flush, errs[0] = cuda.Alloc[uint8](ctx, flushed)
	g.start, errs[1] = ctx.NewEvent()
	g.end, errs[2] = ctx.NewEvent()
	return g, errors.Join(errs[:]...)
}

// Close frees what the device allocated. The arguments belong to the caller.
func (g *GPU) Close() error { return errors.Join(g.flush.Free(), g.start.Close(), g.end.Close()) }

// Load builds a candidate and loads it.
func (g *GPU) Load(ctx context.Context, c *Candidate) (Loaded, error) {
	m, err := g.source.Module(c.Configuration)
	if err != nil {
		return nil, err
	}
	entry := g.problem.Kernel
	if names := m.Kernels(); entry == "" && len(names) == 1 {
		entry = names[0]
	}
	program, err := m.Compile(ctx, c.Options)
	if err != nil {
		return nil, err
	}
	options := g.Build
	options.Target = g.problem.Target
	b, err := program.Build(ctx, options)
	if err != nil {
		return nil, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	l := &onGPU{gpu: g, grid: cuda.Dim3{X: uint32(c.Grid[0]), Y: uint32(c.Grid[1]), Z: uint32(c.Grid[2])}}
	if l.program, err = b.Load(g.ctx); err != nil {
		return nil, err
	}
	kernel, err := l.program.Kernel(entry)
	if err == nil {
		l.call, err = kernel.Prepare(g.args...)
	}
	if err != nil {
		return nil, errors.Join(err, l.program.Close())
	}
	return l, nil
}

// onGPU is a candidate on a GPU.
type onGPU struct {
	gpu     *GPU
	program *cuda.Program
	call    *cuda.Call
	grid    cuda.Dim3
}

// Run measures one launch with events.
func (l *onGPU) Run() (time.Duration, error) {
	g := l.gpu
	err := errors.Join(g.flush.Fill(nil, 0), g.start.Record(nil), l.call.Launch(l.grid, nil), g.end.Record(nil),
		g.end.Synchronize())
	if err != nil {
		return 0, err
	}
	return g.end.Since(g.start)
}

// pieces and pieceBytes are the number and size of the pieces of a large result that are in its digest.
const (
	pieces     = 64
	pieceBytes = 256 << 10
)

// Digest covers each result, or, if it is larger than 16 MiB, pieces of it at equal distances.
func (l *onGPU) Digest() (string, error) {
	h := fnv.New64a()
	for _, r := range l.gpu.results {
		var err error
		if r.Before != nil {
			err = r.Buffer.CopyFrom(r.Before)
		} else {
			err = r.Buffer.Fill(nil, 0xff)
		}
		if err != nil {
			return "", err
		}
	}
	if err := errors.Join(l.call.Launch(l.grid, nil), l.gpu.ctx.Synchronize()); err != nil {
		return "", err
	}
	for _, r := range l.gpu.results {
		n := r.Buffer.Len()
		step, size := n, n
		if n > pieces*pieceBytes {
			step, size = n/pieces, pieceBytes
		}
		for at := 0; at < n; at += max(step, 1) {
			part, err := r.Buffer.Slice(at, min(at+size, n))
			if err != nil {
				return "", err
			}
			data, err := part.Download()
			if err != nil {
				return "", err
			}
			h.Write(data)
		}
	}
	return fmt.Sprintf("%x", h.Sum64()), nil
}

// Close unloads the candidate.
func (l *onGPU) Close() error { return l.program.Close() }
