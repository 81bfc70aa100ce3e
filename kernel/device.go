package kernel

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/launch"
)

// Launch runs the kernel on the device of a stream, a GPU or the CPU, as [launch.Kernel.Launch] does. The first launch
// compiles the code for the device:
//
//	device, err := launch.Open("") // the first GPU, or else the CPU
//	x, err := launch.Upload(device, []float32{1, 2, 3, 4}, 2, 2)
//	err = k.Launch(ctx, device.Stream(), launch.Grid{2}, x, y)
//
// This needs a compiler on the machine (see backend/nvptx); tile-gen compiles ahead of time.
func (k *Kernel) Launch(ctx context.Context, s *launch.Stream, grid launch.Grid, args ...any) error {
	compiled, err := k.compiledFor(ctx, s.Device())
	if err != nil {
		return err
	}
	return compiled.Launch(ctx, s, grid, args...)
}

// compiledFor returns the compiled kernel for a device. It compiles at most once for each architecture.
func (k *Kernel) compiledFor(ctx context.Context, d *launch.Device) (*launch.Kernel, error) {
	sm, err := d.SM()
	if err != nil {
		return nil, err
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if c := k.compiled[sm]; c != nil {
		return c, nil
	}
	var targets []string
	if sm > 0 {
		target, err := nvptx.TargetOf(sm, true)
		if err != nil {
			return nil, err
		}
		targets = []string{target.Arch()}
	}
	c, err := k.Embed(ctx, targets...)
	if err != nil {
		return nil, err
	}
	if k.compiled == nil {
		k.compiled = map[int]*launch.Kernel{}
	}
	k.compiled[sm] = c
	return c, nil
}

// Embed compiles the kernel for targets such as "sm_80" and "sm_90a", in several variants. A launch takes the first one
// whose assumptions its arguments meet. A variant may assume that addresses and sizes of arrays are multiples of 16, if
// that changes the code, and that integers that are factors of a product are 1. The last variant assumes neither. With
// [Options.Divisible] or Ones, there is a single variant, with these assumptions. Without targets, the result runs only
// on the CPU.
func (k *Kernel) Embed(ctx context.Context, targets ...string) (*launch.Kernel, error) {
	m, err := k.Module()
	if err != nil {
		return nil, err
	}
	out := &launch.Kernel{Name: k.name, Parameters: parametersOf(m, k.name)}
	tiles, _ := tile.AsKernel(ir.LookupSymbol(m.Operation(), k.name))
	for n, w := range written(tiles) {
		out.Parameters[n].Written = w
	}
	out.Program = string(text.Print(m.Operation(), text.Options{DebugInfo: true}))
	if targets == nil {
		return out, nil
	}
	variants, err := k.variants(ctx, m)
	if err != nil {
		return nil, err
	}
	for _, v := range variants {
		for _, target := range targets {
			code, err := k.codeFor(ctx, target, v)
			if err != nil {
				return nil, fmt.Errorf("%s for %s: %w", k.name, target, err)
			}
			v.Codes = append(v.Codes, code)
		}
		out.Variants = append(out.Variants, v)
	}
	return out, nil
}

// codeFor compiles one variant for one target. If ptxas is installed, code for a single architecture (such as sm_90a)
// becomes machine code. Other code remains PTX, which later GPUs run as well.
func (k *Kernel) codeFor(ctx context.Context, target string, v launch.Variant) (launch.Code, error) {
	variant := k.with(v)
	variant.options.Target = target
	p, err := variant.Program(ctx)
	if err != nil {
		return launch.Code{}, err
	}
	assemble := girih.Never
	if t, err := nvptx.ParseTarget(target); err == nil && t.Variant == nvptx.ArchSpecific {
		assemble = girih.IfInstalled
	}
	b, err := p.Build(ctx, girih.BuildOptions{Target: target, Assemble: assemble, Cache: cache.Default()})
	if err != nil {
		return launch.Code{}, err
	}
	return launch.Code{Target: b.Manifest.Target, Image: b.Image(), Manifest: b.Manifest}, nil
}
