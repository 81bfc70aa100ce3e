package importtt

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var programs = map[*ir.OpDef]conversion{
	&tt.GetProgramID: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return []*ir.Value{tile.NewProgramID(im.b, dimension(op))}, nil
	},
	&tt.GetNumPrograms: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return []*ir.Value{tile.NewNumPrograms(im.b, dimension(op))}, nil
	},
	&tt.MakeRange: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		start, end := tt.Bounds(op)
		v := tile.NewIota(im.b, end-start)
		if start != 0 {
			from := tile.NewSplat(im.b, im.constant(start), end-start)
			v = im.build(&arith.AddI, []ir.Type{v.Type()}, []*ir.Value{v, from}).Result(0)
		}
		return []*ir.Value{v}, nil
	},
}

func dimension(op *ir.Operation) int {
	axis, _ := tt.Dimensions.Value(op.Inherent("axis"))
	return axis
}

// Facts that Triton states about a value as attributes of the operation that defines it.
const (
	contiguity   = "tt.contiguity"
	divisibility = "tt.divisibility"
	constancy    = "tt.constancy"
)

// keepHints translates the attributes of an operation that is not of dialect tt: it renames the prefix `tt.` of names
// to `tile.`, and makes a tile.hint of facts about the result.
func (im *importer) keepHints(op *ir.Operation) error {
	facts := make(map[string][]int64)
	var rest []ir.NamedAttr
	changed := false
	for _, a := range op.Attrs().All() {
		switch {
		case op.NumResults() == 1 && (a.Name == contiguity || a.Name == divisibility || a.Name == constancy):
			numbers := numbersOf(a.Value)
			if numbers == nil {
				return op.Errorf("'%s' must be a list of integers, but is %s", a.Name, a.Value)
			}
			facts[a.Name] = numbers
			changed = true
		case strings.HasPrefix(a.Name, "tt."):
			a.Name = "tile." + strings.TrimPrefix(a.Name, "tt.")
			changed = true
			fallthrough
		default:
			rest = append(rest, a)
		}
	}
	if !changed {
		return nil
	}
	op.SetAttrs(im.ctx.Dict(rest...))
	if len(facts) == 0 || !hintable(op.Result(0).Type(), facts) {
		return nil
	}
	v := op.Result(0)
	im.b.After(op).CopyLoc(op)
	hint := tile.NewHint(im.b, v, facts[contiguity], facts[divisibility], facts[constancy])
	v.ReplaceUsesIf(hint, func(use *ir.Operand) bool { return use.Owner() != hint.DefiningOp() })
	return nil
}

// hintable reports whether tile.hint accepts facts: they must be about integers or pointers, with a power of two for
// each dimension. Other facts are dropped, since a compiler could not use them.
func hintable(t ir.Type, facts map[string][]int64) bool {
	elem := ir.ElementOrSelf(t)
	if ir.IsFloat(elem) || ir.IsInt(elem, 1) {
		return false
	}
	for _, numbers := range facts {
		if len(numbers) != max(1, len(ir.TensorShape(t))) ||
			slices.ContainsFunc(numbers, func(n int64) bool { return n < 1 || n&(n-1) != 0 }) {
			return false
		}
	}
	return true
}

// numbersOf returns the integers of a dense attribute; nil for other attributes.
func numbersOf(a ir.Attribute) []int64 {
	dense, ok := a.(*ir.DenseElementsAttr)
	if !ok || ir.IsFloat(dense.ShapedType().ElementType()) {
		return nil
	}
	out := make([]int64, dense.Len())
	for i := range out {
		at := i
		if dense.IsSplat() {
			at = 0
		}
		out[i] = int64(dense.Bits(at))
	}
	return out
}
