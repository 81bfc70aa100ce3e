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
	return l.kept(slices.Concat(l.out[:drop], l.out[drop+1:])), nil
}

// Without is [Layout.Slice] for dimensions that are given by their numbers, each among those that the ones before it
// leave. The other dimensions get the names of [OutName].
func (l Layout) Without(dims ...int) (Layout, error) {
	out := slices.Clone(l.out)
	for _, dim := range dims {
		if dim < 0 || dim >= len(out) {
			return Layout{}, fmt.Errorf("%w: no output dimension %d", ErrInvalid, dim)
		}
		out = slices.Delete(out, dim, dim+1)
	}
	for i := range out {
		out[i].name = OutName(i)
	}
	return l.kept(out), nil
}

// kept returns l without the dimensions that out lacks. It changes the positions in out.
func (l *Layout) kept(out []output) Layout {
	s := Layout{in: make([]input, len(l.in)), out: out}
	var cut cuts
	shift := 0
	for i := range out {
		cut = cut.plus(out[i], shift)
		out[i].shift = shift
		shift += out[i].bits
	}
	all := make([]uint64, 0, l.count())
	for i, d := range l.in {
		start := len(all)
		for _, b := range d.bases {
			if v := cut.apply(b); v != 0 || d.name != Register {
				all = append(all, v)
			}
		}
		s.in[i] = input{d.name, all[start:len(all):len(all)]}
	}
	return s
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
