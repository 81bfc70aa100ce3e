package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/tools/compile"
)

// parseDevice reads "cuda" or "cuda:1".
func parseDevice(s string) (ordinal int, err error) {
	rest, ok := strings.CutPrefix(s, "cuda")
	if !ok {
		return 0, errors.New("expected cuda, or cuda:1 for the second GPU")
	}
	if rest == "" {
		return 0, nil
	}
	number, ok := strings.CutPrefix(rest, ":")
	if ordinal, err = strconv.Atoi(number); !ok || err != nil || ordinal < 0 {
		return 0, errors.New("expected cuda, or cuda:1 for the second GPU")
	}
	return ordinal, nil
}

// executeDevice compiles a kernel and runs it on a GPU.
func (o *options) executeDevice(ctx context.Context, m *girih.Module, kernel string, args []any, stdout,
	stderr io.Writer) (err error) {
	c, err := o.gpu.Context()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if !o.targetGiven {
		if o.emit.Target, err = deviceTarget(c.Device()); err != nil {
			return err
		}
	}
	types := parameterTypes(m, kernel)
	p, err := o.emit.Compile(ctx, m, stderr)
	if err != nil {
		return err
	}
	compile.WriteWarnings(stderr, p)
	options, err := o.emit.BuildOptions(ctx)
	if err != nil {
		return err
	}
	build, err := p.Build(ctx, options)
	if err != nil {
		return err
	}
	for _, warning := range build.Warnings {
		fmt.Fprintf(stderr, "tile-run: warning: %s\n", warning)
	}
	described, err := build.Manifest.Kernel(kernel)
	if err != nil {
		return err
	}
	launched, err := prepare(described, types, args)
	if err != nil {
		return err
	}
	if err := o.launch(ctx, c, build, launched, kernel, stdout); err != nil {
		return err
	}
	return o.writeCompiled(ctx, p, stdout)
}

// openDevice finds a GPU.
func openDevice(ordinal int) (*cuda.Device, error) {
	driver, err := cuda.Open()
	if err != nil {
		return nil, fmt.Errorf("--device=cuda needs a GPU: %w; without one, --level=llvm runs what the GPU would, "+
			"thread by thread",
			err)
	}
	return driver.Device(ordinal)
}

// deviceTarget returns the newest portable target that runs on a device.
func deviceTarget(d *cuda.Device) (string, error) {
	major, minor, err := d.ComputeCapability()
	if err != nil {
		return "", err
	}
	target, err := nvptx.TargetOf(10*major+minor, false)
	if err != nil {
		return "", err
	}
	return target.Arch(), nil
}

// launch loads the kernel, copies arrays to the device, runs the grid once and copies the arrays back.
func (o *options) launch(ctx context.Context, c *cuda.Context, build *girih.Build, l *launched, entry string,
	stdout io.Writer) (err error) {
	program, err := build.Load(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.Close()) }()
	kernel, err := program.Kernel(entry)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.free()) }()
	if err := l.upload(c); err != nil {
		return err
	}
	start, err := c.NewEvent()
	if err != nil {
		return err
	}
	defer start.Close()
	end, err := c.NewEvent()
	if err != nil {
		return err
	}
	defer end.Close()
	grid := cuda.Dim3{X: uint32(o.grid[0]), Y: uint32(o.grid[1]), Z: uint32(o.grid[2])}
	if err := errors.Join(start.Record(nil), kernel.Launch(grid, nil, l.args...), end.Record(nil)); err != nil {
		return err
	}
	if err := end.Wait(ctx); err != nil {
		if ctx.Err() != nil {
			c.Abandon(err) // no call that waits for the kernel may follow
		}
		return err
	}
	if err := c.Synchronize(); err != nil {
		return err
	}
	if err := l.download(); err != nil {
		return err
	}
	if !o.stats {
		return nil
	}
	elapsed, err := end.Since(start)
	if err != nil {
		return err
	}
	return writeResources(stdout, kernel, elapsed)
}

// writeResources prints the resources of the loaded kernel and the time of its run, without copies.
func writeResources(w io.Writer, k *cuda.Kernel, elapsed time.Duration) error {
	r, err := k.Function().Resources()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "sm_%d: %d registers, %d bytes of local memory, %d bytes of static shared memory; %v "+
		"for the first run\n",
		r.Binary, r.Registers, r.Local, r.Shared, elapsed)
	return err
}
