package prim

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Reductions remove the dimensions in dims. The sum of no elements is 0 and their product is 1; their extrema are not
// defined.
var (
	AMax   = reduction("amax", "maximum; NaN if an element is NaN", ordered, true)
	AMin   = reduction("amin", "minimum; NaN if an element is NaN", ordered, true)
	Prod   = reduction("prod", "product", numbers, false)
	Sum    = reduction("sum", "sum", numbers, false)
	XorSum = reduction("xor_sum", "exclusive or", whole, false)
	// Var defines `prim.var`: the result is the sum of squared distances from the mean, divided by the number of
	// elements minus the correction.
	Var = reduction("var", "variance", inexact, false, ir.OpAttr{Name: "correction", Attr: Number})
)

// ArgMax and ArgMin return the index, an i64, of the first extremum along a dimension. NaN counts as an extremum.
var (
	ArgMax = alongDim("argmax", "index of the maximum along a dimension", ordered, indices)
	ArgMin = alongDim("argmin", "index of the minimum along a dimension", ordered, indices)
)

// Scans return, as element i, the reduction of the elements 0 to i.
var (
	CumSum       = alongDim("cumsum", "cumulative sums", numbers, alike)
	CumProd      = alongDim("cumprod", "cumulative products", numbers, alike)
	CumMax       = alongDim("cummax", "cumulative maxima and their indices", ordered, alikeAndIndices)
	CumMin       = alongDim("cummin", "cumulative minima and their indices", ordered, alikeAndIndices)
	LogCumSumExp = alongDim("logcumsumexp", "logarithms of cumulative sums of exponentials", Float, alike)
)

// Sorting along a dimension is stable. NaN counts as larger than any number.
var (
	Sort = alongDim("sort", "elements sorted along a dimension, and their indices", ordered, alikeAndIndices,
		flagAttr("descending"))
	TopK = alongDim("topk", "the k largest elements along a dimension, sorted, and their indices", ordered,
		func(c *Call, x Tensor, dim int) ([]Tensor, error) {
			k := c.Int("k")
			if n := x.Shape[dim]; k < 0 || n != ir.Dynamic && k > n {
				return nil, fmt.Errorf("k = %d is not between 0 and the size %d", k, n)
			}
			x.Shape = slices.Clone(x.Shape)
			x.Shape[dim] = k
			return alikeAndIndices(c, x, dim)
		}, intAttr("k"), flagAttr("smallest"))
)

func reduction(name, summary string, of Dtype, needsElements bool, attrs ...ir.OpAttr) ir.OpDef {
	def := ir.OpDef{Name: name, Summary: summary, Operands: tensors("x"),
		Attrs: append([]ir.OpAttr{intsAttr("dims")}, attrs...), Assembly: `$x 'dims' $dims`}
	for _, a := range attrs {
		def.Assembly += " '" + a.Name + "' $" + a.Name
	}
	def.Assembly += ` attr-dict ':' type($x) '->' type($result)`
	return define(def, func(c *Call) ([]Tensor, error) {
		x := c.Operands[0]
		if err := wantDtype(x.Elem, of); err != nil {
			return nil, err
		}
		in, err := c.dims("dims", x.Rank())
		if err != nil {
			return nil, err
		}
		for d, is := range in {
			if is && needsElements && x.Shape[d] == 0 {
				return nil, fmt.Errorf("%w: dimension %d is empty, so it has no extremum", ErrEmpty, d)
			}
		}
		out := without(Tensor{Elem: x.Elem, Shape: x.Shape}, in)
		if name == "var" {
			out.Elem = RealOf(x.Elem)
		}
		return []Tensor{out}, nil
	})
}

func alongDim(name, summary string, of Dtype, rule func(c *Call, x Tensor, dim int) ([]Tensor, error),
	attrs ...ir.OpAttr) ir.OpDef {
	def := ir.OpDef{Name: name, Summary: summary, Operands: tensors("x"),
		Attrs:   append([]ir.OpAttr{intAttr("dim")}, attrs...),
		Results: []ir.ValueDef{{Name: "results", Type: anyTensor, Arity: ir.Variadic}}, Assembly: `$x 'dim' $dim`}
	for _, a := range attrs {
		if a.Optional {
			def.Assembly += " ('" + a.Name + "' $" + a.Name + "^)?"
		} else {
			def.Assembly += " '" + a.Name + "' $" + a.Name
		}
	}
	def.Assembly += ` attr-dict ':' type($x) '->' type($results)`
	return define(def, func(c *Call) ([]Tensor, error) {
		x := c.Operands[0]
		if err := wantDtype(x.Elem, of); err != nil {
			return nil, err
		}
		dim, err := c.dim("dim", x.Rank())
		if err != nil {
			return nil, err
		}
		return rule(c, Tensor{Elem: x.Elem, Shape: x.Shape}, dim)
	})
}

func alike(_ *Call, x Tensor, _ int) ([]Tensor, error) { return []Tensor{x}, nil }

func alikeAndIndices(c *Call, x Tensor, _ int) ([]Tensor, error) {
	return []Tensor{x, {Elem: c.Context.I(64), Shape: x.Shape}}, nil
}

func indices(c *Call, x Tensor, dim int) ([]Tensor, error) {
	if x.Shape[dim] == 0 {
		return nil, fmt.Errorf("%w: dimension %d is empty, so it has no extremum", ErrEmpty, dim)
	}
	drop := make([]bool, x.Rank())
	drop[dim] = true
	return []Tensor{without(Tensor{Elem: c.Context.I(64), Shape: x.Shape}, drop)}, nil
}

// index is the constraint of tensors of indices.
var index = ir.TypeConstraint{Summary: "tensor of i64", Check: func(t ir.Type) bool {
	x, ok := TensorOf(t)
	return ok && ir.IsInt(x.Elem, 64) && !IsUnsigned(x.Elem)
}}

// Indexing. Negative indices are errors at run time; the references of PyTorch's operators add the size to them before.
var (
	// Gather defines `prim.gather`: element (i, j, ...) of the result is x[..., index[i, j, ...], ...]. The index is in
	// dimension dim.
	Gather = define(ir.OpDef{
		Name:     "gather",
		Summary:  "elements at indices along a dimension; each element of the result has an index",
		Operands: []ir.ValueDef{{Name: "x", Type: anyTensor}, {Name: "index", Type: index}},
		Attrs:    []ir.OpAttr{intAttr("dim")},
		Assembly: `$x ',' $index 'dim' $dim attr-dict ':' functional-type(operands, results)`,
	}, func(c *Call) ([]Tensor, error) {
		x, at := c.Operands[0], c.Operands[1]
		return []Tensor{{Elem: x.Elem, Shape: at.Shape}}, alongIndex(c, x, at)
	})
	// Scatter defines `prim.scatter`: the result is a copy of x in which src[i, j, ...] is combined with the element
	// that prim.gather would read. If several elements have the same index and reduction is "none", it is unspecified
	// which one the result has; the executors of this project use the last one.
	Scatter = define(ir.OpDef{
		Name:    "scatter",
		Summary: "copy of x in which elements at indices along a dimension are combined with src",
		Operands: []ir.ValueDef{{Name: "x", Type: anyTensor}, {Name: "index", Type: index},
			{Name: "src", Type: anyTensor}},
		Attrs:    []ir.OpAttr{intAttr("dim"), combination},
		Assembly: `$x ',' $index ',' $src 'dim' $dim 'reduction' $reduction attr-dict ':' functional-type(operands, results)`,
	}, func(c *Call) ([]Tensor, error) {
		x, at, src := c.Operands[0], c.Operands[1], c.Operands[2]
		if x.Elem != src.Elem {
			return nil, differ(x, src)
		}
		if !Compatible(at.Shape, src.Shape) {
			return nil, fmt.Errorf("index has shape %s, but src has shape %s", ShapeString(at.Shape), ShapeString(src.Shape))
		}
		return []Tensor{{Elem: x.Elem, Shape: x.Shape}}, alongIndex(c, x, at)
	})
	// Index defines `prim.index`: the result has the elements of x with the given indices in the dimensions dims. The
	// tensors of indices have one shape. In the result, the dimensions of the indices replace dims if dims are
	// adjacent; otherwise they come first.
	Index = define(ir.OpDef{
		Name:     "index",
		Summary:  "elements or slices of a tensor at indices along some dimensions",
		Operands: []ir.ValueDef{{Name: "x", Type: anyTensor}, {Name: "indices", Type: index, Arity: ir.Variadic}},
		Attrs:    []ir.OpAttr{intsAttr("dims")},
		Assembly: `$x '[' $indices ']' 'dims' $dims attr-dict ':' functional-type(operands, results)`,
	}, func(c *Call) ([]Tensor, error) {
		out, err := indexed(c, c.Operands[0], c.Operands[1:])
		return []Tensor{out}, err
	})
	// IndexPut defines `prim.index_put`: the result is a copy of x in which values replace the elements that prim.index
	// would read, or are added to them.
	IndexPut = define(ir.OpDef{
		Name:    "index_put",
		Summary: "copy of x in which values replace the elements at indices, or are added to them",
		Operands: []ir.ValueDef{{Name: "x", Type: anyTensor}, {Name: "values", Type: anyTensor},
			{Name: "indices", Type: index, Arity: ir.Variadic}},
		Attrs: []ir.OpAttr{intsAttr("dims"), flagAttr("accumulate")},
		Assembly: `$x ',' $values '[' $indices ']' 'dims' $dims ('accumulate' $accumulate^)? attr-dict ':' ` +
			`functional-type(operands, results)`,
	}, func(c *Call) ([]Tensor, error) {
		x, values := c.Operands[0], c.Operands[1]
		part, err := indexed(c, x, c.Operands[2:])
		if err == nil && x.Elem != values.Elem {
			err = differ(x, values)
		}
		if err == nil && !Compatible(part.Shape, values.Shape) {
			err = fmt.Errorf("values have shape %s, but the elements they replace have shape %s", ShapeString(values.Shape),
				ShapeString(part.Shape))
		}
		return []Tensor{{Elem: x.Elem, Shape: x.Shape}}, err
	})
)

// reductions lists how Scatter can combine elements.
var reductions = []string{"none", "sum", "prod", "amax", "amin"}

var combination = ir.OpAttr{Name: "reduction", Attr: ir.AttrConstraint{
	Summary: `one of "none", "sum", "prod", "amax" and "amin"`,
	Check: func(a ir.Attribute) bool {
		s, ok := a.(*ir.StringAttr)
		return ok && slices.Contains(reductions, s.Value)
	},
	Type: constraints.String.Type,
}}

// alongIndex checks that an index has x's rank, and that it is not larger than x in any dimension but dim.
func alongIndex(c *Call, x, at Tensor) error {
	dim, err := c.dim("dim", x.Rank())
	if err != nil {
		return err
	}
	if at.Rank() != x.Rank() {
		return fmt.Errorf("index has rank %d, but x has %d", at.Rank(), x.Rank())
	}
	for d, n := range at.Shape {
		if d != dim && n > x.Shape[d] && x.Shape[d] != ir.Dynamic {
			return fmt.Errorf("index has size %d in dimension %d, but x has only %d", n, d, x.Shape[d])
		}
	}
	return nil
}

func indexed(c *Call, x Tensor, at []Tensor) (Tensor, error) {
	in, err := c.dims("dims", x.Rank())
	dims := c.Ints("dims")
	if err != nil || len(at) == 0 || len(dims) != len(at) || !slices.IsSorted(dims) {
		return x, fmt.Errorf("dims = %v must name a dimension, in ascending order, for each of %d indices", dims, len(at))
	}
	shape := at[0].Shape
	for _, i := range at[1:] {
		if shape, err = unify(shape, i.Shape); err != nil {
			return x, err
		}
	}
	rest, front := without(Tensor{Elem: x.Elem, Shape: x.Shape}, in), int64(0)
	if dims[len(dims)-1]-dims[0] == int64(len(dims)-1) {
		front = dims[0]
	}
	rest.Shape = slices.Concat(rest.Shape[:front], shape, rest.Shape[front:])
	return rest, nil
}
