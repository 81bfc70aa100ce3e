package contract

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Expr is an integer expression of letters: a [Const], [Letter], *[Read], *[Neg] or *[Binary].
type Expr interface {
	fmt.Stringer
	// walk calls f for every letter of the expression.
	walk(f func(Letter))
}

// Const is a number.
type Const int64

// Letter is an index, a to z or A to Z.
type Letter byte

// Read is an element of a table.
type Read struct {
	Table   string
	Indices []Expr
}

// Neg is the negation of an expression.
type Neg struct{ X Expr }

// Binary combines two expressions. Op is "+", "-", "*", "//" or "%"; quotients are rounded down, and remainders have
// the sign of the divisor, as in Python.
type Binary struct {
	Op   string
	X, Y Expr
}

func (c Const) String() string  { return strconv.FormatInt(int64(c), 10) }
func (l Letter) String() string { return string(rune(l)) }
func (n *Neg) String() string   { return "-" + inner(n.X) }

func (r *Read) String() string {
	parts := make([]string, len(r.Indices))
	for i, x := range r.Indices {
		parts[i] = x.String()
	}
	return r.Table + "[" + strings.Join(parts, ",") + "]"
}

func (b *Binary) String() string {
	switch b.Op {
	case "+":
		return b.X.String() + "+" + b.Y.String()
	case "-":
		return b.X.String() + "-" + inner(b.Y)
	}
	return inner(b.X) + b.Op + inner(b.Y)
}

// inner prints an operand of a multiplicative operator, in parentheses if necessary.
func inner(x Expr) string {
	switch x := x.(type) {
	case *Binary, *Neg:
		return "(" + x.String() + ")"
	case Const:
		if x < 0 {
			return "(" + x.String() + ")"
		}
	}
	return x.String()
}

func (c Const) walk(func(Letter))    {}
func (l Letter) walk(f func(Letter)) { f(l) }
func (n *Neg) walk(f func(Letter))   { n.X.walk(f) }
func (b *Binary) walk(f func(Letter)) {
	b.X.walk(f)
	b.Y.walk(f)
}
func (r *Read) walk(f func(Letter)) {
	for _, x := range r.Indices {
		x.walk(f)
	}
}

// letters returns the letters of an expression, each once, in order of their first occurrence.
func letters(x Expr) (out []Letter) {
	seen := map[Letter]bool{}
	x.walk(func(l Letter) {
		if !seen[l] {
			seen[l], out = true, append(out, l)
		}
	})
	return out
}

// Table is an integer array, in row-major order, that an equation reads by a name.
type Table struct {
	Shape []int64
	Data  []int64
}

// Errors of evaluation.
var (
	ErrOverflow = errors.New("the index does not fit in 64 bits")
	ErrDivision = errors.New("division by zero")
	ErrTable    = errors.New("wrong table")
)

// Eval returns the value of an expression for the given values of letters. Letters without a value are 0.
func Eval(x Expr, values map[Letter]int64, tables map[string]Table) (int64, error) {
	var all Values
	for l, v := range values {
		all[l] = v
	}
	return all.Eval(x, tables)
}

// Values has a value for each letter. Loops use it because maps are too slow.
type Values [128]int64

// Eval returns the value of an expression.
func (values *Values) Eval(x Expr, tables map[string]Table) (int64, error) {
	switch x := x.(type) {
	case Const:
		return int64(x), nil
	case Letter:
		return values[x], nil
	case *Neg:
		v, err := values.Eval(x.X, tables)
		if err == nil && v == math.MinInt64 {
			err = ErrOverflow
		}
		return -v, err
	case *Read:
		return values.read(x, tables)
	case *Binary:
		a, err := values.Eval(x.X, tables)
		if err != nil {
			return 0, err
		}
		b, err := values.Eval(x.Y, tables)
		if err != nil {
			return 0, err
		}
		return apply(x.Op, a, b)
	}
	return 0, fmt.Errorf("unknown expression %T", x)
}

func (values *Values) read(r *Read, tables map[string]Table) (int64, error) {
	t, ok := tables[r.Table]
	if !ok || len(t.Shape) != len(r.Indices) {
		return 0, fmt.Errorf("%w: '%s' has %d dimensions, but is read with %d indices", ErrTable, r.Table, len(t.Shape),
			len(r.Indices))
	}
	at := int64(0)
	for i, x := range r.Indices {
		v, err := values.Eval(x, tables)
		if err != nil {
			return 0, err
		}
		if v < 0 || v >= t.Shape[i] {
			return 0, fmt.Errorf("%w: index %d of '%s' is %d, but the dimension has size %d", ErrTable, i, r, v, t.Shape[i])
		}
		at = at*t.Shape[i] + v
	}
	if at >= int64(len(t.Data)) {
		return 0, fmt.Errorf("%w: '%s' has %d numbers, fewer than its shape needs", ErrTable, r.Table, len(t.Data))
	}
	return t.Data[at], nil
}

// apply computes an operator. It returns an error if the result does not fit in 64 bits.
func apply(op string, a, b int64) (int64, error) {
	switch op {
	case "+":
		if sum := a + b; (sum > a) == (b > 0) {
			return sum, nil
		}
		return 0, ErrOverflow
	case "-":
		if difference := a - b; (difference < a) == (b > 0) {
			return difference, nil
		}
		return 0, ErrOverflow
	case "*":
		return multiply(a, b)
	}
	if b == 0 {
		return 0, ErrDivision
	}
	if a == math.MinInt64 && b == -1 {
		return 0, ErrOverflow
	}
	quotient, remainder := a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		quotient, remainder = quotient-1, remainder+b
	}
	if op == "%" {
		return remainder, nil
	}
	return quotient, nil
}

func multiply(a, b int64) (int64, error) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	if high != 0 || low > 1<<63 || low == 1<<63 && !negative {
		return 0, ErrOverflow
	}
	if negative {
		return int64(-low), nil
	}
	return int64(low), nil
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// Reads calls f for every read of a table in an expression. Reads in the indices of another read come first.
func Reads(x Expr, f func(*Read)) {
	switch x := x.(type) {
	case *Neg:
		Reads(x.X, f)
	case *Binary:
		Reads(x.X, f)
		Reads(x.Y, f)
	case *Read:
		for _, index := range x.Indices {
			Reads(index, f)
		}
		f(x)
	}
}

// Contains reports whether a letter is in an expression.
func Contains(x Expr, l Letter) (found bool) {
	x.walk(func(other Letter) { found = found || other == l })
	return found
}
