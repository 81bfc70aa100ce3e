package references

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Dims are the dimensions of a reduction; an empty list stands for all dimensions.
type Dims []int

// reduce builds a reduction. With keep, reduced dimensions remain with size one.
func (x Tensor) reduce(def *ir.OpDef, dims Dims, keep bool, attrs ...ir.NamedAttr) Tensor {
	list := x.dims(dims)
	out := x.Prim(def, append(attrs, prim.IntsAttr(x.ctx(), "dims", list))...)
	if keep && len(list) > 0 {
		out = out.Unsqueeze(list...)
	}
	return out
}

// Sum, Prod, AMax and AMin drop the reduced dimensions. The Keep forms keep them with size one.
func (x Tensor) Sum(dims ...int) Tensor  { return x.reduce(&prim.Sum, dims, false) }
func (x Tensor) AMax(dims ...int) Tensor { return x.reduce(&prim.AMax, dims, false) }
func (x Tensor) AMin(dims ...int) Tensor { return x.reduce(&prim.AMin, dims, false) }

func (x Tensor) KeepSum(dims ...int) Tensor  { return x.reduce(&prim.Sum, dims, true) }
func (x Tensor) KeepAMax(dims ...int) Tensor { return x.reduce(&prim.AMax, dims, true) }

// Mean and KeepMean are sums divided by the number of elements.
func (x Tensor) Mean(dims ...int) Tensor     { return x.Sum(dims...).Div(x.Numel(dims...)) }
func (x Tensor) KeepMean(dims ...int) Tensor { return x.KeepSum(dims...).Div(x.Numel(dims...)) }

// Var is the variance; correction is subtracted from the number of elements.
func (x Tensor) Var(correction float64, keep bool, dims ...int) Tensor {
	return x.reduce(&prim.Var, dims, keep, prim.Attr(x.ctx(), "correction", correction))
}

// along builds a primitive that works along one dimension.
func (x Tensor) along(def *ir.OpDef, dim int, attrs ...ir.NamedAttr) []Tensor {
	if x.Rank() == 0 { // a scalar counts as a tensor of one dimension
		out := x.Unsqueeze(0).along(def, 0, attrs...)
		for i, t := range out {
			if t.Rank() > 0 {
				out[i] = t.Prim(&prim.Squeeze, prim.IntsAttr(x.ctx(), "dims", []int{0}))
			}
		}
		return out
	}
	return x.Prims(def, nil, append(attrs, prim.IntAttr(x.ctx(), "dim", x.dim(dim)))...)
}
