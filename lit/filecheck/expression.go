package filecheck

import (
	"errors"
	"math/big"
)

// expression is a numeric expression.
type expression interface {
	// text is the expression as it was written, for messages.
	text() Range
	// eval returns the value. The error joins an errOverflow and undefinedErrors.
	eval(value func(*numericVariable) *big.Int) (*big.Int, error)
	// form is the format that the expression's variables imply.
	form() (format, error)
}

type literal struct {
	at    Range
	value *big.Int
}

func (l *literal) text() Range                                            { return l.at }
func (l *literal) eval(func(*numericVariable) *big.Int) (*big.Int, error) { return l.value, nil }
func (l *literal) form() (format, error)                                  { return format{}, nil }

type variableUse struct {
	at       Range
	variable *numericVariable
}

func (u *variableUse) text() Range           { return u.at }
func (u *variableUse) form() (format, error) { return u.variable.form, nil }

func (u *variableUse) eval(value func(*numericVariable) *big.Int) (*big.Int, error) {
	if n := value(u.variable); n != nil {
		return n, nil
	}
	return nil, &undefinedError{u.at}
}

// operation computes a result from two numbers.
type operation func(a, b *big.Int) (*big.Int, error)

type calculation struct {
	at          Range
	op          operation
	left, right expression
}

func (b *calculation) text() Range { return b.at }

func (b *calculation) eval(value func(*numericVariable) *big.Int) (*big.Int, error) {
	left, err1 := b.left.eval(value)
	right, err2 := b.right.eval(value)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return b.op(left, right)
}

func (b *calculation) form() (format, error) {
	left, err1 := b.left.form()
	right, err2 := b.right.form()
	if err := errors.Join(err1, err2); err != nil {
		return format{}, err
	}
	if left.kind == formatNone {
		return right, nil
	}
	if right.kind != formatNone && left != right {
		return format{}, b.at.error("implicit format conflict between '", b.left.text().String(), "' (", left.String(),
			") and '",
			b.right.text().String(), "' (", right.String(), "), need an explicit format specifier")
	}
	return left, nil
}

// functions are the functions that expressions can call.
var functions = map[string]operation{"add": add, "div": div, "max": larger, "min": smaller, "mul": mul, "sub": sub}

func add(a, b *big.Int) (*big.Int, error) { return new(big.Int).Add(a, b), nil }
func sub(a, b *big.Int) (*big.Int, error) { return new(big.Int).Sub(a, b), nil }
func mul(a, b *big.Int) (*big.Int, error) { return new(big.Int).Mul(a, b), nil }

// div rounds toward zero.
func div(a, b *big.Int) (*big.Int, error) {
	if b.Sign() == 0 {
		return nil, errOverflow
	}
	return new(big.Int).Quo(a, b), nil
}

func larger(a, b *big.Int) (*big.Int, error) {
	if a.Cmp(b) < 0 {
		return b, nil
	}
	return a, nil
}

func smaller(a, b *big.Int) (*big.Int, error) {
	if a.Cmp(b) < 0 {
		return a, nil
	}
	return b, nil
}
