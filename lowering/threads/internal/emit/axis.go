package emit

import "github.com/girih-ir/girih/layout"

// AxisBit is a bit of a register, lane or warp number that changes one bit of the coordinate along an axis.
type AxisBit struct {
	In  string
	Bit int
}

// AxisBits returns the AxisBit for each bit of an axis, if that bit of the coordinate depends on nothing else. ok is
// false if some bit of the axis has none.
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
