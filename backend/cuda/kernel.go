package cuda

import (
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/girih-ir/girih/backend/manifest"
)

// A Kernel is a function with its manifest. Launches take the parameters of the source program (arrays, pointers and
// numbers) and check them.
type Kernel struct {
	f      *Function
	m      *manifest.Kernel
	params []manifest.Parameter
	config LaunchConfig // the part that is the same for every launch
	axes   [3]bool      // axes of the grid that the kernel distinguishes
	// multiprocessors is the number of the device's multiprocessors; it is set for persistent kernels only.
	multiprocessors int64
	calls           sync.Pool // of *Call
	// steps are the kernels that a launch runs before and after this one, with the same arguments.
	steps      [2][]*Kernel
	workspaces workspaces
	early      bool // whether it can begin before the kernel ahead of it in the same launch has ended
	waitsFirst bool // whether it can begin before anything ahead of it on a stream has ended
}

// Kernel returns the kernel of the module that a manifest describes. It fails if the module has no such function, or
// one with other parameters, or if the kernel cannot run on the context's device.
func (m *Module) Kernel(described *manifest.Kernel) (*Kernel, error) {
	if len(described.Before)+len(described.After) > 0 {
		return nil, fmt.Errorf("cuda: %w: a launch of %s runs other kernels, too: take it of a program (Program.Kernel)",
			ErrArgument, described.Entry)
	}
	return m.kernel(described)
}

func (m *Module) kernel(described *manifest.Kernel) (*Kernel, error) {
	if err := described.Validate(); err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	f, err := m.Function(described.Entry)
	if err != nil {
		return nil, err
	}
	k := &Kernel{f: f, m: described, params: described.Signature()}
	if f.parametersKnown {
		if err := k.compareParameters(); err != nil {
			return nil, err
		}
	}
	k.config = LaunchConfig{Block: dim3(described.Block), Cluster: dim3(described.Cluster),
		Shared: uint32(described.DynamicSharedMemory)}
	for _, axis := range described.Grid.Axes {
		k.axes[axis] = true
	}
	if described.Early || described.WaitsFirst {
		allowed := f.ctx.allowsEarly()
		k.early, k.waitsFirst = described.Early && allowed, described.WaitsFirst && allowed
	}
	if described.Grid.Resident > 0 {
		n, err := f.ctx.device.Attribute(MultiprocessorCount)
		if err != nil {
			return nil, err
		}
		k.multiprocessors = int64(n)
	}
	if err := f.allowShared(k.config.Shared); err != nil {
		return nil, err
	}
	if c := k.config.Cluster.normal(); c.X*c.Y*c.Z > portableCluster {
		if err := f.AllowLargeClusters(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// allowsEarly reports whether the driver supports programmatic dependent launch, also in graphs (CUDA 12.3).
func (c *Context) allowsEarly() bool {
	major, minor, err := c.device.driver.Version()
	return err == nil && (major > 12 || major == 12 && minor >= 3)
}

// compareParameters returns an error if the manifest describes other code.
func (k *Kernel) compareParameters() error {
	want, got := k.f.parameters, k.m.Arguments
	sizes := k.m.Grid.Sizes()
	same := len(want) == len(got)+sizes+len(k.m.TensorMaps)
	for i := 0; same && i < len(want); i++ {
		bytes := manifest.TensorMapBytes
		if i < len(got) {
			bytes = got[i].Bytes
		} else if i < len(got)+sizes {
			bytes = 4
		}
		same = want[i] == uintptr(bytes)
	}
	if !same {
		return fmt.Errorf("cuda: %w: the manifest of %s does not belong to the module: it has %d arguments, the code %d of "+
			"sizes %v", ErrArgument, k.m.Entry, len(got), len(want), want)
	}
	return nil
}

func dim3(list []int64) (d Dim3) {
	for i, p := range [...]*uint32{&d.X, &d.Y, &d.Z} {
		if i < len(list) {
			*p = uint32(list[i])
		}
	}
	return d
}

// Function returns the kernel as a function without a manifest.
func (k *Kernel) Function() *Function { return k.f }

// Launch checks the arguments and enqueues one run of the grid of programs. Pass numbers by [Value], and buffers by
// [Buffer.Arg] or, if the kernel takes an array, by [Array.Arg]. Element types that Go does not have are passed as
// integers of the same size. A launch does not allocate memory, except workspaces, once for each stream.
func (k *Kernel) Launch(grid Dim3, s *Stream, args ...Arg) error {
	c, _ := k.calls.Get().(*Call)
	if c == nil {
		c = k.newCall()
	}
	defer k.calls.Put(c)
	if err := c.setAll(args); err != nil {
		return err
	}
	return c.Launch(grid, s)
}

// Prepare checks arguments once, for launches that repeat them.
func (k *Kernel) Prepare(args ...Arg) (*Call, error) {
	c := k.newCall()
	return c, c.setAll(args)
}

// A Call is a kernel with arguments. It is not safe for concurrent use.
type Call struct {
	k     *Kernel
	frame frame
	maps  tensorMaps
	steps [2][]*Call // with the same arguments

	ownMemory bool // whether the caller provides workspaces
}

func (k *Kernel) newCall() *Call {
	n := len(k.m.Arguments) + k.m.Grid.Sizes()
	c := &Call{k: k, frame: frame{values: make([]uint64, n), pointers: make([]unsafe.Pointer, n)}}
	for i := range c.frame.values {
		c.frame.pointers[i] = unsafe.Pointer(&c.frame.values[i])
	}
	c.maps = newTensorMaps(len(k.m.TensorMaps))
	for i := range k.m.TensorMaps {
		c.frame.pointers = append(c.frame.pointers, c.maps.address(i))
	}
	for i, list := range k.steps {
		for _, step := range list {
			c.steps[i] = append(c.steps[i], step.newCall())
		}
	}
	return c
}

func (c *Call) setAll(args []Arg) error {
	if len(args) != len(c.k.params) {
		return fmt.Errorf("cuda: launch of %s: %w: it takes %d arguments (%s), not %d", c.k.m.Entry, ErrArgument,
			len(c.k.params), c.k.describe(), len(args))
	}
	for i := range args {
		if err := c.k.store(c.frame.values, i, &args[i]); err != nil {
			return err
		}
	}
	return nil
}

// Set checks and replaces argument i, for the launches that follow.
func (c *Call) Set(i int, a Arg) error {
	if i < 0 || i >= len(c.k.params) {
		return fmt.Errorf("cuda: launch of %s: %w: there is no argument %d: it takes %s", c.k.m.Entry, ErrArgument, i,
			c.k.describe())
	}
	return c.k.store(c.frame.values, i, &a)
}

// portableCluster is the greatest number of blocks in a cluster that needs no function attribute (CUDA C++ Programming
// Guide, "Thread Block Clusters").
const portableCluster = 8

// Launch enqueues one run of the grid of programs, and of the kernels that run before and after it. The first launch on
// a stream allocates the kernel's workspaces, if it has any and the caller does not provide them.
func (c *Call) Launch(grid Dim3, s *Stream) error {
	if !c.ownMemory {
		if err := c.k.provide(c.frame.values, s); err != nil {
			return err
		}
	}
	first := true
	for i, list := range c.steps {
		if i == 1 {
			if err := c.launch(grid, s, !first); err != nil {
				return err
			}
			first = false
		}
		for _, step := range list {
			copy(step.frame.values, c.frame.values)
			if err := step.launch(step.k.gridOfStep(grid), s, !first); err != nil {
				return err
			}
			first = false
		}
	}
	return nil
}

// gridOfStep returns the grid of a kernel that a launch of another kernel, with the given grid, runs before or after
// it.
func (k *Kernel) gridOfStep(grid Dim3) Dim3 {
	if n := k.m.Grid.Programs; n != 0 {
		return Dim3{X: uint32(n)}
	}
	return grid
}

// launch enqueues the kernel alone. follows says that a kernel of the same launch is directly ahead. The kernel may
// begin before the work ahead has ended if it always waits for it first, or if it follows a kernel for which it waits
// by itself.
func (c *Call) launch(grid Dim3, s *Stream, follows bool) error {
	config := c.k.config
	config.Early = follows && c.k.early || c.k.waitsFirst
	blocks, err := c.blocks(grid.normal())
	if err != nil {
		return err
	}
	config.Grid, config.Stream = blocks, s
	if err := c.k.encode(&c.maps, c.frame.values); err != nil {
		return err
	}
	return c.k.f.enqueue(&c.frame, &config)
}

// blocks returns the grid of blocks that runs a grid of programs, and passes the sizes of the latter where the kernel
// takes them.
func (c *Call) blocks(grid Dim3) (Dim3, error) {
	blocks, err := c.k.blocks(grid)
	if err != nil || c.k.m.Grid.Resident == 0 {
		return blocks, err
	}
	if grid.size() > math.MaxInt32 {
		return blocks, fmt.Errorf("cuda: launch of %s: %w: %d programs, but its blocks number %d at most", c.k.m.Entry,
			ErrGrid, grid.size(), math.MaxInt32)
	}
	sizes := [3]uint32{grid.X, grid.Y, grid.Z}
	for i, axis := range c.k.m.Grid.Axes {
		c.frame.values[len(c.k.m.Arguments)+i] = uint64(sizes[axis])
	}
	return Dim3{X: uint32(c.k.m.Grid.Blocks(int64(grid.size()), c.k.multiprocessors)), Y: 1, Z: 1}, nil
}

// blocks returns the grid of blocks for a grid of programs. It returns an error if programs would repeat the work of
// others or are missing, or if devices cannot run the grid.
func (k *Kernel) blocks(grid Dim3) (Dim3, error) {
	extents := [3]uint32{grid.X, grid.Y, grid.Z}
	for axis, n := range extents {
		if n > 1 && !k.axes[axis] {
			return grid, fmt.Errorf("cuda: launch of %s: %w: %d programs along axis %d, which the kernel does not ask about: "+
				"each would do "+
				"the same work; it takes programs along %v", k.m.Entry, ErrGrid, n, axis, k.m.Grid.Axes)
		}
	}
	if n := k.m.Grid.Programs; n != 0 && grid.size() != uint64(n) {
		return grid, fmt.Errorf("cuda: launch of %s: %w: a grid of %d programs, but each of the kernel's %d programs "+
			"computes a part of the result", k.m.Entry, ErrGrid, grid.size(), n)
	}
	cluster := k.config.Cluster.normal()
	if k.m.Grid.Unit == manifest.ClusterUnit {
		grid = Dim3{grid.X * cluster.X, grid.Y * cluster.Y, grid.Z * cluster.Z}
	}
	if err := checkGrid(grid); err != nil {
		return grid, fmt.Errorf("cuda: launch of %s: %w", k.m.Entry, err)
	}
	if grid.X%cluster.X != 0 || grid.Y%cluster.Y != 0 || grid.Z%cluster.Z != 0 {
		return grid, fmt.Errorf("cuda: launch of %s: %w: a grid of %v is not a multiple of its clusters of %v "+
			"blocks: round it up", k.m.Entry, ErrGrid, grid, cluster)
	}
	return grid, nil
}
