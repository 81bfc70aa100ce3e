package tilegpu

import "github.com/girih-ir/girih/ir"

// Bulk copies write the tile of a ring in panels that are side by side. A panel is as wide as the widest swizzle
// pattern that divides the rows, unless the type of the tile says otherwise. Panels of 16 bytes are not swizzled.

// panelBytes is the name of the entry of a tile's encoding for the width of its panels.
const panelBytes = "panel_bytes"

// WithPanels returns the type of a tile in panels of the given number of bytes: 16, 32, 64 or 128. It has an encoding
// unless the tile has such panels anyway, of widest bytes.
func WithPanels(ctx *ir.Context, t *ir.TensorType, bytes, widest int64) *ir.TensorType {
	if bytes == widest {
		return ctx.TensorType(t.Shape(), t.ElementType(), nil)
	}
	return ctx.TensorType(t.Shape(), t.ElementType(),
		ctx.Dict(ir.NamedAttr{Name: panelBytes, Value: ctx.Integer(ctx.I(64), bytes)}))
}

// PanelBytes returns the width of a tile's panels that its type asks for; 0 if it does not.
func PanelBytes(t *ir.TensorType) int64 {
	d, _ := t.Encoding.(*ir.DictAttr)
	if n, ok := d.Get(panelBytes).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	return 0
}

// hasPanels reports whether the encoding of a tensor is that of panels which divide its rows.
func hasPanels(t *ir.TensorType) bool {
	d, ok := t.Encoding.(*ir.DictAttr)
	n := PanelBytes(t)
	return ok && d.Len() == 1 && (n == 16 || n == 32 || n == 64 || n == 128) && len(t.Shape()) == 2 &&
		t.Shape()[1]*int64(ir.BitWidth(t.ElementType()))%(8*n) == 0
}
