package tilegpu

import (
	"fmt"
	"slices"
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
	layout layout.Layout // a [layout.Layout.Distributed] one
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

// levelNames are the input dimensions of a distributed layout.
var levelNames = [3]string{layout.Register, layout.Lane, layout.Warp}

type linearKey struct{ text string }

// Linear returns the attribute of a layout from registers, lanes and warps to a tensor's dimensions.
func Linear(ctx *ir.Context, l layout.Layout) *LinearAttr {
	l = l.Distributed()
	var buf [192]byte
	return ir.Intern(ctx, linearKey{string(l.AppendKey(buf[:0]))}, func(linearKey) *LinearAttr {
		return &LinearAttr{layout: l}
	})
}

// Rank implements [Encoding].
func (a *LinearAttr) Rank() int { return a.layout.NumOuts() }

// Linear implements [Encoding]. Along a dimension that is smaller than the layout, coordinates wrap around, so that
// several threads hold the same element. Along a dimension that is larger, threads get more registers.
func (a *LinearAttr) Linear(shape []int64) (layout.Layout, error) {
	if a.layout.HasShape(shape) {
		return a.layout, nil
	}
	return a.known.of(shape, a.linear)
}

func (a *LinearAttr) linear(shape []int64) (layout.Layout, error) {
	return a.layout.Resized(dims(shape))
}

// dims returns the output dimensions of layouts of a tensor.
func dims(shape []int64) []layout.Dim {
	outs := make([]layout.Dim, len(shape))
	for i, n := range shape {
		outs[i] = layout.Dim{Name: layout.OutName(i), Size: int(n)}
	}
	return outs
}

// Def returns the definition of the attribute's kind.
func (*LinearAttr) Def() *ir.AttrDef { return &linearDef }

// PrintBody appends the text after the mnemonic.
func (a *LinearAttr) PrintBody(p *ir.Printer) {
	p.Text("<{")
	for i, name := range levelNames {
		if i > 0 {
			p.Text(", ")
		}
		p.Text(name + " = " + strings.ReplaceAll(fmt.Sprint(a.layout.Bases(name)), " ", ", "))
	}
	p.Text("}>")
}

// String returns the attribute's text.
func (a *LinearAttr) String() string { return ir.AttrText(a) }

func parseLinear(p ir.Parser, _ ir.Type) ir.Attribute {
	pos := p.Pos()
	p.Literal("<")
	p.Literal("{")
	rank := -1
	ins := make([]layout.In, len(levelNames))
	for i, name := range levelNames {
		if i > 0 {
			p.Literal(",")
		}
		p.Literal(name)
		p.Literal("=")
		ins[i] = layout.In{Name: name, Bases: parseBases(p)}
		for _, basis := range ins[i].Bases {
			if rank < 0 {
				rank = len(basis)
			}
			if len(basis) != rank && !p.Failed() {
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
	l, err := checked(ins, rank)
	if err != nil {
		p.Errorf(pos, "%v", err)
		return nil
	}
	return Linear(p.Context(), l)
}

// maxExtent bounds the coordinates of basis vectors.
const maxExtent = 1 << 30

// checked returns the layout that has these basis vectors.
func checked(ins []layout.In, rank int) (layout.Layout, error) {
	if n := len(ins[1].Bases); 1<<n != WarpSize {
		return layout.Layout{}, fmt.Errorf("%w: a warp of %d lanes needs 5 basis vectors, but there are %d",
			layout.ErrInvalid, WarpSize, n)
	}
	if n := len(ins[2].Bases); n > 5 {
		return layout.Layout{}, fmt.Errorf("%w: %d basis vectors for warps; a block has at most %d warps",
			layout.ErrInvalid, n, maxWarps)
	}
	shape := slices.Repeat([]int64{1}, rank)
	for _, level := range ins {
		for _, basis := range level.Bases {
			for d, x := range basis {
				if x < 0 || x >= maxExtent {
					return layout.Layout{}, fmt.Errorf("%w: coordinate %d is not between 0 and %d",
						layout.ErrInvalid, x, maxExtent)
				}
				for shape[d] <= int64(x) {
					shape[d] *= 2
				}
			}
		}
	}
	return layout.New(ins, dims(shape))
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
