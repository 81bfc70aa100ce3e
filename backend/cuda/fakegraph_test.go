package cuda

import (
	"slices"
	"unsafe"
)

// A fakeNode is a recorded launch with its own copy of the arguments.
type fakeNode struct {
	function uintptr
	launch   fakeLaunch
	values   [][]byte
}

// launch runs a kernel, or records the launch if a stream is being captured.
func (g *fakeGPU) launch(f uintptr, l fakeLaunch, params *unsafe.Pointer) Result {
	k := g.kernels[f]
	if int(l.block.size()) > int(g.largest) {
		return ErrorInvalidValue
	}
	l.kernel = k.name
	list := unsafe.Slice(params, len(k.sizes))
	if g.capture {
		g.capturing = append(g.capturing, newFakeNode(f, l, k, list))
		return Success
	}
	g.mu.Lock()
	g.launches = append(g.launches, l)
	g.mu.Unlock()
	if k.run != nil {
		k.run(slices.Clone(list))
	}
	return Success
}

func newFakeNode(f uintptr, l fakeLaunch, k *fakeKernel, params []unsafe.Pointer) *fakeNode {
	n := &fakeNode{function: f, launch: l}
	for i, size := range k.sizes {
		n.values = append(n.values, slices.Clone(unsafe.Slice((*byte)(params[i]), size)))
	}
	return n
}

// replay runs a recorded launch.
func (n *fakeNode) replay(stream uintptr) {
	l := n.launch
	l.stream = stream
	fake.launches = append(fake.launches, l)
	if k := fake.kernels[n.function]; k.run != nil {
		params := make([]unsafe.Pointer, len(n.values))
		for i := range params {
			params[i] = unsafe.Pointer(&n.values[i][0])
		}
		k.run(params)
	}
}

// fakeGraph is the handle of the first graph. Instantiated graphs have their own copies of the nodes.
const fakeGraph = 0x2000

func (g *fakeGPU) addGraph(nodes []*fakeNode) uintptr {
	handle := fakeGraph + uintptr(len(g.graphs))
	g.graphs[handle] = nodes
	return handle
}

func bindFakeGraph(a *api) {
	a.streamBeginCapture = callback("cuStreamBeginCapture_v2", func(s uintptr, mode int32) Result {
		r, ok := fake.enter("cuStreamBeginCapture_v2", true)
		if ok && mode != captureModeRelaxed {
			return ErrorInvalidValue
		}
		fake.capture, fake.capturing = ok, nil
		return r
	})
	a.streamEndCapture = callback("cuStreamEndCapture", func(s uintptr, graph *uintptr) Result {
		r, ok := fake.enter("cuStreamEndCapture", true)
		fake.capture = false
		if ok {
			*graph = fake.addGraph(fake.capturing)
		}
		return r
	})
	a.graphInstantiate = callback("cuGraphInstantiateWithFlags", func(exec *uintptr, graph uintptr, flags uint64) Result {
		*exec = fake.addGraph(cloneNodes(fake.graphs[graph]))
		return Success
	})
	a.graphLaunch = callback("cuGraphLaunch", func(exec, stream uintptr) Result {
		r, ok := fake.enter("cuGraphLaunch", true)
		for _, n := range fake.graphs[exec] {
			if ok {
				n.replay(stream)
			}
		}
		return r
	})
	a.graphExecUpdate = callback("cuGraphExecUpdate_v2", func(exec, graph uintptr, info *graphUpdateInfo) Result {
		if len(fake.graphs[exec]) != len(fake.graphs[graph]) {
			info.result = 2
			return ErrorGraphExecUpdateFailure
		}
		fake.graphs[exec] = cloneNodes(fake.graphs[graph])
		return Success
	})
	destroy := func(graph uintptr) Result {
		if _, ok := fake.graphs[graph]; !ok {
			return ErrorInvalidHandle
		}
		return Success
	}
	a.graphDestroy, a.graphExecDestroy = callback("cuGraphDestroy", destroy), callback("cuGraphExecDestroy", destroy)
	bindFakeNodes(a)
}

// bindFakeNodes gives nodes handles that are their index plus 1.
func bindFakeNodes(a *api) {
	a.graphGetNodes = callback("cuGraphGetNodes", func(graph uintptr, nodes *uintptr, n *uintptr) Result {
		list := fake.graphs[graph]
		if nodes != nil {
			for i := range unsafe.Slice(nodes, *n) {
				unsafe.Slice(nodes, *n)[i] = graph<<16 | uintptr(i)
			}
		}
		*n = uintptr(len(list))
		return Success
	})
	a.graphNodeGetType = callback("cuGraphNodeGetType", func(node uintptr, kind *int32) Result {
		*kind = graphNodeTypeKernel
		return Success
	})
	a.graphKernelGetParams = callback("cuGraphKernelNodeGetParams_v2", func(node uintptr, p *kernelNodeParams) Result {
		n := fake.graphs[node>>16][node&0xffff]
		*p = kernelNodeParams{function: n.function, grid: n.launch.grid, block: n.launch.block, shared: n.launch.shared}
		return Success
	})
	a.graphExecKernelSetParams = callback("cuGraphExecKernelNodeSetParams_v2",
		func(exec, node uintptr, p *kernelNodeParams) Result {
			k := fake.kernels[p.function]
			l := fakeLaunch{k.name, p.grid, p.block, p.shared, 0}
			params := unsafe.Slice((*unsafe.Pointer)(p.arguments), len(k.sizes))
			fake.graphs[exec][node&0xffff] = newFakeNode(p.function, l, k, params)
			return Success
		})
}

func cloneNodes(nodes []*fakeNode) []*fakeNode {
	out := make([]*fakeNode, len(nodes))
	for i, n := range nodes {
		c := *n
		out[i] = &c
	}
	return out
}
