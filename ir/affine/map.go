package affine

import "slices"

// A Map is an immutable affine map (d0, ...)[s0, ...] -> (results). The zero
// Map is () -> ().
type Map struct {
	dims, symbols int
	results       []Expr
}

// NewMap returns the map with the given results. They must not use dimensions
// or symbols beyond the numbers given.
func NewMap(dims, symbols int, results ...Expr) Map {
	return Map{dims, symbols, slices.Clone(results)}
}

// Identity returns (d0, d1, ...) -> (d0, d1, ...).
func Identity(rank int) Map {
	return Map{dims: rank, results: leaves(KindDim, 0, rank)}
}

// NumDims returns the number of dimensions.
func (m Map) NumDims() int { return m.dims }

// NumSymbols returns the number of symbols.
func (m Map) NumSymbols() int { return m.symbols }

// NumResults returns the number of results.
func (m Map) NumResults() int { return len(m.results) }

// Result returns result i.
func (m Map) Result(i int) Expr { return m.results[i] }

// Equal reports whether two maps have the same dimensions, symbols and result
// trees.
func (m Map) Equal(o Map) bool {
	return m.dims == o.dims && m.symbols == o.symbols && slices.EqualFunc(m.results, o.results, Expr.Equal)
}

// AppendText appends m as mlir-opt prints it, as in (d0)[s0] -> (d0 + s0).
func (m Map) AppendText(dst []byte) []byte {
	dst = append(appendSpace(dst, m.dims, m.symbols), " -> ("...)
	for i, e := range m.results {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = e.appendText(dst)
	}
	return append(dst, ')')
}

// String returns what [Map.AppendText] appends.
func (m Map) String() string { return string(m.AppendText(nil)) }

// Eval returns the values of the results. ok is false if one is undefined (see
// [Expr.Eval]).
func (m Map) Eval(dims, symbols []int64) (values []int64, ok bool) {
	values = make([]int64, len(m.results))
	for i, e := range m.results {
		if values[i], ok = e.Eval(dims, symbols); !ok {
			return nil, false
		}
	}
	return values, true
}

// IsIdentity reports whether m is (d0, d1, ...) -> (d0, d1, ...), without
// symbols or with unused ones.
func (m Map) IsIdentity() bool {
	return m.dims == len(m.results) && m.IsMinorIdentity()
}

// IsMinorIdentity reports whether the results of m are its last dimensions, in
// order.
func (m Map) IsMinorIdentity() bool {
	offset := m.dims - len(m.results)
	for i, e := range m.results {
		if offset < 0 || e.n.kind != KindDim || e.Position() != offset+i {
			return false
		}
	}
	return true
}

// ReplaceDimsAndSymbols replaces in every result as
// [Expr.ReplaceDimsAndSymbols] does, and returns a map with the given numbers
// of dimensions and symbols.
func (m Map) ReplaceDimsAndSymbols(dims, symbols []Expr, newDims, newSymbols int) Map {
	results := make([]Expr, len(m.results))
	for i, e := range m.results {
		results[i] = e.ReplaceDimsAndSymbols(dims, symbols)
	}
	return Map{newDims, newSymbols, results}
}

// Compose returns m after inner, the map x -> m(inner(x)), and whether inner
// has as many results as m has dimensions. The symbols of m come first in the
// result, then those of inner.
func (m Map) Compose(inner Map) (composed Map, ok bool) {
	if m.dims != len(inner.results) {
		return Map{}, false
	}
	shifted := inner.ReplaceDimsAndSymbols(nil, leaves(KindSymbol, m.symbols, inner.symbols), inner.dims, 0)
	return m.ReplaceDimsAndSymbols(shifted.results, nil, inner.dims, m.symbols+inner.symbols), true
}
