package affine

import "strconv"

// A Namer appends the name of the dimension (KindDim) or symbol (KindSymbol)
// at a position.
type Namer func(dst []byte, kind Kind, position int) []byte

// positionalName is the Namer of maps and sets: d0, d1, ..., s0, s1, ...
func positionalName(dst []byte, kind Kind, position int) []byte {
	letter := byte('d')
	if kind == KindSymbol {
		letter = 's'
	}
	return strconv.AppendInt(append(dst, letter), int64(position), 10)
}

// appendText appends e as mlir-opt prints it.
func (e Expr) appendText(dst []byte) []byte { return e.AppendTextFunc(dst, positionalName) }

// AppendTextFunc is like [Expr.AppendText], with other names for dimensions
// and symbols.
func (e Expr) AppendTextFunc(dst []byte, name Namer) []byte {
	p := printer{dst, name}
	p.expr(e, false)
	return p.dst
}

// String returns what [Expr.AppendText] appends, or "<invalid>".
func (e Expr) String() string {
	if !e.IsValid() {
		return "<invalid>"
	}
	return string(e.appendText(nil))
}

type printer struct {
	dst  []byte
	name Namer
}

func (p *printer) text(s string)   { p.dst = append(p.dst, s...) }
func (p *printer) integer(v int64) { p.dst = strconv.AppendInt(p.dst, v, 10) }

// expr prints e. tight asks for parentheses around everything but leaves.
func (p *printer) expr(e Expr, tight bool) {
	switch e.n.kind {
	case KindConstant:
		p.integer(e.n.value)
		return
	case KindDim, KindSymbol:
		p.dst = p.name(p.dst, e.n.kind, e.Position())
		return
	}
	if tight {
		p.text("(")
	}
	if e.n.kind == KindAdd {
		p.sum(e)
	} else {
		p.product(e)
	}
	if tight {
		p.text(")")
	}
}

var productOperator = [...]string{
	KindMul: " * ", KindMod: " mod ", KindFloorDiv: " floordiv ", KindCeilDiv: " ceildiv ",
}

// product prints an expression of high precedence.
func (p *printer) product(e Expr) {
	if e.n.kind == KindMul && e.n.rhs.isConstant(-1) {
		p.text("-")
		p.expr(e.n.lhs, true)
		return
	}
	p.expr(e.n.lhs, true)
	p.text(productOperator[e.n.kind])
	p.expr(e.n.rhs, true)
}

// sum prints an addition, as a subtraction where the right operand is negative.
func (p *printer) sum(e Expr) {
	p.expr(e.n.lhs, false)
	rhs := e.n.rhs
	if c, ok := rhs.constantOperand(KindMul); ok && c < 0 {
		p.text(" - ")
		if c == -1 {
			p.expr(rhs.n.lhs, rhs.n.lhs.n.kind == KindAdd)
			return
		}
		p.expr(rhs.n.lhs, true)
		p.text(" * ")
		p.integer(-c)
		return
	}
	if c, ok := rhs.Constant(); ok && c < 0 {
		// The most negative constant comes out as "- -9223372036854775808",
		// here as in LLVM 22.
		p.text(" - ")
		p.integer(-c)
		return
	}
	p.text(" + ")
	p.expr(rhs, false)
}

// appendSpace appends the lists of dimensions and symbols of a map or set.
func appendSpace(dst []byte, dims, symbols int) []byte {
	dst = append(dst, '(')
	dst = appendNames(dst, KindDim, dims)
	dst = append(dst, ')')
	if symbols > 0 {
		dst = append(dst, '[')
		dst = appendNames(dst, KindSymbol, symbols)
		dst = append(dst, ']')
	}
	return dst
}

func appendNames(dst []byte, kind Kind, n int) []byte {
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = positionalName(dst, kind, i)
	}
	return dst
}
