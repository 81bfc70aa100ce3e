package apfloat

// An Ordering is the relation of two values.
type Ordering uint8

// The relations of IEEE 754. Values are Unordered if one of them is a NaN.
const (
	Unordered Ordering = iota
	Less
	Equal
	Greater
)

var orderingNames = [...]string{"unordered", "less", "equal", "greater"}

// String returns the name of the relation in lower case.
func (o Ordering) String() string {
	if int(o) < len(orderingNames) {
		return orderingNames[o]
	}
	return "invalid"
}

// Compare returns how x relates to y. Zeros are equal whatever their sign.
func (f *Format) Compare(x, y Bits) Ordering {
	x, y = f.Canonical(x), f.Canonical(y)
	if f.IsNaN(x) || f.IsNaN(y) {
		return Unordered
	}
	if f.IsZero(x) && f.IsZero(y) {
		return Equal
	}
	xNeg, yNeg := f.Signbit(x), f.Signbit(y)
	if xNeg != yNeg {
		return lessIf(xNeg)
	}
	// The order of the magnitudes is that of the bit patterns.
	if x == y {
		return Equal
	}
	return lessIf(x.andNot(f.signMask).less(y.andNot(f.signMask)) != xNeg)
}

func lessIf(less bool) Ordering {
	if less {
		return Less
	}
	return Greater
}

// Minimum returns the smaller of x and y, with -0 below +0, and a quiet NaN if
// one of them is a NaN: minimum of IEEE 754-2019, arith.minimumf.
func (f *Format) Minimum(x, y Bits) Bits { return f.propagating(x, y, Less) }

// Maximum returns the larger of x and y, with -0 below +0, and a quiet NaN if
// one of them is a NaN: maximum of IEEE 754-2019, arith.maximumf.
func (f *Format) Maximum(x, y Bits) Bits { return f.propagating(x, y, Greater) }

// MinNum returns the smaller of x and y, with -0 below +0. If one is a quiet
// NaN it returns the other, and a quiet NaN if one is signaling: minNum of
// IEEE 754-2008, arith.minnumf.
func (f *Format) MinNum(x, y Bits) Bits { return f.legacy(x, y, Less) }

// MaxNum returns the larger of x and y, with -0 below +0. If one is a quiet NaN
// it returns the other, and a quiet NaN if one is signaling: maxNum of
// IEEE 754-2008, arith.maxnumf.
func (f *Format) MaxNum(x, y Bits) Bits { return f.legacy(x, y, Greater) }

// MinimumNumber returns the smaller of x and y, with -0 below +0, and a NaN
// only if both are NaNs: minimumNumber of IEEE 754-2019.
func (f *Format) MinimumNumber(x, y Bits) Bits { return f.numeric(x, y, Less) }

// MaximumNumber returns the larger of x and y, with -0 below +0, and a NaN only
// if both are NaNs: maximumNumber of IEEE 754-2019.
func (f *Format) MaximumNumber(x, y Bits) Bits { return f.numeric(x, y, Greater) }

func (f *Format) propagating(x, y Bits, want Ordering) Bits {
	switch {
	case f.IsNaN(x):
		return f.Quiet(f.Canonical(x))
	case f.IsNaN(y):
		return f.Quiet(f.Canonical(y))
	}
	return f.choose(x, y, want)
}

func (f *Format) legacy(x, y Bits, want Ordering) Bits {
	switch {
	case f.IsSignaling(x):
		return f.Quiet(f.Canonical(x))
	case f.IsSignaling(y):
		return f.Quiet(f.Canonical(y))
	case f.IsNaN(x):
		return y
	case f.IsNaN(y):
		return x
	}
	return f.choose(x, y, want)
}

func (f *Format) numeric(x, y Bits, want Ordering) Bits {
	switch {
	case f.IsNaN(x) && f.IsNaN(y):
		return f.Quiet(f.Canonical(y))
	case f.IsNaN(x):
		return y
	case f.IsNaN(y):
		return x
	}
	return f.choose(x, y, want)
}

// choose returns y if the relation of y to x is wanted, else x. Neither may be a NaN; -0 is less than +0.
func (f *Format) choose(x, y Bits, want Ordering) Bits {
	order := f.Compare(y, x)
	if order == Equal && f.Signbit(x) != f.Signbit(y) {
		order = lessIf(f.Signbit(y))
	}
	if order == want {
		return y
	}
	return x
}
