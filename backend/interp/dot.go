package interp

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addContractions(table map[*ir.OpDef]evaluator) {
	table[&tile.Dot] = evalDot
	table[&tile.DotScaled] = evalDotScaled
}

// smallProduct is the number of multiplications up to which a matrix product is computed element by element, in order.
// That defines the result. Larger products are computed by gonum, which may add in another order.
const smallProduct = 1 << 15

// evalDot computes in float64, in which products of the narrower formats are exact. It rounds the sum, including the
// accumulator, once.
func evalDot(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	lhs, rhs, acc := operands[0], operands[1], operands[2]
	out := newValue(op.Result(0).Type())
	if !ir.IsFloat(out.elem) {
		unsigned := func(v *value, name string) bool { return promotion.IsUnsigned(v.elem) || op.Inherent(name) != nil }
		dotIntegers(out, lhs, rhs, acc, unsigned(lhs, tile.LHSUnsigned), unsigned(rhs, tile.RHSUnsigned))
		return []*value{out}, nil
	}
	precision := tile.PrecisionOf(op)
	dotFloats(out, matrix(lhs, precision), matrix(rhs, precision), acc, lhs, rhs)
	return []*value{out}, nil
}

// dims returns the sizes of a batch of matrix products.
func dims(lhs, rhs []int64) (batch, m, n, k int) {
	batch = 1
	if len(lhs) == 3 {
		batch = int(lhs[0])
	}
	return batch, int(lhs[len(lhs)-2]), int(rhs[len(rhs)-1]), int(lhs[len(lhs)-1])
}

// matrix returns elements as float64, rounded to the input precision.
func matrix(v *value, precision tile.Precision) []float64 {
	f := formatOf(v.elem)
	out := make([]float64, len(v.words))
	for i, w := range v.words {
		out[i] = factorOf(f, w, precision)
	}
	return out
}

// factorOf returns an element as float64, rounded to the input precision.
func factorOf(f *apfloat.Format, w uint64, precision tile.Precision) float64 {
	x := pattern(w)
	if precision == tile.PrecisionTF32 {
		x = apfloat.Convert(f, apfloat.TF32, apfloat.Convert(apfloat.TF32, f, x, apfloat.ToNearestEven),
			apfloat.ToNearestEven)
	}
	return f.Float64(x)
}

// dotFloats adds the products of a and b to acc. An undefined element of a or b makes a row or column of the result
// undefined.
func dotFloats(out *value, a, b []float64, acc, lhs, rhs *value) {
	batch, m, n, k := dims(lhs.shape, rhs.shape)
	sums, f := make([]float64, m*n), formatOf(out.elem)
	for s := range batch {
		a, b := a[s*m*k:][:m*k], b[s*k*n:][:k*n]
		multiply(sums, a, b, m, n, k)
		for i, sum := range sums {
			at := s*m*n + i
			out.words[at] = f.FromFloat64(f.Float64(pattern(acc.words[at]))+sum, apfloat.ToNearestEven).Lo
		}
	}
	poisonProducts(out, lhs, rhs, acc)
}

// multiply sets c to the product of a, of m rows, and b, of n columns.
func multiply(c, a, b []float64, m, n, k int) {
	if m*n*k > smallProduct {
		general := func(rows, cols int, data []float64) blas64.General {
			return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: data}
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, general(m, k, a), general(k, n, b), 0, general(m, n, c))
		return
	}
	for i := range m {
		for j := range n {
			sum := 0.0
			for l := range k {
				sum += a[i*k+l] * b[l*n+j]
			}
			c[i*n+j] = sum
		}
	}
}

// dotIntegers computes a product of integers, which wraps around.
func dotIntegers(out, lhs, rhs, acc *value, lhsUnsigned, rhsUnsigned bool) {
	batch, m, n, k := dims(lhs.shape, rhs.shape)
	number := func(v *value, i int, unsigned bool) uint64 {
		if unsigned {
			return v.words[i]
		}
		return uint64(smallint.SignExtend(v.words[i], ir.BitWidth(v.elem)))
	}
	row := make([]uint64, n)
	for s := range batch {
		for i := range m {
			clear(row)
			for l := range k {
				x := number(lhs, (s*m+i)*k+l, lhsUnsigned)
				for j := range n {
					row[j] += x * number(rhs, (s*k+l)*n+j, rhsUnsigned)
				}
			}
			for j, sum := range row {
				at := (s*m+i)*n + j
				out.words[at] = (acc.words[at] + sum) & smallint.Mask(ir.BitWidth(out.elem))
			}
		}
	}
	poisonProducts(out, lhs, rhs, acc)
}

// poisonProducts marks the results that depend on an undefined element.
func poisonProducts(out, lhs, rhs, acc *value) {
	if lhs.poison == nil && rhs.poison == nil && acc.poison == nil {
		return
	}
	batch, m, n, k := dims(lhs.shape, rhs.shape)
	for s := range batch {
		for i := range m {
			for j := range n {
				at := (s*m+i)*n + j
				bad := acc.poisoned(at)
				for l := range k {
					bad = bad || lhs.poisoned((s*m+i)*k+l) || rhs.poisoned((s*k+l)*n+j)
				}
				if bad {
					out.setPoison(at)
				}
			}
		}
	}
}

// evalDotScaled multiplies each element by the scale of its block first.
func evalDotScaled(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
	lhs, rhs, acc := unpacked(op, operands, 0), unpacked(op, operands, 1), operands[2]
	lhsFormat, rhsFormat := tile.FormatsOf(op)
	out := newValue(op.Result(0).Type())
	batch, m, n, k := dims(lhs.shape, rhs.shape)
	a, b := numbersIn(lhs, lhsFormat), numbersIn(rhs, rhsFormat)
	if s := optional(op, operands, 3); s != nil {
		applyScales(a, s, batch, m, k, k, 1)
		poisonByScale(out, s, batch, m, n, true)
	}
	if s := optional(op, operands, 4); s != nil {
		applyScales(b, s, batch, n, k, 1, n)
		poisonByScale(out, s, batch, m, n, false)
	}
	dotFloats(out, a, b, acc, lhs, rhs)
	return []*value{out}, nil
}

// unpacked returns operand i of a scaled product, with packed numbers expanded to one element each.
func unpacked(op *ir.Operation, operands []*value, i int) *value {
	axis, packed := tile.PackedAxis(op, i)
	v := operands[i]
	if !packed {
		return v
	}
	shape := slices.Clone(v.shape)
	shape[axis] *= 2
	inner := 1 // the distance of neighbors along the axis
	for _, d := range shape[axis+1:] {
		inner *= int(d)
	}
	out := allocate(v.elem, shape)
	for at, w := range v.words {
		even := at/inner*2*inner + at%inner
		out.words[even], out.words[even+inner] = w&15, w>>4
		if v.poisoned(at) {
			out.setPoison(even)
			out.setPoison(even + inner)
		}
	}
	return out
}

// numbersIn returns the elements as numbers of a format. A format of less than 8 bits uses the low bits of each byte.
func numbersIn(v *value, format tile.ScaledFormat) []float64 {
	f, out := tile.FormatOf(format), make([]float64, len(v.words))
	for i, w := range v.words {
		out[i] = f.Float64(pattern(w & smallint.Mask(f.Bits())))
	}
	return out
}

// applyScales multiplies the elements of lines of length k by the scales of their blocks. Elements of a line have
// distance step, lines have distance outer.
func applyScales(x []float64, scales *value, batch, lines, k, outer, step int) {
	each := len(scales.words) / (batch * lines)
	f := apfloat.F8E8M0FNU
	if t, ok := scales.elem.(*ir.FloatType); ok {
		f = t.Format
	}
	for s := range batch {
		for i := range lines {
			for l := range k {
				scale := f.Float64(pattern(scales.words[(s*lines+i)*each+l*each/k]))
				x[s*lines*k+i*outer+l*step] *= scale
			}
		}
	}
}

// poisonByScale marks the rows, or columns, of the result whose scales are undefined.
func poisonByScale(out, scales *value, batch, m, n int, rows bool) {
	lines := n
	if rows {
		lines = m
	}
	each := len(scales.words) / (batch * lines)
	for i := range scales.words {
		if !scales.poisoned(i) {
			continue
		}
		s, line := i/each/lines, i/each%lines
		for at := range m * n {
			if rows && at/n == line || !rows && at%n == line {
				out.setPoison(s*m*n + at)
			}
		}
	}
}
