package models

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// ErrDevice is wrapped by errors about device names.
var ErrDevice = errors.New("no such device")

// Device runs programs. It is safe for concurrent use.
type Device struct {
	name string
	kind kind
	gpu  *cuda.Context

	mu       sync.Mutex
	compiled map[string]*compiled // by the kernels' texts

	tools func() (*girih.Tools, error) // compilers for the GPU
}

type kind uint8

const (
	onCPU kind = iota
	simulated
	onGPU
)

// Open returns a device by its name: "cpu"; "simulator", which runs kernels without a GPU; or "cuda:0" for the first
// GPU.
func Open(name string) (*Device, error) {
	d := &Device{name: name, compiled: make(map[string]*compiled)}
	switch family, number, numbered := strings.Cut(name, ":"); {
	case name == "cpu":
		return d, nil
	case name == "simulator":
		d.kind = simulated
		return d, nil
	case family == "cuda":
		ordinal := 0
		if numbered {
			var err error
			if ordinal, err = strconv.Atoi(number); err != nil || ordinal < 0 {
				return nil, unknownDevice(name)
			}
		}
		d.kind, d.name = onGPU, fmt.Sprint("cuda:", ordinal)
		var err error
		d.gpu, err = cuda.OpenContext(ordinal)
		d.tools = sync.OnceValues(func() (*girih.Tools, error) {
			target, err := d.target()
			if err != nil {
				return nil, err
			}
			return girih.FindTools(context.Background(), target)
		})
		return d, err
	}
	return nil, unknownDevice(name)
}

func unknownDevice(name string) error {
	return fmt.Errorf("%w: %q; expected cpu, simulator, or cuda:1 for the second GPU", ErrDevice, name)
}

// String returns the device's name.
func (d *Device) String() string { return d.name }

// CUDA returns the context of a GPU, for streams, events and measurements. It returns nil for other devices.
func (d *Device) CUDA() *cuda.Context { return d.gpu }

// Close unloads all kernels. Arrays and executions must not be used any more.
func (d *Device) Close() error {
	if d.gpu == nil {
		return nil
	}
	var errs []error
	for _, c := range d.compiled {
		if c.program != nil {
			errs = append(errs, c.program.Close())
		}
	}
	return errors.Join(append(errs, d.gpu.Close())...)
}

// compiled is a kernel for a device.
type compiled struct {
	once    sync.Once
	err     error
	source  *kernels.Kernel
	program *cuda.Program
	kernel  *cuda.Kernel
	// programs is the number of programs that the kernel's grid must have; 0 for any number.
	programs int64
	notes    []string
}

// compile compiles kernels in parallel, each text once, and returns them.
func (d *Device) compile(ctx context.Context, list []*kernels.Kernel) ([]*compiled, error) {
	out := make([]*compiled, len(list))
	d.mu.Lock()
	for i, k := range list {
		key := fmt.Sprintln(k.Warps) + string(text.Print(k.Module, text.Options{}))
		if d.compiled[key] == nil {
			d.compiled[key] = &compiled{source: k}
		}
		out[i] = d.compiled[key]
	}
	d.mu.Unlock()
	if d.kind != onGPU {
		return out, nil
	}
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for _, c := range longestFirst(out) {
		room <- struct{}{}
		all.Go(func() {
			c.once.Do(func() { c.err = d.build(ctx, c) })
			<-room
		})
	}
	all.Wait()
	var errs []error
	for i, c := range out {
		if c.err != nil {
			errs = append(errs, fmt.Errorf("kernel %s: %w", list[i].Name, c.err))
		}
	}
	return out, errors.Join(errs...)
}

// longestFirst returns each kernel once. Kernels with products come first: they take several times as long to compile
// as others, and should not be the last ones that are still compiled.
func longestFirst(list []*compiled) []*compiled {
	seen := make(map[*compiled]bool)
	var products, others []*compiled
	for _, c := range list {
		switch {
		case seen[c]:
		case c.hasProducts():
			products = append(products, c)
		default:
			others = append(others, c)
		}
		seen[c] = true
	}
	return append(products, others...)
}

func (c *compiled) hasProducts() (found bool) {
	c.source.Module.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&tile.Contract) || op.Is(&tile.Dot)
		return !found
	})
	return found
}

// build compiles a kernel for a GPU and loads it.
func (d *Device) build(ctx context.Context, c *compiled) error {
	target, err := d.target()
	if err != nil {
		return err
	}
	options, err := girih.OptionsFor(target)
	if err != nil {
		return err
	}
	options.NumWarps, options.Stages = c.source.Warps, "auto"
	module, err := girih.Parse(c.source.Name+".mlir", text.Print(c.source.Module, text.Options{}))
	if err != nil {
		return err
	}
	tools, err := d.tools()
	if err != nil {
		return err
	}
	build, err := buildFor(ctx, module, options, girih.BuildOptions{Target: target, Tools: tools})
	if err != nil {
		return err
	}
	c.notes = build.Warnings
	if c.program, err = build.Load(d.gpu); err != nil {
		return err
	}
	if c.kernel, err = c.program.Kernel(c.source.Name); err != nil {
		return err
	}
	described, err := build.Manifest.Kernel(c.source.Name)
	if err != nil {
		return err
	}
	c.programs = described.Grid.Programs
	return nil
}

// buildFor compiles a module.
func buildFor(ctx context.Context, m *girih.Module, options girih.CompileOptions, o girih.BuildOptions) (*girih.Build,
	error) {
	return withOrWithoutProducer(options, func(options girih.CompileOptions) (*girih.Build, error) {
		program, err := m.Clone().Compile(ctx, options) // which changes the module
		if err != nil {
			return nil, err
		}
		return program.Build(ctx, o)
	})
}

// withOrWithoutProducer builds with an additional warp that copies tiles. If a block then needs more than it can have,
// or threads have too few registers, it builds without the warp.
func withOrWithoutProducer(options girih.CompileOptions, build func(girih.CompileOptions) (*girih.Build, error)) (
	*girih.Build, error) {
	b, err := build(options)
	if !options.NoProducerWarp && (errors.Is(err, girih.ErrSerialized) || errors.Is(err, girih.ErrResources)) {
		options.NoProducerWarp = true
		return build(options)
	}
	return b, err
}

// target returns the target to compile for, such as sm_90a.
func (d *Device) target() (string, error) {
	major, minor, err := d.gpu.Device().ComputeCapability()
	if err != nil {
		return "", err
	}
	if major >= 9 {
		return fmt.Sprintf("sm_%d%da", major, minor), nil
	}
	return fmt.Sprintf("sm_%d%d", major, minor), nil
}
