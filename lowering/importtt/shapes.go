package importtt

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var shapes = map[*ir.OpDef]conversion{
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
}
