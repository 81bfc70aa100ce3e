package smallint

// DivUnsigned returns the quotient, rounded towards zero.
func DivUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x / y, nil
}

// RemUnsigned returns the remainder of [DivUnsigned].
func RemUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x % y, nil
}

// CeilDivUnsigned returns the quotient, rounded up.
func CeilDivUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x/y + Truth(x%y != 0), nil
}

// signed returns the operands of a signed division as numbers. If the division has no result, it returns 0 and 1 and an
// error.
func signed(width int, x, y uint64) (a, b int64, err error) {
	a, b = SignExtend(x, width), SignExtend(y, width)
	switch {
	case b == 0:
		return 0, 1, ErrDivisionByZero
	case b == -1 && a == -1<<(width-1):
		return 0, 1, ErrOverflow
	}
	return a, b, nil
}

// DivSigned returns the quotient, rounded towards zero.
func DivSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := signed(width, x, y)
	return uint64(a / b), err
}

// RemSigned returns the remainder of [DivSigned].
func RemSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := signed(width, x, y)
	return uint64(a % b), err
}

// FloorDivSigned returns the quotient, rounded down.
func FloorDivSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := signed(width, x, y)
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return uint64(q), err
}

// CeilDivSigned returns the quotient, rounded up.
func CeilDivSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := signed(width, x, y)
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return uint64(q), err
}
