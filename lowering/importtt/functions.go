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

// function converts a public function to a kernel, and a private one to a func.func. The operations in its body have
// been converted before.
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

// argAttrs returns the attributes of the arguments in dialect tile.
func (im *importer) argAttrs(f tt.Func) []*ir.DictAttr {
	out := make([]*ir.DictAttr, len(f.Type().Inputs))
	for i := range out {
		out[i] = im.ownNames(f.ArgAttrs(i))
		if f.IsPublic() {
			out[i] = im.aligned(im.mayOverlap(out[i], f.Type().Inputs[i]), f.Type().Inputs[i])
			out[i] = im.divided(out[i], im.divisors[f.Body().Entry().Arg(i)])
		}
	}
	return out
}

// noAlias is the name, after ownNames has renamed tt.noalias, of an attribute of arguments of Triton's kernels. It
// promises that memory which is written through the argument is not accessed through any other argument. Triton itself
// does not have this attribute.
const noAlias = "tile.noalias"

// mayOverlap adds the attribute tile.may_overlap to arguments that are pointers or arrays, unless an option or the
// attribute noAlias promises that their memory does not overlap.
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

// aligned adds attributes for the alignment that Triton promises for arguments that are descriptors.
func (im *importer) aligned(attrs *ir.DictAttr, t ir.Type) *ir.DictAttr {
	d, ok := t.(*tt.TensorDescType)
	if !ok {
		return attrs
	}
	block := d.SignlessBlock(im.ctx)
	divisors := slices.Repeat([]int64{strideDivisor(block.ElementType())}, len(block.Shape()))
	divisors[len(divisors)-1] = 1
	entries := slices.DeleteFunc(slices.Clone(attrs.All()), func(a ir.NamedAttr) bool {
		return a.Name == tile.ArgDivisibility || a.Name == tile.StrideDivisibility
	})
	return im.ctx.Dict(append(entries, im.i32(tile.ArgDivisibility, descriptorAlignment),
		ir.NamedAttr{Name: tile.StrideDivisibility, Value: im.ctx.DenseI64(divisors...)})...)
}

// divided adds the attribute that a divisor is known of an argument, unless its attributes say so already.
func (im *importer) divided(attrs *ir.DictAttr, divisor int64) *ir.DictAttr {
	if known, ok := attrs.Get(tile.ArgDivisibility).(*ir.IntegerAttr); divisor <= 1 || ok && known.Int64()%divisor == 0 {
		return attrs
	}
	entries := slices.DeleteFunc(slices.Clone(attrs.All()), func(a ir.NamedAttr) bool {
		return a.Name == tile.ArgDivisibility
	})
	return im.ctx.Dict(append(entries, im.i32(tile.ArgDivisibility, int(divisor)))...)
}

// ownNames returns attributes with the prefix `tt.` of names replaced by `tile.`.
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
