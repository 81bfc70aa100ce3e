package references

import "github.com/girih-ir/girih/dialects/prim"

// flip2 is Flip, but an empty list stands for no dimensions.
func (x Tensor) flip2(dims Dims) Tensor {
	if len(dims) == 0 {
		return x.Prim(&prim.Clone)
	}
	return x.Flip(dims...)
}

func rotated(c *Call) Tensor {
	x, dims := c.T("self"), c.Dims("dims")
	if len(dims) != 2 {
		Fail("expected total rotation dims == 2, but got dims = %d", len(dims))
	}
	switch ((c.Int("k") % 4) + 4) % 4 {
	case 1:
		return x.Flip(dims[1]).Transpose(dims[0], dims[1])
	case 2:
		return x.Flip(dims...)
	case 3:
		return x.Flip(dims[0]).Transpose(dims[0], dims[1])
	}
	return x.Prim(&prim.Clone)
}

// rolled shifts elements along dimensions. Elements that leave at one end enter at the other one. Without dimensions,
// the tensor is flattened.
func rolled(c *Call) Tensor {
	x, shifts, dims := c.T("self"), c.Ints("shifts"), c.Dims("dims")
	if len(dims) == 0 && len(shifts) == 1 {
		return x.Reshape(x.Numel()).roll(0, shifts[0]).Reshape(x.Shape()...)
	}
	if len(shifts) != len(dims) {
		Fail("shifts and dimensions must align. shifts: %d, dims: %d", len(shifts), len(dims))
	}
	for i, d := range dims {
		x = x.roll(d, shifts[i])
	}
	return x
}

func (x Tensor) roll(dim int, shift int64) Tensor {
	n := x.known(dim)
	if n == 0 {
		return x
	}
	at := ((-shift)%n + n) % n
	if at == 0 {
		return x.Prim(&prim.Clone)
	}
	return Cat(dim, x.Slice(dim, at, n, 1), x.Slice(dim, 0, at, 1))
}

// Repeat concatenates copies of x along each dimension.
func (x Tensor) Repeat(repeats []int64) Tensor {
	if len(repeats) < x.Rank() {
		Fail("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
	}
	x = x.leftPadded(len(repeats))
	var interleaved, shape []Size
	var places []int
	for d, n := range repeats {
		places = append(places, 2*d)
		interleaved = append(interleaved, Const(n), x.Size(d))
		shape = append(shape, x.times(Const(n), x.Size(d)))
	}
	return x.Unsqueeze(places...).Expand(interleaved).Reshape(shape...)
}

// leftPadded inserts dimensions of size one in front, up to a rank.
func (x Tensor) leftPadded(rank int) Tensor {
	var places []int
	for d := range rank - x.Rank() {
		places = append(places, d)
	}
	if len(places) == 0 {
		return x
	}
	return x.Unsqueeze(places...)
}

// Diagonal returns the elements at indices i and i + offset of dimensions d and e, along a new last dimension.
func (x Tensor) Diagonal(offset int64, d, e int) Tensor {
	d, e = x.dim(d), x.dim(e)
	if d == e {
		Fail("diagonal dimensions cannot be identical %d, %d", d, e)
	}
	rows, columns := x.known(d), x.known(e)
	n := max(0, min(rows+min(offset, 0), columns-max(offset, 0)))
	index := x.Iota(Const(n), x.index(), 0, 1)
	x = x.MoveDim(d, -1)
	if e > d {
		e--
	}
	x = x.MoveDim(e, -1) // ..., rows, columns
	k := x.Rank()
	places := []Tensor{index.plusNumber(max(0, -offset)), index.plusNumber(max(0, offset))}
	return x.Prims(&prim.Index, places, prim.IntsAttr(x.ctx(), "dims", []int{k - 2, k - 1}))[0]
}

// plusNumber adds a number to integers.
func (x Tensor) plusNumber(n int64) Tensor {
	if n == 0 {
		return x
	}
	return x.Add(n)
}

// padLast pads the last dimension with zeros.
func (x Tensor) padLast(before, behind int64) Tensor {
	low, high := make([]int64, x.Rank()), make([]int64, x.Rank())
	low[x.Rank()-1], high[x.Rank()-1] = before, behind
	if before == 0 && behind == 0 {
		return x
	}
	return x.Pad(low, high, 0)
}

// placeLast moves the last two dimensions to positions d and e of the result.
func (x Tensor) placeLast(d, e int) Tensor {
	perm, next := make([]int, x.Rank()), 0
	for i := range perm {
		switch i {
		case d:
			perm[i] = x.Rank() - 2
		case e:
			perm[i] = x.Rank() - 1
		default:
			perm[i] = next
			next++
		}
	}
	return x.Permute(perm...)
}

// triangle keeps the elements for which compare(column, row + diagonal) is true, and sets others to zero.
func (x Tensor) triangle(diagonal int64, compare func(column Tensor, row any) Tensor) Tensor {
	if x.Rank() < 2 {
		Fail("tril and triu need at least 2 dimensions, but got %d", x.Rank())
	}
	column := x.Iota(x.Size(-1), x.index(), 0, 1)
	row := x.Iota(x.Size(-2), x.index(), 0, 1).plusNumber(diagonal).Unsqueeze(-1)
	return compare(column, row).Where(x, x.Full(nil, x.Elem(), 0))
}
