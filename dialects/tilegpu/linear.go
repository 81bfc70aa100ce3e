package tilegpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// LinearAttr is `#tilegpu.linear<{register = [[0, 1]], lane = [[0, 2], ...], warp = [[1, 0]]}>`: a layout that is given
// by its basis vectors. It is for layouts that the other attributes cannot describe, such as that of a reshaped tensor.
// Each bit of a register, lane or warp number has a basis vector with one coordinate for each dimension, as in
// [layout.New].
type LinearAttr struct {
	ir.AttrBase
	rank   int
	levels [3][][]int // of registers, lanes and warps
	known  shapes
}

// shapes caches the linear layouts of an attribute by shape.
type shapes struct {
	last atomic.Pointer[linearOfShape]
}

// linearOfShape is a cached layout for a shape, and the layout that was cached before it.
type linearOfShape struct {
	shape  []int64
	layout layout.Layout
	before *linearOfShape
}

// maxKnown bounds the number of shapes that an attribute caches. Tensors with the same layout have few shapes.
const maxKnown = 16

// of returns the layout for a shape, which linear computes if it is not cached.
func (s *shapes) of(shape []int64, linear func([]int64) (layout.Layout, error)) (layout.Layout, error) {
	last, n := s.last.Load(), 0
	for known := last; known != nil; known = known.before {
		if slices.Equal(known.shape, shape) {
			return known.layout, nil
		}
		n++
	}
	l, err := linear(shape)
	if err == nil && n < maxKnown {
		s.last.Store(&linearOfShape{slices.Clone(shape), l, last})
	}
	return l, err
}

var linearDef = ir.AttrDef{Dialect: "tilegpu", Mnemonic: "linear", Summary: "layout that is given by its basis vectors",
	Parse: parseLinear}

// levelNames are the input dimensions of a distributed layout, in the order of [LinearAttr.levels].
var levelNames = [3]string{layout.Register, layout.Lane, layout.Warp}

type linearKey struct{ text string }

// Linear returns the attribute of a layout from registers, lanes and warps to a tensor's dimensions.
func Linear(ctx *ir.Context, l layout.Layout) *LinearAttr {
	a := &LinearAttr{rank: len(l.Outs())}
	for i, name := range levelNames {
		a.levels[i] = l.Bases(name)
	}
	return internLinear(ctx, a)
}

func internLinear(ctx *ir.Context, a *LinearAttr) *LinearAttr {
	return ir.Intern(ctx, linearKey{a.key()}, func(linearKey) *LinearAttr { return a })
}

// key returns a text that differs between different layouts.
func (a *LinearAttr) key() string {
	text := strconv.AppendInt(make([]byte, 0, 256), int64(a.rank), 10)
	for _, level := range a.levels {
		text = append(text, '|')
		for _, basis := range level {
			text = append(text, ';')
			for _, x := range basis {
				text = append(strconv.AppendInt(text, int64(x), 10), ',')
			}
		}
	}
	return string(text)
}

// Rank implements [Encoding].
func (a *LinearAttr) Rank() int { return a.rank }

// Linear implements [Encoding]. Along a dimension that is smaller than the layout, coordinates wrap around, so that
// several threads hold the same element. Along a dimension that is larger, threads get more registers.
func (a *LinearAttr) Linear(shape []int64) (layout.Layout, error) { return a.known.of(shape, a.linear) }

func (a *LinearAttr) linear(shape []int64) (layout.Layout, error) {
	if len(shape) != a.rank {
		return layout.Layout{}, fmt.Errorf("%w: %d dimensions for a layout of %d", layout.ErrInvalid, len(shape), a.rank)
	}
	outs := make([]layout.Dim, a.rank)
	extent := make([]int, a.rank) // the size that the basis vectors cover along each dimension
	for i, n := range shape {
		outs[i], extent[i] = layout.Dim{Name: layout.OutName(i), Size: int(n)}, 1
	}
	ins := make([]layout.In, len(levelNames))
	for i, name := range levelNames {
		ins[i] = layout.In{Name: name, Bases: slices.Clip(a.levels[i])}
		if !fits(a.levels[i], outs, extent) {
			ins[i].Bases = clipped(a.levels[i], outs)
		}
	}
	for d := a.rank - 1; d >= 0; d-- {
		for ; extent[d] < outs[d].Size; extent[d] *= 2 {
			basis := make([]int, a.rank)
			basis[d] = extent[d]
			ins[0].Bases = append(ins[0].Bases, basis)
		}
	}
	return layout.New(ins, outs)
}

// Def returns the definition of the attribute's kind.
func (*LinearAttr) Def() *ir.AttrDef { return &linearDef }

// fits reports whether basis vectors stay inside a tensor, and widens the extents that they cover.
func fits(bases [][]int, outs []layout.Dim, extent []int) bool {
	inside := true
	for _, basis := range bases {
		for d, x := range basis {
			for extent[d] <= x {
				extent[d] *= 2
			}
			inside = inside && x < outs[d].Size
		}
	}
	return inside
}

// clipped returns basis vectors whose coordinates wrap around at the sizes of a tensor, which are powers of two.
func clipped(bases [][]int, outs []layout.Dim) [][]int {
	out := make([][]int, len(bases))
	coords := make([]int, len(bases)*len(outs)) // of all vectors
	for k, basis := range bases {
		out[k], coords = coords[:len(outs)], coords[len(outs):]
		for d, x := range basis {
			out[k][d] = x & (outs[d].Size - 1)
		}
	}
	return out
}

// PrintBody appends the text after the mnemonic.
func (a *LinearAttr) PrintBody(p *ir.Printer) {
	p.Text("<{")
	for i, name := range levelNames {
		if i > 0 {
			p.Text(", ")
		}
		p.Text(name + " = " + strings.ReplaceAll(fmt.Sprint(a.levels[i]), " ", ", "))
	}
	p.Text("}>")
}

// String returns the attribute's text.
func (a *LinearAttr) String() string { return ir.AttrText(a) }

func parseLinear(p ir.Parser, _ ir.Type) ir.Attribute {
	pos := p.Pos()
	p.Literal("<")
	p.Literal("{")
	a := &LinearAttr{rank: -1}
	for i, name := range levelNames {
		if i > 0 {
			p.Literal(",")
		}
		p.Literal(name)
		p.Literal("=")
		a.levels[i] = parseBases(p)
		for _, basis := range a.levels[i] {
			if a.rank < 0 {
				a.rank = len(basis)
			}
			if len(basis) != a.rank && !p.Failed() {
				p.Errorf(pos, "basis vectors must have the same number of coordinates")
				return nil
			}
		}
	}
	p.Literal("}")
	p.Literal(">")
	if p.Failed() {
		return nil
	}
	if err := a.check(); err != nil {
		p.Errorf(pos, "%v", err)
		return nil
	}
	return internLinear(p.Context(), a)
}

// maxExtent bounds the coordinates of basis vectors.
const maxExtent = 1 << 30

func (a *LinearAttr) check() error {
	if n := len(a.levels[1]); 1<<n != WarpSize {
		return fmt.Errorf("%w: a warp of %d lanes needs 5 basis vectors, but there are %d", layout.ErrInvalid, WarpSize, n)
	}
	if n := len(a.levels[2]); n > 5 {
		return fmt.Errorf("%w: %d basis vectors for warps; a block has at most %d warps", layout.ErrInvalid, n, maxWarps)
	}
	shape := slices.Repeat([]int64{1}, a.rank)
	for _, level := range a.levels {
		for _, basis := range level {
			for d, x := range basis {
				if x < 0 || x >= maxExtent {
					return fmt.Errorf("%w: coordinate %d is not between 0 and %d", layout.ErrInvalid, x, maxExtent)
				}
				for shape[d] <= int64(x) {
					shape[d] *= 2
				}
			}
		}
	}
	_, err := a.Linear(shape)
	return err
}

// parseBases reads a list of basis vectors, as in `[[0, 1], [0, 2]]`. It may be empty.
func parseBases(p ir.Parser) (bases [][]int) {
	p.Literal("[")
	if p.TryLiteral("]") {
		return nil
	}
	for more := true; more && !p.Failed(); more = p.TryLiteral(",") {
		p.Literal("[")
		var basis []int
		if !p.TryLiteral("]") {
			for next := true; next && !p.Failed(); next = p.TryLiteral(",") {
				basis = append(basis, int(p.Int64()))
			}
			p.Literal("]")
		}
		bases = append(bases, basis)
	}
	p.Literal("]")
	return bases
}
