package emit

import "github.com/girih-ir/girih/layout"

// AxisBit is the input bit of a layout, of registers, lanes or warps, that moves along one bit of an axis.
type AxisBit struct {
	In  string
	Bit int
}

// AxisBits returns, for each bit of an axis, the input bit that moves along it and nowhere else. ok is false if a bit
// of the axis has none.
func AxisBits(l layout.Layout, axis int) (out []AxisBit, ok bool) {
	free := l.FreeMasks()
	for bit := 0; 1<<bit < l.Outs()[axis].Size; bit++ {
		m, ok := mover(l, axis, bit, free)
		if !ok {
			return nil, false
		}
		out = append(out, m)
	}
	return out, true
}

func mover(l layout.Layout, axis, bit int, free map[string]int) (AxisBit, bool) {
	for _, in := range []string{layout.Register, layout.Lane, layout.Warp} {
		for i, basis := range l.Bases(in) {
			if basis[axis]>>bit&1 == 0 || free[in]>>i&1 != 0 {
				continue
			}
			for d, x := range basis {
				if d == axis && x != 1<<bit || d != axis && x != 0 {
					return AxisBit{}, false
				}
			}
			return AxisBit{in, i}, true
		}
	}
	return AxisBit{}, false
}
