package constfold

import "github.com/girih-ir/girih/ir"

// Choose returns dense elements with the elements of x where mask, of type i1, is true, and of y where it is false. It
// returns nil unless all three are dense elements of one shape.
func Choose(ctx *ir.Context, mask, x, y ir.Attribute) ir.Attribute {
	m, ok1 := mask.(*ir.DenseElementsAttr)
	a, ok2 := x.(*ir.DenseElementsAttr)
	b, ok3 := y.(*ir.DenseElementsAttr)
	if !ok1 || !ok2 || !ok3 || a.Type() != b.Type() || a.Len() != m.Len() {
		return nil
	}
	t := a.ShapedType()
	w := newWriter(t.ElementType(), a.Len())
	for i := range a.Len() {
		from := b
		if m.Bits(i) != 0 {
			from = a
		}
		if w.bits == 1 {
			w.raw[i/8] |= byte(from.Bits(i)) << (i % 8)
		} else {
			w.raw = append(w.raw, from.ValueBytes(i)...)
		}
	}
	return ctx.DenseElements(t, w.raw, false)
}
