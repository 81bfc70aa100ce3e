package tensors

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/girih-ir/girih/backend/tensors/internal/arena"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// region is a function with [prim.RegionAttr], compiled for operands of known shapes: a list of instructions that
// compute a block of rows. Their values stay in the cache. Without reductions, a row is one element.
type region struct {
	rows, length int // rows, and elements in a row
	block        int // number of rows in a block
	code         []instruction
	registers    []register
	scratch      int // bytes of memory that each worker needs
}

// register is the memory of a value in a block: a part of an argument or result, or of the worker's memory.
type register struct {
	size     int // size of an element in bytes
	perRow   int // number of elements in a row
	argument int // number of the argument plus one; 0 for others
	result   int // number of the result plus one; 0 for others
	number   any // value of all elements, for a constant
	elem     ir.Type
	offset   int // offset in the worker's memory
}

// instruction computes a register from others, by one of its three functions.
type instruction struct {
	kernel kernel
	reduce rowKernel
	repeat bool // repeats the element of each row
	dst    int
	src    []int
}

// Limits of a block: the number of bytes of all its registers, and the number of elements.
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
	filled   []bool           // whether a register that is the same for all blocks has been filled
	at       []unsafe.Pointer // address of each register in the current block
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

// spread sets all elements of a register to a number, once for all blocks.
func (w *worker) spread(i int, one unsafe.Pointer, n int) {
	repeat(w.registers[i].size, 1, n, w.at[i], one)
	w.filled[i] = true
}

// run computes a number of rows from a first one on.
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

// repeat copies each of some elements to all elements of a row.
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
	for i := rows - 1; i >= 0; i-- { // backwards, since source and destination may be the same
		spread(from[i], to[i*length:(i+1)*length])
	}
}

// spread sets all elements of a list to the first one.
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

// compileRegion compiles a function to a region for arguments with the shapes of some tensors. It also returns its
// results as tensors without elements. An error says why the function has to be computed one operation at a time.
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
	c.r.rows, c.r.length = ir.Product(shape[:c.space.Kept]), ir.Product(shape[c.space.Kept:])
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

// compiler compiles a region.
type compiler struct {
	r     *region
	space prim.Space
	env   frame // all values, as tensors without data
	place map[*ir.Value]prim.Place
	at    map[operand]int // the register of each operand
	last  map[*ir.Value]*ir.Operation
	free  map[[2]int][]int // free registers in memory, by the size of a row and of an element
}

// operand is a value in one of its forms: an argument may be used as a whole row, and as the element of each row.
type operand struct {
	v     *ir.Value
	place prim.Place
}

// Place and Shape make the compiler implement [prim.Values] for the sizes of this run.
func (c *compiler) Place(v *ir.Value) prim.Place { return c.place[v] }
func (c *compiler) Shape(v *ir.Value) []int64    { return wide(c.env[v].(*Tensor).shape) }

// infer infers the shapes of all values and the iteration space. It checks that all operations fit in it with the sizes
// of this run.
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
			continue // its result is a size
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

// placeOf returns the form in which op uses an operand. An argument is used as a whole row if op's result is a row or
// op reduces it.
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

// memory returns a free register in memory, or a new one.
func (c *compiler) memory(reg register) int {
	key := [2]int{reg.size, reg.perRow}
	if free := c.free[key]; len(free) > 0 {
		c.free[key] = free[:len(free)-1]
		return free[len(free)-1]
	}
	return c.add(reg)
}

// release frees the register of a value if op is its last use. op's result may take it.
func (c *compiler) release(v *ir.Value, op *ir.Operation) {
	r, ok := c.at[operand{v, c.place[v]}]
	if !ok || c.last[v] != op || v.DefiningOp() == nil {
		return
	}
	reg := &c.r.registers[r]
	if reg.number == nil && reg.result == 0 {
		key := [2]int{reg.size, reg.perRow}
		c.free[key] = append(c.free[key], r)
		c.last[v] = nil // so that it is not freed twice if it is two operands
	}
}

// layOut chooses the number of rows in a block, and assigns offsets in the worker's memory to registers. An argument
// needs memory if its elements are not contiguous.
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
			c.r.scratch += (c.r.block*reg.size*reg.perRow + arena.Align - 1) / arena.Align * arena.Align
		}
	}
}
