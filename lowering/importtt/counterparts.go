package importtt

import (
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

// counterparts converts operations of shapes, products, histograms and for debugging, each of which has a counterpart
// in dialect tile.
var counterparts = map[*ir.OpDef]conversion{
	&tt.Splat:     renamed(&tile.Splat),
	&tt.Broadcast: renamed(&tile.Broadcast),
	&tt.Reshape:   renamed(&tile.Reshape),
	&tt.Join:      renamed(&tile.Join),
	&tt.Split:     renamed(&tile.Split),
	&tt.Unsplat: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		zero := im.constant(0)
		indices := make([]*ir.Value, len(ir.TensorShape(op.Operand(0).Type())))
		for i := range indices {
			indices[i] = zero
		}
		return []*ir.Value{tile.NewExtract(im.b, op.Operand(0), nil, indices...)}, nil
	},
	&tt.ExpandDims: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return im.like(&tile.ExpandDims, op, im.i32("axis", tt.Axis(op))), nil
	},
	&tt.Cat: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return im.like(&tile.Cat, op, im.i32("axis", 0)), nil
	},
	&tt.Trans: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return []*ir.Value{tile.NewPermute(im.b, op.Operand(0), tt.Order(op)...)}, nil
	},
	&tt.Dot: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		precision := tile.PrecisionIEEE
		if elem := ir.ElementOrSelf(op.Operand(0).Type()); elem == im.ctx.F32() {
			precision, _ = tile.Precisions.Parse(tt.Keyword(op, "inputPrecision", tt.InputPrecisions))
		}
		return []*ir.Value{tile.NewDot(im.b, op.Operand(0), op.Operand(1), op.Operand(2), precision)}, nil
	},
	&tt.DotScaled: (*importer).dotScaled,
	&tt.Histogram: renamed(&tile.Histogram),
	&tt.Gather: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return []*ir.Value{tile.NewGather(im.b, op.Operand(0), op.Operand(1), tt.Axis(op))}, nil
	},
	&tt.Print: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		hex := op.Inherent("hex").(*ir.IntegerAttr).Bool()
		tile.NewPrint(im.b, op.Inherent("prefix").(*ir.StringAttr).Value, hex, op.OperandValues()...)
		return nil, nil
	},
	&tt.Assert: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		tile.NewAssert(im.b, op.Operand(0), op.Inherent("message").(*ir.StringAttr).Value)
		return nil, nil
	},
	&llvm.Assume: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		tile.NewAssume(im.b, op.Operand(0))
		return nil, nil
	},
	&gpu.Barrier: renamed(&tile.Barrier),
}

func (im *importer) dotScaled(op *ir.Operation) ([]*ir.Value, error) {
	st := im.b.State(&tile.DotScaled)
	for _, operand := range [...]struct{ format, along, outer string }{
		{"a_elem_type", "lhs_k_pack", tile.LHSOuterPacked}, {"b_elem_type", "rhs_k_pack", tile.RHSOuterPacked},
	} {
		packed, ok := op.Inherent(operand.along).(*ir.IntegerAttr)
		if ok && !packed.Bool() && tt.Format(op, operand.format) == "e2m1" {
			st.SetInherent(operand.outer, im.ctx.Unit())
		}
	}
	sizes := make([]int32, 5)
	for i := range sizes {
		if v := op.GroupValue(i); v != nil {
			st.Operands = append(st.Operands, v)
			sizes[i] = 1
		}
	}
	st.SetSegments(sizes...)
	for from, to := range map[string]string{"a_elem_type": "lhs_format", "b_elem_type": "rhs_format"} {
		format, ok := tile.ScaledFormats.Parse(tt.Format(op, from))
		if !ok {
			return nil, unsupported(op, "the format %s", tt.Format(op, from))
		}
		st.SetInherent(to, tile.ScaledFormats.Attr(im.ctx, format))
	}
	st.Types = append(st.Types, op.ResultTypes()...)
	return im.b.Create(st).ResultValues(), nil
}
