package importtt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// blockPointers replaces block pointers, which exist only before Triton's own passes. A block pointer becomes several
// values, its parts: the array that it points into, and, for each dimension, the offset of the block as an i32. Loops,
// branches and calls that carry a block pointer carry its parts instead.
type blockPointers struct {
	*importer
	parts    map[*ir.Value][]*ir.Value
	replaced []*ir.Operation // replaced operations, which are erased at the end
	blocks   []replacedArgs
}

// replacedArgs stands for the first n arguments of a block, which are erased at the end.
type replacedArgs struct {
	block *ir.Block
	n     int
}

// expandBlockPointers replaces all block pointers. It runs before all other conversions.
func (im *importer) expandBlockPointers() error {
	p := &blockPointers{importer: im, parts: make(map[*ir.Value][]*ir.Value)}
	var ops []*ir.Operation
	any := false
	im.module.Walk(func(op *ir.Operation) bool {
		ops = append(ops, op)
		any = any || op.Is(&tt.MakeTensorPtr)
		return true
	})
	if !any {
		return nil
	}
	for _, op := range ops {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				p.arguments(b)
			}
		}
	}
	for _, op := range ops {
		if err := p.expand(op); err != nil {
			return err
		}
	}
	for _, op := range slices.Backward(p.replaced) {
		op.Erase()
	}
	for _, b := range p.blocks {
		for range b.n {
			b.block.EraseArg(0)
		}
	}
	return nil
}

// isBlock reports whether t is a block pointer.
func isBlock(t ir.Type) bool {
	p, ok := t.(*tt.PtrType)
	if !ok {
		return false
	}
	_, ok = p.Pointee().(*ir.TensorType)
	return ok
}

// blockOf returns the type of the blocks that a block pointer points to.
func blockOf(t ir.Type) *ir.TensorType { return t.(*tt.PtrType).Pointee().(*ir.TensorType) }

// types returns the types of a block pointer's parts; for any other type it returns the type itself.
func (p *blockPointers) types(t ir.Type) []ir.Type {
	if !isBlock(t) {
		return []ir.Type{t}
	}
	block := blockOf(t)
	shape := make([]int64, len(block.Shape()))
	out := []ir.Type{nil}
	for i := range shape {
		shape[i] = ir.Dynamic
		out = append(out, p.ctx.I(32))
	}
	out[0] = tile.Array(p.ctx, shape, block.ElementType(), nil)
	return out
}

func (p *blockPointers) allTypes(types []ir.Type) []ir.Type {
	out := []ir.Type{}
	for _, t := range types {
		out = append(out, p.types(t)...)
	}
	return out
}

// values returns values with block pointers replaced by their parts.
func (p *blockPointers) values(vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if parts, ok := p.parts[v]; ok {
			out = append(out, parts...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// arguments appends new arguments to a block that has block pointers among its arguments: the parts of block pointers,
// and copies of the others, in the same order. The old arguments are erased at the end.
func (p *blockPointers) arguments(b *ir.Block) {
	n := b.NumArgs()
	if !hasBlock(b.ArgTypes()) {
		return
	}
	for i := range n {
		old := b.Arg(i)
		var parts []*ir.Value
		for _, t := range p.types(old.Type()) {
			parts = append(parts, b.AddArg(p.ctx, t, old.Loc()))
		}
		p.replace(old, parts)
	}
	p.blocks = append(p.blocks, replacedArgs{b, n})
}

// replace records the parts of a block pointer. It replaces the uses of any other value by the first part.
func (p *blockPointers) replace(old *ir.Value, parts []*ir.Value) {
	if isBlock(old.Type()) {
		p.parts[old] = parts
	} else {
		old.ReplaceAllUsesWith(parts[0])
	}
}

func hasBlock(types []ir.Type) bool {
	for _, t := range types {
		if isBlock(t) {
			return true
		}
	}
	return false
}

// expand replaces an operation that has block pointers among its operands or results. It does not change others.
func (p *blockPointers) expand(op *ir.Operation) error {
	if f, ok := tt.AsFunc(op); ok {
		p.function(f)
		return nil
	}
	if !hasBlock(op.OperandTypes()) && !hasBlock(op.ResultTypes()) {
		return nil
	}
	for _, v := range op.OperandValues() {
		if isBlock(v.Type()) && p.parts[v] == nil {
			return unsupported(op, "its block pointer is defined later in the text, or by an unknown operation")
		}
	}
	p.b.Before(op).CopyLoc(op)
	switch {
	case op.Is(&tt.MakeTensorPtr):
		return p.make(op)
	case op.Is(&tt.Advance):
		return p.advance(op)
	case op.Is(&tt.Load):
		return p.load(op)
	case op.Is(&tt.Store):
		return p.store(op)
	case op.Is(&arith.Select):
		p.choose(op)
	case op.Info().DialectName() == "arith" || op.Info().DialectName() == "tt" && !op.Is(&tt.CallOp) && !op.Is(&tt.Return):
		return unsupported(op, "it computes with block pointers")
	default:
		p.carry(op)
	}
	return nil
}

// function updates the type and the argument attributes of a function.
func (p *blockPointers) function(f tt.Func) {
	t := f.Type()
	if !hasBlock(t.Inputs) && !hasBlock(t.Results) {
		return
	}
	var attrs []ir.Attribute
	for i, in := range t.Inputs {
		d := f.ArgAttrs(i)
		if d == nil || isBlock(in) {
			d = p.ctx.Dict()
		}
		for range p.types(in) {
			attrs = append(attrs, d)
		}
	}
	if f.Inherent(function.ArgAttrs) != nil {
		f.SetAttr(function.ArgAttrs, p.ctx.Array(attrs...))
	}
	f.SetAttr(function.TypeAttr, p.ctx.TypeAttr(p.ctx.FunctionType(p.allTypes(t.Inputs), p.allTypes(t.Results))))
}

// carry replaces an operation that passes operands, in order, to results or to block arguments.
func (p *blockPointers) carry(op *ir.Operation) {
	st := p.b.StateLike(op)
	if op.HasTrait(ir.AttrSizedOperandSegments) {
		sizes := make([]int32, len(op.Def().Operands))
		for i := range sizes {
			sizes[i] = int32(len(p.values(op.GroupValues(i))))
		}
		st.SetSegments(sizes...)
	}
	st.Operands = append(st.Operands, p.values(op.OperandValues())...)
	st.Types = append(st.Types, p.allTypes(op.ResultTypes())...)
	for i := range op.NumRegions() {
		region := &ir.Region{}
		region.TakeBlocks(op.Region(i))
		st.Regions = append(st.Regions, region)
	}
	results := p.b.Create(st).ResultValues()
	for _, old := range op.ResultValues() {
		n := len(p.types(old.Type()))
		p.replace(old, results[:n])
		results = results[n:]
	}
	p.replaced = append(p.replaced, op)
}

func (p *blockPointers) make(op *ir.Operation) error {
	array := p.types(op.Result(0).Type())[0].(*tile.ArrayType)
	for i, what := range [...]string{"size", "stride", "offset"} {
		if got := len(op.GroupValues(1 + i)); got != array.Rank() {
			return unsupported(op, "it must have one %s for each of %d dimensions, but has %d", what, array.Rank(), got)
		}
	}
	var shape []*ir.Value
	for _, v := range op.GroupValues(1) {
		shape = append(shape, p.build(&arith.TruncI, []ir.Type{p.ctx.I(32)}, []*ir.Value{v}).Result(0))
	}
	v := tile.NewMakeArray(p.b, op.Operand(0), array, shape, op.GroupValues(2))
	p.parts[op.Result(0)] = append([]*ir.Value{v}, op.GroupValues(3)...)
	p.replaced = append(p.replaced, op)
	return nil
}

func (p *blockPointers) advance(op *ir.Operation) error {
	from := p.parts[op.Operand(0)]
	if got := len(op.GroupValues(1)); got != len(from)-1 {
		return unsupported(op, "it must have one offset for each of %d dimensions, but has %d", len(from)-1, got)
	}
	parts := []*ir.Value{from[0]}
	for i, by := range op.GroupValues(1) {
		sum := p.build(&arith.AddI, []ir.Type{p.ctx.I(32)}, []*ir.Value{from[1+i], by})
		parts = append(parts, sum.Result(0))
	}
	p.parts[op.Result(0)] = parts
	p.replaced = append(p.replaced, op)
	return nil
}

// choose replaces a select between two block pointers by selects between their offsets. If they point into different
// arrays, it also selects between the addresses, sizes and strides of the arrays, and makes an array of the results.
func (p *blockPointers) choose(op *ir.Operation) {
	condition := op.Operand(0)
	pick := func(ifTrue, ifFalse *ir.Value) *ir.Value {
		if ifTrue == ifFalse {
			return ifTrue
		}
		return p.build(&arith.Select, []ir.Type{ifTrue.Type()}, []*ir.Value{condition, ifTrue, ifFalse}).Result(0)
	}
	a, b := p.parts[op.Operand(1)], p.parts[op.Operand(2)]
	parts := []*ir.Value{a[0]}
	if a[0] != b[0] {
		x, y := p.describe(a[0]), p.describe(b[0])
		for i := range x {
			x[i] = pick(x[i], y[i])
		}
		t := a[0].Type().(*tile.ArrayType)
		parts[0] = tile.NewMakeArray(p.b, x[0], t, x[1:1+t.Rank()], x[1+t.Rank():])
	}
	for i := range a[1:] {
		parts = append(parts, pick(a[1+i], b[1+i]))
	}
	p.parts[op.Result(0)] = parts
	p.replaced = append(p.replaced, op)
}

// describe returns the address, the sizes and the strides of an array: the operands of the tile.make_array that defines
// it, or the results of new operations that read them.
func (p *blockPointers) describe(array *ir.Value) []*ir.Value {
	if op := array.DefiningOp(); op != nil && op.Is(&tile.MakeArray) {
		return slices.Clone(op.OperandValues())
	}
	out := []*ir.Value{tile.NewBase(p.b, array)}
	rank := array.Type().(*tile.ArrayType).Rank()
	for d := range rank {
		out = append(out, tile.NewDim(p.b, array, d))
	}
	for d := range rank {
		stride := tile.NewStride(p.b, array, d)
		out = append(out, p.build(&arith.ExtSI, []ir.Type{p.ctx.I(64)}, []*ir.Value{stride}).Result(0))
	}
	return out
}

// viewOf returns a view of a block pointer's array, with its blocks as tiles and a step of one element.
func (p *blockPointers) viewOf(v *ir.Value, padding tile.Padding) *ir.Value {
	array := p.parts[v][0]
	block := blockOf(v.Type()).Shape()
	ones := slices.Repeat([]int64{1}, len(block))
	return tile.NewView(p.b, array, tile.View(p.ctx, array.Type().(*tile.ArrayType), block, nil, ones, padding))
}

// load replaces a load by a tile.load_view. The block may be anywhere. Elements outside of the array are undefined,
// unless the load specifies a padding. (In dimensions that the load does not check, they are undefined anyway.)
func (p *blockPointers) load(op *ir.Operation) error {
	if op.NumOperands() > 1 {
		return unsupported(op, "a load through a block pointer must not have a mask")
	}
	padding := tile.PadUndetermined
	switch tt.Keyword(op, "padding", tt.Paddings) {
	case "zero":
		padding = tile.PadZero
	case "nan":
		padding = tile.PadNaN
	}
	view := p.viewOf(op.Operand(0), padding)
	v := p.build(&tile.LoadView, op.ResultTypes(), append([]*ir.Value{view}, p.parts[op.Operand(0)][1:]...),
		p.unit(tile.AnywhereName))
	op.Result(0).ReplaceAllUsesWith(v.Result(0))
	p.replaced = append(p.replaced, op)
	return nil
}

func (p *blockPointers) store(op *ir.Operation) error {
	if op.NumOperands() > 2 {
		return unsupported(op, "a store through a block pointer must not have a mask")
	}
	view := p.viewOf(op.Operand(0), tile.PadUndetermined)
	tile.NewStoreView(p.b, op.Operand(1), view, p.parts[op.Operand(0)][1:]...).SetAttr(tile.AnywhereName, p.ctx.Unit())
	p.replaced = append(p.replaced, op)
	return nil
}
