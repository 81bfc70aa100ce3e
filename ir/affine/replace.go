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

// Replace returns e with the subexpressions that equal from replaced by to,
// outermost ones first, simplified on the way.
func (e Expr) Replace(from, to Expr) Expr {
	if e.Equal(from) {
		return to
	}
	if !e.n.kind.isBinary() {
		return e
	}
	lhs, rhs := e.n.lhs.Replace(from, to), e.n.rhs.Replace(from, to)
	if lhs.n == e.n.lhs.n && rhs.n == e.n.rhs.n {
		return e
	}
	return Binary(e.n.kind, lhs, rhs)
}

// ShiftDims returns e with shift added to the positions of its dimensions from
// offset on.
func (e Expr) ShiftDims(shift, offset int) Expr { return e.shift(KindDim, shift, offset) }

// ShiftSymbols returns e with shift added to the positions of its symbols from
// offset on.
func (e Expr) ShiftSymbols(shift, offset int) Expr { return e.shift(KindSymbol, shift, offset) }

func (e Expr) shift(kind Kind, shift, offset int) Expr {
	if shift == 0 {
		return e
	}
	if e.n.kind == kind && e.Position() >= offset {
		return newLeaf(kind, e.n.value+int64(shift))
	}
	if !e.n.kind.isBinary() {
		return e
	}
	lhs, rhs := e.n.lhs.shift(kind, shift, offset), e.n.rhs.shift(kind, shift, offset)
	if lhs.n == e.n.lhs.n && rhs.n == e.n.rhs.n {
		return e
	}
	return Binary(e.n.kind, lhs, rhs)
}

// leaves returns n dimensions or symbols at consecutive positions.
func leaves(kind Kind, offset, n int) []Expr {
	out := make([]Expr, n)
	for i := range out {
		out[i] = newLeaf(kind, int64(offset+i))
	}
	return out
}
