package tensors

import (
	"context"
	"fmt"
	"unsafe"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// region is a function with [prim.RegionAttr] for operands of known shapes: instructions that compute a block of rows,
// whose values stay in the cache. Without reductions, a row is one element.
type region struct {
	rows, length int // of the space
	block        int // rows at once
	code         []instruction
	registers    []register
	scratch      int // bytes of memory that a worker needs
}

// register is where a value of a block is: in a part of an argument or result, or in the worker's memory.
type register struct {
	size     int // bytes of an element
	perRow   int // elements of a row
	argument int // number of the argument plus one, if it is one
	result   int // number of the result plus one, if it is one
	number   any // that all elements are, if it is a constant
	elem     ir.Type
	offset   int // in the worker's memory
}

// instruction computes a register from others, by one of its three functions.
type instruction struct {
	kernel kernel
	reduce rowKernel
	repeat bool // the element of each row
	dst    int
	src    []int
}

// Sizes of a block: what all its registers take, and how many elements it has.
const (
	blockBytes = 128 << 10
	minBlock   = 256
	maxBlock   = 4096
)

// compute sets the results of a region, which are contiguous.
func (r *region) compute(ctx context.Context, args, results []*Tensor) error {
	from, to := make([]raw, len(args)), make([]raw, len(results))
	for i, x := range args {
		if x != nil {
			from[i] = rawOf(x)
		}
	}
	for i, x := range results {
		to[i] = rawOf(x)
	}
	parallel(r.rows, 1+4*chunk/max(r.length, 1), func(first, last int) {
		w := r.newWorker(from, to)
		for ; first < last && ctx.Err() == nil; first += r.block {
			w.run(first, min(r.block, last-first))
		}
	})
	return ctx.Err()
}

// worker computes blocks.
type worker struct {
	*region
	from, to []raw
	memory   unsafe.Pointer
	filled   []bool           // registers that are the same for all blocks
	at       []unsafe.Pointer // of registers in this block
}

func (r *region) newWorker(from, to []raw) *worker {
	w := &worker{region: r, from: from, to: to, memory: room(r.scratch), filled: make([]bool, len(r.registers)),
		at: make([]unsafe.Pointer, len(r.registers))}
	for i, reg := range r.registers {
		w.at[i] = unsafe.Add(w.memory, reg.offset)
		n := r.block * reg.perRow
		switch {
		case reg.number != nil:
			one := New(reg.elem)
			fill(one, reg.number)
			w.spread(i, rawOf(one).data, n)
		case reg.argument > 0 && from[reg.argument-1].same:
			x := &from[reg.argument-1]
			w.spread(i, x.at(x.t.offset), n)
		}
	}
	return w
}

// spread sets all elements of a register to one, once for all blocks.
func (w *worker) spread(i int, one unsafe.Pointer, n int) {
	repeat(w.registers[i].size, 1, n, w.at[i], one)
	w.filled[i] = true
}

// run computes some rows from a first one on.
func (w *worker) run(first, rows int) {
	for i := range w.registers {
		switch reg := &w.registers[i]; {
		case w.filled[i]:
		case reg.argument > 0:
			w.at[i] = w.from[reg.argument-1].read(first*reg.perRow, (first+rows)*reg.perRow,
				unsafe.Add(w.memory, reg.offset))
		case reg.result > 0:
			w.at[i] = w.to[reg.result-1].at(first * reg.perRow)
		}
	}
	var src sources
	for i := range w.code {
		c := &w.code[i]
		for k, s := range c.src {
			src[k] = w.at[s]
		}
		switch dst := w.at[c.dst]; {
		case c.kernel != nil:
			c.kernel(rows*w.registers[c.dst].perRow, dst, src)
		case c.reduce != nil:
			c.reduce(rows, w.length, dst, src[0])
		default:
			repeat(w.registers[c.dst].size, rows, w.length, dst, src[0])
		}
	}
}

// repeat copies each of some elements to the elements of a row.
func repeat(size, rows, length int, dst, src unsafe.Pointer) {
	switch size {
	case 1:
		repeatAs[uint8](rows, length, dst, src)
	case 2:
		repeatAs[uint16](rows, length, dst, src)
	case 4:
		repeatAs[uint32](rows, length, dst, src)
	case 8:
		repeatAs[uint64](rows, length, dst, src)
	default:
		repeatAs[complex128](rows, length, dst, src)
	}
}

func repeatAs[T any](rows, length int, dst, src unsafe.Pointer) {
	from, to := at[T](src, rows), at[T](dst, rows*length)
	for i := rows - 1; i >= 0; i-- { // backwards, as both may be the same
		spread(from[i], to[i*length:(i+1)*length])
	}
}

// spread sets all elements of a list to one.
func spread[T any](v T, list []T) {
	const few = 64
	done := min(few, len(list))
	for i := range done {
		list[i] = v
	}
	for ; done < len(list); done *= 2 {
		copy(list[done:], list[:done])
	}
}

// compileRegion returns the region that a function is, for arguments that are like some tensors, and what its results
// are like. An error says why it has to be computed one operation at a time.
func compileRegion(f fn.Func, args []any) (*region, []*Tensor, error) {
	c := &compiler{r: new(region), env: make(frame), place: make(map[*ir.Value]prim.Place),
		at: make(map[operand]int), last: make(map[*ir.Value]*ir.Operation), free: make(map[[2]int][]int)}
	entry := f.Region(0).Entry()
	for i, a := range args {
		c.env[entry.Arg(i)] = a
	}
	for op := range entry.Ops() {
		for _, v := range op.Operands() {
			c.last[v] = op
		}
	}
	if err := c.infer(entry); err != nil {
		return nil, nil, err
	}
	shape := ints(c.space.Shape)
	c.r.rows, c.r.length = numel(shape[:c.space.Kept]), numel(shape[c.space.Kept:])
	var results []*Tensor
	for i, v := range entry.Last().OperandValues() {
		if _, twice := c.at[operand{v, c.place[v]}]; twice || v.DefiningOp() == nil {
			return nil, nil, fmt.Errorf("%w: result %d is an argument, or another result", prim.ErrApart, i)
		}
		reg := c.registerOf(v, c.place[v])
		reg.result = i + 1
		c.at[operand{v, c.place[v]}] = c.add(reg)
		results = append(results, c.env[v].(*Tensor))
	}
	for op := range entry.Ops() {
		if op.Next() == nil {
			break
		}
		if err := c.operation(op); err != nil {
			return nil, nil, err
		}
	}
	c.layOut()
	return c.r, results, nil
}

// compiler makes a region.
type compiler struct {
	r     *region
	space prim.Space
	env   frame // all values, as tensors without data
	place map[*ir.Value]prim.Place
	at    map[operand]int // registers
	last  map[*ir.Value]*ir.Operation
	free  map[[2]int][]int // registers of memory that are free, by what is in a row
}

// operand is a value as an instruction needs it: an argument may be needed whole, and as an element of each row.
type operand struct {
	v     *ir.Value
	place prim.Place
}

// Place and Shape make the compiler the [prim.Values] of this run's sizes.
func (c *compiler) Place(v *ir.Value) prim.Place { return c.place[v] }
func (c *compiler) Shape(v *ir.Value) []int64    { return wide(c.env[v].(*Tensor).shape) }

// infer finds the shapes of all values and the space, and checks that all operations join it with the sizes of this
// run.
func (c *compiler) infer(entry *ir.Block) error {
	for op := range entry.Ops() {
		if op.Next() == nil {
			break
		}
		u, err := newUse(c.env, op)
		if err != nil {
			return located(op, err)
		}
		v := op.Result(0)
		c.env[v] = u.like(0)
		if c.place[v], c.space, err = c.space.Join(op, c); err != nil {
			return err
		}
	}
	return nil
}

// operation adds the instruction of an operation, if it needs one.
func (c *compiler) operation(op *ir.Operation) error {
	v := op.Result(0)
	at := operand{v, c.place[v]}
	if op.Is(&prim.Fill) {
		if _, isResult := c.at[at]; !isResult {
			reg := c.registerOf(v, at.place)
			reg.number = prim.NumberOf(op.Inherent("value"))
			c.at[at] = c.add(reg)
			return nil
		}
	}
	i := instruction{}
	var from []ir.Type
	for _, o := range op.Operands() {
		x, ok := c.env[o].(*Tensor)
		if !ok {
			continue // a size
		}
		from = append(from, x.elem)
		i.src = append(i.src, c.source(o, op, at.place))
	}
	to := c.env[v].(*Tensor).elem
	place := c.placeOf(op.Operand(0), op, at.place)
	switch {
	case prim.IsReduction(op):
		i.reduce = reducer(op, from[0], to)
	case place == prim.Row && at.place == prim.Whole:
		i.repeat = true
	case op.Is(&prim.Fill):
		i.kernel = filling(to, prim.NumberOf(op.Inherent("value")))
	case prim.IsElementwise(op):
		var err error
		if i.kernel, err = kernelOf(op, to, from); err != nil {
			return err
		}
	default: // the same elements in another shape
		i.kernel = copying(elementSize(to))
	}
	for _, o := range op.Operands() {
		c.release(o, op)
	}
	if _, isResult := c.at[at]; !isResult {
		c.at[at] = c.memory(c.registerOf(v, at.place))
	}
	i.dst = c.at[at]
	c.r.code = append(c.r.code, i)
	return nil
}

// placeOf returns where an operand of op is. An argument is where op needs it: its operation has a result there, or
// reduces it.
func (c *compiler) placeOf(v *ir.Value, op *ir.Operation, result prim.Place) prim.Place {
	switch {
	case c.place[v] != prim.Outside:
		return c.place[v]
	case prim.IsReduction(op):
		return prim.Whole
	}
	return result
}

// source returns the register of an operand.
func (c *compiler) source(v *ir.Value, op *ir.Operation, result prim.Place) int {
	at := operand{v, c.placeOf(v, op, result)}
	if r, ok := c.at[at]; ok {
		return r
	}
	reg := c.registerOf(v, at.place)
	reg.argument = v.Index() + 1
	c.at[at] = c.add(reg)
	return c.at[at]
}

func (c *compiler) registerOf(v *ir.Value, place prim.Place) register {
	elem := c.env[v].(*Tensor).elem
	reg := register{size: elementSize(elem), elem: elem, perRow: c.r.length}
	if place == prim.Row {
		reg.perRow = 1
	}
	return reg
}

func (c *compiler) add(reg register) int {
	c.r.registers = append(c.r.registers, reg)
	return len(c.r.registers) - 1
}

// memory returns a register of memory that is free, or a new one.
func (c *compiler) memory(reg register) int {
	key := [2]int{reg.size, reg.perRow}
	if free := c.free[key]; len(free) > 0 {
		c.free[key] = free[:len(free)-1]
		return free[len(free)-1]
	}
	return c.add(reg)
}

// release frees the register of a value that op is the last to use: op's result may take it.
func (c *compiler) release(v *ir.Value, op *ir.Operation) {
	r, ok := c.at[operand{v, c.place[v]}]
	if !ok || c.last[v] != op || v.DefiningOp() == nil {
		return
	}
	reg := &c.r.registers[r]
	if reg.number == nil && reg.result == 0 {
		key := [2]int{reg.size, reg.perRow}
		c.free[key] = append(c.free[key], r)
		c.last[v] = nil // not once more, if it is two operands
	}
}

// layOut decides how many rows are computed at once, and where registers are in the memory of a worker. Arguments may
// need some, if their elements do not lie behind each other.
func (c *compiler) layOut() {
	perRow := 0
	for _, reg := range c.r.registers {
		perRow += reg.size * reg.perRow
	}
	length := max(c.r.length, 1)
	c.r.block = max(1, min(max(blockBytes/max(perRow, 1), minBlock/length), maxBlock/length))
	for i := range c.r.registers {
		reg := &c.r.registers[i]
		reg.offset = c.r.scratch
		if reg.result == 0 {
			c.r.scratch += (c.r.block*reg.size*reg.perRow + align - 1) / align * align
		}
	}
}
