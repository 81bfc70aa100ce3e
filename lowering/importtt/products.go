package importtt

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var products = map[*ir.OpDef]conversion{
	&tt.Dot: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		precision := tile.PrecisionIEEE
		if elem := ir.ElementOrSelf(op.Operand(0).Type()); elem == im.ctx.F32() {
			precision, _ = tile.Precisions.Parse(tt.Keyword(op, "inputPrecision", tt.InputPrecisions))
		}
		return []*ir.Value{tile.NewDot(im.b, op.Operand(0), op.Operand(1), op.Operand(2), precision)}, nil
	},
	&tt.DotScaled: (*importer).dotScaled,
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
