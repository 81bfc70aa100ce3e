package affine

// ReplaceDimsAndSymbols returns e with dims[i] in place of dimension i and
// symbols[i] in place of symbol i, simplified on the way. Positions beyond the
// slices stay as they are.
//
// Substituting dimensions for symbols can make an expression non-affine; checkAffine detects that.
func (e Expr) ReplaceDimsAndSymbols(dims, symbols []Expr) Expr {
	switch e.n.kind {
	case KindConstant:
		return e
	case KindDim:
		return replacement(e, dims)
	case KindSymbol:
		return replacement(e, symbols)
	}
	lhs := e.n.lhs.ReplaceDimsAndSymbols(dims, symbols)
	rhs := e.n.rhs.ReplaceDimsAndSymbols(dims, symbols)
	if lhs.n == e.n.lhs.n && rhs.n == e.n.rhs.n {
		return e
	}
	return Binary(e.n.kind, lhs, rhs)
}

func replacement(leaf Expr, by []Expr) Expr {
	if i := leaf.n.value; i < int64(len(by)) {
		return by[i]
	}
	return leaf
}

// leaves returns n dimensions or symbols at consecutive positions.
func leaves(kind Kind, offset, n int) []Expr {
	out := make([]Expr, n)
	for i := range out {
		out[i] = newLeaf(kind, int64(offset+i))
	}
	return out
}
