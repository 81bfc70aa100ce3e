package affine

import (
	"errors"
	"math"
)

// A Kind is the kind of an expression.
type Kind uint8

// The kinds of expressions. The right operands of KindMod, KindFloorDiv and
// KindCeilDiv, and one operand of KindMul, are symbolic in an affine
// expression (see checkAffine).
const (
	KindInvalid Kind = iota
	KindAdd
	KindMul
	KindMod
	KindFloorDiv
	KindCeilDiv
	KindConstant
	KindDim
	KindSymbol
)

var kindNames = [...]string{
	KindInvalid: "invalid", KindAdd: "add", KindMul: "mul", KindMod: "mod",
	KindFloorDiv: "floordiv", KindCeilDiv: "ceildiv",
	KindConstant: "constant", KindDim: "dim", KindSymbol: "symbol",
}

// String returns the name of the kind, as in "floordiv".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// isBinary reports whether expressions of kind k have two operands.
func (k Kind) isBinary() bool { return KindAdd <= k && k <= KindCeilDiv }

// An Expr is an immutable affine expression over dimensions, symbols and
// 64 bit constants. The zero Expr is invalid: it has KindInvalid, and only
// [Expr.IsValid], [Expr.Kind] and [Expr.Equal] may be used on it.
//
// Expressions are trees. Comparing two with == compares their identity; use
// [Expr.Equal].
type Expr struct{ n *node }

// node is the storage of an expression. Properties that the simplifier asks for again and again are computed once, when
// the node is created.
type node struct {
	kind     Kind
	symbolic bool // whether the expression has no dimensions
	depth    int32
	value    int64 // the value of a constant, or the position of a dimension or symbol
	lhs, rhs Expr
	divisor  int64 // see largestKnownDivisor
	hash     uint64
}

func newLeaf(kind Kind, value int64) Expr {
	n := &node{kind: kind, symbolic: kind != KindDim, value: value, divisor: 1}
	if kind == KindConstant {
		n.divisor = max(value, -value)
	}
	n.hash = mix(uint64(kind), uint64(value))
	return Expr{n}
}

// Constant returns the constant v.
func Constant(v int64) Expr { return newLeaf(KindConstant, v) }

// Dim returns the dimension at a position, which must not be negative.
func Dim(position int) Expr { return newLeaf(KindDim, int64(position)) }

// Symbol returns the symbol at a position, which must not be negative.
func Symbol(position int) Expr { return newLeaf(KindSymbol, int64(position)) }

// newBinary makes a node without simplifying.
func newBinary(kind Kind, lhs, rhs Expr) Expr {
	return Expr{&node{
		kind:     kind,
		symbolic: lhs.n.symbolic && rhs.n.symbolic,
		depth:    1 + max(lhs.n.depth, rhs.n.depth),
		lhs:      lhs,
		rhs:      rhs,
		divisor:  largestKnownDivisor(kind, lhs, rhs),
		hash:     mix(mix(uint64(kind), lhs.n.hash), rhs.n.hash),
	}}
}

// mix combines two hashes; the constants are those of splitmix64.
func mix(a, b uint64) uint64 {
	h := a*0x9e3779b97f4a7c15 + b
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	return h ^ h>>27
}

// IsValid reports whether e is an expression, and not the zero Expr.
func (e Expr) IsValid() bool { return e.n != nil }

// Kind returns the kind of e.
func (e Expr) Kind() Kind {
	if e.n == nil {
		return KindInvalid
	}
	return e.n.kind
}

// LHS returns the left operand of a binary expression, else the zero Expr.
func (e Expr) LHS() Expr { return e.n.lhs }

// RHS returns the right operand of a binary expression, else the zero Expr.
func (e Expr) RHS() Expr { return e.n.rhs }

// Position returns the position of a dimension or symbol.
func (e Expr) Position() int { return int(e.n.value) }

// Constant returns the value of a constant, and whether e is one.
func (e Expr) Constant() (v int64, ok bool) {
	if e.n.kind != KindConstant {
		return 0, false
	}
	return e.n.value, true
}

// isConstant reports whether e is the constant v.
func (e Expr) isConstant(v int64) bool { return e.n.kind == KindConstant && e.n.value == v }

// Equal reports whether two expressions are the same tree.
func (e Expr) Equal(o Expr) bool {
	if e.n == o.n {
		return true
	}
	if e.n == nil || o.n == nil || e.n.hash != o.n.hash || e.n.kind != o.n.kind || e.n.value != o.n.value {
		return false
	}
	return !e.n.kind.isBinary() || e.n.lhs.Equal(o.n.lhs) && e.n.rhs.Equal(o.n.rhs)
}

// IsSymbolicOrConstant reports whether e has no dimensions.
func (e Expr) IsSymbolicOrConstant() bool { return e.n.symbolic }

// checkAffine returns an error, with the message of MLIR's parser, if
// lhs kind rhs is neither affine nor semi-affine: a product of two expressions
// that both have dimensions, or a division by such an expression.
func checkAffine(kind Kind, lhs, rhs Expr) error {
	switch kind {
	case KindMul:
		if !lhs.n.symbolic && !rhs.n.symbolic {
			return errNonAffineMul
		}
	case KindMod, KindFloorDiv, KindCeilDiv:
		if !rhs.n.symbolic {
			return errNonAffineDiv[kind]
		}
	}
	return nil
}

var (
	errNonAffineMul = errors.New("non-affine expression: at least one of the multiply operands has to be either a " +
		"constant or symbolic")
	errNonAffineDiv = [...]error{
		KindMod:      errors.New("non-affine expression: right operand of mod has to be either a constant or symbolic"),
		KindFloorDiv: errors.New("non-affine expression: right operand of floordiv has to be either a constant or symbolic"),
		KindCeilDiv:  errors.New("non-affine expression: right operand of ceildiv has to be either a constant or symbolic"),
	}
)

func largestKnownDivisor(kind Kind, lhs, rhs Expr) int64 {
	l, r := lhs.n.divisor, rhs.n.divisor
	switch kind {
	case KindMul:
		return l * r
	case KindAdd, KindMod:
		return int64(gcd(uint64(l), uint64(r)))
	case KindFloorDiv, KindCeilDiv:
		if c, ok := rhs.Constant(); ok && c != 0 && l%c == 0 {
			return max(l/c, -(l / c))
		}
	}
	return 1
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Eval returns the value of e, wrapping around on overflow. ok is false if a
// dimension or symbol has no value, or if e is undefined: a remainder by a
// divisor that is not positive, a division by zero or one that overflows.
func (e Expr) Eval(dims, symbols []int64) (v int64, ok bool) {
	switch e.n.kind {
	case KindConstant:
		return e.n.value, true
	case KindDim:
		return at(dims, e.n.value)
	case KindSymbol:
		return at(symbols, e.n.value)
	}
	l, ok := e.n.lhs.Eval(dims, symbols)
	if !ok {
		return 0, false
	}
	r, ok := e.n.rhs.Eval(dims, symbols)
	if !ok {
		return 0, false
	}
	switch e.n.kind {
	case KindAdd:
		return l + r, true
	case KindMul:
		return l * r, true
	}
	return divide(e.n.kind, l, r)
}

func at(values []int64, i int64) (int64, bool) {
	if i < 0 || i >= int64(len(values)) {
		return 0, false
	}
	return values[i], true
}

// divide returns l mod r, l floordiv r or l ceildiv r, and whether it is defined. Quotients by negative numbers are
// defined, since MLIR folds them.
func divide(kind Kind, l, r int64) (v int64, ok bool) {
	if r == 0 || r == -1 && l == math.MinInt64 || kind == KindMod && r < 0 {
		return 0, false
	}
	q, rem := l/r, l%r
	switch {
	case kind == KindMod && rem < 0:
		return rem + r, true
	case kind == KindMod:
		return rem, true
	case kind == KindFloorDiv && rem != 0 && (rem < 0) != (r < 0):
		return q - 1, true
	case kind == KindCeilDiv && rem != 0 && (rem < 0) == (r < 0):
		return q + 1, true
	}
	return q, true
}

// maxParsedDepth bounds the depth of the trees that the parser builds, and so
// the recursion of everything that walks them.
const maxParsedDepth = math.MaxUint16
