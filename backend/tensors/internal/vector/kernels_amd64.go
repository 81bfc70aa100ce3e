package vector

import "golang.org/x/sys/cpu"

// fast reports whether the CPU has the instructions that the assembly kernels need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// exponentials is the kernel of exponentials with the widest registers that the CPU has.
var exponentials = exp16

func init() {
	if cpu.X86.HasAVX512F {
		exponentials = wideExp16
	}
}

// whole returns how many of n elements the kernels compute: a multiple of lanes, or none if the CPU cannot run them.
func whole(n int) int {
	if !fast {
		return 0
	}
	return n / lanes * lanes
}

func add(dst, x, y []float32) int { return three(add16, dst, x, y) }
func sub(dst, x, y []float32) int { return three(sub16, dst, x, y) }
func mul(dst, x, y []float32) int { return three(mul16, dst, x, y) }
func div(dst, x, y []float32) int { return three(div16, dst, x, y) }

// three calls a kernel for as many elements as it can compute, and returns their number.
func three(kernel func(n int, dst, x, y *float32), dst, x, y []float32) int {
	n := whole(len(x))
	if n > 0 {
		_, _ = dst[n-1], y[n-1]
		kernel(n, &dst[0], &x[0], &y[0])
	}
	return n
}

func sum(s *[lanes]float64, x []float32) int {
	n := whole(len(x))
	if n > 0 {
		sum16(n, s, &x[0])
	}
	return n
}

func squares(s *[lanes]float64, x []float32, from float64) int {
	n := whole(len(x))
	if n > 0 {
		squares16(n, s, &x[0], from)
	}
	return n
}

func addTo(sums []float64, x []float32) int {
	n := whole(len(x))
	if n > 0 {
		_ = sums[n-1]
		addTo16(n, &sums[0], &x[0])
	}
	return n
}

func largest(m *[8]float32, x []float32) (int, bool) {
	n := whole(len(x))
	return n, n > 0 && max16(n, m, &x[0])
}

func least(m *[8]float32, x []float32) (int, bool) {
	n := whole(len(x))
	return n, n > 0 && min16(n, m, &x[0])
}

func exp(dst, x []float32) int {
	n := whole(len(x))
	if n > 0 {
		_ = dst[n-1]
		exponentials(n, &dst[0], &x[0], &expTable)
	}
	return n
}

// expTable has the constants of exp16, as vectors of equal numbers: the bounds of arguments; 1/ln 2; the number whose
// addition rounds to an integer in the low bits; -ln 2; and the coefficients of a Taylor series, from the highest to
// the first.
var expTable = vectors(expLimit, -expLimit, 1.4426950408889634074, 3<<51, -0.69314718055994530942,
	1.0/3628800, 1.0/362880, 1.0/40320, 1.0/5040, 1.0/720, 1.0/120, 1.0/24, 1.0/6, 1.0/2, 1)

func vectors(numbers ...float64) (t [15][4]float64) {
	for i, v := range numbers {
		t[i] = [4]float64{v, v, v, v}
	}
	return t
}

// The kernels compute n elements, a positive multiple of lanes.

//go:noescape
func add16(n int, dst, x, y *float32)

//go:noescape
func sub16(n int, dst, x, y *float32)

//go:noescape
func mul16(n int, dst, x, y *float32)

//go:noescape
func div16(n int, dst, x, y *float32)

//go:noescape
func sum16(n int, s *[lanes]float64, x *float32)

//go:noescape
func squares16(n int, s *[lanes]float64, x *float32, from float64)

//go:noescape
func addTo16(n int, sums *float64, x *float32)

// max16 and min16 set m to the maxima or minima of the elements that are 8 apart. They report whether there is a NaN; m
// is then invalid.
//
//go:noescape
func max16(n int, m *[8]float32, x *float32) bool

//go:noescape
func min16(n int, m *[8]float32, x *float32) bool

//go:noescape
func exp16(n int, dst, x *float32, table *[15][4]float64)

//go:noescape
func wideExp16(n int, dst, x *float32, table *[15][4]float64)
