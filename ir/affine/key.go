package affine

import "encoding/binary"

// AppendKey appends a string that is the same for two maps exactly if they are Equal. Contexts intern maps by it. The
// text of a map cannot serve as a key, since it leaves out the parentheses of d0 + (d1 + d2).
func (m Map) AppendKey(dst []byte) []byte {
	dst = appendKeySpace(dst, m.dims, m.symbols, len(m.results))
	for _, e := range m.results {
		dst = e.appendKey(dst)
	}
	return dst
}

// AppendKey appends a string that is the same for two sets exactly if they are Equal. A map and a set may have the same
// key.
func (s Set) AppendKey(dst []byte) []byte {
	dst = appendKeySpace(dst, s.dims, s.symbols, len(s.constraints))
	for _, c := range s.constraints {
		dst = c.Expr.appendKey(dst)
		if c.Eq {
			dst = append(dst, '=')
		} else {
			dst = append(dst, '>')
		}
	}
	return dst
}

func appendKeySpace(dst []byte, dims, symbols, exprs int) []byte {
	dst = binary.AppendUvarint(dst, uint64(dims))
	dst = binary.AppendUvarint(dst, uint64(symbols))
	return binary.AppendUvarint(dst, uint64(exprs))
}

// appendKey appends e in prefix notation.
func (e Expr) appendKey(dst []byte) []byte {
	dst = append(dst, byte(e.n.kind))
	if !e.n.kind.isBinary() {
		return binary.AppendVarint(dst, e.n.value)
	}
	return e.n.rhs.appendKey(e.n.lhs.appendKey(dst))
}
