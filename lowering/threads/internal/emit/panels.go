package emit

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Panels describes a tile in shared memory as bulk copies access it: its rows are in swizzled panels, which are side by
// side.
type Panels struct {
	Shape []int
	Spec  layout.NVMMASpec
	Place Place // counts elements
}

// PanelsOf returns the panels of a tile of two dimensions.
func PanelsOf(t *ir.TensorType) (*Panels, error) {
	p := &Panels{Shape: []int{int(t.Shape()[0]), int(t.Shape()[1])}}
	p.Spec = layout.NVMMAFor(p.Shape, ir.BitWidth(t.ElementType()), false)
	shared, err := layout.NVMMAShared(p.Spec, p.Shape)
	if err != nil {
		return nil, err
	}
	offsets, err := shared.Invert()
	if err != nil {
		return nil, err
	}
	p.Place = func(coords []int) uint64 { return uint64(offsets.Apply(coords...)[0]) }
	return p, nil
}

// PanelAlignment is the alignment of panels in bytes. The widest swizzle pattern requires it.
const PanelAlignment = 1024

// Bytes returns the size of the tile in bytes.
func (p *Panels) Bytes() int64 { return int64(p.Shape[0] * p.Shape[1] * p.Spec.ElementBits / 8) }

// vector lists the registers of a layout that a thread accesses with one instruction.
func (p *Panels) vector(l layout.Layout) []int {
	return ConsecutiveRegisters(l, p.Place, maxPanelVector*8/p.Spec.ElementBits)
}

// maxPanelVector is the maximum size of an access of a thread, in bytes.
const maxPanelVector = 16

// PutPanels writes a tile to shared memory, from which a bulk copy can read it once the threads have met at a barrier.
func (c *Code) PutPanels(p *Panels, base *ir.Value, values []*ir.Value, l layout.Layout) {
	if !c.PutMatrices(base, values, l, p.Place) {
		vector := p.vector(l)
		values, l = c.swapped(values, l, p, vector)
		c.PutVectors(base, values, l, p.Place, vector)
	}
	nvvm.NewFenceProxyAsyncShared(c.B)
}

// swapped returns the thread's elements in the order in which it stores them, with the layout of that order. Threads
// choose between elements of their own, so that lanes that store at the same time access different banks.
func (c *Code) swapped(values []*ir.Value, l layout.Layout, p *Panels, vector []int) ([]*ir.Value, layout.Layout) {
	if p.Spec.ElementBits < costs.WordBytes*8 {
		return values, l // elements would have to be taken out of words
	}
	swaps := layout.Swaps(l, p.Place, p.Spec.ElementBits/8, vector[len(vector)-1])
	for _, s := range swaps {
		other := c.Compare("ne", c.Binary(&llvm.And, c.Lane, c.I32(1<<s.Lane)), c.I32(0))
		out := make([]*ir.Value, len(values))
		for r := range values {
			out[r] = c.Choose(other, values[r^1<<s.Register], values[r])
		}
		values = out
	}
	return values, l.Swapped(swaps)
}

// GetPanels reads a tile from shared memory.
func (c *Code) GetPanels(p *Panels, base *ir.Value, l layout.Layout, elem ir.Type) []*ir.Value {
	return c.GetVectors(base, l, p.Place, p.vector(l), elem)
}

// StartOf returns the coordinates of the first element that a store of a tile writes, the fastest dimension first.
func (c *Code) StartOf(store *ir.Operation) (start []*ir.Value) {
	for _, v := range slices.Backward(tilegpu.StoreCoordinates(store)) {
		start = append(start, c.Element(v, 0))
	}
	return start
}

// StorePanels makes a thread copy a tile, or some of its rows, from shared memory to an array that a tensor map
// describes, panel by panel. With adds, the tile is added to the array. The address base and the coordinates start, the
// fastest dimension first, are those of the first element.
func (c *Code) StorePanels(p *Panels, base, tensorMap *ir.Value, start []*ir.Value, adds bool) {
	columns := p.Spec.PanelBytes() * 8 / p.Spec.ElementBits
	for panel := 0; panel*columns < p.Shape[1]; panel++ {
		at, source := slices.Clone(start), base
		if panel > 0 {
			at[0] = c.Binary(&llvm.Add, at[0], c.I32(int64(panel*columns)))
			source = llvm.NewGEP(c.B, c.Ctx.I(8), base, 0,
				llvm.Index{Constant: int32(panel * p.Shape[0] * p.Spec.PanelBytes())})
		}
		if adds {
			nvvm.NewTensorReduce(c.B, nvvm.ReduceAdd, tensorMap, source, at...)
		} else {
			nvvm.NewTensorStore(c.B, tensorMap, source, at...)
		}
	}
}
