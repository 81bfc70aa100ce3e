package layout

import (
	"fmt"
	"slices"
	"strconv"
)

// Slice returns l without output dimension name: the layout of the result of a reduction along it. Inputs that differed
// only in that dimension become copies. Register bits that no longer contribute anything are dropped, since a thread
// needs no copies in its own registers.
func (l Layout) Slice(name string) (Layout, error) {
	drop := l.outIndex(name)
	if drop < 0 {
		return Layout{}, fmt.Errorf("%w: no output dimension %q", ErrInvalid, name)
	}
	dropped := l.out[drop]
	s := Layout{in: make([]input, len(l.in)), out: slices.Delete(slices.Clone(l.out), drop, drop+1)}
	for i := drop; i < len(s.out); i++ {
		s.out[i].shift -= dropped.bits
	}
	for i, d := range l.in {
		bases := make([]uint64, 0, len(d.bases))
		for _, b := range d.bases {
			above := b >> (dropped.shift + dropped.bits) << dropped.shift
			if v := b&(1<<dropped.shift-1) | above; v != 0 || d.name != Register {
				bases = append(bases, v)
			}
		}
		s.in[i] = input{d.name, bases}
	}
	return s, nil
}

// RenameOuts returns l with its output dimensions renamed, in order.
func (l Layout) RenameOuts(names ...string) (Layout, error) {
	if len(names) != len(l.out) {
		return Layout{}, fmt.Errorf("%w: %d names for %d output dimensions", ErrInvalid, len(names), len(l.out))
	}
	r := Layout{in: l.in, out: slices.Clone(l.out)}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return Layout{}, fmt.Errorf("%w: output dimension %q is given twice", ErrInvalid, name)
		}
		r.out[i].name = name
	}
	return r, nil
}

// Contiguous returns the number of consecutive registers of a thread, from register 0, that hold consecutive
// coordinates of an output dimension. It is the widest vector that one access along that dimension can move.
func (l Layout) Contiguous(out string) int {
	o := l.outIndex(out)
	i := l.inIndex(Register)
	if o < 0 || i < 0 {
		return 1
	}
	n := 0
	for n < len(l.in[i].bases) && n < l.out[o].bits && l.in[i].bases[n] == 1<<(l.out[o].shift+n) {
		n++
	}
	// Only these registers may contribute to the bits below n; otherwise the run would not start at a multiple of n.
	for k, d := range l.in {
		for j, b := range d.bases {
			if k == i && j < n {
				continue
			}
			for n > 0 && b>>l.out[o].shift&(1<<n-1) != 0 {
				n--
			}
		}
	}
	return 1 << n
}

// Names of the input dimensions of distributed layouts, from the fastest-varying to the slowest-varying.
const (
	Register = "register"
	Lane     = "lane"
	Warp     = "warp"
	Block    = "block"
)

// OutName returns the name of a tensor's dimension i as an output dimension: "dim0", "dim1", ...
func OutName(i int) string {
	if i < len(outNames) {
		return outNames[i]
	}
	return "dim" + strconv.Itoa(i)
}

var outNames = [...]string{"dim0", "dim1", "dim2", "dim3", "dim4", "dim5", "dim6", "dim7", "dim8", "dim9", "dim10",
	"dim11"}
