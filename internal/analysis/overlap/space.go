package overlap

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// space numbers the unknowns and monomials of polynomials. An unknown is an index, or a value about which nothing more
// is known.
type space struct {
	unknowns []unknown
	numbers  map[string]int // of unknowns, by their keys
	products [][]int        // the monomials, each a sorted list of unknowns; number 0 is the empty one
	monomial map[string]int
	known    map[place]poly
	places   map[string]int // of coordinates
	extended bool           // extensions are only followed if they do not change a sum that has wrapped around
}

// unknown is an index of the loaded tensor, or an opaque value: the result of an operation on operands at some
// coordinates.
type unknown struct {
	axis     int // dimension of an index; -1 for other unknowns
	key      string
	operands []poly
}

// place is a key of the cache of polynomials: a value, the number of its list of coordinates, and whether the
// polynomial is that of exact or of value.
type place struct {
	v     *ir.Value
	at    int
	exact bool
}

func newSpace() *space {
	return &space{numbers: make(map[string]int), products: [][]int{nil}, monomial: map[string]int{"": 0},
		known: make(map[place]poly), places: make(map[string]int)}
}

// index returns the index along a dimension.
func (s *space) index(axis int) poly {
	return s.unknown(unknown{axis: axis, key: "x" + strconv.Itoa(axis)})
}

// unknown returns the polynomial that is one unknown.
func (s *space) unknown(u unknown) poly {
	var buffer [64]byte
	key := appendKeys(append(buffer[:0], u.key...), u.operands)
	n, ok := s.numbers[string(key)]
	if !ok {
		n = len(s.unknowns)
		s.numbers[string(key)] = n
		s.unknowns = append(s.unknowns, u)
	}
	return poly{{s.product([]int{n}), 1}}
}

// product returns the number of a monomial.
func (s *space) product(unknowns []int) int {
	var buffer [32]byte
	key := buffer[:0]
	for _, n := range unknowns {
		key = append(strconv.AppendInt(key, int64(n), 10), ' ')
	}
	n, ok := s.monomial[string(key)]
	if !ok {
		n = len(s.products)
		s.monomial[string(key)] = n
		s.products = append(s.products, unknowns)
	}
	return n
}

// appendKeys appends a key that distinguishes lists of polynomials.
func appendKeys(to []byte, list []poly) []byte {
	for _, p := range list {
		to = append(to, '(')
		for _, t := range p {
			to = append(strconv.AppendInt(to, int64(t.monomial), 10), ' ')
			to = append(strconv.AppendInt(to, t.factor, 10), ' ')
		}
	}
	return to
}

// value returns a number of a kernel at coordinates; without coordinates it is a scalar.
func (s *space) value(v *ir.Value, at []poly) poly {
	if _, tensor := v.Type().(*ir.TensorType); !tensor {
		at = nil
	}
	var buffer [64]byte
	key := appendKeys(buffer[:0], at)
	n, ok := s.places[string(key)]
	if !ok {
		n = len(s.places)
		s.places[string(key)] = n
	}
	p, ok := s.known[place{v, n, s.extended}]
	if !ok {
		p = s.evaluate(v, at)
		s.known[place{v, n, s.extended}] = p
	}
	return p
}

// exact returns a number as value does, but does not follow an extension of a sum or product that may have wrapped
// around. So equal polynomials are equal numbers, not only up to multiples of 2^32.
func (s *space) exact(v *ir.Value, at []poly) poly {
	before := s.extended
	defer func() { s.extended = before }()
	s.extended = true
	return s.value(v, at)
}

// leastBits is the least width of integers that are followed although they wrap around. The numbers of narrower
// integers, such as bytes, would be known only up to multiples of a smaller power of two.
const leastBits = 32

// evaluate follows linear operations and products. Numbers of 32 and more bits may have wrapped around.
func (s *space) evaluate(v *ir.Value, at []poly) poly {
	op := v.DefiningOp()
	if op == nil {
		return s.opaque(v, at)
	}
	if t, number := ir.ElementOrSelf(v.Type()).(*ir.IntegerType); number && t.Width < leastBits && wraps(op) {
		return s.opaque(v, at)
	}
	operand := func(i int) poly { return s.value(op.Operand(i), at) }
	switch op.Def() {
	case &arith.ConstantOp:
		if n, ok := splatOf(v); ok {
			if i, ok := n.(*ir.IntegerAttr); ok {
				return constant(i.Int64())
			}
		}
	case &tile.Iota:
		if t := v.Type().(*ir.TensorType); ir.BitWidth(t.ElementType()) < leastBits && t.Shape()[0] > 128 {
			return s.opaque(v, at) // the numbers may not fit
		}
		return at[0]
	case &tile.Splat:
		return s.value(op.Operand(0), nil)
	case &tile.ExpandDims:
		axis := tile.Axis(op)
		return s.value(op.Operand(0), slices.Delete(slices.Clone(at), axis, axis+1))
	case &tile.Broadcast:
		return s.value(op.Operand(0), inner(op.Operand(0), at))
	case &tile.Permute:
		from := make([]poly, len(at))
		for i, axis := range tile.OrderOf(op) {
			from[axis] = at[i]
		}
		return s.value(op.Operand(0), from)
	case &arith.ExtSI, &arith.IndexCast:
		if from := ir.ElementOrSelf(op.Operand(0).Type()); ir.IsInt(from, 1) || s.extended && mayWrap(op.Operand(0)) {
			return s.opaque(v, at)
		}
		return operand(0)
	case &tilegpu.ConvertLayout, &tile.Hint, &arith.TruncI:
		return operand(0)
	case &arith.AddI, &tile.AddPtr:
		return s.plus(operand(0), operand(1), 1)
	case &arith.SubI:
		return s.plus(operand(0), operand(1), -1)
	case &arith.MulI:
		return s.times(operand(0), operand(1))
	case &arith.ShLI:
		if n, ok := s.value(op.Operand(1), at).constant(); ok && n >= 0 && n < 32 {
			return s.times(operand(0), constant(1<<n))
		}
	}
	return s.opaque(v, at)
}

// mayWrap reports whether a number is a sum or product, in any shape, which may have wrapped around.
func mayWrap(v *ir.Value) bool {
	for op := v.DefiningOp(); op != nil; op = v.DefiningOp() {
		switch op.Def() {
		case &tile.Splat, &tile.ExpandDims, &tile.Broadcast, &tile.Permute, &tilegpu.ConvertLayout, &tile.Hint, &arith.ExtSI:
			v = op.Operand(0)
		default:
			return wraps(op)
		}
	}
	return false
}

// wraps reports whether the result of an operation may not fit in its type.
func wraps(op *ir.Operation) bool {
	return op.Is(&arith.AddI) || op.Is(&arith.SubI) || op.Is(&arith.MulI) || op.Is(&arith.ShLI) || op.Is(&arith.TruncI)
}

// inner returns the coordinates in the operand of a broadcast, whose dimensions are the last ones: 0 where it has one
// element.
func inner(v *ir.Value, at []poly) []poly {
	t, tensor := v.Type().(*ir.TensorType)
	if !tensor {
		return nil
	}
	out := slices.Clone(at[len(at)-len(t.Shape()):])
	for i, n := range t.Shape() {
		if n == 1 {
			out[i] = nil
		}
	}
	return out
}

// opaque returns a value as an unknown. Two results of an operation on equal operands are the same unknown, if the
// operation depends on nothing else.
func (s *space) opaque(v *ir.Value, at []poly) poly {
	op := v.DefiningOp()
	if op == nil || !ir.IsPure(op) || op.NumRegions() > 0 || len(at) > 0 && !op.HasTrait(ir.Elementwise) {
		return s.unknown(unknown{axis: -1, key: fmt.Sprintf("%p", v), operands: at})
	}
	var operands []poly
	key := fmt.Sprintf("%s#%d %p %p", op.Name(), v.Index(), op.Properties(), ir.ElementOrSelf(v.Type()))
	for _, x := range op.Operands() {
		operands = append(operands, s.exact(x, at))
		key += fmt.Sprintf(" %p", ir.ElementOrSelf(x.Type())) // a number and its lower half are one polynomial
	}
	return s.unknown(unknown{axis: -1, key: key, operands: operands})
}

// splatOf returns the value of all elements of a constant.
func splatOf(v *ir.Value) (ir.Attribute, bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&arith.ConstantOp) {
		return nil, false
	}
	value := op.Inherent("value")
	dense, ok := value.(*ir.DenseElementsAttr)
	switch {
	case !ok:
		return value, true
	case dense.IsSplat():
		return dense.SplatValue(op.Context()), true
	}
	return nil, false
}
