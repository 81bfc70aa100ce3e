package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// A Graph is recorded work: launches, copies and fills, and their order. Launching it as a whole takes less time than
// enqueuing its parts.
type Graph struct {
	ctx    *Context
	handle uintptr
}

// A GraphExec is a graph that can be launched. It is not safe for concurrent use.
type GraphExec struct {
	ctx    *Context
	handle uintptr
	call   []uintptr // the arguments of cuGraphLaunch, kept so that a launch does not allocate
}

// Options of streams and captures (cuda.h).
const (
	streamNonBlocking    = 1
	captureModeRelaxed   = 2
	graphNodeTypeKernel  = 0
	graphInstantiateNone = 0
)

// Capture records the work that a function enqueues in the stream that it is given, without running it. Other streams
// join the capture by waiting for an event of that stream; in the end, that stream must wait for them. The function
// must not synchronize. Memory that the work refers to, such as host memory of copies, must live as long as the graph
// may be launched; kernel arguments are copied.
func (c *Context) Capture(record func(s *Stream) error) (_ *Graph, err error) {
	s, err := c.independentStream()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	// Goroutines move between threads, so the capture must not belong to a thread.
	if err := c.call(c.api.streamBeginCapture, s.handle, captureModeRelaxed); err != nil {
		return nil, err
	}
	recordErr := record(s)
	g := &Graph{ctx: c}
	err = c.call(c.api.streamEndCapture, s.handle, uintptr(unsafe.Pointer(&g.handle)))
	if recordErr == nil {
		if err != nil {
			return nil, fmt.Errorf("capture: %w", err)
		}
		return g, nil
	}
	if err == nil && g.handle != 0 {
		recordErr = errors.Join(recordErr, g.Close())
	}
	return nil, recordErr
}

// independentStream creates a stream that does not wait for the default stream, which cannot take part in a capture.
func (c *Context) independentStream() (*Stream, error) {
	s := &Stream{ctx: c}
	if err := c.call(c.api.streamCreate, uintptr(unsafe.Pointer(&s.handle)), streamNonBlocking); err != nil {
		return nil, err
	}
	return s, nil
}

// Close releases the graph. Instances of it stay valid.
func (g *Graph) Close() error { return g.ctx.release(g.ctx.api.graphDestroy, g.handle) }

// Instantiate makes the graph ready to be launched.
func (g *Graph) Instantiate() (*GraphExec, error) {
	e := &GraphExec{ctx: g.ctx}
	err := g.ctx.call(g.ctx.api.graphInstantiate, uintptr(unsafe.Pointer(&e.handle)), g.handle, graphInstantiateNone)
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Launch enqueues one run of the graph. Runs of the same GraphExec do not overlap.
func (e *GraphExec) Launch(s *Stream) error {
	e.call = append(e.call[:0], e.handle, s.raw())
	return e.ctx.call(e.ctx.api.graphLaunch, e.call...)
}

// Close releases the graph; runs already in a stream are still done.
func (e *GraphExec) Close() error { return e.ctx.release(e.ctx.api.graphExecDestroy, e.handle) }

// graphUpdateInfo is a CUgraphExecUpdateResultInfo (cuda.h).
type graphUpdateInfo struct {
	result   int32
	node     uintptr
	fromNode uintptr
}

// Update replaces the parameters of every node by those of a graph of the same structure, which was recorded again with
// other arguments. If the structures differ, the error is [ErrorGraphExecUpdateFailure] and the GraphExec is unchanged:
// instantiate the new graph.
func (e *GraphExec) Update(g *Graph) error {
	if err := e.ctx.api.graphExecUpdate.require(); err != nil {
		return err
	}
	info := new(graphUpdateInfo)
	err := e.ctx.call(e.ctx.api.graphExecUpdate, e.handle, g.handle, uintptr(unsafe.Pointer(info)))
	if errors.Is(err, ErrorGraphExecUpdateFailure) {
		return fmt.Errorf("%w: the graphs differ in form (CUgraphExecUpdateResult %d): instantiate the new one", err,
			info.result)
	}
	return err
}

// A GraphKernel is a launch in a graph.
type GraphKernel struct {
	node   uintptr
	params kernelNodeParams
}

// kernelNodeParams is a CUDA_KERNEL_NODE_PARAMS_v2 (cuda.h).
type kernelNodeParams struct {
	function    uintptr
	grid, block Dim3
	shared      uint32
	arguments   unsafe.Pointer
	extra       unsafe.Pointer
	kernel      uintptr
	context     uintptr
}

// Grid returns the grid of the recorded launch.
func (k *GraphKernel) Grid() Dim3 { return k.params.grid }

// Kernels returns the launches in a graph, in the order in which they were recorded.
func (g *Graph) Kernels() ([]*GraphKernel, error) {
	a := g.ctx.api
	if err := a.graphKernelGetParams.require(); err != nil {
		return nil, err
	}
	var count uintptr
	if err := g.ctx.call(a.graphGetNodes, g.handle, 0, uintptr(unsafe.Pointer(&count))); err != nil || count == 0 {
		return nil, err
	}
	nodes := make([]uintptr, count)
	if err := g.ctx.call(a.graphGetNodes, g.handle, uintptr(unsafe.Pointer(&nodes[0])),
		uintptr(unsafe.Pointer(&count))); err != nil {
		return nil, err
	}
	var list []*GraphKernel
	for _, node := range nodes[:min(int(count), len(nodes))] {
		var kind int32
		if err := g.ctx.call(a.graphNodeGetType, node, uintptr(unsafe.Pointer(&kind))); err != nil {
			return nil, err
		}
		if kind != graphNodeTypeKernel {
			continue
		}
		k := &GraphKernel{node: node}
		if err := g.ctx.call(a.graphKernelGetParams, node, uintptr(unsafe.Pointer(&k.params))); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// SetKernel changes the arguments and the grid of a launch in the graph, one that [Graph.Kernels] returned. The call
// must be of the kernel that was recorded.
func (e *GraphExec) SetKernel(at *GraphKernel, c *Call, grid Dim3) error {
	a := e.ctx.api
	if err := a.graphExecKernelSetParams.require(); err != nil {
		return err
	}
	if at.params.function != 0 && at.params.function != c.k.f.handle {
		return fmt.Errorf("cuda: %w: the graph launches another kernel there than %s", ErrArgument, c.k.m.Entry)
	}
	if len(c.k.m.Workspaces) > 0 {
		return fmt.Errorf("cuda: %w: a launch of %s has workspaces, which are those of a stream: record it again instead",
			ErrArgument, c.k.m.Entry)
	}
	grid, err := c.blocks(grid.normal())
	if err != nil {
		return err
	}
	params := new(kernelNodeParams)
	*params = at.params
	if err := c.k.encode(&c.maps, c.frame.values); err != nil {
		return err
	}
	params.grid, params.arguments, params.extra = grid, c.frame.address(), nil
	err = e.ctx.call(a.graphExecKernelSetParams, e.handle, at.node, uintptr(unsafe.Pointer(params)))
	runtime.KeepAlive(c)
	return err
}
