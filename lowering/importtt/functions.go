package importtt

import (
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

var functions = map[*ir.OpDef]conversion{
	&tt.FuncOp: (*importer).function,
	&tt.Return: (*importer).ret,
	&tt.CallOp: (*importer).call,
}

// function makes a kernel of a public function, and an ordinary function of another. It comes after what is inside.
func (im *importer) function(op *ir.Operation) ([]*ir.Value, error) {
	f, _ := tt.AsFunc(op)
	t, _ := convertType(im.ctx, f.Type()).(*ir.FunctionType)
	if t == nil {
		return nil, unsupported(op, "the type %s", ir.Quote(f.Type()))
	}
	def := &fn.FuncOp
	if f.IsPublic() {
		def = &tile.KernelOp
	}
	st := im.b.State(def)
	st.SetInherent(ir.SymbolName, op.Inherent(ir.SymbolName))
	st.SetInherent(function.TypeAttr, im.ctx.TypeAttr(t))
	if !f.IsPublic() {
		st.SetInherent(ir.SymbolVisibility, im.ctx.StringAttr("private"))
		if noinline, ok := op.Attr("noinline").(*ir.IntegerAttr); ok && noinline.Bool() {
			st.SetInherent("no_inline", im.ctx.Unit())
		}
	}
	function.SetDicts(st, function.ArgAttrs, im.argAttrs(f))
	st.Regions = append(st.Regions, &ir.Region{})
	im.b.Create(st).Region(0).TakeBlocks(f.Body())
	return nil, nil
}

// argAttrs returns the attributes of the arguments, in the terms of dialect tile.
func (im *importer) argAttrs(f tt.Func) []*ir.DictAttr {
	out := make([]*ir.DictAttr, len(f.Type().Inputs))
	for i := range out {
		out[i] = im.ownNames(f.ArgAttrs(i))
		if f.IsPublic() {
			out[i] = im.aligned(im.mayOverlap(out[i], f.Type().Inputs[i]), f.Type().Inputs[i])
		}
	}
	return out
}

// noAlias is an attribute of arguments of Triton's kernels: if the argument's memory is written, no other argument
// leads to it. Triton itself has no such attribute.
const noAlias = "tile.noalias" // as ownNames leaves it: tt.noalias

// mayOverlap adds that an argument which leads to memory may lead where others do, unless somebody says otherwise.
func (im *importer) mayOverlap(attrs *ir.DictAttr, t ir.Type) *ir.DictAttr {
	promised := im.options.PointersApart || attrs.Get(noAlias) != nil
	entries := slices.DeleteFunc(slices.Clone(attrs.All()), func(a ir.NamedAttr) bool { return a.Name == noAlias })
	switch convertType(im.ctx, t).(type) {
	case *tile.PtrType, *tile.ArrayType:
		if !promised {
			entries = append(entries, im.unit(tile.MayOverlap))
		}
	}
	return im.ctx.Dict(entries...)
}

// descriptorAlignment is what the base of a descriptor, and its strides but the last, are multiples of, in bytes:
// Triton makes no descriptor of another tensor.
const descriptorAlignment = 16

// aligned adds what Triton promises of descriptors that are arguments.
func (im *importer) aligned(attrs *ir.DictAttr, t ir.Type) *ir.DictAttr {
	d, ok := t.(*tt.TensorDescType)
	if !ok {
		return attrs
	}
	block := d.SignlessBlock(im.ctx)
	divisors := slices.Repeat([]int64{max(1, descriptorAlignment*8/int64(ir.BitWidth(block.ElementType())))},
		len(block.Shape()))
	divisors[len(divisors)-1] = 1
	entries := slices.DeleteFunc(slices.Clone(attrs.All()), func(a ir.NamedAttr) bool {
		return a.Name == tile.ArgDivisibility || a.Name == tile.StrideDivisibility
	})
	return im.ctx.Dict(append(entries, im.i32(tile.ArgDivisibility, descriptorAlignment),
		ir.NamedAttr{Name: tile.StrideDivisibility, Value: im.ctx.DenseI64(divisors...)})...)
}

// ownNames returns attributes with `tile.` in front of the names instead of `tt.`.
func (im *importer) ownNames(d *ir.DictAttr) *ir.DictAttr {
	entries := make([]ir.NamedAttr, 0, d.Len())
	for _, a := range d.All() {
		if rest, ok := strings.CutPrefix(a.Name, "tt."); ok {
			a.Name = "tile." + rest
		}
		entries = append(entries, a)
	}
	return im.ctx.Dict(entries...)
}

func (im *importer) ret(op *ir.Operation) ([]*ir.Value, error) {
	if f, _ := tt.AsFunc(op.Parent()); f.IsPublic() {
		tile.NewReturn(im.b)
	} else {
		fn.NewReturn(im.b, op.OperandValues()...)
	}
	return nil, nil
}

func (im *importer) call(op *ir.Operation) ([]*ir.Value, error) {
	st := im.b.State(&fn.CallOp)
	st.SetInherent("callee", op.Inherent("callee"))
	st.Operands = append(st.Operands, op.OperandValues()...)
	st.Types = append(st.Types, op.ResultTypes()...)
	return im.b.Create(st).ResultValues(), nil
}
