// Package workload counts the work of a kernel's programs for arguments of given sizes: bytes loaded and stored,
// products by the type of their factors, other arithmetic, and the tiles that are read. It evaluates indices, loop
// bounds and conditions as far as they follow from the arguments. It does not run the kernel. A cost model ranks
// configurations by these counts, see package kernel/tune.
//
// The kernel must be at the strict level, with arrays and with types on every operation. Start at [Of].
package workload

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// Launch has the parameters of a launch.
type Launch struct {
	Grid [3]int64
	Args []Arg // one for each parameter of the kernel
}

// Arg is what is known about an argument.
type Arg struct {
	Shape []int64 // of an array, or of the memory that a pointer refers to; nil for numbers
	Int   *int64  // the value of an integer, or the assumed value of a single element of an array; nil if it is not known
}

// Product counts matrix products of one shape and type.
type Product struct {
	Type    string // of the factors; tf32 for f32 with that precision
	M, N, K int64
	Count   float64
}

// Flops returns the number of multiplications and additions of all of them.
func (p Product) Flops() float64 { return 2 * float64(p.M) * float64(p.N) * float64(p.K) * p.Count }

// Tile is a tile that a program loads, including those of later iterations of the loops around it.
type Tile struct {
	Array int     // number of the argument; -1 if it is not known
	At    string  // the indices in the first iteration; "" if one is not known
	Bytes float64 // in all iterations
}

// Program is the work of one program, or of the first of the blocks that share a program.
type Program struct {
	Products   []Product
	Loaded     float64 // bytes of arrays
	Filled     float64 // bytes of loaded tiles, including parts outside of arrays
	Stored     float64 // bytes
	Arithmetic float64 // issue slots of warps, as package costs counts them
	Steps      float64 // iterations of innermost loops that load or multiply
	Tiles      []Tile  // only set by [First]
	// Guessed says that something depends on values that are not known before the program runs. Then a single number
	// that is loaded is taken to be the largest size of an array, since it may be a length; other loops count as one
	// iteration, and branches as half.
	Guessed bool
}

// Of returns the work of a program with an average index. Values that depend on the iteration are those of the middle
// iteration.
func Of(k tile.Kernel, l Launch, id [3]int64) (*Program, error) { return follow(k, l, id, false) }

// First is like [Of], but uses the first iteration, and lists tiles: programs whose loops begin with the same tile
// share the following ones.
func First(k tile.Kernel, l Launch, id [3]int64) (*Program, error) { return follow(k, l, id, true) }

func follow(k tile.Kernel, l Launch, id [3]int64, first bool) (*Program, error) {
	args := k.Entry().Args()
	if len(l.Args) != len(args) {
		return nil, fmt.Errorf("%s has %d parameters, not %d", k.SymName(), len(args), len(l.Args))
	}
	c := &counter{kernel: k, launch: l, id: id, first: first, known: map[*ir.Value]ir.Attribute{}, out: &Program{}}
	for i, a := range l.Args {
		if a.Int != nil {
			if t, ok := args[i].Type().(*ir.IntegerType); ok {
				c.known[args[i]] = k.Context().Integer(t, *a.Int)
			}
		}
	}
	c.block(k.Entry(), 1)
	return c.out, nil
}

// counter evaluates a program.
type counter struct {
	kernel  tile.Kernel
	launch  Launch
	id      [3]int64
	first   bool // use the first iteration instead of the middle one
	known   map[*ir.Value]ir.Attribute
	folding ir.Folding
	out     *Program
	works   bool // whether the current loop loads or multiplies
}

// block counts the operations of a block, each times times.
func (c *counter) block(b *ir.Block, times float64) {
	for op := range b.Ops() {
		switch {
		case op.Is(&scf.ForOp):
			c.loop(op, times)
		case op.Is(&scf.IfOp):
			c.branch(op, times)
		case op.Is(&tilegpu.Split):
			c.split(op, times)
		case op.Is(&scf.WhileOp):
			c.out.Guessed = true
			for i := range op.NumRegions() {
				c.block(op.Region(i).Entry(), times)
			}
		default:
			c.operation(op, times)
		}
	}
}

func (c *counter) loop(op *ir.Operation, times float64) {
	f, _ := scf.AsFor(op)
	trips := float64(1)
	from, ok := c.integer(f.LowerBound())
	to, ok2 := c.integer(f.UpperBound())
	step, ok3 := c.integer(f.Step())
	if ok && ok2 && ok3 && step > 0 {
		n := max(0, (to-from+step-1)/step)
		trips = float64(n)
		if !c.first {
			from += n / 2 * step
		}
		c.known[f.InductionVar()] = c.kernel.Context().Integer(f.InductionVar().Type(), from)
	} else {
		c.out.Guessed = true
	}
	outer := c.works
	c.works = false
	steps := c.out.Steps
	c.block(f.Body(), times*trips)
	if c.works && c.out.Steps == steps {
		c.out.Steps += times * trips
	}
	c.works = c.works || outer
}

// split counts the work of one of the blocks that share a program: the first, which also combines the results of the
// others.
func (c *counter) split(op *ir.Operation, times float64) {
	s, _ := tilegpu.AsSplit(op)
	c.known[s.Body().Arg(0)] = c.kernel.Context().Integer(s.Body().Arg(0).Type(), 0)
	c.block(s.Body(), times)
	c.block(s.Combiner(), times*float64(s.Parts()-1))
}

func (c *counter) branch(op *ir.Operation, times float64) {
	f, _ := scf.AsIf(op)
	condition, ok := c.known[f.Condition()].(*ir.IntegerAttr)
	if !ok {
		c.out.Guessed = true
		times /= 2
	}
	if !ok || condition.Bool() {
		c.block(f.Then(), times)
	}
	if other := f.Else(); other != nil && (!ok || !condition.Bool()) {
		c.block(other, times)
	}
}

func (c *counter) operation(op *ir.Operation, times float64) {
	switch op.Def() {
	case &tile.ProgramID:
		c.set(op, c.id[tile.Axis(op)])
		return
	case &tile.NumPrograms:
		c.set(op, c.launch.Grid[tile.Axis(op)])
		return
	case &tile.Dim:
		if i := argument(op.Operand(0)); i >= 0 && tile.Axis(op) < len(c.launch.Args[i].Shape) {
			c.set(op, c.launch.Args[i].Shape[tile.Axis(op)])
		}
		return
	case &tile.NumTiles:
		c.tiles(op)
		return
	case &tile.LoadView, &tile.LoadPixels, &tile.Load:
		c.load(op, times)
		return
	case &tile.StoreView, &tile.AtomicRMWView:
		c.out.Stored += times * c.within(op.Operand(1), op.Operand(0).Type())
		return
	case &tile.Store:
		c.out.Stored += times * bytesOf(op.Operand(1).Type())
		return
	case &tile.Dot:
		c.product(op, times)
		return
	}
	if op.NumResults() > 0 {
		if t, ok := op.Result(0).Type().(*ir.TensorType); ok {
			c.out.Arithmetic += times * float64(ir.Product(t.Shape())) / 32 * costOf(op)
			return
		}
	}
	c.fold(op)
}

// costOf returns the cost of an operation for each element, in issue slots.
func costOf(op *ir.Operation) float64 {
	switch {
	case op.HasTrait(ir.ConstantLike), op.Is(&tile.Splat), op.Is(&tile.Broadcast), op.Is(&tile.Reshape),
		op.Is(&tile.ExpandDims):
		return 0
	case strings.HasPrefix(op.Name(), "math.") && op.Name() != "math.fma" && op.Name() != "math.absf",
		op.Name() == "arith.divf":
		return costs.ExpensiveOp
	}
	return costs.Op
}

func (c *counter) load(op *ir.Operation, times float64) {
	t := op.Result(0).Type()
	c.works = true
	one := Tile{Array: argument(op.Operand(0))}
	if op.Is(&tile.LoadView) {
		one.Bytes = c.within(op.Operand(0), t)
		one.At = c.indices(op)
	} else {
		one.Bytes = bytesOf(t)
	}
	if integer, ok := t.(*ir.IntegerType); ok {
		c.known[op.Result(0)] = c.kernel.Context().Integer(integer, c.element(one.Array))
	}
	one.Bytes *= times
	c.out.Loaded += one.Bytes
	c.out.Filled += times * bytesOf(t)
	if c.first {
		c.out.Tiles = append(c.out.Tiles, one)
	}
}

// element returns the assumed value of a single element of an array: that of the launch or else, since it may be a
// length, the largest size of an array.
func (c *counter) element(array int) int64 {
	if array >= 0 && c.launch.Args[array].Int != nil {
		return *c.launch.Args[array].Int
	}
	c.out.Guessed = true
	largest := int64(1)
	for _, a := range c.launch.Args {
		for _, n := range a.Shape {
			largest = max(largest, n)
		}
	}
	return largest
}

// indices returns the indices of a view as text; "" if one is not known.
func (c *counter) indices(op *ir.Operation) string {
	var s strings.Builder
	for i := 1; i < op.NumOperands(); i++ {
		n, ok := c.integer(op.Operand(i))
		if !ok {
			return ""
		}
		fmt.Fprintf(&s, "%d,", n)
	}
	return s.String()
}

// within returns the number of bytes of a tile that can be inside an array.
func (c *counter) within(array *ir.Value, t ir.Type) float64 {
	tensor, ok := t.(*ir.TensorType)
	if !ok {
		return bytesOf(t)
	}
	i := argument(array)
	if _, whole := array.Type().(*tile.ArrayType); i < 0 || !whole || len(c.launch.Args[i].Shape) != len(tensor.Shape()) {
		return bytesOf(t)
	}
	n := int64(1)
	for d, size := range tensor.Shape() {
		n *= min(size, c.launch.Args[i].Shape[d])
	}
	return float64(n) * elementBytes(tensor)
}

// tiles evaluates the number of tiles of a view of an argument. The sizes of slices are not known.
func (c *counter) tiles(op *ir.Operation) {
	view := op.Operand(0)
	for made := view.DefiningOp(); made != nil && made.Is(&tile.MakeView); made = view.DefiningOp() {
		view = made.Operand(0)
	}
	if view.DefiningOp() != nil {
		return
	}
	t, i := op.Operand(0).Type().(*tile.ViewType), argument(view)
	if at := int(t.Order()[tile.Axis(op)]); i >= 0 && at < len(c.launch.Args[i].Shape) {
		step := t.Steps()[tile.Axis(op)]
		c.set(op, (c.launch.Args[i].Shape[at]+step-1)/step)
	}
}

func (c *counter) product(op *ir.Operation, times float64) {
	c.works = true
	x, y := op.Operand(0).Type().(*ir.TensorType), op.Operand(1).Type().(*ir.TensorType)
	a, b := x.Shape(), y.Shape()
	p := Product{Type: x.ElementType().String(), M: a[len(a)-2], K: a[len(a)-1], N: b[len(b)-1], Count: times}
	if p.Type == "f32" && tile.PrecisionOf(op) == tile.PrecisionTF32 {
		p.Type = "tf32"
	}
	for _, n := range a[:len(a)-2] {
		p.Count *= float64(n)
	}
	c.out.Products = append(c.out.Products, p)
}

func (c *counter) set(op *ir.Operation, v int64) {
	c.known[op.Result(0)] = c.kernel.Context().Integer(op.Result(0).Type(), v)
}

func (c *counter) integer(v *ir.Value) (int64, bool) {
	a, ok := c.known[v].(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Int64(), true
}

// fold computes the result of an operation on scalars whose operands are known.
func (c *counter) fold(op *ir.Operation) {
	if op.NumResults() != 1 {
		return
	}
	if op.HasTrait(ir.ConstantLike) {
		if a, ok := ir.ConstantOf(op.Result(0)).(*ir.IntegerAttr); ok {
			c.known[op.Result(0)] = a
		}
		return
	}
	c.folding.ConstantsOnly = true
	c.folding.Operands = c.folding.Operands[:0]
	for i := range op.NumOperands() {
		c.folding.Operands = append(c.folding.Operands, c.known[op.Operand(i)])
	}
	if op.Fold(&c.folding) != ir.Folded {
		return
	}
	r := c.folding.Results[0]
	if r.Value != nil {
		r.Constant = c.known[r.Value]
	}
	if r.Constant != nil {
		c.known[op.Result(0)] = r.Constant
	}
}

// argument returns the number of the argument that a view or an address is derived from; -1 if it is not known.
func argument(v *ir.Value) int {
	for {
		op := v.DefiningOp()
		if op == nil {
			if _, ok := tile.AsKernel(v.ArgumentOf().ParentOp()); ok {
				return v.Index()
			}
			return -1
		}
		if op.NumOperands() == 0 {
			return -1
		}
		v = op.Operand(0)
	}
}

func elementBytes(t ir.Type) float64 {
	if t, ok := ir.ElementOrSelf(t).(*tile.PtrType); ok {
		return elementBytes(t.Pointee())
	}
	return float64(max(1, ir.BitWidth(ir.ElementOrSelf(t)))) / 8
}

func bytesOf(t ir.Type) float64 {
	if tensor, ok := t.(*ir.TensorType); ok {
		return float64(ir.Product(tensor.Shape())) * elementBytes(tensor)
	}
	return elementBytes(t)
}
